package emit

import (
	"planproof/core/cert"
	"planproof/core/check"
	"planproof/core/ir"
)

// call writes down what the analysis excluded at one call.
func (e *emitter) call(s *check.Site) {
	for _, a := range e.p.Automata {
		for q := range s.State.Automaton(a.Index).All() {
			if !a.Errors.Has(q) {
				e.next(s, a, q)
			}
		}
	}
	seen := map[int]bool{}
	for _, sink := range s.Call.Sinks {
		r := sink.Rule
		if seen[r.Index] || s.Args[sink.Arg].Value.Sanitized.Has(r.Index) {
			continue
		}
		if out, facts := e.v.Context.Excluded(s, r); out {
			seen[r.Index] = true
			e.out.NoRule = append(e.out.NoRule, cert.NoRule{Call: s.Call.Index, Rule: r.Index, Why: reason(facts)})
		}
	}
	e.contracts(s)
}

// next writes the row of one state, when something is excluded in it.
func (e *emitter) next(s *check.Site, a *ir.Automaton, q int) {
	row := cert.Next{Call: s.Call.Index, Automaton: a.Index, State: q, Fires: []int{}, Stays: true}
	excluded := false
	var facts []string
	for _, g := range e.v.Context.Guards(s, a, q) {
		facts = append(facts, g.Facts...)
		if !g.Reached || g.Verdict == ir.False {
			excluded = true
			continue
		}
		row.Fires = append(row.Fires, g.Transition.Index)
		if g.Verdict == ir.True {
			row.Stays, excluded = false, true
		}
	}
	if excluded {
		row.Why = reason(facts)
		e.out.Next = append(e.out.Next, row)
	}
}

func (e *emitter) contracts(s *check.Site) {
	tool := s.Call.Tool
	j := e.firstPre(tool)
	for i, p := range tool.Pre {
		e.holds(s, p, j+i, false)
	}
	for i, p := range tool.Invariants {
		e.holds(s, p, j+len(tool.Pre)+i, true)
	}
}

func (e *emitter) holds(s *check.Site, p *ir.Condition, j int, invariant bool) {
	if proved, facts := e.v.Context.Proved(s, p, invariant); proved {
		e.out.Holds = append(e.out.Holds, cert.Holds{Call: s.Call.Index, Pre: j, Why: reason(facts)})
	}
}

// firstPre is the number of a tool's first precondition in cert's model.
func (e *emitter) firstPre(t *ir.Tool) int {
	if e.pre == nil {
		n := 0
		for _, t := range e.p.Tools {
			e.pre = append(e.pre, n)
			n += len(t.Pre) + len(t.Invariants)
		}
	}
	return e.pre[t.Index]
}

// reason rests an exclusion on the solver; the checker takes no notice of that
// where evaluation is enough.
func reason(facts []string) cert.Reason { return cert.Reason{Solver: true, Facts: facts} }
