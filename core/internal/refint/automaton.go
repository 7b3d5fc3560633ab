package refint

import (
	"planproof/core/cond"
	"planproof/core/doc"
)

func isError(a *doc.Automaton, state string) bool {
	for i := range a.States {
		if a.States[i].Name.Value == state {
			return a.States[i].IsError
		}
	}
	return false
}

// startAutomata enters the initial states; one that is an error stops every
// run before it begins.
func (m *Machine) startAutomata() {
	var wrong []Violation
	for i := range m.p.b.Policy.Automata {
		a := &m.p.b.Policy.Automata[i]
		m.States = append(m.States, a.Initial.Value)
		if isError(a, a.Initial.Value) {
			wrong = append(wrong, Violation{"automaton", a.Name.Value, ""})
		}
	}
	if wrong != nil {
		m.stop(Violated, "", wrong...)
	}
}

// automata moves every automaton on a call and returns what that broke.
func (m *Machine) automata(n *doc.ToolCall, spec *doc.ToolSpec, args cond.Bindings, at string) []Violation {
	var wrong []Violation
	for i := range m.p.b.Policy.Automata {
		a := &m.p.b.Policy.Automata[i]
		next, evaluable := m.next(i, n.Tool.Value, spec, args)
		if !evaluable {
			wrong = append(wrong, Violation{"analysis_incomplete", "automaton_guard", at})
			continue
		}
		m.States[i] = next
		if isError(a, next) {
			wrong = append(wrong, Violation{"automaton", a.Name.Value, at})
		}
	}
	return wrong
}

// next is the state after a call: the first transition from here for this tool
// whose guard is true, in declaration order.
func (m *Machine) next(i int, tool string, spec *doc.ToolSpec, args cond.Bindings) (state string, evaluable bool) {
	a := &m.p.b.Policy.Automata[i]
	for j := range a.Transitions {
		t := &a.Transitions[j]
		if t.From.Value != m.States[i] || t.Tool.Value != doc.Any && t.Tool.Value != tool {
			continue
		}
		if t.Condition == nil {
			return t.To.Value, true
		}
		switch m.p.read(t.Condition.Value, a.Constants, i).judge(spec, args) {
		case isTrue:
			return t.To.Value, true
		case isFalse:
		default:
			return m.States[i], false
		}
	}
	return m.States[i], true
}
