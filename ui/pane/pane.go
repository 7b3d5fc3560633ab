// Package pane renders what the viewmodel computed as HTML: one function a
// tab of the inspector. A pane is a list of sections; the page replaces only
// those whose text changed, so that a drawing in one of them is drawn once
// and only its parts change with the cursor.
package pane

import (
	"strconv"

	"planproof/ui/markup"
	"planproof/ui/svg"
	"planproof/ui/viewmodel"
)

// Section is one piece of a pane.
type Section struct {
	ID    string
	HTML  string
	Rows  []string              // of the table body marked data-rows; replaced one by one
	Parts []svg.Part            // of the drawing in it
	Looks []viewmodel.PartState // of the parts, at the cursor
	Over  map[string]string     // SVG of groups that belong to the moment
	Data  map[int][2]string     // attribute of a part at the cursor: name, value
}

// Look is what the user chose in the panes.
type Look struct {
	Tab        string
	At         int
	Open       int    // number of the open card, 0 for none
	Name       string // the name followed in the lattice, "" for the one that moves
	Automaton  string
	Loop       string
	Obligation int     // -1 for the one at the cursor
	More       bool    // warnings and remarks unfolded
	Millis     float64 // the verification took; not part of the report
}

// Sections renders the chosen tab.
func Sections(m *viewmodel.Model, l Look, d *Drawings) []Section {
	switch l.Tab {
	case "state":
		return State(m, l, d)
	case "lattice":
		return Lattice(m, l, d)
	case "automata":
		return Automata(m, l, d)
	case "loops":
		return Loops(m, l)
	case "contracts":
		return Contracts(m, l)
	case "verdict":
		return Verdict(m, l)
	}
	return []Section{Host(l.Tab)}
}

// Hosted tells the tabs whose panes are rooms of ui/lab: they are drawn by a
// worker that is fetched when the tab is first opened.
func Hosted(tab string) bool { return tab == "run" || tab == "guard" || tab == "proof" }

// Host is the place of a room's pane. Its text never changes, so that nothing
// here replaces what the room shows in it.
func Host(tab string) Section {
	return Section{ID: "lab-" + tab, HTML: `<div data-sect="lab-` + tab + `" class="room" data-lab="` + tab + `"></div>`}
}

// folded is a room under a line that opens it; until then nothing is fetched.
func folded(room, words string) Section {
	return Section{ID: "lab-" + room, HTML: `<details class="below" data-sect="lab-` + room + `" data-testid="open-` + room + `"><summary>` + words + `</summary><div class="room" data-lab="` + room + `"></div></details>`}
}

// sect begins a section; end closes it.
func sect(id string) *markup.Writer {
	return markup.New().Open("section", "class", "sect", "data-sect", id)
}

func end(id string, h *markup.Writer) Section {
	return Section{ID: id, HTML: h.Close("section").String()}
}

// heading writes a section's title and what stands at its right.
func heading(h *markup.Writer, title string, right string) {
	h.Open("h2").Rich(title)
	if right != "" {
		h.Raw(" ").Open("span", "class", "end").Rich(right).Close("span")
	}
	h.Close("h2")
}

// labels writes a set of labels as beads.
func labels(h *markup.Writer, set []viewmodel.Label) {
	if len(set) == 0 {
		h.None()
		return
	}
	h.Open("span", "class", "labs")
	for _, l := range set {
		h.Bead(l.Class, l.Letter, l.Name)
	}
	h.Close("span")
}

// stepLink is a link that moves the cursor to a step.
func stepLink(h *markup.Writer, s *viewmodel.StepInfo) {
	if s == nil {
		return
	}
	h.Open("button", "type", "button", "class", "link", "data-do", "at", "data-arg", s.Path).Text(s.Name()).Close("button")
}

// picker chooses one of several; what is chosen may be the automatic choice.
func picker(h *markup.Writer, do, label, chosen string, options []string, automatic string) {
	h.Open("select", "class", "picker", "data-change", do, "aria-label", label)
	if automatic != "" {
		h.Open("option", "value", "").Text(automatic).Close("option")
	}
	for _, o := range options {
		selected := ""
		if o == chosen {
			selected = "selected"
		}
		h.Open("option", "value", o, "selected", selected).Text(o).Close("option")
	}
	h.Close("select")
}

func itoa(n int) string { return strconv.Itoa(n) }

// names writes names in mono with blanks between.
func names(h *markup.Writer, list []string) {
	if len(list) == 0 {
		h.None()
		return
	}
	for i, n := range list {
		if i > 0 {
			h.Raw(" ")
		}
		h.Text(n)
	}
}

func set(h *markup.Writer, list []string) *markup.Writer {
	h.Raw("{")
	for i, n := range list {
		if i > 0 {
			h.Raw(", ")
		}
		h.Text(n)
	}
	return h.Raw("}")
}
