package smt

import "math/big"

// Int returns the integer constant n.
func (b *Builder) Int(n int64) Term { return b.Num(RatInt(n)) }

// BigInt returns the integer constant n.
func (b *Builder) BigInt(n *big.Int) Term { return b.Num(RatBig(new(big.Rat).SetInt(n))) }

// Num returns the constant r, of sort Int when it is an integer, else Real.
func (b *Builder) Num(r Rat) Term {
	k := KindReal
	if r.IsInt() {
		k = KindInt
	}
	return b.cons(node{op: opNum, kind: k, pay: b.rat(r)})
}

// BoolNum returns 1 when t holds, else 0, as a number.
func (b *Builder) BoolNum(t Term) Term { return b.Ite(t, b.Int(1), b.Int(0)) }

// Neg returns -t.
func (b *Builder) Neg(t Term) Term { return b.MulConst(RatInt(-1), t) }

// Add returns the sum of numbers; 0 when there are none.
func (b *Builder) Add(ts ...Term) Term {
	if !b.numbers(ts...) {
		return b.FreshOf(SortInt, "arithmetic on values that are not numbers")
	}
	s := newSum(b)
	for _, t := range ts {
		s.add(RatInt(1), t)
	}
	return s.term()
}

// Sub returns p - q.
func (b *Builder) Sub(p, q Term) Term { return b.Add(p, b.Neg(q)) }

// MulConst returns c times t.
func (b *Builder) MulConst(c Rat, t Term) Term {
	if !b.numbers(t) {
		return b.FreshOf(SortInt, "arithmetic on values that are not numbers")
	}
	s := newSum(b)
	s.add(c, t)
	return s.term()
}

// Mul returns p times q; Fresh when neither is a constant.
func (b *Builder) Mul(p, q Term) Term {
	if c, ok := b.numValue(p); ok {
		return b.MulConst(c, q)
	}
	if c, ok := b.numValue(q); ok {
		return b.MulConst(c, p)
	}
	k := KindReal
	if b.kind(p) == KindInt && b.kind(q) == KindInt {
		k = KindInt
	}
	return b.FreshOf(Sort{Kind: k}, "a product of two unknowns")
}

// FloorDiv returns the floor of p / q; q is a constant other than 0, else Fresh.
func (b *Builder) FloorDiv(p, q Term) Term { return b.division(opDiv, p, q) }

// Mod returns p - q*FloorDiv(p, q); q is a constant other than 0, else Fresh.
func (b *Builder) Mod(p, q Term) Term { return b.division(opMod, p, q) }

func (b *Builder) division(o op, p, q Term) Term {
	c, ok := b.numValue(q)
	if !ok || c.Sign() == 0 || !b.numbers(p) {
		return b.FreshOf(SortInt, "division by something that is not a constant")
	}
	if x, ok := b.numValue(p); ok {
		d := x.Quo(c).Floor()
		if o == opDiv {
			return b.Num(d)
		}
		return b.Num(x.Sub(d.Mul(c)))
	}
	if !c.IsInt() || b.kind(p) != KindInt {
		return b.FreshOf(SortReal, "division of decimals")
	}
	if c.Sign() < 0 { // floor(p / -c) = floor(-p / c); p mod -c = -(-p mod c)
		r := b.division(o, b.Neg(p), b.Num(c.Neg()))
		if o == opMod {
			r = b.Neg(r)
		}
		return r
	}
	return b.cons(node{op: o, kind: KindInt, pay: b.rat(c), args: []Term{p}})
}

// numbers reports whether all terms are numbers.
func (b *Builder) numbers(ts ...Term) bool {
	for _, t := range ts {
		if !b.kind(t).numeric() {
			return false
		}
	}
	return true
}

// compare builds a comparison of two numbers. Sums are brought to the form
// "sum over terms <op> constant" with coprime integer coefficients; whatever
// has at most two terms with coefficients 1 and -1 and constant 0 becomes a plain
// comparison, which the order fragment decides.
func (b *Builder) compare(o op, p, q Term) Term {
	if x, ok := b.numValue(p); ok {
		if y, ok := b.numValue(q); ok {
			c := x.Cmp(y)
			return b.Bool(c == 0 && o != opLt || c < 0 && o != opEq)
		}
	}
	if b.nodes[p].op == opLin || b.nodes[q].op == opLin {
		s := newSum(b)
		s.add(RatInt(1), p)
		s.add(RatInt(-1), q)
		return s.compare(o)
	}
	return b.compareSimple(o, p, q)
}

// compareSimple compares two terms neither of which is a sum.
func (b *Builder) compareSimple(o op, p, q Term) Term {
	if b.boundFolds(o, p, q) {
		return b.foldBound(o, p, q)
	}
	switch o {
	case opEq:
		if b.isConst(p) || !b.isConst(q) && p > q {
			p, q = q, p
		}
	case opLt: // one operator is enough: p < q is not q <= p
		return b.Not(b.compareSimple(opLe, q, p))
	}
	return b.cons(node{op: o, kind: KindBool, args: []Term{p, q}})
}

// boundFolds reports whether one side is a constant that integers can not hit
// or lengths can not be below.
func (b *Builder) boundFolds(o op, p, q Term) bool {
	x, xc := b.numValue(p)
	y, yc := b.numValue(q)
	switch {
	case xc && b.kind(q) == KindInt:
		return !x.IsInt() || b.nodes[q].op == opLen && x.Sign() <= 0
	case yc && b.kind(p) == KindInt:
		return !y.IsInt() || b.nodes[p].op == opLen && y.Sign() <= 0
	}
	return false
}

// foldBound rounds a fractional constant against an integer term and decides
// comparisons of a length with a constant below 0.
func (b *Builder) foldBound(o op, p, q Term) Term {
	x, xc := b.numValue(p)
	y, _ := b.numValue(q)
	c, t := y, p
	if xc {
		c, t = x, q
	}
	if !c.IsInt() {
		switch {
		case o == opEq:
			return False
		case xc: // c <= t
			return b.compareSimple(opLe, b.Num(c.Ceil()), t)
		}
		return b.compareSimple(opLe, t, b.Num(c.Floor()))
	}
	zero := b.emptyLen(t)
	switch { // t is a length and c <= 0
	case c.Sign() < 0 && o == opEq:
		return False
	case c.Sign() < 0:
		return b.Bool(xc)
	case o == opEq:
		return zero
	case xc && o == opLe:
		return True
	case xc:
		return b.Not(zero)
	case o == opLe:
		return zero
	}
	return False
}

// emptyLen returns "the length term t is 0".
func (b *Builder) emptyLen(t Term) Term {
	if xs := b.nodes[t].args[0]; b.kind(xs) == KindStr {
		return b.Eq(xs, b.Str(""))
	}
	return b.cons(node{op: opEq, kind: KindBool, args: []Term{t, b.Int(0)}})
}
