package pane

import (
	"strconv"
	"strings"

	"planproof/ui/layout"
	"planproof/ui/markup"
	"planproof/ui/svg"
	"planproof/ui/viewmodel"
)

// Lattice is the Hasse diagram with the followed name's climb, the join at
// the cursor, and the environment in short.
func Lattice(m *viewmodel.Model, l Look, d *Drawings) []Section {
	p := m.LatticeAt(l.At, l.Name)
	if d.hasse == nil {
		d.lattice = m.Lattice()
		d.placed = layout.LayoutHasse(d.lattice.Sets, d.Width)
		drawing := svg.Hasse(d.placed, m.SVGLabels())
		d.hasse = &drawing
	}
	h := markup.New().Open("section", "class", "sect head-only", "data-sect", "which").Open("h2")
	automatic := "moves here: " + p.Name
	if l.Name != "" {
		automatic = "what moves here"
	}
	picker(h, "follow", "Name", l.Name, p.Names, automatic)
	h.Raw(" ").Text(lower(p.Where))
	h.Open("span", "class", "end").Text(d.lattice.Total).Close("span").Close("h2")
	out := []Section{end("which", h), hasse(p, d)}
	if p.Join != nil {
		out = append(out, join(m, p.Join))
	} else {
		out = append(out, orders(m, p, l.At))
	}
	h = sect("env")
	heading(h, "Environment", "~ changed   + added   ▽ guarantee lost")
	state := m.State(l.At)
	environment(h, state, false)
	env := end("env", h)
	env.Rows = d.rows(state, false)
	return append(out, env, folded("joins", "Join two other values"))
}

func hasse(p viewmodel.LatticePane, d *Drawings) Section {
	h := markup.New().Open("section", "class", "sect bare", "data-sect", "hasse").Raw(d.hasse.SVG)
	s := end("hasse", h)
	s.Parts = d.hasse.Parts
	s.Looks = make([]viewmodel.PartState, len(s.Parts))
	for i, part := range s.Parts {
		if part.Kind == svg.PartNode {
			s.Looks[i].Class = nodeClass(d.placed.Nodes[part.Index].Set, p)
		} else if part.Kind == svg.PartEdge {
			s.Looks[i].Class = "edge"
		} else if n := d.placed.Nodes[part.Index]; n.Left {
			s.Looks[i].Class = "who end"
		} else {
			s.Looks[i].Class = "who"
		}
	}
	s.Over = map[string]string{"under": trail(p, d.placed), "over": pins(p, d.placed)}
	return s
}

func nodeClass(set layout.LabelSet, p viewmodel.LatticePane) string {
	switch {
	case p.Usable && set == p.Now:
		return "is-now"
	case p.Join != nil && (set == p.Join.XSet || set == p.Join.YSet):
		return "operand"
	}
	return ""
}

func node(h *layout.Hasse, s layout.LabelSet) *layout.HasseNode {
	for _, n := range h.Nodes {
		if n.Set == s {
			return n
		}
	}
	return nil
}

// climbs are the moves to draw: the trail, and at a join the two operands.
func climbs(p viewmodel.LatticePane) []viewmodel.Climb {
	out := append([]viewmodel.Climb(nil), p.Trail...)
	if j := p.Join; j != nil {
		for _, s := range []layout.LabelSet{j.XSet, j.YSet} {
			if s != p.Now {
				out = append(out, viewmodel.Climb{From: s, To: p.Now, Event: -1, Join: true})
			}
		}
	}
	return out
}

func trail(p viewmodel.LatticePane, h *layout.Hasse) string {
	w := markup.New()
	for _, c := range climbs(p) {
		a, b := node(h, c.From), node(h, c.To)
		if a == nil || b == nil {
			continue
		}
		lo, hi := svg.EdgeEnds(a.Cell, b.Cell)
		class := "trail from"
		if c.Join {
			class = "trail"
		}
		w.Open("path", "class", class, "d", "M"+num(lo.X)+" "+num(lo.Y)+"L"+num(hi.X)+" "+num(hi.Y)).Close("path")
	}
	return w.String()
}

