package smt

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
