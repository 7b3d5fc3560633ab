package check

import (
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ground"
	"planproof/core/ir"
	"planproof/core/value"
)

// Grounding refuses literals that the planner wrote into an argument and that
// stand neither in the goal nor in the inputs, where the policy wants that. A
// value that is only referred to was not written by the planner.
func (c *Context) Grounding(s *Site) {
	policy := c.Program.Bundle.Policy
	for i := range policy.Grounding {
		g := &policy.Grounding[i]
		if g.Tool.Value != s.Call.Tool.Name {
			continue
		}
		for j := range s.Call.Args {
			if NeedsGrounding(g, &s.Call.Args[j]) {
				c.grounding(s, g, j)
			}
		}
	}
}

// NeedsGrounding reports whether a grounding entry is about an argument: one
// that the call gives, unless it is an optional text left at its empty
// default.
func NeedsGrounding(g *doc.Grounding, a *ir.Arg) bool {
	if a.Default || a.Name != g.Param.Value {
		return false
	}
	empty := a.Const == value.Value(value.Text(""))
	return !empty || a.Param == nil || a.Param.Doc.Default != value.Value(value.Text(""))
}

func (c *Context) grounding(s *Site, g *doc.Grounding, i int) {
	if c.basis == nil {
		c.basis = ground.BasisOf(c.Program.Bundle)
	}
	wrong := c.basis.Ungrounded(g, s.Call.Args[i].Value)
	if len(wrong) == 0 {
		return
	}
	f := c.atArg(s, i, finding.IDGrounding, finding.GroundingCategory, GroundingRule(g))
	f.Span = c.span(wrong[0].Range)
	f.Message = GroundingMessage(g, wrong)
	f.Hint = "use the value as it is written there, or refer to an input or to a tool's result; the planner may not make it up"
	c.Out.Violation(f)
}

// GroundingRule names a grounding entry in findings.
func GroundingRule(g *doc.Grounding) string {
	return string(finding.GroundingCategory) + ":" + g.Tool.Value + ":" + g.Param.Value
}

// GroundingMessage says which literals stand nowhere they should.
func GroundingMessage(g *doc.Grounding, wrong []*doc.Literal) string {
	var values []string
	for _, l := range wrong {
		values = append(values, string(value.AppendJSON(nil, l.Value)))
	}
	where := "the goal"
	switch {
	case len(g.From) > 1:
		where = "the goal or the inputs"
	case g.From[0].Value == "inputs":
		where = "the inputs"
	}
	return quoted(values) + " in `" + g.Tool.Value + "." + g.Param.Value + "` is not written in " + where
}
