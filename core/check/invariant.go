package check

import (
	"planproof/core/cond"
	"planproof/core/finding"
	"planproof/core/ir"
)

// Invariants proves the policy's invariants at a call. `result.<tool>` is the
// last result of that tool on this path; where there is none the invariant
// has no value, which is a violation.
func (c *Context) Invariants(s *Site) {
	for _, p := range s.Call.Tool.Invariants {
		result, about := c.lastResults(s.State)
		d := c.decide(s, p, decisionScope{result: result, about: about})
		if tool := c.maybeUncalled(s, p); tool != "" && !d.never() {
			d = c.withoutResult(d, tool)
		}
		c.contract(s, p, finding.Invariant, finding.IDInvariant, d)
	}
}

// maybeUncalled is a tool whose result the invariant needs and that was not
// called on every way here, "" when there is none.
func (c *Context) maybeUncalled(s *Site, p *ir.Condition) string {
	if p.Expr == nil {
		return ""
	}
	found := ""
	cond.Walk(p.Expr.Root(), func(n cond.Node) {
		field, ok := n.(*cond.Field)
		if !ok || found != "" {
			return
		}
		if x, ok := field.X.(*cond.Name); !ok || x.Name != "result" {
			return
		}
		for _, t := range c.Program.Tools {
			if last := s.State.Last(t.Index); t.Name == field.Name && last != nil && !last.Always {
				found = t.Name
			}
		}
	})
	return found
}

// withoutResult is a decision for runs in which the tool may not have been
// called: the invariant may then have no value.
func (c *Context) withoutResult(d *decision, tool string) *decision {
	out := *d
	out.canError = yes
	out.uncalled = tool
	out.question = nil // it is not what fails here
	return &out
}
