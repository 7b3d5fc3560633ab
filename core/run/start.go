package run

import (
	"context"

	"planproof/core/ground"
	"planproof/core/ir"
	"planproof/core/value"
)

// start runs a program. A verified one refuses to start without its inputs,
// and with inputs that unground its literals.
func start(ctx context.Context, p *ir.Program, o Options, verified bool) *Result {
	m := &machine{universe: newUniverse(p), ctx: ctx, p: p, o: o, out: &Result{}, slots: map[string]ir.Slot{}, bound: map[*ir.Branch][2][]bool{}}
	m.env = make(env, len(p.Names))
	m.last = make([]value.Value, len(p.Tools))
	for slot, name := range p.Names {
		m.slots[name] = ir.Slot(slot)
	}
	for _, a := range p.Automata {
		m.states = append(m.states, a.Initial)
	}
	v := m.inputs(verified)
	if v == nil && verified {
		v = m.ready(p.Body)
	}
	if v == nil {
		v = m.initialErrors()
	}
	if v == nil {
		v = m.steps(p.Body)
	}
	m.out.Stop = v
	m.finish()
	return m.out
}

// finish writes the machine's state to the result.
func (m *machine) finish() {
	for slot, c := range m.env {
		if c != nil {
			m.out.Env = append(m.out.Env, Binding{m.p.Names[slot], c.value, m.spell(c.taint)})
		}
	}
	m.out.Automata = m.automataStates()
	if v := m.out.Stop; v != nil {
		m.tell(&Moment{Kind: MomentStop, Path: v.Path, Label: v.Label, Iter: v.Iter, Stop: v})
		return
	}
	m.tell(&Moment{Kind: MomentEnd, Path: "/workflow"})
}

// inputs binds the input variables.
func (m *machine) inputs(verified bool) *SecurityViolation {
	var values []value.Value
	for _, slot := range m.p.Inputs {
		v, ok := m.input(m.p.Names[slot])
		if !ok {
			if verified {
				return refuse("input", "the input `%s` was not given", m.p.Names[slot])
			}
			v = value.Null{}
		}
		m.env[slot] = &cell{v, m.domain.Input()}
		values = append(values, v)
	}
	m.basis = ground.NewBasis(m.p.Bundle.Workflow.Goal.Value, values)
	return nil
}

// input is the value of an input: the one that the run was given, else the
// bundle's.
func (m *machine) input(name string) (value.Value, bool) {
	for _, in := range m.o.Inputs {
		if in.Key == name {
			return in.Value, true
		}
	}
	for _, in := range m.p.Bundle.Inputs {
		if in.Name.Value == name {
			return in.Value, true
		}
	}
	return nil, false
}

// ready refuses what would stop the run half-way and can be seen before it:
// tools that nobody implements, literals that the inputs of this run do not
// ground.
func (m *machine) ready(steps []ir.Step) *SecurityViolation {
	for _, s := range steps {
		var v *SecurityViolation
		switch s := s.(type) {
		case *ir.Call:
			if has, ok := m.o.Tools.(interface{ Has(tool string) bool }); ok && !has.Has(s.Tool.Name) {
				return refuse("tool", "%s", errNoTool(s.Tool.Name).Error())
			}
			if v = m.grounding(s); v != nil {
				v.Kind = Refused
			}
		case *ir.Branch:
			if v = m.ready(s.Then); v == nil {
				v = m.ready(s.Else)
			}
		case *ir.Loop:
			v = m.ready(s.Body)
		}
		if v != nil {
			return v
		}
	}
	return nil
}
