package prove

import (
	"planproof/core/cond"
	"planproof/smt"
)

// choice collects the alternatives of an operation: for every combination of operands its own result.
type choice struct {
	t    *translator
	def  []smt.Term
	alts []alt
}

// add puts in one result: v under the guard.
func (c *choice) add(guard smt.Term, v sval) {
	if c.t.work++; guard == smt.False || v.def == smt.False || c.t.work > maxWork {
		return
	}
	c.def = append(c.def, c.t.b.And(guard, v.def))
	c.alts = append(c.alts, c.t.under(guard, v)...)
}

// value is the result where the operands are defined.
func (c *choice) value(operands ...sval) sval {
	def := []smt.Term{c.t.b.Or(c.def...)}
	for _, o := range operands {
		def = append(def, o.def)
	}
	return sval{c.t.b.And(def...), c.alts}
}

// map1 applies an operation to every alternative.
func (t *translator) map1(x sval, apply func(a *alt) sval) sval {
	c := choice{t: t}
	for i := range x.alts {
		c.add(x.alts[i].guard, apply(&x.alts[i]))
	}
	return c.value(x)
}

// map2 applies an operation to every pair of alternatives.
func (t *translator) map2(x, y sval, apply func(a, b *alt) sval) sval {
	c := choice{t: t}
	for i := range x.alts {
		for j := range y.alts {
			if guard := t.b.And(x.alts[i].guard, y.alts[j].guard); guard != smt.False {
				c.add(guard, apply(&x.alts[i], &y.alts[j]))
			}
		}
	}
	return c.value(x, y)
}

// beyond is the result of an operation that no theory covers, on operands for which it may be defined.
func (t *translator) beyond(op string, operands ...*alt) sval {
	key, reason := op, "`"+op+"` of"
	for i, o := range operands {
		key += "|" + identity(o)
		if i > 0 {
			reason += " and"
		}
		reason += " " + outside(o)
	}
	v := one(alt{shape: shOther, key: key})
	v.def = t.fresh("def|"+key, smt.SortBool, reason)
	return v
}

// beyondOf is like beyond for an operation that is defined there and gives a scalar of the sort.
func (t *translator) beyondOf(op string, sh shape, s smt.Sort, operands ...*alt) sval {
	key := op
	for _, o := range operands {
		key += "|" + identity(o)
	}
	return one(alt{shape: sh, term: t.fresh(key, s, "`"+op+"` of "+outside(operands[0]))})
}

func (t *translator) neg(x sval) sval {
	return t.map1(x, func(a *alt) sval {
		if n, ok := t.number(a); ok {
			return numberAlt(t.b.Neg(n))
		}
		if a.vague() {
			return t.beyond("-", a)
		}
		return nothing
	})
}

func numberAlt(n smt.Term) sval { return one(alt{shape: shNumber, term: n}) }

func (t *translator) arith(op cond.ArithOp, x, y sval) sval {
	return t.map2(x, y, func(a, b *alt) sval {
		m, isNumber := t.number(a)
		if n, ok := t.number(b); ok && isNumber {
			return t.compute(op, m, n)
		}
		if a.vague() || b.vague() {
			return t.beyond(op.String(), a, b)
		}
		if op == cond.Add {
			return t.join(a, b)
		}
		return nothing
	})
}

// compute is arithmetic on two numbers; products and quotients of two unknowns are outside of the theories.
func (t *translator) compute(op cond.ArithOp, m, n smt.Term) sval {
	b := t.b
	switch op {
	case cond.Add:
		return numberAlt(b.Add(m, n))
	case cond.Sub:
		return numberAlt(b.Sub(m, n))
	case cond.Mul:
		if !t.constantNumber(m) && !t.constantNumber(n) {
			return t.product(op, m, n)
		}
		return numberAlt(b.Mul(m, n))
	case cond.FloorDiv, cond.Mod:
	}
	var v sval
	switch {
	case !t.constantNumber(n):
		v = t.product(op, m, n)
	case op == cond.FloorDiv:
		v = numberAlt(b.FloorDiv(m, n))
	default:
		v = numberAlt(b.Mod(m, n))
	}
	v.def = b.Ne(n, b.Int(0))
	return v
}

func (t *translator) constantNumber(n smt.Term) bool {
	_, ok := t.b.Number(n)
	return ok
}

// product stands for a non-linear result; the same operands give the same.
func (t *translator) product(op cond.ArithOp, m, n smt.Term) sval {
	s := smt.SortReal
	if t.b.Sort(m) == smt.SortInt && t.b.Sort(n) == smt.SortInt || op == cond.FloorDiv {
		s = smt.SortInt
	}
	return t.beyondOf(op.String(), shNumber, s, &alt{shape: shNumber, term: m}, &alt{shape: shNumber, term: n})
}

// join is + on two texts, lists or tuples: computed where both are known, or of known length.
func (t *translator) join(a, b *alt) sval {
	switch {
	case a.shape == shText && b.shape == shText:
		return t.joinTexts(a, b)
	case a.shape == shSeq && b.shape == shSeq && a.tuple == b.tuple:
		items := append(a.items[:len(a.items):len(a.items)], b.items...)
		return one(alt{shape: shSeq, items: items, tuple: a.tuple})
	case a.listLike() && b.listLike():
		return one(alt{shape: shOther, key: "+|" + identity(a) + "|" + identity(b)})
	}
	return nothing
}

func (t *translator) joinTexts(a, b *alt) sval {
	x, xok := t.b.Text(a.term)
	y, yok := t.b.Text(b.term)
	switch {
	case xok && yok && len(x)+len(y) <= cond.MaxSize:
		return one(alt{shape: shText, term: t.b.Str(x + y)})
	case xok && x == "":
		return one(*b)
	case yok && y == "":
		return one(*a)
	}
	return t.beyondOf("+", shText, smt.SortStr, a, b)
}
