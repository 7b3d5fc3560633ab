package check

import "planproof/core/finding"

// Grounding refuses literals where the policy wants them grounded in the goal
// or the inputs: this version has no matchers yet, and what is not
// established is not accepted. A value that is only referred to was not
// written by the planner and needs no grounding.
func (c *Context) Grounding(s *Site) {
	for i := range c.Program.Bundle.Policy.Grounding {
		g := &c.Program.Bundle.Policy.Grounding[i]
		if g.Tool.Value != s.Call.Tool.Name {
			continue
		}
		for j := range s.Call.Args {
			if a := &s.Call.Args[j]; a.Name == g.Param.Value && a.Const != nil {
				c.ungrounded(s, j)
			}
		}
	}
}

func (c *Context) ungrounded(s *Site, i int) {
	f := c.atArg(s, i, finding.IDGroundingIncomplete, finding.AnalysisIncomplete, "grounding_unreadable")
	f.Certainty = finding.Possible
	f.Message = "the policy wants `" + s.Call.Tool.Name + "." + s.Call.Args[i].Name + "` grounded in the goal or the inputs, which this version can not establish"
	f.Hint = "pass the value as an input variable, or remove the grounding from the policy"
	c.Out.Violation(f)
}
