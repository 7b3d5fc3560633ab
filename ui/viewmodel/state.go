package viewmodel

import (
	"planproof/core/finding"
)

// Sign marks a row of the environment against the moment it is compared with.
type Sign string

// The signs.
const (
	Same    Sign = ""
	Added   Sign = "+"
	Changed Sign = "~"
	LostAt  Sign = "▽" // a join took a guarantee; it stays marked until the name is bound again
)

// Row is one name of the environment.
type Row struct {
	Name      string
	Sign      Sign
	Now       bool // moved at this event
	Labels    []Label
	Value     finding.AbstractValue
	At        *finding.AbstractValue // identity of the value in the trace
	New       map[string]bool        // provenance that came with this event
	LostEvent int                    // 1-based event of the lost guarantee, 0 for none
	LostRules []string
}

// AutomatonRow is the possible states of one automaton.
type AutomatonRow struct {
	Name   string
	States []string
	Since  int // event
	Now    bool
}

// StatePane is the abstract state at a cursor.
type StatePane struct {
	Rows     []Row
	Gone     []string // names that this event dropped
	Automata []AutomatonRow
}

// State is the abstract state after an event, compared with the one before it.
func (m *Model) State(at int) StatePane {
	var p StatePane
	for _, name := range m.line.names {
		v, was := m.line.value(name, at), m.line.value(name, at-1)
		if v == nil {
			if was != nil {
				p.Gone = append(p.Gone, name)
			}
			continue
		}
		p.Rows = append(p.Rows, m.row(name, v, was, at))
	}
	for _, name := range m.line.order {
		states, since := m.line.states(name, at)
		p.Automata = append(p.Automata, AutomatonRow{name, states, since, since == at && at > 0})
	}
	return p
}

// RowOf is the row of one name, nil when it is not usable at the event.
func (m *Model) RowOf(name string, at int) *Row {
	v := m.line.value(name, at)
	if v == nil {
		return nil
	}
	r := m.row(name, v, m.line.value(name, at-1), at)
	return &r
}

// Beads are the labels of these names in the order of the palette.
func (m *Model) Beads(names []string) []Label { return m.labelsOf(names) }

func (m *Model) row(name string, v, was *finding.AbstractValue, at int) Row {
	r := Row{Name: name, Labels: m.labelsOf(v.Labels), Value: *v, At: v}
	switch {
	case was == nil && at > 0:
		r.Sign, r.Now = Added, true
	case was != nil && was != v && !sameValue(was, v):
		r.Sign, r.Now, r.New = Changed, true, map[string]bool{}
		for _, p := range v.Provenance {
			r.New[p] = !contains(was.Provenance, p)
		}
	}
	if event, rules := m.line.lostBefore(name, at); event >= 0 {
		r.LostEvent, r.LostRules = event+1, rules
		if r.Sign != Added {
			r.Sign = LostAt
		}
		r.Now = r.Now || event == at
	}
	return r
}

func sameValue(a, b *finding.AbstractValue) bool {
	return sameNames(a.Labels, b.Labels) && sameNames(a.Provenance, b.Provenance) &&
		sameNames(a.SourceTools, b.SourceTools) && sameNames(a.SanitizedFor, b.SanitizedFor)
}

func sameNames(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
