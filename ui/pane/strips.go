package pane

import (
	"strconv"

	"planproof/ui/layout"
	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// stripGrid places the strip of sets: a block an automaton, a row a state,
// events from left to right.
type stripGrid struct {
	strips []viewmodel.Strip
	left   float64
	each   float64 // width of one event
	h      float64
}

const (
	stripW    = 428.0
	stripRow  = 15.0
	stripHead = 18.0
)

func newStripGrid(m *viewmodel.Model) stripGrid {
	g := stripGrid{strips: m.Strips(), left: 30}
	for _, s := range g.strips {
		g.h += stripHead + stripRow*float64(len(s.Rows)) + 8
		for _, r := range s.Rows {
			g.left = max(g.left, layout.Width(layout.Clip(r.State, 18), layout.FontArgs)+8)
		}
	}
	g.each = (stripW - g.left) / float64(max(m.Events(), 1))
	return g
}

func (g stripGrid) draw(m *viewmodel.Model) string {
	h := markup.New()
	h.Open("svg", "class", "draw sets", "viewBox", "0 0 428 "+num(g.h+16), "role", "img", "aria-label", "Possible states at each of "+strconv.Itoa(m.Events())+" events")
	h.Raw(`<g data-over="under"></g>`)
	y := 0.0
	for _, s := range g.strips {
		text(h, "t bold", 0, y+11, s.Automaton)
		y += stripHead
		for _, r := range s.Rows {
			g.row(h, r, y)
			y += stripRow
		}
		y += 8
	}
	g.ruler(h, m)
	return h.Raw(`<g data-over="over"></g></svg>`).String()
}

func (g stripGrid) row(h *markup.Writer, r viewmodel.StripRow, y float64) {
	text(h, "end", g.left-8, y+9, layout.Clip(r.State, 18))
	rect(h, "off", g.left, y+4, stripW-g.left, 3)
	class := "on"
	if r.Error {
		class = "bad"
	}
	for _, s := range r.Spans {
		w := float64(s[1]-s[0]) * g.each
		rect(h, class, g.left+float64(s[0])*g.each, y, max(w-min(0.8, w/4), 0.5), 11)
	}
}

// ruler names the chapters where there is room for their names.
func (g stripGrid) ruler(h *markup.Writer, m *viewmodel.Model) {
	free := g.left
	name := func(from, to int, words string) {
		mid := g.left + float64(from+to)/2*g.each
		w := layout.Width(words, layout.FontLabel)
		if mid-w/2 >= free && mid+w/2 <= stripW {
			text(h, "t3 mid", mid, g.h+12, words)
			free = mid + w/2 + 6
		}
	}
	for _, c := range m.Chapters() {
		if len(c.Rounds) == 0 {
			name(c.From, c.To, c.Label)
		}
		for _, r := range c.Rounds {
			name(r.From, r.To, "round "+strconv.Itoa(r.N))
		}
	}
}

// cursor is the frame around one event.
func (g stripGrid) cursor(at int, class string) string {
	h := markup.New()
	rect(h, class, g.left+float64(at)*g.each-0.5, 14, max(g.each+1, 4), g.h-14)
	return h.String()
}

func text(h *markup.Writer, class string, x, y float64, s string) {
	h.Open("text", "class", class, "x", num(x), "y", num(y)).Text(s).Close("text")
}

func rect(h *markup.Writer, class string, x, y, w, height float64) {
	h.Open("rect", "class", class, "x", num(x), "y", num(y), "width", num(w), "height", num(height)).Close("rect")
}

func num(f float64) string { return strconv.FormatFloat(float64(int(f*10+0.5))/10, 'f', -1, 64) }
