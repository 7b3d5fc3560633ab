package svg

import (
	"strconv"
	"strings"

	"planproof/ui/layout"
)

// Mark is the diamond of one finding at a step.
type Mark struct {
	Number int    // in the list of findings, from 1
	Class  string // found, "found abstract" or unread
}

// Plan draws a placed plan. Labels are indexed as in its strands; marks are
// the findings at every step, by path.
func Plan(d *layout.Drawing, labels []Label, marks map[string][]Mark) Drawing {
	p := &planWriter{writer: newWriter(), d: d, labels: labels, marks: marks}
	p.open("svg", "class", "graph", "width", num(d.W), "height", num(d.H), "viewBox", "0 0 "+at(d.W, d.H),
		"role", "group", "aria-label", "Plan: "+strconv.Itoa(len(d.Boxes))+" steps with data flow")
	for i := 0; i+1 < len(d.Spine); i += 2 {
		p.spine(d.Spine[i], d.Spine[i+1])
	}
	for _, b := range d.Boxes {
		if b.Step.Kind != layout.Call {
			p.block(b)
		}
	}
	for i := len(d.Nets) - 1; i >= 0; i-- {
		p.net(d.Nets[i])
	}
	for _, j := range d.Joins {
		p.join(j)
	}
	for _, b := range d.Boxes {
		if b.Step.Kind == layout.Call {
			p.call(b)
		}
	}
	for _, n := range d.Nets {
		p.adorn(n)
	}
	for _, b := range d.Boxes {
		p.hop(b)
	}
	p.close("svg")
	return Drawing{p.b.String(), p.parts, d.W, d.H}
}

type planWriter struct {
	*writer
	d      *layout.Drawing
	labels []Label
	marks  map[string][]Mark
}

func (p *planWriter) spine(from, to layout.Point) {
	p.el("path", "class", "spine", "d", "M"+at(from.X, from.Y)+"V"+num(to.Y-1))
	p.el("path", "class", "spine", "d", "M"+at(to.X-3, to.Y-5)+"l3 4 3-4")
}

func (p *planWriter) block(b *layout.Box) {
	s := b.Step
	p.open("g", "class", "block", "data-k", p.part(Part{Kind: PartStep, Path: s.Path}), "data-path", s.Path,
		"data-testid", "step-"+s.Path, "tabindex", "-1", "role", "button", "aria-description", stepWords(s))
	p.rect("b-box", b.Rect, 4)
	p.el("path", "class", "b-band", "d", band(b))
	for _, y := range b.Rules {
		p.el("path", "class", "b-rule", "d", "M"+at(b.X+8, y)+"H"+num(b.Right()-laneRoom(b)))
	}
	for _, t := range b.Texts {
		switch {
		case t.Class == "b-first":
			p.head(t, s.Kind)
		case t.Class == "lost":
			p.words(t, "data-k", p.part(Part{Kind: PartLost, Path: s.Path}))
		default:
			p.words(t)
		}
	}
	p.markRow(b)
	p.close("g")
	if s.Kind == layout.Loop {
		p.pill(b)
	}
}

// head writes the first line of a block with its keywords set apart.
func (p *planWriter) head(t layout.Text, kind layout.Kind) {
	p.open("text", "x", num(t.X), "y", num(t.Y))
	for i, word := range strings.Split(t.S, " ") {
		if i > 0 {
			p.text(" ")
		}
		if i == 0 || i == 2 && kind == layout.Loop {
			p.open("tspan", "class", "b-head")
			p.text(word)
			p.close("tspan")
		} else {
			p.text(word)
		}
	}
	p.close("text")
}

// laneRoom keeps the rule between two sides off the wires beside it.
func laneRoom(b *layout.Box) float64 { return b.W * 0.18 }

// band is the head of a block with its two upper corners rounded.
func band(b *layout.Box) string {
	return "M" + at(b.X, b.Y+b.Band) + "v-" + num(b.Band-4) + "a4 4 0 0 1 4-4h" + num(b.W-8) + "a4 4 0 0 1 4 4v" + num(b.Band-4) + "z"
}

func (p *planWriter) pill(b *layout.Box) {
	p.open("g", "class", "round off", "data-k", p.part(Part{Kind: PartPill, Path: b.Step.Path}))
	p.rect("", b.Pill, 9)
	p.open("text", "x", num(b.Pill.X+b.Pill.W/2), "y", num(b.Pill.Y+13))
	p.close("text")
	p.close("g")
}

func (p *planWriter) call(b *layout.Box) {
	s := b.Step
	p.open("g", "class", "node", "data-k", p.part(Part{Kind: PartStep, Path: s.Path}), "data-path", s.Path,
		"data-testid", "step-"+s.Path, "tabindex", "-1", "role", "button", "aria-description", stepWords(s))
	p.rect("n-box", b.Rect, 3)
	for _, t := range b.Texts {
		p.words(t)
	}
	for _, bead := range b.Beads {
		p.bead(bead, p.labels[bead.Label], "data-k", p.part(Part{Kind: PartBead, Def: layout.Key(s.Path, "call", s.Binding), Label: bead.Label}))
	}
	p.markRow(b)
	p.close("g")
}

