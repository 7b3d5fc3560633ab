package check

import (
	"planproof/core/cond"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/lattice"
)

// Automata moves every automaton on a call and reports error states that
// become reachable. It returns the state after the call.
func (c *Context) Automata(s *Site) flow.State {
	after := s.State
	for _, a := range c.Program.Automata {
		after = after.Move(a.Index, c.automaton(s, a))
	}
	return after
}

// row is the guard table of one state for one call: the verdicts of its
// transitions on this tool, in declaration order.
type row struct {
	guards []guardRow
}

type guardRow struct {
	t       *ir.Transition
	verdict ir.Verdict
	reached bool // no earlier guard is TRUE
	d       *decision
}

func (c *Context) automaton(s *Site, a *ir.Automaton) lattice.Set {
	before := s.State.Automaton(a.Index)
	states, live := before.Len(), before.Minus(a.Errors).Len()
	c.worked(states)
	var after lattice.Builder
	for q := range before.All() {
		if a.Errors.Has(q) {
			after.Add(q)
			continue
		}
		table := c.guardTable(s, a, q)
		failing := false
		a.EachSuccessor(q, s.Call.Tool.Index, table.verdict, func(next int) {
			after.Add(next)
			failing = failing || a.Errors.Has(next)
		})
		c.recordGuards(s, a, table)
		c.reportGuards(s, a, table, states == 1)
		if failing {
			c.errorReachable(s, a, table, live == 1)
		}
	}
	moved := after.Set()
	if c.Record != nil && !moved.Equal(before) {
		c.record(s, finding.Event{Kind: finding.EvTransition, Transition: &finding.TransitionEvent{
			Automaton: a.Name, Before: StateNames(a, before), After: StateNames(a, moved)}})
	}
	return moved
}

// StateNames are the names of a set of an automaton's states, in order.
func StateNames(a *ir.Automaton, s lattice.Set) []string {
	out := []string{}
	for q := range s.All() {
		out = append(out, a.States[q])
	}
	return out
}

// guardTable decides the guards of state q for this call, each under the
// negations of the earlier ones: the executor tries them in order.
func (c *Context) guardTable(s *Site, a *ir.Automaton, q int) *row {
	out := &row{}
	reached := true
	var earlier []*ir.Condition
	for _, t := range a.From[q] {
		if !t.Fires(s.Call.Tool.Index) {
			continue
		}
		g := guardRow{t: t, verdict: ir.True, reached: reached}
		if t.Guard != nil && reached {
			g.d = c.decide(s, t.Guard, decisionScope{earlier: earlier})
			g.verdict = g.d.verdict()
			earlier = append(earlier, t.Guard)
		}
		out.guards = append(out.guards, g)
		reached = reached && g.verdict != ir.True
	}
	return out
}

func (r *row) verdict(t *ir.Transition) ir.Verdict {
	for i := range r.guards {
		if r.guards[i].t == t {
			return r.guards[i].verdict
		}
	}
	return ir.False
}

func (c *Context) recordGuards(s *Site, a *ir.Automaton, table *row) {
	if c.Record == nil {
		return
	}
	for i := range table.guards {
		g := &table.guards[i]
		e := &finding.GuardEvent{Automaton: a.Name, From: a.States[g.t.From], To: a.States[g.t.To], Index: g.t.Index, Verdict: g.verdict.String()}
		if g.t.Guard != nil {
			e.Condition = g.t.Guard.Written()
		}
		if !g.reached {
			e.Verdict = "unreached"
		}
		c.record(s, finding.Event{Kind: finding.EvGuard, Guard: e})
	}
}

