package run

import (
	"fmt"
	"slices"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/value"
)

// site is one call with its arguments resolved.
type site struct {
	*ir.Call
	args   []Arg
	taints []flow.Value
	names  cond.Bindings
}

// call makes the checks of a call in the order of SPEC-core §3.3, calls the
// tool, checks and binds its result.
func (m *machine) call(c *ir.Call) *SecurityViolation {
	if v := m.declared(c); v != nil {
		return v
	}
	s, v := m.resolve(c)
	if v != nil {
		return v
	}
	for _, check := range []func(*site) *SecurityViolation{
		m.concrete, m.grounded, m.taint, m.implicit, m.preconditions, m.invariants, m.automata, m.budget,
	} {
		if v := check(s); v != nil {
			return v
		}
	}
	made := &Call{Path: c.Path, Label: c.Label, Iter: slices.Clone(m.iter), Tool: c.Tool.Name, Args: s.args}
	if v := m.approved(s, made); v != nil {
		return v
	}
	return m.invoke(s, made)
}

// resolve replaces the references in the arguments by their values: first all names must be in scope, then the parts
// that are taken must exist.
func (m *machine) resolve(c *ir.Call) (*site, *SecurityViolation) {
	for i := range c.Args {
		for _, ref := range c.Args[i].Refs {
			if m.env[ref.Slot] == nil {
				if v := m.fail(undefined(c, ref.Doc.Name)); v != nil {
					return nil, v
				}
			}
		}
	}
	s := &site{Call: c, args: make([]Arg, len(c.Args)), taints: make([]flow.Value, len(c.Args))}
	for i := range c.Args {
		a := &c.Args[i]
		for _, ref := range a.Refs {
			if v := m.present(c, m.env[ref.Slot], ref.Doc.Name, ref.Doc.Path); v != nil {
				return nil, v
			}
		}
		v, taint := a.Const, m.domain.Literal()
		if v == nil {
			v = m.resolved(a.Value, &taint)
		}
		s.args[i] = Arg{Name: a.Name, Value: v, Default: a.Default, Taint: m.spell(taint)}
		s.taints[i] = taint
		s.names = append(s.names, cond.Binding{Name: a.Name, Value: v})
	}
	return s, nil
}

// present checks that a value has the part that is taken of it. A name
// without a value was reported before.
func (m *machine) present(s ir.Step, c *cell, name string, path value.Path) *SecurityViolation {
	if c == nil {
		return nil
	}
	if _, at, ok := path.In(c.value); !ok {
		return m.fail(violation(s, MissingPart, finding.WellFormedness, "missing_part", "there is no `%s%s`: `%s%s` is %s",
			name, path, name, path[:at], described(path[:at], c.value)))
	}
	return nil
}

// described says what a value is without showing it.
func described(path value.Path, whole value.Value) string {
	v, _, _ := path.In(whole)
	switch v := v.(type) {
	case value.Object:
		return "an object with other fields"
	case value.List:
		return fmt.Sprintf("a list of %d", len(v))
	default:
		return "a " + value.KindName(v)
	}
}

// resolved is the value of an argument; what goes into it is joined to taint.
// A name without a value, in a replay that goes on all the same, is null.
func (m *machine) resolved(v doc.Value, taint *flow.Value) value.Value {
	switch v := v.(type) {
	case *doc.Ref:
		c := m.cellNamed(v.Name)
		if c == nil {
			*taint = flow.Values{}.Join(*taint, m.domain.Undefined())
			return value.Null{}
		}
		*taint = flow.Values{}.Join(*taint, c.taint)
		if part, _, ok := v.Path.In(c.value); ok {
			return part
		}
		return value.Null{}
	case *doc.List:
		out := make(value.List, len(v.Items))
		for i, item := range v.Items {
			out[i] = m.resolved(item, taint)
		}
		return out
	case *doc.Object:
		out := make(value.Object, len(v.Members))
		for i, member := range v.Members {
			out[i] = value.Member{Key: member.Key.Value, Value: m.resolved(member.Value, taint)}
		}
		return out
	case *doc.Literal:
		return v.Value
	}
	return value.Null{}
}

// budget charges the call.
func (m *machine) budget(s *site) *SecurityViolation {
	if m.out.ToolCalls++; m.over(BudgetToolCall, m.out.ToolCalls) {
		return m.overBudget(s, BudgetToolCall, m.out.ToolCalls)
	}
	return nil
}

// approved asks whoever approves calls. A call that is not made is not
// charged.
func (m *machine) approved(s *site, made *Call) *SecurityViolation {
	if m.o.Approve == nil {
		return nil
	}
	left := -1
	if limit, ok := m.o.Budget[BudgetToolCall]; ok {
		left = limit - m.out.ToolCalls
	}
	answer := m.o.Approve(m.ctx, &Request{Call: made, Spec: s.Tool.Spec, Left: left})
	if answer.OK {
		return nil
	}
	m.out.ToolCalls--
	v := violation(s, NotApproved, execution, "approval", "the call of `%s` was not approved", s.Tool.Name)
	if answer.Why != "" {
		v.Message += ": " + answer.Why
	}
	v.Iter = slices.Clone(m.iter)
	return v
}

// invoke calls the tool and takes its result in.
func (m *machine) invoke(s *site, made *Call) *SecurityViolation {
	m.tell(&Moment{Kind: MomentCalls, Path: s.Path, Label: s.Label, Iter: made.Iter, Call: made})
	m.out.Calls = append(m.out.Calls, made)
	var result value.Value
	err := error(errNoTool(s.Tool.Name))
	if m.o.Tools != nil {
		result, err = m.o.Tools.Call(m.ctx, s.Tool.Name, made.Values())
	}
	if err != nil {
		made.Error = err.Error()
		v := violation(s, ToolFailed, execution, "tool_error", "`%s` failed: %s", s.Tool.Name, made.Error)
		v.Iter = made.Iter
		return v
	}
	if result == nil {
		result = value.Null{}
	}
	taint := m.domain.Result(s.Tool, s.taints)
	if m.control != nil {
		taint = m.domain.Controlled(taint, *m.control)
	}
	made.Result, made.Taint, made.Undeclared = result, m.spell(taint), !s.Tool.Return.Accepts(result)
	m.last[s.Tool.Index] = result
	if v := m.postconditions(s, result); v != nil {
		return v
	}
	if m.o.also != nil {
		if v := m.frames(s); v != nil {
			return v
		}
	}
	if s.Bind != ir.None {
		m.env[s.Bind] = &cell{result, taint}
	}
	m.tell(&Moment{Kind: MomentReturn, Path: s.Path, Label: s.Label, Iter: made.Iter, Call: made})
	return nil
}
