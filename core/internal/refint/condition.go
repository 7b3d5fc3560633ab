package refint

import (
	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/value"
)

// readCondition is a condition with the policy's constants put in.
type readCondition struct {
	expr *cond.Expr
	err  *cond.Error
}

// condKey: a condition reads differently with other constants. automaton is
// its index, -1 for none and -2 for the union of all.
type condKey struct {
	text      string
	automaton int
}

func (p *Plan) read(text string, constants []doc.Constant, automaton int) *readCondition {
	key := condKey{text, automaton}
	if c, ok := p.conds[key]; ok {
		return c
	}
	c := &readCondition{}
	c.expr, c.err = cond.Parse(text)
	if c.expr != nil {
		var bindings []cond.Binding
		for _, k := range constants {
			bindings = append(bindings, cond.Binding{Name: k.Name.Value, Value: k.Value})
		}
		c.expr = c.expr.Resolve(bindings)
	}
	p.conds[key] = c
	return c
}

// readUnion reads a condition that sees all automata's constants.
func (p *Plan) readUnion(text string) *readCondition {
	var all []doc.Constant
	for i := range p.b.Policy.Automata {
		all = append(all, p.b.Policy.Automata[i].Constants...)
	}
	return p.read(text, all, -2)
}

// verdict is what a condition came to: its truth, or why it has none.
type verdict uint8

const (
	isFalse verdict = iota
	isTrue
	failed     // evaluating it is an error
	missing    // it names a declared parameter that the call leaves out
	unreadable // it has no meaning at this call
)

// judge evaluates a condition at a call. A name that the call does not have is
// refused before anything is evaluated, also one that short circuit would
// never reach.
func (c *readCondition) judge(spec *doc.ToolSpec, args cond.Bindings) verdict {
	if c.err != nil {
		return unreadable
	}
	for _, n := range c.expr.Names() {
		if _, ok := args.Lookup(n.Name); ok {
			continue
		}
		if spec != nil && declares(spec, n.Name) {
			return missing
		}
		return unreadable
	}
	v, err := c.expr.Eval(args)
	switch {
	case err != nil:
		return failed
	case value.Truthy(v):
		return isTrue
	default:
		return isFalse
	}
}

func declares(spec *doc.ToolSpec, param string) bool {
	for i := range spec.Params {
		if spec.Params[i].Name.Value == param {
			return true
		}
	}
	return false
}

// cellEnv reads the values of bindings.
type cellEnv map[string]Cell

func (e cellEnv) Lookup(name string) (value.Value, bool) {
	c, ok := e[name]
	return c.Value, ok
}