// pins number the moves by their event and name the operands of a join.
func pins(p viewmodel.LatticePane, h *layout.Hasse) string {
	w := markup.New()
	seen := map[[2]layout.LabelSet]bool{}
	for _, c := range p.Trail {
		a, b := node(h, c.From), node(h, c.To)
		key := [2]layout.LabelSet{c.From, c.To}
		if a == nil || b == nil || seen[key] {
			continue
		}
		seen[key] = true
		lo, hi := svg.EdgeEnds(a.Cell, b.Cell)
		x, y := (lo.X+hi.X)/2, (lo.Y+hi.Y)/2
		w.Open("g", "class", "pin").Open("circle", "cx", num(x), "cy", num(y), "r", "8").Close("circle")
		text(w, "", x, y+3.6, strconv.Itoa(c.Event+1))
		w.Close("g")
	}
	if j := p.Join; j != nil {
		x, y := node(h, j.XSet), node(h, j.YSet)
		switch {
		case x == nil || y == nil:
		case x == y:
			operand(w, x, "x, y", "", false)
		default:
			operand(w, x, "x", j.XWords, x.Cell.X < y.Cell.X)
			operand(w, y, "y", j.YWords, y.Cell.X < x.Cell.X)
		}
	}
	return w.String()
}

// operand stands beside the cell, or above it where names are beside it.
func operand(w *markup.Writer, n *layout.HasseNode, letter, side string, left bool) {
	y := n.Cell.Y + 17
	switch {
	case n.Who.S != "":
		text(w, "op", n.Cell.X, n.Cell.Y-4, letter)
		text(w, "who", n.Cell.X+12, n.Cell.Y-5, side)
	case left:
		text(w, "op end", n.Cell.X-8, y, letter)
		text(w, "who end", n.Cell.X-22, y-1, side)
	default:
		text(w, "op", n.Cell.Right()+8, y, letter)
		text(w, "who", n.Cell.Right()+22, y-1, side)
	}
}

var components = []struct{ name, order, up, by string }{
	{"labels", "⊆", "up: more", "∪"}, {"provenance", "⊆", "up: more", "∪"},
	{"source_tools", "⊆", "up: more", "∪"}, {"sanitized_for", "⊇", "up: fewer", "∩"},
}

// stripHeader is the component strip: every order written out, the last one
// upside down.
func stripHeader(h *markup.Writer) {
	h.Raw(`<div class="hd"></div>`)
	for i, c := range components {
		class := "hd"
		if i == 3 {
			class = "hd flip"
		}
		h.Open("div", "class", class).El("b", "", c.name).El("span", "ord", c.order).Text(" " + c.up).Close("div")
	}
	h.Raw("<div></div>")
	for i := range components {
		h.Open("div").Raw(ladder(i == 3)).Close("div")
	}
}

// ladder is the little picture of a join: two lower points and their upper
// bound; for the dual order a guarantee that both sides need.
func ladder(flip bool) string {
	s := `<svg class="ladder" viewBox="0 0 64 32" aria-hidden="true">`
	if flip {
		return s + `<path d="M14 26L32 7"/><circle cx="14" cy="26" r="3.5"/><circle class="on" cx="32" cy="7" r="4.5"/><text x="42" y="12">fewer</text><text x="24" y="30">all rules</text></svg>`
	}
	return s + `<path d="M14 26L32 7 50 26"/><circle cx="14" cy="26" r="3.5"/><circle cx="50" cy="26" r="3.5"/><circle class="on" cx="32" cy="7" r="4.5"/><text x="2" y="30">x</text><text x="57" y="30">y</text></svg>`
}

func join(m *viewmodel.Model, j *viewmodel.Join) Section {
	h := sect("join")
	heading(h, "The join, component by component", "`"+j.Name+"`")
	joinTable(h, m, j)
	return end("join", h)
}

