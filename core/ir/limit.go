package ir

import "planproof/core/doc"

// MaxWork bounds how many things there are to check at all calls together: a
// plan of many calls and a policy of many rules multiply. Far above what
// people write; a program beyond it is refused with an error of kind "limit".
const MaxWork = 10_000_000

// The work of one thing that is looked at at a call, against one argument.
const (
	contractWork  = 50
	defaultWork   = 20
	automatonWork = 4
)

// cost is how much there is to check at one call.
func (t *translator) cost(c *Call) int {
	args := len(c.Node.Args) + 1
	n := args + automatonWork*len(t.p.Bundle.Policy.Automata) + len(t.p.Bundle.Policy.Grounding)
	n += args * (len(t.sinksOf[c.Tool.Name]) + len(t.anySink))
	if c.Tool.Spec != nil {
		n += len(c.Tool.Spec.Params) + defaultWork*c.Tool.defaults
		n += contractWork * (len(c.Tool.Pre) + len(c.Tool.Post) + len(c.Tool.Frames) + len(c.Tool.Invariants))
	}
	return n
}

func tooMuch(w *doc.Workflow) *doc.Error {
	span := w.Source.Span(w.Range)
	span.End = span.Start
	return &doc.Error{
		Kind:    "limit",
		Message: "the calls of this plan have more parameters, rules, contracts and automata to check than the limit of 10,000,000 checks",
		Hint:    "split the plan or the policy",
		Span:    &span,
	}
}
