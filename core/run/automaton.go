package run

import (
	"planproof/core/finding"
	"planproof/core/ir"
)

// initialErrors refuses automata that start in an error state.
func (m *machine) initialErrors() *SecurityViolation {
	for _, a := range m.p.Automata {
		if !a.Errors.Has(a.Initial) {
			continue
		}
		v := &SecurityViolation{Kind: Violated, Category: finding.AutomatonCategory, Rule: a.Name,
			Message: "`" + a.Name + "` starts in the error state `" + a.States[a.Initial] + "`"}
		if v = m.fail(v); v != nil {
			return v
		}
	}
	return nil
}

// automata moves every automaton on a call: the first transition for this
// tool whose guard is true, in declaration order. A guard without a value
// stops the run; the automaton stays where it was.
func (m *machine) automata(s *site) *SecurityViolation {
	for i, a := range m.p.Automata {
		next, guard := m.next(s, i, a)
		if guard != nil {
			v := violation(s, Violated, finding.AnalysisIncomplete, "automaton_guard", "the guard `%s` of `%s` could not be evaluated", guard.Written(), a.Name)
			if v = m.fail(v); v != nil {
				return v
			}
			continue
		}
		from := m.states[i]
		m.states[i] = next
		if a.Errors.Has(next) {
			v := violation(s, Violated, finding.AutomatonCategory, a.Name, "the call of `%s` moves `%s` from `%s` to the error state `%s`", s.Tool.Name, a.Name, a.States[from], a.States[next])
			if v = m.fail(v); v != nil {
				return v
			}
			m.states[i] = from // as if the call had been stopped
		}
	}
	return nil
}

// next is the state after a call, or the guard that has no value.
func (m *machine) next(s *site, i int, a *ir.Automaton) (state int, guard *ir.Condition) {
	for _, t := range a.From[m.states[i]] {
		if !t.Fires(s.Tool.Index) {
			continue
		}
		if t.Guard == nil {
			return t.To, nil
		}
		switch judge(s.Call, t.Guard, s.names) {
		case isTrue:
			return t.To, nil
		case isFalse:
		case failed, missing, unreadable:
			return m.states[i], t.Guard
		}
	}
	return m.states[i], nil
}
