package run

import (
	"context"
	"fmt"
	"slices"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ground"
	"planproof/core/ir"
	"planproof/core/value"
)

// execution is the category of what stops a run and is no check of the
// verifier.
const execution finding.Category = "execution"

// machine is one run under way.
type machine struct {
	universe
	ctx     context.Context
	p       *ir.Program
	o       Options
	env     env
	slots   map[string]ir.Slot
	states  []int // of the automata
	last    []value.Value
	basis   *ground.Basis
	control *flow.Value // what decided that the current step runs; nil: nothing that the policy tracks
	iter    []int
	out     *Result
	// bound caches, for each side of a conditional, the names that the other
	// side binds.
	bound map[*ir.Branch][2][]bool
}

func (m *machine) tell(moment *Moment) {
	if m.o.Watch != nil {
		moment.Automata = m.automataStates()
		m.o.Watch(moment)
	}
}

func (m *machine) automataStates() []AutomatonState {
	out := []AutomatonState{}
	for i, a := range m.p.Automata {
		out = append(out, AutomatonState{a.Name, a.States[m.states[i]], a.Errors.Has(m.states[i])})
	}
	return out
}

// fail reports a violation; nil means that the run goes on in spite of it.
func (m *machine) fail(v *SecurityViolation) *SecurityViolation {
	v.Iter = slices.Clone(m.iter)
	if m.o.tolerate != nil && m.o.tolerate(v) {
		m.out.passed = append(m.out.passed, v)
		return nil
	}
	return v
}

// violation starts a violation at a step.
func violation(s ir.Step, kind StopKind, category finding.Category, rule, format string, args ...any) *SecurityViolation {
	return &SecurityViolation{Kind: kind, Category: category, Rule: rule, Path: s.Pointer(), Label: s.Name(), Message: fmt.Sprintf(format, args...)}
}

func refuse(rule, format string, args ...any) *SecurityViolation {
	return &SecurityViolation{Kind: Refused, Category: execution, Rule: rule, Message: fmt.Sprintf(format, args...)}
}

func (m *machine) steps(steps []ir.Step) *SecurityViolation {
	for _, s := range steps {
		if err := m.ctx.Err(); err != nil {
			return violation(s, Interrupted, execution, "interrupted", "the run was interrupted: %s", err)
		}
		var v *SecurityViolation
		switch s := s.(type) {
		case *ir.Call:
			v = m.call(s)
		case *ir.Branch:
			v = m.branch(s)
		case *ir.Loop:
			v = m.loop(s)
		}
		if v != nil {
			return v
		}
	}
	return nil
}

// branch runs one side. A name that the other side would not have bound leaves
// scope.
func (m *machine) branch(b *ir.Branch) *SecurityViolation {
	holds, v := m.holds(b)
	if v != nil {
		return v
	}
	before, control := m.env.scope(), m.control
	m.decided(m.conditionTaints(b)...)
	side, steps, other := "else", b.Else, m.otherSide(b, 1)
	if holds {
		side, steps, other = "then", b.Then, m.otherSide(b, 0)
	}
	m.tell(&Moment{Kind: MomentBranch, Path: b.Path, Label: b.Label, Iter: slices.Clone(m.iter), Side: side})
	if v := m.steps(steps); v != nil {
		return v
	}
	for slot := range before {
		before[slot] = before[slot] || other[slot]
	}
	m.env.leave(before)
	m.control = control
	return nil
}

// otherSide are the names that the side beside then (0) or else (1) binds.
func (m *machine) otherSide(b *ir.Branch, side int) []bool {
	sides, ok := m.bound[b]
	if !ok {
		sides = [2][]bool{make([]bool, len(m.env)), make([]bool, len(m.env))}
		binds(b.Else, sides[0])
		binds(b.Then, sides[1])
		m.bound[b] = sides
	}
	return sides[side]
}

