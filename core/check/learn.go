package check

import (
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/prove"
)

// Learn is the state after a call with what the run has established by then:
// its preconditions and invariants, which the executor enforced, and its
// postconditions, which it checks. Facts that mention no symbolic value are
// of no use and left out.
func (c *Context) Learn(s *Site, after flow.State) flow.State {
	tool := s.Call.Tool
	for _, p := range tool.Pre {
		after = c.learn(s, after, p, decisionScope{}, "the precondition of "+tool.Name+" held")
	}
	for _, p := range tool.Invariants {
		result, about := c.lastResults(s.State)
		after = c.learn(s, after, p, decisionScope{result: result, about: about}, "the invariant of "+tool.Name+" held")
	}
	result := c.Domain.ResultVersion(s.Call)
	for _, p := range tool.Post {
		scope := decisionScope{result: c.versionVar(after, result), about: []*flow.Version{result}}
		after = c.learn(s, after, p, scope, "the postcondition of "+tool.Name+" holds")
	}
	return after.Called(tool.Index, result)
}

func (c *Context) learn(s *Site, after flow.State, p *ir.Condition, scope decisionScope, why string) flow.State {
	var d decision
	names, about := c.namesOf(s, p, &d, scope)
	if d.unreadable != nil || d.missing != "" || len(about) == 0 {
		return after
	}
	f := prove.Fact{Cond: p.Expr, Holds: true, Names: names}
	return after.Assume(c.Domain.Fact(f, about, p.Written()+" ("+why+")", p.Source.Span(p.Text.Range)))
}

// LearnBranch is the state in which a side of a conditional starts: its
// condition was evaluated without error and is true (or false) there.
func (c *Context) LearnBranch(s flow.State, b *ir.Branch, holds bool) flow.State {
	if b.Cond.Expr == nil {
		return s
	}
	names, about, missing := c.bindings(s, b)
	if len(missing) > 0 || len(about) == 0 {
		return s
	}
	words := b.Cond.Written() + " (the condition of " + quoted([]string{b.Label}) + ")"
	if !holds {
		words = "not (" + b.Cond.Written() + ") (the condition of " + quoted([]string{b.Label}) + ")"
	}
	return s.Assume(c.Domain.Fact(prove.Fact{Cond: b.Cond.Expr, Holds: holds, Names: names}, about, words, b.Cond.Source.Span(b.Cond.Text.Range)))
}

// lastResults is what `result` means in an invariant: an object with the last
// result of every tool that was called on some way here.
func (c *Context) lastResults(s flow.State) (prove.Sym, []*flow.Version) {
	out := &prove.SymObject{}
	var about []*flow.Version
	for _, t := range c.Program.Tools {
		if last := s.Last(t.Index); last != nil {
			out.Members = append(out.Members, prove.SymMember{Key: t.Name, Sym: c.versionVar(s, last.Version)})
			about = append(about, last.Version)
		}
	}
	return out, about
}

// resultVar is the result of a call, of its declared type, as its own
// postconditions see it.
func (c *Context) resultVar(call *ir.Call) prove.Sym {
	return &prove.Var{ID: c.Domain.ResultVersion(call).ID, Name: "result", Type: call.Tool.Return}
}
