package smt

import "slices"

// Bool returns True or False.
func (b *Builder) Bool(v bool) Term {
	if v {
		return True
	}
	return False
}

// condition returns t when it is Bool; anything else is no condition here.
func (b *Builder) condition(t Term) Term {
	if k := b.kind(t); k != KindBool {
		return b.Fresh("a " + k.String() + " used as a condition")
	}
	return t
}

// Not returns the negation of t.
func (b *Builder) Not(t Term) Term {
	t = b.condition(t)
	switch n := &b.nodes[t]; {
	case t == True:
		return False
	case t == False:
		return True
	case n.op == opNot:
		return n.args[0]
	}
	return b.cons(node{op: opNot, kind: KindBool, args: []Term{t}})
}

// And returns the conjunction; True when there are no arguments.
func (b *Builder) And(ts ...Term) Term { return b.junction(opAnd, True, False, ts) }

// Or returns the disjunction; False when there are no arguments.
func (b *Builder) Or(ts ...Term) Term { return b.junction(opOr, False, True, ts) }

// junction builds And or Or: unit and zero are removed, arguments sorted and
// merged, complementary ones give zero.
func (b *Builder) junction(o op, unit, zero Term, ts []Term) Term {
	args := make([]Term, 0, len(ts))
	for _, t := range ts {
		switch t {
		case unit:
			continue
		case zero:
			return zero
		}
		args = append(args, b.condition(t))
	}
	sortTerms(args)
	args = slices.Compact(args)
	for _, t := range args {
		if n := &b.nodes[t]; n.op == opNot {
			if _, found := slices.BinarySearch(args, n.args[0]); found {
				return zero
			}
		}
	}
	switch len(args) {
	case 0:
		return unit
	case 1:
		return args[0]
	}
	return b.cons(node{op: o, kind: KindBool, args: args})
}

// Implies returns "p implies q".
func (b *Builder) Implies(p, q Term) Term { return b.Or(b.Not(p), q) }

// Iff returns "p exactly when q"; the same as Eq on Bool.
func (b *Builder) Iff(p, q Term) Term { return b.Eq(p, q) }

// Ite returns p when c holds, else q. p and q have one sort, or are both
// numbers.
func (b *Builder) Ite(c, p, q Term) Term {
	c = b.condition(c)
	switch {
	case c == True || p == q:
		return p
	case c == False:
		return q
	case b.nodes[c].op == opNot:
		return b.Ite(b.nodes[c].args[0], q, p)
	case b.kind(p) == KindBool && b.kind(q) == KindBool:
		return b.And(b.Or(b.Not(c), p), b.Or(c, q))
	}
	k, ok := b.join(p, q)
	if !ok {
		return b.FreshOf(b.Sort(p), "a choice between "+b.kind(p).String()+" and "+b.kind(q).String())
	}
	return b.cons(node{op: opIte, kind: k, args: []Term{c, p, q}})
}

// Opaque returns the opaque constant of this name. Different names are
// different values.
func (b *Builder) Opaque(name string) Term {
	return b.cons(node{op: opNamed, kind: KindOpaque, pay: b.text(name)})
}

// Pred returns the application of the uninterpreted predicate of this name:
// equal values give equal answers, nothing else is known about it.
func (b *Builder) Pred(name string, t Term) Term {
	if b.kind(t) == KindList {
		return b.Fresh("predicate " + name + " of a list")
	}
	return b.cons(node{op: opPred, kind: KindBool, pay: b.text(name), args: []Term{t}})
}