// reportGuards fails closed on guards that can not, or may not, be evaluated:
// the executor would stop there. A guard into an error state that fails for
// some values is UNKNOWN, so that errorReachable reports it already. It is definite when the guard never has a
// value, every earlier guard is FALSE and no other state is possible before.
func (c *Context) reportGuards(s *Site, a *ir.Automaton, table *row, only bool) {
	certain := only
	for i := range table.guards {
		g := &table.guards[i]
		if g.d == nil || !g.d.incomplete() || a.Errors.Has(g.t.To) && g.d.readable() && !g.d.alwaysFails() {
			certain = certain && g.verdict == ir.False
			continue
		}
		f := phase(c.at(s, finding.IDGuardIncomplete, finding.AnalysisIncomplete, "automaton_guard"), finding.EvGuard)
		f.Span = g.d.span(g.t.Guard)
		f.Message = "the guard `" + g.t.Guard.Written() + "` of `" + a.Name + "` " + g.d.problem()
		f.Hint = g.d.advice("the automaton may be in any of its next states here")
		if !certain || !g.d.alwaysFails() {
			f.Certainty = finding.Possible
		}
		f.Witness = g.d.errorWitness
		c.Out.Violation(f)
		certain = false
	}
}

// errorReachable reports the first transition of the table that leads to an
// error state. It is definite when its guard is TRUE, every earlier guard is
// FALSE and no other state is possible before.
func (c *Context) errorReachable(s *Site, a *ir.Automaton, table *row, only bool) {
	certain := only
	for i := range table.guards {
		g := &table.guards[i]
		if !g.reached || g.verdict == ir.False {
			continue
		}
		if a.Errors.Has(g.t.To) {
			c.reportError(s, a, g, certain && g.verdict == ir.True)
			if certain && g.verdict == ir.True {
				return
			}
		}
		certain = certain && g.verdict == ir.False
	}
}

func (c *Context) reportError(s *Site, a *ir.Automaton, g *guardRow, certain bool) {
	f := phase(c.at(s, finding.IDErrorReachable, finding.AutomatonCategory, a.Name), finding.EvTransition)
	move := "`" + a.Name + "` from `" + a.States[g.t.From] + "` to the error state `" + a.States[g.t.To] + "`"
	f.Message = "the call of `" + s.Call.Tool.Name + "` moves " + move
	if !certain {
		f.Message = "the call of `" + s.Call.Tool.Name + "` could move " + move
		f.Certainty = finding.Possible
	}
	if g.t.Guard != nil {
		f.Message += ", when " + g.t.Guard.Written()
		f.Hint = "make sure before the call that `" + g.t.Guard.Written() + "` is false"
		f.Witness = g.d.trueWitness
		if i := indexOfArg(s.Call, g.t.Guard.Expr); i >= 0 {
			f.Span = c.span(s.Call.Args[i].Value.At())
		}
	} else {
		f.Hint = "the policy forbids this call in this state: call it elsewhere, or first move the automaton on"
	}
	c.Out.Violation(f)
}

// indexOfArg is the first given argument that a condition names, -1 when none.
func indexOfArg(call *ir.Call, e *cond.Expr) int {
	if e == nil {
		return -1
	}
	for _, n := range e.Names() {
		for i := range call.Args {
			if call.Args[i].Name == n.Name && call.Args[i].Value != nil {
				return i
			}
		}
	}
	return -1
}

// InitialErrors reports automata that start in an error state: every plan
// violates them before it begins.
func (c *Context) InitialErrors() {
	policy := c.Program.Bundle.Policy
	for _, a := range c.Program.Automata {
		if !a.Errors.Has(a.Initial) {
			continue
		}
		f := finding.Finding{
			ID: finding.IDInitialError, Category: finding.AutomatonCategory, RuleName: a.Name,
			Path: "/policy/automata/" + itoa(a.Index) + "/initial_state", Certainty: finding.Definite,
			Message: "`" + a.Name + "` starts in the error state `" + a.States[a.Initial] + "`, so every plan violates it",
			Hint:    "start it in a state that is not an error",
			Span:    policy.Source.Span(a.Doc.Initial.Range),
		}
		c.Out.Violation(f)
	}
}
