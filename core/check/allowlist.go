package check

import "planproof/core/finding"

// Allowlist refuses a tool that the policy does not allow.
func (c *Context) Allowlist(s *Site) {
	if s.Call.Tool.Allowed {
		return
	}
	f := c.at(s, finding.IDToolNotAllowed, finding.Allowlist, "allowed_tools")
	f.Message = "the policy does not allow the tool `" + s.Call.Tool.Name + "`"
	f.Hint = "remove the step, or add the tool to allowed_tools if every plan may call it"
	c.Out.Violation(f)
}

// MissingSpec refuses an allowed tool that has no spec: nothing is known of
// its parameters, labels and contracts. For one that is not allowed this is
// beside the point.
func (c *Context) MissingSpec(s *Site) {
	if s.Call.Tool.Spec != nil || !s.Call.Tool.Allowed {
		return
	}
	f := c.at(s, finding.IDMissingSpec, finding.MissingSpec, "missing_spec")
	f.Message = "no tool spec describes `" + s.Call.Tool.Name + "`"
	f.Hint = "add a spec for it to the tools document"
	if near := c.nearest(s.Call.Tool.Name, len(c.Program.Tools), c.toolNames); near != "" {
		f.Hint = "did you mean `" + near + "`? Otherwise add a spec for it to the tools document"
	}
	c.Out.Violation(f)
}

func (c *Context) toolNames() []string {
	var out []string
	for _, t := range c.Program.Tools {
		if t.Spec != nil {
			out = append(out, t.Name)
		}
	}
	return out
}
