// Package planned joins the verifier of plans with the guard of calls. A plan
// is verified once, before anything runs; what the verifier knows of each step
// then goes with the calls that the step makes:
//
//	calls, err := planned.Of(bundle)
//	d, err := g.Decide(guard.Request{Call: c, …, Plan: calls.For(c)})
//
// A refused plan denies its calls. A value that the plan takes from the user
// or from a trusted tool needs no search and no suspicion; one from a tool
// that nobody vouches for needs a sanitizer of the policy, or a person. A
// constant of the plan is looked for like any literal.
package planned

import (
	"slices"

	"planproof/core/check"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/guard"
	"planproof/core/ir"
	"planproof/core/value"
	"planproof/core/verify"
)

// Verdicts of a plan, as guard.Plan has them.
const (
	Valid    = "valid"
	Rejected = "rejected"
	Unknown  = "unknown"
)

// Calls are the calls of a verified plan.
type Calls struct {
	verdict string
	steps   []*step
}

// step is one call of the plan with the lineage of its arguments.
type step struct {
	call    *ir.Call
	lineage []guard.Lineage
}

// Of verifies a bundle and keeps what it says of each call. The error is that
// of the verifier: the documents contradict each other.
func Of(b *doc.Bundle) (*Calls, error) {
	p, bad := ir.Build(b)
	if bad != nil {
		return nil, bad
	}
	r := &reader{program: p, calls: &Calls{}}
	report := verify.Run(p, verify.Options{Strict: b.Options.Strict, Visit: r.visit})
	r.calls.verdict = verdictOf(report)
	return r.calls, nil
}

// verdictOf: a plan with an obligation that is not settled is unknown, and
// the guard decides with the values at hand.
func verdictOf(r *finding.Report) string {
	if !r.OK {
		return Rejected
	}
	if slices.ContainsFunc(r.Obligations, func(o finding.Obligation) bool { return o.Status == finding.StatusUnknown }) {
		return Unknown
	}
	return Valid
}

// Verdict is Valid, Rejected or Unknown.
func (c *Calls) Verdict() string { return c.verdict }

// For is what the plan says of a call: the step with this tool, these
// constants and these parameters. Several such steps are taken together: what
// one of them can not vouch for, none does. Step is empty when the plan has no
// such call.
func (c *Calls) For(call guard.Call) *guard.Plan {
	out := &guard.Plan{Verdict: c.verdict}
	arguments, _ := call.Arguments.(value.Object)
	for _, s := range c.steps {
		if s.call.Tool.Name != call.Name || !s.fits(arguments) {
			continue
		}
		if out.Step == "" {
			out.Step = s.call.Name()
			if out.Step == "" {
				out.Step = s.call.Path
			}
		}
		for _, l := range s.lineage {
			out.Lineage = joined(out.Lineage, l)
		}
	}
	return out
}

// joined adds the sources of one lineage to those of the same argument.
func joined(all []guard.Lineage, l guard.Lineage) []guard.Lineage {
	i := slices.IndexFunc(all, func(o guard.Lineage) bool { return o.Argument == l.Argument })
	if i < 0 {
		return append(all, guard.Lineage{Argument: l.Argument, From: slices.Clone(l.From)})
	}
	for _, from := range l.From {
		if !slices.Contains(all[i].From, from) {
			all[i].From = append(all[i].From, from)
		}
	}
	return all
}

// fits reports whether the step can have made a call: its constants are the
// call's, and the call has no argument that the step does not give.
func (s *step) fits(arguments value.Object) bool {
	for _, m := range arguments {
		i := slices.IndexFunc(s.call.Args, func(a ir.Arg) bool { return a.Name == m.Key })
		if i < 0 {
			if _, null := m.Value.(value.Null); !null {
				return false
			}
			continue
		}
		if c := s.call.Args[i].Const; c != nil && !value.Equal(c, m.Value) {
			return false
		}
	}
	for _, a := range s.call.Args {
		if _, given := arguments.Get(a.Name); !given && !a.Default {
			return false
		}
	}
	return true
}

// reader collects the calls while the verifier walks.
type reader struct {
	program *ir.Program
	calls   *Calls
}

// visit notes a call. A loop's body is visited in every round; the last round
// has seen everything.
func (r *reader) visit(c *check.Context, s *check.Site) {
	i := slices.IndexFunc(r.calls.steps, func(st *step) bool { return st.call == s.Call })
	if i < 0 {
		i = len(r.calls.steps)
		r.calls.steps = append(r.calls.steps, &step{call: s.Call})
	}
	st := r.calls.steps[i]
	st.lineage = nil
	values := s.Values()
	for n, a := range s.Call.Args {
		st.lineage = append(st.lineage, guard.Lineage{Argument: a.Name, From: r.sources(c, s.Call, n, values[n])})
	}
}

// sources names where an argument's value comes from: user (an input),
// constant (a literal of the planner's), or tools. A tool is left out when every rule of the policy that watches its
// flow into this argument has been satisfied by a sanitizer.
func (r *reader) sources(c *check.Context, call *ir.Call, n int, v flow.Value) []string {
	var out []string
	names := r.program.ToolNames()
	for tool := range v.Provenance.All() {
		switch {
		case tool == r.program.Input():
			out = append(out, string(guard.User))
		case !r.sanitized(c, call, n, v, tool):
			out = append(out, names[tool])
		}
	}
	if hasLiteral(call.Args[n].Value) || len(out) == 0 {
		out = append(out, "constant")
	}
	return out
}

func (r *reader) sanitized(c *check.Context, call *ir.Call, n int, v flow.Value, tool int) bool {
	watched := false
	for _, s := range call.Sinks {
		if s.Arg != n || !s.Rule.AnySource && s.Rule.Source != tool || !c.Domain.CarriesRule(v, s.Rule) {
			continue
		}
		if !v.Sanitized.Has(s.Rule.Index) || s.Rule.Condition != nil {
			return false
		}
		watched = true
	}
	return watched
}

// hasLiteral reports whether a value has a part that the planner wrote.
func hasLiteral(v doc.Value) bool {
	switch v := v.(type) {
	case *doc.Literal:
		return true
	case *doc.Ref:
		return false
	case *doc.List:
		return slices.ContainsFunc(v.Items, hasLiteral)
	case *doc.Object:
		return slices.ContainsFunc(v.Members, func(m doc.Member) bool { return hasLiteral(m.Value) })
	}
	return false
}
