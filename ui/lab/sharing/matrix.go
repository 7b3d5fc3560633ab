package sharing

import (
	"strconv"
	"strings"

	"planproof/ui/layout"
	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// The grid of a loop's rounds, in pixels.
const (
	rowHeight   = 26.0
	roundWidth  = 66.0
	cellWidth   = 72.0
	firesWidth  = 56.0
	legendSpace = 34.0
)

// matrix draws the rounds of a loop: a row a round, a column for each name and
// automaton that some round moves. The page has it as a table.
func matrix(p viewmodel.LoopsPane) string {
	g := grid{h: markup.New(), p: &p}
	g.columns()
	height := rowHeight*float64(len(p.Rows)+1) + 8
	g.h.Open("svg", "class", "draw rounds", "viewBox", "0 0 "+num(g.width)+" "+num(height), "role", "img",
		"aria-label", "Rounds of "+p.Loop.Name()+": "+strconv.Itoa(p.Iterations)+" of at most "+strconv.Itoa(p.Bound))
	g.head()
	for i, row := range p.Rows {
		g.row(row, rowHeight*float64(i+1))
	}
	return g.h.Raw("</svg>").String()
}

type grid struct {
	h     *markup.Writer
	p     *viewmodel.LoopsPane
	at    []float64 // left edges of the columns: names, automata, fires
	width float64
}

func (g *grid) columns() {
	x := roundWidth
	for _, name := range g.p.Names {
		g.at = append(g.at, x)
		x += max(cellWidth, layout.Width(name, layout.FontArgs)+14)
	}
	for i, name := range g.p.Automata {
		g.at = append(g.at, x)
		w := layout.Width(name, layout.FontArgs)
		for _, r := range g.p.Rows {
			w = max(w, layout.Width(strings.Join(r.States[i].States, ", "), layout.FontArgs))
		}
		x += w + 14
	}
	g.at = append(g.at, x)
	g.width = x + firesWidth
}

func (g *grid) head() {
	g.text("t3", 0, 17, "after")
	for i, name := range append(g.p.Names[:len(g.p.Names):len(g.p.Names)], g.p.Automata...) {
		g.text("", g.at[i]+6, 17, name)
	}
}

func (g *grid) row(r viewmodel.RoundRow, y float64) {
	if r.Now {
		g.rect("curbg", 0, y, g.width, rowHeight)
	}
	g.h.Open("path", "class", "hair", "d", "M0 "+num(y)+"H"+num(g.width)).Close("path")
	if r.Fix { // a double rule, as under a sum
		g.h.Open("path", "class", "hair fix", "d", "M0 "+num(y+3)+"H"+num(g.width)).Close("path")
	}
	words := "entry"
	if r.Round > 0 {
		words = "round " + strconv.Itoa(r.Round)
	}
	g.text("t", 0, y+17, words)
	for i, c := range r.Cells {
		g.changed(c.Changed, g.at[i], y)
		g.cell(c, g.at[i]+6, y)
	}
	for i, s := range r.States {
		x := g.at[len(r.Cells)+i]
		g.changed(s.Changed, x, y)
		g.text("", x+6, y+17, strings.Join(s.States, ", "))
	}
	g.text("t", g.at[len(g.at)-1]+6, y+17, r.Fires)
}

// changed marks the corner of a cell that the round moved.
func (g *grid) changed(is bool, x, y float64) {
	if is {
		g.h.Open("path", "class", "corner", "d", "M"+num(x)+" "+num(y)+"h7l-7 7z").Close("path")
	}
}

func (g *grid) cell(c viewmodel.Cell, x, y float64) {
	switch {
	case !c.Usable:
		g.text("t3", x, y+17, "–")
	case len(c.Labels) == 0:
		g.text("t3", x, y+17, "∅")
		if len(c.Plus) > 0 {
			g.text("t3", x+12, y+17, "+"+strings.Join(c.Plus, " +"))
		}
	}
	for i, l := range c.Labels {
		bead(g.h, l, x+8+17*float64(i), y+13)
	}
}

func (g *grid) text(class string, x, y float64, s string) {
	g.h.Open("text", "class", class, "x", num(x), "y", num(y)).Text(s).Close("text")
}

func (g *grid) rect(class string, x, y, w, h float64) {
	g.h.Open("rect", "class", class, "x", num(x), "y", num(y), "width", num(w), "height", num(h)).Close("rect")
}

// bead draws a label: its color with its letter.
func bead(h *markup.Writer, l viewmodel.Label, x, y float64) {
	h.Open("g", "class", "bead "+l.Class)
	h.Open("rect", "x", num(x-7), "y", num(y-7), "width", "14", "height", "14", "rx", "3").Close("rect")
	h.Open("text", "x", num(x), "y", num(y+3.6)).Text(l.Letter).Close("text").Close("g")
}

// withLegend explains the labels under a drawing.
func withLegend(drawing string, labels []viewmodel.Label) string {
	const mark = `viewBox="0 0 `
	_, rest, ok := strings.Cut(drawing, mark)
	size, _, _ := strings.Cut(rest, `"`)
	width, height, two := strings.Cut(size, " ")
	w, werr := strconv.ParseFloat(width, 64)
	y, err := strconv.ParseFloat(height, 64)
	if !ok || !two || err != nil || werr != nil || len(labels) == 0 {
		return drawing
	}
	h := markup.New().Open("g", "class", "draw")
	x, top := 8.0, y
	for _, l := range labels {
		next := x + 14 + layout.Width(l.Name, layout.FontLabel) + 20
		if next > w && x > 8 {
			next, x, y = next-x+8, 8, y+20
		}
		bead(h, l, x, y+20)
		h.Open("text", "class", "t", "x", num(x+12), "y", num(y+24)).Text(l.Name).Close("text")
		x = next
	}
	whole := num(y + legendSpace)
	drawing = strings.Replace(drawing, mark+size+`"`, mark+width+" "+whole+`"`, 1)
	drawing = strings.Replace(drawing, ` height="`+num(top)+`" `+mark, ` height="`+whole+`" `+mark, 1)
	return strings.TrimSuffix(drawing, "</svg>") + h.Close("g").String() + "</svg>"
}

func num(f float64) string { return strconv.FormatFloat(float64(int(f*10+0.5))/10, 'f', -1, 64) }
