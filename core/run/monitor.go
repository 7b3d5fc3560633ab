package run

import (
	"planproof/core/check"
	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/value"
)

func undefined(c ir.Step, name string) *SecurityViolation {
	return violation(c, Violated, finding.WellFormedness, "undefined_ref", "`@%s` is not defined here", name)
}

// declared checks what needs no values: the tool may be called, has a spec,
// and its parameters are given.
func (m *machine) declared(c *ir.Call) *SecurityViolation {
	if !c.Tool.Allowed {
		if v := m.fail(violation(c, Violated, finding.Allowlist, "allowed_tools", "the policy does not allow `%s`", c.Tool.Name)); v != nil {
			return v
		}
	}
	if c.Tool.Spec == nil {
		return m.fail(violation(c, Violated, finding.MissingSpec, "missing_spec", "`%s` has no spec", c.Tool.Name))
	}
	given := map[string]bool{}
	for i := range c.Args {
		a := &c.Args[i]
		given[a.Name] = true
		if v := m.literal(c, a); v != nil {
			return v
		}
	}
	for i := range c.Tool.Spec.Params {
		if p := &c.Tool.Spec.Params[i]; p.IsRequired() && !given[p.Name.Value] {
			if v := m.fail(violation(c, Violated, finding.Arguments, "missing_argument", "`%s` needs the argument `%s`", c.Tool.Name, p.Name.Value)); v != nil {
				return v
			}
		}
	}
	return nil
}

// literal checks what the plan itself wrote into an argument.
func (m *machine) literal(c *ir.Call, a *ir.Arg) *SecurityViolation {
	switch {
	case a.Default:
	case a.Param == nil:
		return m.fail(violation(c, Violated, finding.Arguments, "unknown_argument", "`%s` has no parameter `%s` (unknown_argument)", c.Tool.Name, a.Name))
	case !check.LiteralFits(a):
		return m.fail(violation(c, Violated, finding.Arguments, "argument_type", "`%s` of `%s` is declared as %s, which the literal given is not", a.Name, c.Tool.Name, a.Param.Type))
	case a.Const != nil:
		if rule, why := check.ConcreteFits(a.Param, a.Const); rule != "" {
			return m.fail(violation(c, Violated, finding.Arguments, rule, "`%s` of `%s` %s", a.Name, c.Tool.Name, why))
		}
	}
	return nil
}

// concrete checks what references brought in, which the verifier could not
// see.
func (m *machine) concrete(s *site) *SecurityViolation {
	for i := range s.Args {
		a := &s.Args[i]
		if a.Const != nil || a.Param == nil {
			continue
		}
		if rule, why := check.ConcreteFits(a.Param, s.args[i].Value); rule != "" {
			v := violation(s, UndeclaredType, finding.Arguments, rule, "`%s` of `%s` %s", a.Name, s.Tool.Name, why)
			if v = m.fail(v); v != nil {
				return v
			}
		}
	}
	return nil
}

func (m *machine) grounded(s *site) *SecurityViolation { return m.grounding(s.Call) }

// grounding checks the literals of a call against the goal and the inputs of
// this run.
func (m *machine) grounding(c *ir.Call) *SecurityViolation {
	policy := m.p.Bundle.Policy
	for i := range policy.Grounding {
		g := &policy.Grounding[i]
		if g.Tool.Value != c.Tool.Name {
			continue
		}
		for j := range c.Args {
			if v := m.groundedArg(c, g, &c.Args[j]); v != nil {
				return v
			}
		}
	}
	return nil
}

func (m *machine) groundedArg(c *ir.Call, g *doc.Grounding, a *ir.Arg) *SecurityViolation {
	if !check.NeedsGrounding(g, a) {
		return nil
	}
	wrong := m.basis.Ungrounded(g, a.Value)
	if len(wrong) == 0 {
		return nil
	}
	return m.fail(violation(c, Violated, finding.GroundingCategory, check.GroundingRule(g), "%s", check.GroundingMessage(g, wrong)))
}

// taint checks the taint rules and the sink labels.
func (m *machine) taint(s *site) *SecurityViolation {
	for _, sink := range s.Sinks {
		if s.taints[sink.Arg].Sanitized.Has(sink.Rule.Index) {
			continue
		}
		if v := m.fires(s, sink); v != nil {
			return v
		}
	}
	for i := range s.Args {
		a := &s.Args[i]
		if !a.Default && a.IsSink(s.Tool) && !s.taints[i].Labels.Intersect(s.Tool.SinkLabels).Empty() {
			v := violation(s, Violated, finding.Taint, "sink_labels", "`%s.%s` must not receive data with the labels it has", s.Tool.Name, a.Name)
			if v = m.fail(v); v != nil {
				return v
			}
		}
	}
	return nil
}

