package viewmodel

import (
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/ui/layout"
)

// AutomatonPane is one automaton at a cursor.
type AutomatonPane struct {
	Name     string
	Names    []string
	States   []StateView // in declaration order
	Before   []string    // when the event moved it
	After    []string
	Forked   bool
	Taken    map[int]string // transitions that the call takes: "taken" or "maybe"
	Guards   []GuardRow
	GuardsAt *StepInfo
	Shortest string // the way to the error state, when it is reached
}

// StateView is one state.
type StateView struct {
	Name     string
	Error    bool
	Possible bool
	Was      bool // possible before, not any more
}

// GuardRow is one line of the guard table.
type GuardRow struct {
	Index     int // declaration order, from 1
	From, To  string
	Condition string
	Verdict   string // TRUE, FALSE, UNKNOWN, unreached
	First     bool   // the first row of its from state
	Forks     bool
	Entered   string // how control comes to the row: sure, maybe, off
}

// Automata names the automata of the policy.
func (m *Model) Automata() []string {
	var names []string
	if m.Policy != nil {
		for i := range m.Policy.Automata {
			names = append(names, m.Policy.Automata[i].Name.Value)
		}
	}
	return names
}

func (m *Model) automaton(name string) *doc.Automaton {
	if m.Policy == nil {
		return nil
	}
	for i := range m.Policy.Automata {
		if m.Policy.Automata[i].Name.Value == name {
			return &m.Policy.Automata[i]
		}
	}
	return nil
}

// Diagram is the automaton to draw.
func (m *Model) Diagram(name string) *layout.Automaton {
	a := m.automaton(name)
	if a == nil {
		return nil
	}
	d := &layout.Automaton{}
	index := map[string]int{}
	for i, s := range a.States {
		index[s.Name.Value] = i
		d.States = append(d.States, layout.State{Name: s.Name.Value, Error: s.IsError})
	}
	d.Initial = index[a.Initial.Value]
	for _, t := range a.Transitions {
		words := "any " + t.Tool.Value
		if t.Tool.Value == doc.Any {
			words = "any call"
		}
		if t.Condition != nil {
			words = t.Condition.Value
		}
		d.Edges = append(d.Edges, layout.Edge{From: index[t.From.Value], To: index[t.To.Value], Words: words})
	}
	return d
}

// AutomatonAt is an automaton after an event. The name may be empty: then it
// is the one that the event, or the nearest one before, is about.
func (m *Model) AutomatonAt(at int, name string) AutomatonPane {
	p := AutomatonPane{Name: name, Names: m.Automata(), Taken: map[int]string{}}
	a := m.automaton(name)
	if a == nil && len(p.Names) > 0 {
		p.Name = m.aboutAutomaton(at, p.Names[0])
		a = m.automaton(p.Name)
	}
	if a == nil {
		return p
	}
	p.After, _ = m.line.states(p.Name, at)
	m.guards(&p, at)
	m.step(&p, at)
	for _, s := range a.States {
		v := StateView{Name: s.Name.Value, Error: s.IsError, Possible: contains(p.After, s.Name.Value)}
		v.Was = !v.Possible && contains(p.Before, v.Name)
		p.States = append(p.States, v)
	}
	p.Shortest = m.shortest(p.Name, a)
	return p
}

func (m *Model) aboutAutomaton(at int, fallback string) string {
	for i := min(at, len(m.events)-1); i >= 0; i-- {
		e := &m.events[i]
		switch {
		case e.Guard != nil:
			return e.Guard.Automaton
		case e.Transition != nil:
			return e.Transition.Automaton
		}
	}
	return fallback
}

// guards collects the table of the call that the event belongs to.
func (m *Model) guards(p *AutomatonPane, at int) {
	e := m.Event(at)
	if e == nil {
		return
	}
	lo, hi := m.callAround(at)
	from := ""
	for i := lo; i < hi; i++ {
		g := m.events[i].Guard
		if g == nil || g.Automaton != p.Name {
			continue
		}
		row := GuardRow{Index: g.Index + 1, From: g.From, To: g.To, Condition: g.Condition, Verdict: g.Verdict, First: g.From != from}
		row.Entered = "sure"
		if !row.First {
			row.Entered = enters(p.Guards[len(p.Guards)-1])
		}
		row.Forks = g.Verdict == "UNKNOWN"
		p.Forked = p.Forked || row.Forks
		switch {
		case row.Forks || g.Verdict == "TRUE" && row.Entered == "maybe":
			p.Taken[g.Index] = "maybe"
		case g.Verdict == "TRUE" && row.Entered == "sure":
			p.Taken[g.Index] = "taken"
		}
		p.Guards = append(p.Guards, row)
		from = g.From
		p.GuardsAt = m.Step(m.events[i].Path)
	}
}

// enters is how control comes to the row after this one.
func enters(r GuardRow) string {
	switch {
	case r.Verdict == "TRUE" || r.Entered == "off":
		return "off"
	case r.Forks:
		return "maybe"
	}
	return r.Entered
}

// callAround is the range of events of the call that an event belongs to.
func (m *Model) callAround(at int) (lo, hi int) {
	e := &m.events[at]
	if s := m.steps[e.Path]; s == nil || !isCall(s) {
		return at, at
	}
	lo, hi = at, at+1
	for lo > 0 && m.events[lo].Kind != finding.EvCall && m.events[lo-1].Path == e.Path {
		lo--
	}
	for hi < len(m.events) && m.events[hi].Path == e.Path && m.events[hi].Kind != finding.EvCall {
		hi++
	}
	return lo, hi
}

// step finds the move that the call of the event made.
func (m *Model) step(p *AutomatonPane, at int) {
	e := m.Event(at)
	if e == nil || m.Events() == 0 {
		return
	}
	lo, hi := m.callAround(at)
	for i := lo; i < hi && i <= at; i++ {
		if t := m.events[i].Transition; t != nil && t.Automaton == p.Name {
			p.Before = t.Before
		}
	}
}

// shortest tells the steps to the first event that makes an error possible.
func (m *Model) shortest(name string, a *doc.Automaton) string {
	errors := map[string]bool{}
	for _, s := range a.States {
		errors[s.Name.Value] = s.IsError
	}
	for _, s := range m.line.automata[name] {
		for _, st := range s.states {
			if errors[st] {
				return m.Say(s.event).Now
			}
		}
	}
	return ""
}

// Strip is the possible states of one automaton over all events: for every
// state the spans in which it is possible.
type Strip struct {
	Automaton string
	Rows      []StripRow
}

// StripRow is one state; spans are [from, to) event numbers from 0.
type StripRow struct {
	State string
	Error bool
	Spans [][2]int
}

// Strips are the sets of all automata over all events.
func (m *Model) Strips() []Strip {
	var out []Strip
	for _, name := range m.Automata() {
		a := m.automaton(name)
		s := Strip{Automaton: name}
		for _, st := range a.States {
			s.Rows = append(s.Rows, StripRow{st.Name.Value, st.IsError, m.spans(name, st.Name.Value)})
		}
		out = append(out, s)
	}
	return out
}

func (m *Model) spans(automaton, state string) [][2]int {
	var out [][2]int
	list := m.line.automata[automaton]
	for i, s := range list {
		end := len(m.events)
		if i+1 < len(list) {
			end = list[i+1].event
		}
		if !contains(s.states, state) || s.event == end {
			continue
		}
		if n := len(out); n > 0 && out[n-1][1] == s.event {
			out[n-1][1] = end
		} else {
			out = append(out, [2]int{s.event, end})
		}
	}
	return out
}
