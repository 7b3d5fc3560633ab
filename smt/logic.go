package smt

import "slices"

// Bool returns True or False.
func (b *Builder) Bool(v bool) Term {
	if v {
		return True
	}
	return False
}

// Not returns the negation of t.
func (b *Builder) Not(t Term) Term {
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
		args = append(args, t)
	}
	slices.Sort(args)
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

// join returns the common kind of two scalar terms.
func (b *Builder) join(p, q Term) (Kind, bool) {
	x, y := b.kind(p), b.kind(q)
	if x == y && x != KindList {
		return x, true
	}
	return KindReal, x.numeric() && y.numeric()
}

// Eq returns p == q. Terms of different sorts are never equal, except that Int
// and Real compare as numbers. Two lists: see EqList; a symbolic pair is Fresh.
func (b *Builder) Eq(p, q Term) Term {
	if p == q {
		return True
	}
	k, ok := b.join(p, q)
	switch {
	case b.kind(p) == KindList && b.kind(q) == KindList:
		return b.eqLists(p, q)
	case !ok:
		return False
	case k == KindBool:
		return b.eqBool(p, q)
	case b.isConst(p) && b.isConst(q):
		return False // hash-consed: equal constants are the same term
	case k.numeric():
		return b.compare(opEq, p, q)
	}
	if b.isConst(p) || !b.isConst(q) && p > q {
		p, q = q, p // constant right, else ascending
	}
	if c, ok := b.textValue(q); ok && b.neverText(p, c) {
		return False
	}
	return b.cons(node{op: opEq, kind: KindBool, args: []Term{p, q}})
}

// neverText reports whether the term can not have the value c: Dom and Lower
// have no capitals, Dom has no '@'.
func (b *Builder) neverText(t Term, c string) bool {
	switch b.nodes[t].op {
	case opDom:
		return lowerText(c) != c || hasAt(c)
	case opLower:
		return lowerText(c) != c
	}
	return false
}

// eqBool is p <=> q; constants and negations move out.
func (b *Builder) eqBool(p, q Term) Term {
	neg := false
	for _, t := range []*Term{&p, &q} {
		if n := &b.nodes[*t]; n.op == opNot {
			*t, neg = n.args[0], !neg
		}
	}
	var r Term
	switch {
	case p == q:
		r = True
	case p == True:
		r = q
	case q == True:
		r = p
	case p == False:
		r = b.Not(q)
	case q == False:
		r = b.Not(p)
	default:
		r = b.cons(node{op: opEq, kind: KindBool, args: []Term{min(p, q), max(p, q)}})
	}
	if neg {
		return b.Not(r)
	}
	return r
}

// Ne returns p != q.
func (b *Builder) Ne(p, q Term) Term { return b.Not(b.Eq(p, q)) }

// Lt returns p < q: of numbers, or of strings by code points. Any other pair is
// Fresh.
func (b *Builder) Lt(p, q Term) Term { return b.less(opLt, p, q) }

// Le returns p <= q; see Lt.
func (b *Builder) Le(p, q Term) Term { return b.less(opLe, p, q) }

// Gt returns p > q; see Lt.
func (b *Builder) Gt(p, q Term) Term { return b.less(opLt, q, p) }

// Ge returns p >= q; see Lt.
func (b *Builder) Ge(p, q Term) Term { return b.less(opLe, q, p) }

func (b *Builder) less(o op, p, q Term) Term {
	if p == q {
		return b.Bool(o == opLe)
	}
	switch k, ok := b.join(p, q); {
	case ok && k.numeric():
		return b.compare(o, p, q)
	case ok && k == KindStr:
		return b.lessText(o, p, q)
	}
	return b.Fresh("order between " + b.Sort(p).String() + " and " + b.Sort(q).String())
}

// lessText folds constants; nothing is below "".
func (b *Builder) lessText(o op, p, q Term) Term {
	x, xc := b.textValue(p)
	y, yc := b.textValue(q)
	switch {
	case xc && yc:
		return b.Bool(x < y || o == opLe && x == y)
	case xc && x == "" && o == opLe:
		return True
	case xc && x == "":
		return b.Not(b.Eq(q, p))
	case yc && y == "" && o == opLt:
		return False
	case yc && y == "":
		return b.Eq(p, q)
	}
	if o == opLe { // one operator is enough: p <= q is not q < p
		return b.Not(b.cons(node{op: opLt, kind: KindBool, args: []Term{q, p}}))
	}
	return b.cons(node{op: opLt, kind: KindBool, args: []Term{p, q}})
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
