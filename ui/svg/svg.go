// Package svg turns a placed drawing into SVG text. It is pure and sets no
// color: every element has a class of the stylesheet.
//
// A drawing is made once per document. What changes with the cursor are parts:
// numbered elements (data-k) whose class, and sometimes text, the viewmodel
// computes for every moment. Elements that always change together share a part.
package svg

import (
	"math"
	"strconv"
	"strings"

	"planproof/ui/layout"
	"planproof/ui/markup"
)

// PartKind says what a part shows.
type PartKind uint8

// The kinds of parts.
const (
	PartStep   PartKind = iota // a box: Path
	PartFlow                   // a wire: Def, Path of the use
	PartStrand                 // one label's strands of a value: Def, Label
	PartWire                   // the plain line of a value without labels: Def
	PartTip                    // arrow heads of a value: Def
	PartBead                   // a lettered label of a value: Def, Label
	PartHop                    // the hop number at a box: Path
	PartPill                   // the round of a loop: Path
	PartLost                   // the words "guarantee lost": Path
	PartNode                   // a node of a diagram: Index
	PartEdge                   // an edge of a diagram: Index
)

// Part is one thing that changes with the cursor.
type Part struct {
	Kind  PartKind
	Path  string
	Def   string // see layout.Key
	Name  string // of a join
	Label int
	Index int
}

// Drawing is an SVG text and the parts it refers to by number.
type Drawing struct {
	SVG   string
	Parts []Part
	W, H  float64
}

// Label is how a label is drawn: the class of its color and its letter.
type Label struct {
	Name, Class, Letter string
}

type writer struct {
	b     strings.Builder
	parts []Part
	known map[Part]int
}

func newWriter() *writer { return &writer{known: map[Part]int{}} }

// part numbers a part; asking again gives the same number.
func (w *writer) part(p Part) string {
	i, ok := w.known[p]
	if !ok {
		i = len(w.parts)
		w.known[p] = i
		w.parts = append(w.parts, p)
	}
	return strconv.Itoa(i)
}

// el writes an empty element.
func (w *writer) el(tag string, attrs ...string) {
	w.tag(tag, attrs)
	w.b.WriteString("/>")
}

// open writes a start tag, close an end tag.
func (w *writer) open(tag string, attrs ...string) {
	w.tag(tag, attrs)
	w.b.WriteByte('>')
}

func (w *writer) close(tag string) {
	w.b.WriteString("</")
	w.b.WriteString(tag)
	w.b.WriteByte('>')
}

func (w *writer) tag(tag string, attrs []string) {
	w.b.WriteByte('<')
	w.b.WriteString(tag)
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i+1] == "" {
			continue
		}
		w.b.WriteByte(' ')
		w.b.WriteString(attrs[i])
		w.b.WriteString(`="`)
		w.b.WriteString(markup.Escape(attrs[i+1]))
		w.b.WriteByte('"')
	}
}

func (w *writer) text(s string) { w.b.WriteString(markup.Escape(s)) }

// words writes a placed text.
func (w *writer) words(t layout.Text, attrs ...string) {
	class := t.Class
	switch t.Anchor {
	case layout.End:
		class += " end"
	case layout.Middle:
		class += " mid"
	}
	w.open("text", append([]string{"class", class, "x", num(t.X), "y", num(t.Y)}, attrs...)...)
	if t.Full != "" {
		w.open("title")
		w.text(t.Full)
		w.close("title")
	}
	w.text(t.S)
	w.close("text")
}

func (w *writer) rect(class string, r layout.Rect, radius float64, attrs ...string) {
	w.el("rect", append([]string{"class", class, "x", num(r.X), "y", num(r.Y), "width", num(r.W), "height", num(r.H), "rx", num(radius)}, attrs...)...)
}

func (w *writer) bead(b layout.Bead, l Label, attrs ...string) {
	w.open("g", append([]string{"class", "bead " + l.Class}, attrs...)...)
	w.rect("", b.Bounds(), 3)
	w.open("text", "x", num(b.X), "y", num(b.Y+3.6))
	w.text(l.Letter)
	w.close("text")
	w.close("g")
}

// num writes a coordinate with at most one decimal.
func num(f float64) string {
	return strconv.FormatFloat(math.Round(f*10)/10, 'f', -1, 64)
}

func at(x, y float64) string { return num(x) + " " + num(y) }

// path joins points with rounded corners.
func path(points []layout.Point, radius float64) string {
	var b strings.Builder
	b.WriteString("M" + at(points[0].X, points[0].Y))
	for i := 1; i < len(points); i++ {
		p := points[i]
		if i == len(points)-1 {
			b.WriteString("L" + at(p.X, p.Y))
			break
		}
		r := min(radius, dist(points[i-1], p)/2, dist(p, points[i+1])/2)
		in, out := toward(p, points[i-1], r), toward(p, points[i+1], r)
		b.WriteString("L" + at(in.X, in.Y) + "Q" + at(p.X, p.Y) + " " + at(out.X, out.Y))
	}
	return b.String()
}

func dist(a, b layout.Point) float64 { return math.Abs(a.X-b.X) + math.Abs(a.Y-b.Y) }

// toward moves from a point r along an axis to another.
func toward(from, to layout.Point, r float64) layout.Point {
	d := dist(from, to)
	if d == 0 {
		return from
	}
	return layout.Point{X: from.X + (to.X-from.X)*r/d, Y: from.Y + (to.Y-from.Y)*r/d}
}

// shift moves an orthogonal line sideways by o, so that several strands run
// beside each other around every corner.
func shift(points []layout.Point, o float64) []layout.Point {
	out := append([]layout.Point(nil), points...)
	if o == 0 {
		return out
	}
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		d := dist(p, q)
		if d == 0 {
			continue
		}
		nx, ny := (q.Y-p.Y)/d*o, -(q.X-p.X)/d*o
		out[i-1].X, out[i-1].Y = out[i-1].X+nx, out[i-1].Y+ny
		out[i].X, out[i].Y = out[i].X+nx, out[i].Y+ny
	}
	return out
}
