package sharing

import (
	"strings"

	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/layout"
	"planproof/ui/pane"
	"planproof/ui/svg"
	"planproof/ui/viewmodel"
)

// picture is a drawing that can be saved. Its id is stable: it is also the
// name of the file.
type picture struct{ id, words string }

// pictures are the drawings of a verified plan, as far as it has them.
func pictures(m *viewmodel.Model) []picture {
	var out []picture
	if m.Drawable() {
		out = append(out, picture{"plan", "Plan"})
	}
	if m.Events() == 0 {
		return out
	}
	out = append(out, picture{"lattice", "Lattice"})
	for _, name := range m.Automata() {
		if m.Diagram(name) != nil {
			out = append(out, picture{"automaton:" + name, "Automaton " + name})
		}
	}
	if len(m.Strips()) > 0 {
		out = append(out, picture{"sets", "Possible states"})
	}
	for _, l := range m.LoopsAt(0, "").Loops {
		out = append(out, picture{"loop:" + l.Step.Path, "Rounds of " + l.Step.Name()})
	}
	return out
}

// Widths of the drawings, in pixels: those that the page has on a wide screen.
const (
	planWidth = 484
	paneWidth = 428
)

// draw makes the drawing of an id at the moment of the page, "" when there is
// none. It has the classes of the page's stylesheet.
func draw(id string, r *verified.Case, c lab.Context) string {
	m := r.Model
	kind, name, _ := strings.Cut(id, ":")
	look := pane.Look{At: max(c.Event, 0), Open: c.Open, Obligation: -1}
	switch kind {
	case "plan":
		return withLegend(drawPlan(r, c), m.Labels)
	case "lattice":
		return withLegend(section(pane.Lattice(m, look, pane.NewDrawings(paneWidth)), "hasse"), m.Labels)
	case "automaton":
		look.Automaton = name
		return section(pane.Automata(m, look, pane.NewDrawings(paneWidth)), "diagram-"+name)
	case "sets":
		return section(pane.Automata(m, look, pane.NewDrawings(paneWidth)), "strips")
	case "loop":
		return withLegend(matrix(m.LoopsAt(look.At, name)), m.Labels)
	}
	return ""
}

func drawPlan(v *verified.Case, c lab.Context) string {
	m := v.Model
	d := svg.Plan(layout.LayoutPlan(m.Plan(), planWidth), m.SVGLabels(), m.Marks())
	return svg.Still(d.SVG, looks(viewmodel.NewPlanView(m, d.Parts).States(c.Event, v.Open(c))), nil)
}

// section is the drawing in a section of a pane, with the looks of the moment.
func section(sections []pane.Section, id string) string {
	for _, s := range sections {
		start, end := strings.Index(s.HTML, "<svg"), strings.LastIndex(s.HTML, "</svg>")
		if s.ID == id && start >= 0 && end > start {
			return svg.Still(s.HTML[start:end+len("</svg>")], looks(s.Looks), s.Over)
		}
	}
	return ""
}

func looks(states []viewmodel.PartState) []svg.Look {
	out := make([]svg.Look, len(states))
	for i, s := range states {
		out[i] = svg.Look(s)
	}
	return out
}
