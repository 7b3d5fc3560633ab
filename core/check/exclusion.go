package check

import (
	"planproof/core/finding"
	"planproof/core/ir"
)

// Guarded is one transition that a call can take from a state, with what was
// decided about its guard. Reached is false after a guard that is TRUE.
type Guarded struct {
	Transition *ir.Transition
	Verdict    ir.Verdict
	Reached    bool
	Facts      []string // what the decision rests on
}

// Guards are the decisions about the guards of state q at a call, as Automata
// made them.
func (c *Context) Guards(s *Site, a *ir.Automaton, q int) []Guarded {
	var out []Guarded
	for _, g := range c.guardTable(s, a, q).guards {
		e := Guarded{Transition: g.t, Verdict: g.verdict, Reached: g.reached}
		if g.d != nil {
			e.Facts = g.d.factWords()
		}
		out = append(out, e)
	}
	return out
}

// Excluded says whether the condition of a rule is evaluated and false at a
// call in every run, and what that rests on.
func (c *Context) Excluded(s *Site, r *ir.Rule) (bool, []string) {
	if r.Condition == nil {
		return false, nil
	}
	d := c.decide(s, r.Condition, decisionScope{})
	return d.certainlyFalse(), d.factWords()
}

// Proved says whether a precondition or invariant holds at a call in every run,
// and what that rests on.
func (c *Context) Proved(s *Site, p *ir.Condition, invariant bool) (bool, []string) {
	var scope decisionScope
	if invariant {
		scope.result, scope.about = c.lastResults(s.State)
	}
	d := c.decide(s, p, scope)
	return d.status() == finding.StatusProved, d.factWords()
}
