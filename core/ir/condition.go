package ir

import (
	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/value"
)

// constantTable maps a constant's name to its value. A name with two values
// in two automata has ambiguous set.
type constantTable map[string]*constant

type constant struct {
	value     value.Value
	text      doc.Text
	ambiguous bool
}

// constants collects each automaton's constants and their union, and refuses
// one that has a parameter's name: conditions read both, and whichever won
// would silently decide the check.
func (t *translator) constants() *doc.Error {
	policy := t.p.Bundle.Policy
	t.union = constantTable{}
	for i := range policy.Automata {
		own := constantTable{}
		for _, c := range policy.Automata[i].Constants {
			if tool := t.params[c.Name.Value]; tool != nil {
				return clash(policy, c.Name, tool)
			}
			own[c.Name.Value] = &constant{value: c.Value, text: c.Name}
			t.union.add(c)
		}
		t.own = append(t.own, own)
	}
	return nil
}

func (u constantTable) add(c doc.Constant) {
	if old, ok := u[c.Name.Value]; ok {
		old.ambiguous = old.ambiguous || !value.Equal(old.value, c.Value)
		return
	}
	u[c.Name.Value] = &constant{value: c.Value, text: c.Name}
}

func clash(policy *doc.Policy, name doc.Text, tool *Tool) *doc.Error {
	span := policy.Source.Span(name.Range)
	return &doc.Error{
		Kind:    "policy",
		Message: "the constant `" + name.Value + "` has the name of a parameter of `" + tool.Name + "`; a condition that says `" + name.Value + "` could mean either",
		Hint:    "rename the constant",
		Span:    &span,
	}
}

// contracts compiles the contracts of every tool with the union of constants.
func (t *translator) contracts() *doc.Error {
	src := t.p.Bundle.ToolsSource
	for _, tool := range t.p.Tools {
		if tool.Spec == nil {
			continue
		}
		var err *doc.Error
		if tool.Pre, err = t.compileAll(tool.Spec.Preconditions, src); err != nil {
			return err
		}
		if tool.Post, err = t.compileAll(tool.Spec.Postconditions, src); err != nil {
			return err
		}
		for _, text := range tool.Spec.FrameConditions {
			f, err := t.compileFrame(text, src)
			if err != nil {
				return err
			}
			tool.Frames = append(tool.Frames, f)
		}
	}
	return t.invariants()
}

// invariants files the policy's invariants under their tools. The reader has
// already refused one without the `<tool>:` prefix.
func (t *translator) invariants() *doc.Error {
	policy := t.p.Bundle.Policy
	for _, text := range policy.Invariants {
		name, start, _ := doc.SplitInvariant(text.Value)
		tool, ok := t.tools[name]
		if !ok {
			continue // never called: nothing to hold
		}
		c, err := t.compileWithUnion(text, policy.Source, start)
		if err != nil {
			return err
		}
		tool.Invariants = append(tool.Invariants, c)
	}
	return nil
}

func (t *translator) compileAll(texts []doc.Text, src *doc.Source) ([]*Condition, *doc.Error) {
	var out []*Condition
	for _, text := range texts {
		c, err := t.compileWithUnion(text, src, 0)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// compileWithUnion compiles a condition that sees all automata's constants
// and refuses one that uses a name with two values.
func (t *translator) compileWithUnion(text doc.Text, src *doc.Source, start int) (*Condition, *doc.Error) {
	c := compile(text, src, start, t.union)
	if c.Expr == nil {
		return c, nil
	}
	return c, t.ambiguous(c, c.Expr.Names())
}

func (t *translator) ambiguous(c *Condition, names []cond.NameUse) *doc.Error {
	for _, n := range names {
		if k := t.union[n.Name]; k != nil && k.ambiguous {
			span := c.Span(n.Offset, n.End)
			return &doc.Error{
				Kind:    "policy",
				Message: "`" + n.Name + "` has two different values in two automata, so this condition is ambiguous",
				Hint:    "give the two constants different names",
				Span:    &span,
			}
		}
	}
	return nil
}

func compile(text doc.Text, src *doc.Source, start int, constants constantTable) *Condition {
	c := &Condition{Text: text, Source: src, Start: start}
	c.Expr, c.Err = cond.Parse(text.Value[start:])
	if c.Expr != nil {
		c.resolve(constants)
	}
	return c
}

// resolve substitutes the constants that the condition names; the names are
// kept, so that positions and messages still speak of what was written.
func (c *Condition) resolve(constants constantTable) {
	var bindings []cond.Binding
	for _, n := range c.Expr.Names() {
		k := constants[n.Name]
		if k == nil || c.Constants[n.Name] != nil {
			continue
		}
		if c.Constants == nil {
			c.Constants = map[string]value.Value{}
		}
		c.Constants[n.Name] = k.value
		bindings = append(bindings, cond.Binding{Name: n.Name, Value: k.value})
	}
	c.Expr = c.Expr.Resolve(bindings)
}

func (t *translator) compileFrame(text doc.Text, src *doc.Source) (*FrameCondition, *doc.Error) {
	f := &FrameCondition{Condition: Condition{Text: text, Source: src}}
	frame, err := cond.ParseFrame(text.Value)
	if err != nil {
		f.Err = err
		return f, nil
	}
	if frame.Plain != nil {
		f.Expr = frame.Plain
		if err := t.ambiguous(&f.Condition, f.Expr.Names()); err != nil {
			return nil, err
		}
		f.resolve(t.union)
		return f, nil
	}
	f.Frame = frame
	if err := t.ambiguous(&f.Condition, frame.Names()); err != nil {
		return nil, err
	}
	return f, nil
}

// Constant returns a constant of the union of all automata that has one
// value.
func (p *Program) Constant(name string) (value.Value, bool) {
	k := p.constants[name]
	if k == nil || k.ambiguous {
		return nil, false
	}
	return k.value, true
}