func (p *planWriter) markRow(b *layout.Box) {
	for i, m := range p.marks[b.Step.Path] {
		if i < len(b.Marks) {
			p.mark(b.Marks[i], m)
		}
	}
}

func (p *planWriter) mark(at layout.Point, m Mark) {
	p.open("g", "class", m.Class)
	if m.Class == "unread" {
		p.el("circle", "cx", num(at.X), "cy", num(at.Y), "r", "7")
	} else {
		p.el("path", "d", "M"+num(at.X)+" "+num(at.Y-9)+"l9 9-9 9-9-9z")
	}
	p.open("text", "x", num(at.X), "y", num(at.Y+3.6))
	p.text(strconv.Itoa(m.Number))
	p.close("text")
	p.close("g")
}

// stepWords is what a screen reader says of a step.
func stepWords(s *layout.Step) string {
	switch s.Kind {
	case layout.Branch:
		return s.Label + ": if " + s.Head
	case layout.Loop:
		return s.Label + ": for " + s.Item + " in " + s.Head
	}
	words := s.Label + ": " + s.Tool
	if s.Binding != "" {
		words += ", result " + s.Binding
	}
	return words
}

// net draws all wires of one value: the halos first, so that the wires of one
// value do not cut each other.
func (p *planWriter) net(n *layout.Net) {
	for _, r := range n.Routes {
		class := "halo"
		if r.Inside {
			class = "halo in"
		}
		p.el("path", "class", class, "d", path(r.Points, 7), "stroke-width", num(haloWidth(r)))
	}
	for _, r := range n.Routes {
		p.route(n, r)
	}
}

func haloWidth(r *layout.Route) float64 {
	return 6 + float64(max(len(r.Strands)-1, 0))*layout.StrandGap
}

func (p *planWriter) route(n *layout.Net, r *layout.Route) {
	p.open("g", "class", "flow", "data-k", p.part(Part{Kind: PartFlow, Def: r.Def, Path: r.To}))
	points := r.Points
	if r.Tip {
		points = shorten(points, 6)
	}
	p.el("path", "class", "wire", "d", path(points, 7), "data-k", p.part(Part{Kind: PartWire, Def: r.Def}))
	for i, s := range r.Strands {
		o := (float64(i) - float64(len(r.Strands)-1)/2) * layout.StrandGap
		p.el("path", "class", "strand "+p.labels[s.Label].Class, "d", path(shift(points, o), 7),
			"data-k", p.part(Part{Kind: PartStrand, Def: r.Def, Label: s.Label}))
	}
	if r.Tip {
		end, back := r.Points[len(r.Points)-1], r.Points[len(r.Points)-2]
		p.el("path", "class", "tip ink", "d", tip(end, back), "data-k", p.part(Part{Kind: PartTip, Def: r.Def}))
	}
	p.close("g")
}

// shorten ends a line before its arrow head.
func shorten(points []layout.Point, by float64) []layout.Point {
	out := append([]layout.Point(nil), points...)
	last := len(out) - 1
	out[last] = toward(out[last], out[last-1], by)
	return out
}

// tip is an arrow head that points from back to end.
func tip(end, back layout.Point) string {
	if end.X != back.X {
		d := 7.0
		if back.X < end.X {
			d = -7
		}
		return "M" + at(end.X, end.Y) + "L" + at(end.X+d, end.Y-4) + "L" + at(end.X+d, end.Y+4) + "z"
	}
	d := 7.0
	if back.Y < end.Y {
		d = -7
	}
	return "M" + at(end.X, end.Y) + "L" + at(end.X-4, end.Y+d) + "L" + at(end.X+4, end.Y+d) + "z"
}

func (p *planWriter) join(j *layout.JoinNode) {
	p.open("g", "class", "join node", "data-k", p.part(Part{Kind: PartStep, Path: j.Path, Name: j.Name}))
	p.el("circle", "class", "n-box", "cx", num(j.X), "cy", num(j.Y), "r", num(layout.JoinRadius))
	p.open("text", "x", num(j.X), "y", num(j.Y+4.5))
	p.text("⊔")
	p.close("text")
	p.close("g")
}

func (p *planWriter) adorn(n *layout.Net) {
	for _, b := range n.Beads {
		p.bead(b, p.labels[b.Label], "data-k", p.part(Part{Kind: PartBead, Def: n.Key, Label: b.Label}))
	}
	if n.Text != nil {
		p.words(*n.Text)
	}
}

func (p *planWriter) hop(b *layout.Box) {
	p.open("g", "class", "hop off", "data-k", p.part(Part{Kind: PartHop, Path: b.Step.Path}))
	p.el("circle", "cx", num(b.Hop.X), "cy", num(b.Hop.Y), "r", "8.5")
	p.open("text", "x", num(b.Hop.X), "y", num(b.Hop.Y+3.6))
	p.close("text")
	p.close("g")
}
