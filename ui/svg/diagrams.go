package svg

import (
	"strconv"
	"strings"

	"planproof/ui/layout"
)

// Hasse draws a placed diagram of label sets. Nodes and edges are parts by
// their index in the diagram. The part after them, "over", is an empty group
// that the page fills with what belongs to the moment.
func Hasse(h *layout.Hasse, labels []Label) Drawing {
	w := newWriter()
	w.open("svg", "class", "draw hasse", "viewBox", "0 0 "+at(h.W, h.H), "role", "group",
		"aria-label", "Label sets that occur, ordered by inclusion")
	for i, e := range h.Edges {
		lo, hi := h.Nodes[e.Low].Middle(), h.Nodes[e.High].Middle()
		a, b := EdgeEnds(h.Nodes[e.Low].Cell, h.Nodes[e.High].Cell)
		_, _ = lo, hi
		w.el("path", "class", "edge", "d", "M"+at(a.X, a.Y)+"L"+at(b.X, b.Y), "data-k", w.part(Part{Kind: PartEdge, Index: i}))
	}
	w.open("g", "data-over", "under")
	w.close("g")
	for i, n := range h.Nodes {
		w.open("g", "data-k", w.part(Part{Kind: PartNode, Index: i}), "data-testid", "lattice-node", "data-node", strconv.Itoa(i),
			"tabindex", "-1", "role", "button", "aria-description", SetWords(n.Set, labels))
		w.rect("cell", n.Cell, 3)
		for _, b := range n.Beads {
			w.bigBead(b, labels[b.Label])
		}
		if len(n.Beads) == 0 {
			w.open("text", "class", "mid", "x", num(n.Middle().X), "y", num(n.Cell.Y+17))
			w.text("∅")
			w.close("text")
		}
		if n.Who.S != "" {
			w.words(n.Who, "data-k", w.part(Part{Kind: PartHop, Index: i}))
		}
		w.close("g")
	}
	w.open("g", "data-over", "over")
	w.close("g")
	w.close("svg")
	return Drawing{w.b.String(), w.parts, h.W, h.H}
}

func (w *writer) bigBead(b layout.Bead, l Label) {
	w.open("g", "class", "bead "+l.Class)
	w.rect("", layout.Rect{X: b.X - 7.5, Y: b.Y - 7.5, W: 15, H: 15}, 3)
	w.open("text", "x", num(b.X), "y", num(b.Y+3.6))
	w.text(l.Letter)
	w.close("text")
	w.close("g")
}

// SetWords names a label set.
func SetWords(s layout.LabelSet, labels []Label) string {
	if s == 0 {
		return "no labels"
	}
	var names []string
	for _, i := range s.Labels() {
		names = append(names, labels[i].Name)
	}
	return strings.Join(names, ", ")
}

// EdgeEnds is where a line between the middles of two cells leaves the lower
// one and meets the upper one.
func EdgeEnds(low, high layout.Rect) (a, b layout.Point) {
	x0, y0 := low.X+low.W/2, low.Y+low.H/2
	x1, y1 := high.X+high.W/2, high.Y+high.H/2
	cut := func(y float64) float64 { return x0 + (x1-x0)*(y-y0)/(y1-y0) }
	a = layout.Point{X: clamp(cut(low.Y-1), low), Y: low.Y - 1}
	b = layout.Point{X: clamp(cut(high.Bottom()+1), high), Y: high.Bottom() + 1}
	return a, b
}

func clamp(x float64, r layout.Rect) float64 { return max(r.X+4, min(x, r.Right()-4)) }

// Automaton draws a placed automaton. States are node parts, transitions edge
// parts, by index.
func Automaton(d *layout.StateDiagram, name string) Drawing {
	w := newWriter()
	w.open("svg", "class", "draw auto", "viewBox", "0 0 "+at(d.W, d.H), "role", "group",
		"aria-label", name+": states and transitions")
	w.el("path", "class", "tr", "d", "M"+at(d.Start[0].X, d.Start[0].Y)+"H"+num(d.Start[1].X-8))
	w.el("path", "class", "tri", "d", tip(d.Start[1], d.Start[0]))
	for i, e := range d.Edges {
		w.edge(i, e)
	}
	for i, s := range d.States {
		w.state(i, s)
	}
	w.close("svg")
	return Drawing{w.b.String(), w.parts, d.W, d.H}
}

func (w *writer) edge(i int, e *layout.EdgeLine) {
	w.open("g", "class", "edge-group", "data-k", w.part(Part{Kind: PartEdge, Index: i}))
	n := len(e.Curve)
	end, back := e.Curve[n-1], e.Curve[n-2]
	line := append([]layout.Point(nil), e.Curve...)
	head := layout.Point{X: back.X, Y: end.Y}
	if abs(end.X-back.X) < abs(end.Y-back.Y) {
		head = layout.Point{X: end.X, Y: back.Y}
	}
	line[n-1] = toward(end, head, 7)
	w.el("path", "class", "tr", "d", cubic(line))
	w.el("path", "class", "tri", "d", tip(end, head))
	w.words(e.Number)
	w.words(e.Label)
	w.close("g")
}

func abs(f float64) float64 { return max(f, -f) }

func cubic(p []layout.Point) string {
	var b strings.Builder
	b.WriteString("M" + at(p[0].X, p[0].Y))
	for i := 1; i+2 < len(p); i += 3 {
		b.WriteString("C" + at(p[i].X, p[i].Y) + " " + at(p[i+1].X, p[i+1].Y) + " " + at(p[i+2].X, p[i+2].Y))
	}
	return b.String()
}

func (w *writer) state(i int, s *layout.StateBox) {
	w.open("g", "data-k", w.part(Part{Kind: PartNode, Index: i}), "data-testid", "automaton-state", "data-possible", "false",
		"data-name", s.Name, "tabindex", "-1", "role", "button", "aria-description", s.Name)
	if s.Error {
		w.el("path", "class", "state", "d", octagon(s.Rect, 12))
		inner := layout.Rect{X: s.X + 2.5, Y: s.Y + 2.5, W: s.W - 5, H: s.H - 5}
		w.el("path", "class", "err", "d", octagon(inner, 10.5))
	} else {
		w.rect("state", s.Rect, s.H/2)
	}
	w.open("text", "class", "nm", "x", num(s.X+s.W/2), "y", num(s.Y+s.H/2+4.5))
	w.text(s.Name)
	w.close("text")
	w.close("g")
}

// octagon is the outline of an error state.
func octagon(r layout.Rect, c float64) string {
	c = min(c, r.H/2-2)
	return "M" + at(r.X+c, r.Y) + "H" + num(r.Right()-c) + "L" + at(r.Right(), r.Y+c) + "V" + num(r.Bottom()-c) +
		"L" + at(r.Right()-c, r.Bottom()) + "H" + num(r.X+c) + "L" + at(r.X, r.Bottom()-c) + "V" + num(r.Y+c) + "z"
}
