package check

import (
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
)

// Control is the value that decides whether a step runs at all: the join of
// the values in the conditions of the enclosing branches and the collections
// of the enclosing loops. A nil *Control decides nothing.
type Control struct {
	Value flow.Value
	Uses  []flow.Use
	What  string // "the condition of `label`"
}

// Decided is the control inside a step that depends on more values.
func (c *Context) Decided(outer *Control, uses []flow.Use, what string) *Control {
	if c.Program.Bundle.Policy.ImplicitFlows == doc.FlowsOff || len(uses) == 0 {
		return outer
	}
	out := &Control{Value: c.Domain.Literal(), What: what}
	if outer != nil {
		*out = Control{Value: outer.Value, Uses: outer.Uses, What: what}
	}
	for _, u := range uses {
		out.Value = flow.Values{}.Join(out.Value, u.Origin.Value)
	}
	out.Uses = append(uses[:len(uses):len(uses)], out.Uses...)
	return out
}

// Implicit reports sinks that run only when data of a rule says so: whether
// the call happens tells the sink something about the data.
func (c *Context) Implicit(s *Site, control *Control) {
	if control == nil {
		return
	}
	for _, sink := range s.Call.Sinks {
		r := sink.Rule
		if control.Value.Sanitized.Has(r.Index) {
			continue
		}
		f := phase(c.atArg(s, sink.Arg, finding.IDImplicitFlow, finding.ImplicitFlow, r.Name), finding.EvRule)
		f.Certainty = finding.Possible
		f.Message = "whether `" + s.Call.Tool.Name + "` is called depends on data of the rule `" + r.Name + "`, through " + control.What
		f.Hint = "decide on data that the rule does not cover, or sanitize it first"
		f.Flow = c.controlFlow(s, sink.Arg, control, r.Index)
		if c.Program.Bundle.Policy.ImplicitFlows == doc.FlowsWarn {
			c.Out.Warning(f)
		} else {
			c.Out.Violation(f)
		}
	}
}

func (c *Context) controlFlow(s *Site, arg int, control *Control, rule int) []finding.Hop {
	decided := *s
	decided.Args = append([]Argument{}, s.Args...)
	decided.Args[arg] = Argument{Value: control.Value, Uses: control.Uses}
	path, _ := c.findFlow(&decided, arg, ruleData(rule))
	return path
}
