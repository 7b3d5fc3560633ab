package pane

import (
	"planproof/ui/layout"
	"planproof/ui/markup"
	"planproof/ui/svg"
	"planproof/ui/viewmodel"
)

// Drawings keeps the drawings of a model: each is made once.
type Drawings struct {
	Width    float64
	automata map[string]*svg.Drawing
	hasse    *svg.Drawing
	placed   *layout.Hasse
	lattice  viewmodel.Lattice
	rowCache map[rowKey]string
	grid     *stripGrid
	strip    string
}

// NewDrawings prepares drawings for a pane of the given width.
func NewDrawings(width float64) *Drawings {
	return &Drawings{Width: width, automata: map[string]*svg.Drawing{}, rowCache: map[rowKey]string{}}
}

func (d *Drawings) automaton(m *viewmodel.Model, name string) *svg.Drawing {
	if d.automata[name] == nil {
		drawing := svg.Automaton(layout.LayoutAutomaton(m.Diagram(name), d.Width), name)
		d.automata[name] = &drawing
	}
	return d.automata[name]
}

// Automata is the state diagram with the possible states lit, the guard
// table of the call and the sets over all events.
func Automata(m *viewmodel.Model, l Look, d *Drawings) []Section {
	p := m.AutomatonAt(l.At, l.Automaton)
	if p.Name == "" || m.Diagram(p.Name) == nil {
		h := sect("none")
		h.El("p", "note", "No automaton in this policy.")
		return []Section{end("none", h)}
	}
	out := []Section{automatonHead(p), diagram(m, p, d)}
	if len(p.Guards) > 0 {
		out = append(out, guards(p))
	}
	out = append(out, strips(m, l, d))
	if p.Shortest != "" {
		h := sect("shortest")
		heading(h, "First time an error is possible", "")
		h.Open("p", "class", "note").Text(p.Shortest + ".").Close("p")
		out = append(out, end("shortest", h))
	}
	return out
}

func automatonHead(p viewmodel.AutomatonPane) Section {
	h := markup.New().Open("section", "class", "sect head-only", "data-sect", "which").Open("h2")
	picker(h, "automaton", "Automaton", p.Name, p.Names, "")
	h.Raw(" <span>")
	if len(p.Before) > 0 {
		set(h, p.Before).Text(" → ")
	}
	set(h, p.After).Raw("</span>")
	if p.Forked {
		h.Open("span", "class", "end is-possible").Mark("fork").Text(" forked").Close("span")
	}
	return end("which", h.Close("h2"))
}

func diagram(m *viewmodel.Model, p viewmodel.AutomatonPane, d *Drawings) Section {
	drawing := d.automaton(m, p.Name)
	h := markup.New().Open("section", "class", "sect bare", "data-sect", "diagram-"+p.Name).Raw(drawing.SVG)
	s := end("diagram-"+p.Name, h)
	s.Parts, s.Data = drawing.Parts, map[int][2]string{}
	s.Looks = make([]viewmodel.PartState, len(drawing.Parts))
	for i, part := range drawing.Parts {
		switch part.Kind {
		case svg.PartNode:
			st := p.States[part.Index]
			s.Looks[i].Class = stateClass(st)
			s.Data[i] = [2]string{"data-possible", boolWord(st.Possible)}
		case svg.PartEdge:
			s.Looks[i].Class = "edge-group " + p.Taken[part.Index]
		}
	}
	return s
}

func stateClass(s viewmodel.StateView) string {
	switch {
	case s.Possible:
		return "possible"
	case s.Was:
		return "was"
	}
	return ""
}

func guards(p viewmodel.AutomatonPane) Section {
	h := sect("guards")
	h.Open("h2").Open("span").Text("Guards at ")
	stepLink(h, p.GuardsAt)
	h.Text(", in declaration order").Close("span").Raw(" ").El("span", "end", "first true guard wins").Close("h2")
	h.Open("table", "class", "tbl guards").Open("thead").Open("tr").Raw("<td></td>").El("th", "r", "#").Open("th").Text("guard").Close("th")
	h.El("th", "", "value").El("th", "", "then").Close("tr").Close("thead").Open("tbody")
	for _, g := range p.Guards {
		guardRow(h, g)
	}
	h.Close("tbody").Close("table")
	if p.Forked {
		h.El("p", "note", "UNKNOWN: known only when the plan runs. One way takes the transition; on the other its negation is assumed and the later guards are tried.")
	}
	return end("guards", h)
}

var verdictClass = map[string]string{"TRUE": "is-proved", "FALSE": "is-unreachable", "UNKNOWN": "is-possible"}

func guardRow(h *markup.Writer, g viewmodel.GuardRow) {
	if g.First {
		h.Open("tr", "class", "lead").Raw("<td></td><td></td>").Open("td", "colspan", "3").Text("from ").Code(g.From).Close("td").Close("tr")
	}
	class := ""
	if g.Forks {
		class = "lit"
	} else if g.Entered == "off" {
		class = "skip"
	}
	h.Open("tr", "class", class, "data-verdict", g.Verdict).Open("td", "class", "forkcell").Raw(forkCell(g)).Close("td")
	h.El("td", "r", itoa(g.Index)).Open("td")
	if g.Condition == "" {
		h.Code("no guard")
	} else {
		h.Code(g.Condition)
	}
	h.Close("td").El("td", "v "+verdictClass[g.Verdict], g.Verdict).Open("td")
	switch g.Verdict {
	case "TRUE":
		h.Text("taken: ").Code(g.To).Text(". Stop")
	case "FALSE":
		h.Text("passed")
	case "UNKNOWN":
		h.El("b", "", "forks").Text(": ").Code(g.To).Text(", or on")
	default:
		h.Text("not reached")
	}
	h.Close("td").Close("tr")
}

// forkCell draws how control runs down the table: solid for sure, dashed for
// maybe; a half disk where it forks, a full one where it stops.
func forkCell(g viewmodel.GuardRow) string {
	in := map[string]string{"sure": "", "maybe": ` class="maybe"`, "off": ` class="off"`}[g.Entered]
	s := `<svg viewBox="0 0 38 40" preserveAspectRatio="xMinYMid slice" aria-hidden="true">`
	if !g.First {
		s += `<line` + in + ` x1="12" y1="0" x2="12" y2="16"/>`
	}
	switch {
	case g.Entered == "off":
		s += `<line class="off" x1="12" y1="0" x2="12" y2="40"/>`
	case g.Forks:
		s += `<line class="maybe" x1="12" y1="24" x2="12" y2="40"/><path class="maybe" d="M17 20H30"/><circle cx="12" cy="20" r="4.5"/><path class="half" d="M12 15.5a4.5 4.5 0 0 1 0 9z"/>`
	case g.Verdict == "TRUE":
		s += `<path` + in + ` d="M17 20H30"/><circle class="full" cx="12" cy="20" r="4.5"/>`
	default:
		s += `<line` + in + ` x1="12" y1="24" x2="12" y2="40"/><circle cx="12" cy="20" r="4.5"/>`
	}
	return s + `</svg>`
}

// strips are the sets of possible states over all events, drawn once; the
// cursor over it is a part.
func strips(m *viewmodel.Model, l Look, d *Drawings) Section {
	if d.grid == nil {
		g := newStripGrid(m)
		d.grid, d.strip = &g, g.draw(m)
	}
	h := sect("strips")
	heading(h, "Possible states, event by event", "")
	h.Raw(d.strip)
	s := end("strips", h)
	s.Over = map[string]string{"under": d.grid.cursor(l.At, "curbg"), "over": d.grid.cursor(l.At, "cur")}
	return s
}