// holds evaluates the condition of a conditional, which sees bindings only.
func (m *machine) holds(b *ir.Branch) (bool, *SecurityViolation) {
	if b.Cond.Expr == nil {
		return false, violation(b, Violated, finding.AnalysisIncomplete, "condition", "the condition `%s` can not be read: %s", b.Cond.Written(), b.Cond.Err.Message)
	}
	var names cond.Bindings
	for _, n := range b.Cond.Expr.Names() {
		c := m.cellNamed(n.Name)
		if c == nil {
			return false, violation(b, Violated, finding.WellFormedness, "undefined_ref", "`@%s` is not defined here", n.Name)
		}
		names = append(names, cond.Binding{Name: n.Name, Value: c.value})
	}
	v, err := b.Cond.Expr.Eval(names)
	if err != nil {
		return false, violation(b, NoValue, finding.AnalysisIncomplete, "condition", "the condition `%s` could not be evaluated: %s", b.Cond.Written(), err.Message)
	}
	return value.Truthy(v), nil
}

func (m *machine) cellNamed(name string) *cell {
	if slot, ok := m.slots[name]; ok {
		return m.env[slot]
	}
	return nil
}

func (m *machine) conditionTaints(b *ir.Branch) []flow.Value {
	var out []flow.Value
	for _, n := range b.Cond.Expr.Names() {
		out = append(out, m.cellNamed(n.Name).taint)
	}
	return out
}

// decided notes, when the policy tracks implicit flows, that values decide
// whether the steps that follow run.
func (m *machine) decided(by ...flow.Value) {
	if m.p.Bundle.Policy.ImplicitFlows == doc.FlowsOff || len(by) == 0 {
		return
	}
	v := m.domain.Literal()
	if m.control != nil {
		v = *m.control
	}
	for _, b := range by {
		v = flow.Values{}.Join(v, b)
	}
	m.control = &v
}

// loop runs the body for every element of a snapshot of the collection. The
// item and the names that the body binds for the first time leave scope after
// every round.
func (m *machine) loop(l *ir.Loop) *SecurityViolation {
	items, v := m.collection(l)
	if v != nil {
		return v
	}
	taint := m.env[l.Collection].taint
	before, control := m.env.scope(), m.control
	before[l.Item] = false
	m.decided(taint)
	m.iter = append(m.iter, 0)
	for i, item := range items {
		if m.out.LoopRounds++; m.over(BudgetLoopIter, m.out.LoopRounds) {
			return m.overBudget(l, BudgetLoopIter, m.out.LoopRounds)
		}
		m.iter[len(m.iter)-1] = i + 1
		m.env[l.Item] = &cell{item, taint}
		m.tell(&Moment{Kind: MomentRound, Path: l.Path, Label: l.Label, Iter: slices.Clone(m.iter)})
		if v := m.steps(l.Body); v != nil {
			return v
		}
		m.env.leave(before)
	}
	m.iter = m.iter[:len(m.iter)-1]
	m.control = control
	return nil
}

// collection is what a loop goes through, as it is now.
func (m *machine) collection(l *ir.Loop) ([]value.Value, *SecurityViolation) {
	name, path := l.Node.Collection.Value, l.Node.Path
	c := m.env[l.Collection]
	if c == nil {
		return nil, undefined(l, name)
	}
	if v := m.present(l, c, name, path); v != nil {
		return nil, v
	}
	if m.env[l.Item] != nil {
		v := violation(l, Violated, finding.WellFormedness, "shadowed_binding", "the loop's item `%s` has the name of a variable that is already in scope", l.Node.Item.Value)
		if v = m.fail(v); v != nil {
			return nil, v
		}
	}
	collection, _, _ := path.In(c.value)
	switch items := collection.(type) {
	case value.List:
		return slices.Clone(items), nil
	case value.Tuple:
		return slices.Clone(items), nil
	default:
		return nil, violation(l, UndeclaredType, finding.WellFormedness, "not_a_list", "`%s%s` is not iterable: a loop needs a list, not a %s", name, path, value.KindName(collection))
	}
}

func (m *machine) over(budget string, used int) bool {
	limit, ok := m.o.Budget[budget]
	return ok && used > limit
}

func (m *machine) overBudget(s ir.Step, budget string, used int) *SecurityViolation {
	v := violation(s, OverBudget, execution, "budget:"+budget, "Budget '%s' exceeded: %d > %d", budget, used, m.o.Budget[budget])
	v.Iter = slices.Clone(m.iter)
	return v
}
