package viewmodel

import (
	"strings"

	"planproof/core/finding"
)

// Obligation is one line of the contracts pane.
type Obligation struct {
	O      *finding.Obligation
	Step   *StepInfo
	Kind   string // requires, ensures, …
	Class  string
	Mark   string
	Status string
	Lit    bool
}

// ContractsPane is the list of obligations and the selected one.
type ContractsPane struct {
	List     []Obligation
	Counts   string
	Selected int // index, -1 for none
}

var contractWords = map[finding.Category]string{
	finding.Precondition: "requires", finding.Postcondition: "ensures", finding.Frame: "frame",
	finding.Invariant: "invariant", finding.AutomatonCategory: "guard",
}

// Contracts lists the obligations. The one that the event decided is lit; it
// is selected unless another one is.
func (m *Model) Contracts(at, selected int) ContractsPane {
	p := ContractsPane{Selected: selected}
	if m.Report == nil {
		return p
	}
	seen := map[string]int{}
	e := m.Event(at)
	for i := range m.Report.Obligations {
		o := &m.Report.Obligations[i]
		row := Obligation{O: o, Step: m.Step(o.Path), Kind: contractWords[o.Category]}
		if row.Kind == "" {
			row.Kind = strings.ReplaceAll(string(o.Category), "_", " ")
		}
		row.Class, row.Mark, row.Status = statusLooks(o)
		seen[row.Status]++
		if e != nil && e.Contract != nil && e.Path == stepPath(row.Step) && e.Contract.Category == o.Category && e.Contract.Condition == o.Condition {
			row.Lit = true
			if p.Selected < 0 {
				p.Selected = i
			}
		}
		p.List = append(p.List, row)
	}
	if p.Selected < 0 && len(p.List) > 0 {
		p.Selected = firstOpen(p.List)
	}
	var parts []string
	for _, s := range []string{"proved", "at run time", "possible", "abstract only", "violated", "unknown"} {
		if n := seen[s]; n > 0 {
			word := s
			if s == "at run time" {
				word = "checked at run time"
			}
			parts = append(parts, itoa(n)+" "+word)
		}
	}
	p.Counts = strings.Join(parts, " · ")
	return p
}

// firstOpen prefers what was not proved.
func firstOpen(list []Obligation) int {
	for i, o := range list {
		if o.O.Status == finding.StatusDefinite || o.O.Status == finding.StatusPossible || o.O.Status == finding.StatusUnknown {
			return i
		}
	}
	return 0
}

func stepPath(s *StepInfo) string {
	if s == nil {
		return ""
	}
	return s.Path
}

func statusLooks(o *finding.Obligation) (class, mark, word string) {
	switch o.Status {
	case finding.StatusProved:
		return "is-proved", "proved", "proved"
	case finding.StatusDefinite:
		return "is-rejected", "confirmed", "violated"
	case finding.StatusWarning:
		return "is-unreachable", "assumed", "at run time"
	case finding.StatusPossible:
		if o.Witness != nil && o.Witness.Replay == "abstract_only" {
			return "is-possible", "possible", "abstract only"
		}
		return "is-possible", "possible", "possible"
	}
	return "is-incomplete", "incomplete", "unknown"
}

// Bindings writes a witness: name = value, in order.
func Bindings(w *finding.Witness) []string {
	var out []string
	if w == nil {
		return nil
	}
	for _, b := range w.Bindings {
		out = append(out, b.Key+" = "+clipValue(string(b.Value)))
	}
	return out
}

// shownValue is how much of a witness value is spelled out.
const shownValue = 160

func clipValue(s string) string {
	if len(s) <= shownValue {
		return s
	}
	cut := shownValue
	for cut > 0 && s[cut]&0xc0 == 0x80 {
		cut--
	}
	return s[:cut] + "… (" + itoa(len(s)) + " bytes)"
}