// fires decides the condition of a rule whose data reached a sink. One
// without a value excludes nothing.
func (m *machine) fires(s *site, sink ir.Sink) *SecurityViolation {
	r := sink.Rule
	verdict := isTrue
	if r.Condition != nil {
		if verdict = judge(s.Call, r.Condition, s.names); verdict == isFalse {
			return nil
		}
	}
	v := violation(s, Violated, finding.Taint, r.Name, "data of the rule `%s` reaches `%s.%s` unsanitized", r.Name, s.Tool.Name, s.Args[sink.Arg].Name)
	if v = m.fail(v); v != nil || verdict == isTrue {
		return v
	}
	return m.fail(violation(s, Violated, finding.AnalysisIncomplete, "taint_condition", "the condition `%s` of the taint rule `%s` could not be evaluated", r.Condition.Written(), r.Name))
}

// implicit checks the sinks of rules whose data decided that the call is made.
func (m *machine) implicit(s *site) *SecurityViolation {
	deny := m.p.Bundle.Policy.ImplicitFlows == doc.FlowsDeny
	if m.control == nil || !deny && m.o.also == nil {
		return nil
	}
	for _, sink := range s.Sinks {
		r := sink.Rule
		if m.control.Sanitized.Has(r.Index) {
			continue
		}
		v := violation(s, Violated, finding.ImplicitFlow, r.Name, "whether `%s` is called depends on data of the rule `%s`", s.Tool.Name, r.Name)
		if !deny && !m.o.also(v) {
			continue
		}
		if v = m.fail(v); v != nil {
			return v
		}
	}
	return nil
}

func (m *machine) preconditions(s *site) *SecurityViolation {
	return m.contracts(s, Violated, finding.Precondition, s.Tool.Pre, s.names)
}

// invariants see the last result of every tool as result.<tool>.
func (m *machine) invariants(s *site) *SecurityViolation {
	if len(s.Tool.Invariants) == 0 {
		return nil
	}
	last := value.Object{}
	for _, t := range m.p.Tools {
		if v := m.last[t.Index]; v != nil {
			last = append(last, value.Member{Key: t.Name, Value: v})
		}
	}
	return m.contracts(s, Violated, finding.Invariant, s.Tool.Invariants, withResult(s.names, last))
}

func (m *machine) postconditions(s *site, result value.Value) *SecurityViolation {
	return m.contracts(s, FalsePost, finding.Postcondition, s.Tool.Post, withResult(s.names, result))
}

func withResult(names cond.Bindings, result value.Value) cond.Bindings {
	return append(names[:len(names):len(names)], cond.Binding{Name: "result", Value: result})
}

// contracts evaluates conditions that must hold.
func (m *machine) contracts(s *site, kind StopKind, category finding.Category, conds []*ir.Condition, names cond.Bindings) *SecurityViolation {
	for _, c := range conds {
		v := violation(s, kind, category, string(category)+":"+s.Tool.Name+":"+c.Written(), "the %s `%s` of `%s` ", category, c.Written(), s.Tool.Name)
		switch judge(s.Call, c, names) {
		case isTrue:
			continue
		case isFalse:
			v.Message += "does not hold"
		case failed:
			v.Message += "could not be evaluated"
		case missing:
			v.Message += "names a parameter that the call leaves out"
		case unreadable:
			v.Kind, v.Category, v.Rule = Violated, finding.AnalysisIncomplete, string(category)+"_unreadable"
			v.Message += "can not be read"
		}
		if v = m.fail(v); v != nil {
			return v
		}
	}
	return nil
}

// verdict is what a condition came to at a call.
type verdict uint8

const (
	isFalse verdict = iota
	isTrue
	failed     // evaluating it is an error
	missing    // it names a declared parameter that the call leaves out
	unreadable // it has no meaning at this call
)

// judge evaluates a condition at a call. A name that the call does not have is
// refused before anything is evaluated, also where short circuit would never
// reach it: the plan would depend on luck.
func judge(c *ir.Call, cnd *ir.Condition, names cond.Bindings) verdict {
	if cnd.Expr == nil {
		return unreadable
	}
	for _, n := range cnd.Expr.Names() {
		if _, ok := names.Lookup(n.Name); ok {
			continue
		}
		if c.Tool.Params[n.Name] != nil {
			return missing
		}
		return unreadable
	}
	v, err := cnd.Expr.Eval(names)
	switch {
	case err != nil:
		return failed
	case value.Truthy(v):
		return isTrue
	default:
		return isFalse
	}
}