// JoinTable is a join component by component, as HTML.
func JoinTable(m *viewmodel.Model, j *viewmodel.Join) string {
	h := markup.New()
	joinTable(h, m, j)
	return h.String()
}

// SmallHasse draws the label sets of one join: the two values, what they
// share, and their least upper bound.
func SmallHasse(m *viewmodel.Model, j viewmodel.Join, x, y string) string {
	placed := layout.LayoutHasse(m.LatticeOf(j, x, y), 428)
	drawing := svg.Hasse(placed, m.SVGLabels())
	p := viewmodel.LatticePane{Now: j.XSet | j.YSet, Usable: true, Join: &j}
	html := drawing.SVG
	for k, part := range drawing.Parts {
		if part.Kind == svg.PartNode {
			html = strings.Replace(html, `data-k="`+itoa(k)+`"`, `class="`+nodeClass(placed.Nodes[part.Index].Set, p)+`"`, 1)
		}
	}
	under := `<g data-over="under">` + trail(p, placed)
	return strings.Replace(html, `<g data-over="under">`, under, 1)
}

func joinTable(h *markup.Writer, m *viewmodel.Model, j *viewmodel.Join) {
	h.Open("div", "class", "scrollx", "tabindex", "0", "aria-label", "Join table").Open("div", "class", "strip")
	stripHeader(h)
	h.El("div", "side big up", "⊔")
	valueCells(h, viewmodel.Row{Labels: m.Beads(j.Result.Labels), Value: j.Result}, " up", true, len(j.Lost) > 0)
	h.El("div", "side", "x")
	valueCells(h, viewmodel.Row{Labels: m.Beads(j.X.Labels), Value: j.X}, "", false, false)
	h.El("div", "side", "y")
	valueCells(h, viewmodel.Row{Labels: m.Beads(j.Y.Labels), Value: j.Y}, "", false, false)
	h.Close("div").Close("div")
	h.Open("p", "class", "note").Text("The last column hangs upside down: a guarantee must hold on every path, so fewer is higher, and the join keeps only what ")
	h.El("i", "", "x").Text(" and ").El("i", "", "y").Text(" share.")
	if len(j.Lost) > 0 {
		h.Text(" Lost here: ").Code(strings.Join(j.Lost, ", ")).Text(".")
	}
	h.Close("p")
}

func valueCells(h *markup.Writer, r viewmodel.Row, up string, by, lost bool) {
	for i, c := range components {
		h.Open("div", "class", strings.TrimSpace(up))
		if by {
			h.El("span", "by", c.by)
		}
		switch i {
		case 0:
			labels(h, r.Labels)
		case 1:
			names(h, r.Value.Provenance)
		case 2:
			names(h, r.Value.SourceTools)
		case 3:
			names(h, r.Value.SanitizedFor)
			if lost {
				h.Text(" ").El("span", "lostcell", "▽ lost")
			}
		}
		h.Close("div")
	}
}

// orders is the component strip with the followed value, where nothing joins.
func orders(m *viewmodel.Model, p viewmodel.LatticePane, at int) Section {
	h := sect("join")
	heading(h, "The value, component by component", "`"+p.Name+"`")
	h.Open("div", "class", "scrollx", "tabindex", "0", "aria-label", "Value table").Open("div", "class", "strip")
	stripHeader(h)
	h.El("div", "side up", "v")
	if r := m.RowOf(p.Name, at); r != nil {
		valueCells(h, *r, " up", false, r.LostEvent > 0)
	} else {
		h.Raw(`<div class="up"></div><div class="up">unbound</div><div class="up"></div><div class="up"></div>`)
	}
	h.Close("div").Close("div")
	h.Open("p", "class", "note").Text("A value climbs: labels, provenance and source tools only grow. The last column hangs upside down: a guarantee must hold on every path, so fewer is higher.").Close("p")
	return end("join", h)
}
