package prove

import (
	"planproof/core/cond"
	"planproof/smt"
)

// relation is a comparison of two values: where it is defined, and whether it holds.
type relation struct{ def, holds smt.Term }

var (
	never   = relation{smt.True, smt.False}
	refused = relation{smt.False, smt.False}
)

// compare distributes a comparison over the alternatives of both sides.
func (t *translator) compare(op cond.CompareOp, x, y sval) relation {
	switch op {
	case cond.Ne:
		return t.negated(t.compare(cond.Eq, x, y))
	case cond.NotIn:
		return t.negated(t.compare(cond.In, x, y))
	case cond.IsNot:
		return t.negated(t.compare(cond.Is, x, y))
	case cond.Gt:
		return t.compare(cond.Lt, y, x)
	case cond.Ge:
		return t.compare(cond.Le, y, x)
	case cond.Eq, cond.Lt, cond.Le, cond.In, cond.Is:
	}
	var def, holds []smt.Term
	for i := range x.alts {
		for j := range y.alts {
			guard := t.b.And(x.alts[i].guard, y.alts[j].guard)
			if guard == smt.False {
				continue
			}
			r := t.relate(op, &x.alts[i], &y.alts[j])
			def = append(def, t.b.And(guard, r.def))
			holds = append(holds, t.b.And(guard, r.holds))
		}
	}
	return relation{t.b.Or(def...), t.b.Or(holds...)}
}

func (t *translator) negated(r relation) relation { return relation{r.def, t.b.Not(r.holds)} }

func (t *translator) relate(op cond.CompareOp, x, y *alt) relation {
	if t.work++; t.work > maxWork {
		return refused
	}
	switch op {
	case cond.Eq:
		return relation{smt.True, t.equalAlts(x, y)}
	case cond.Is:
		return relation{smt.True, t.identical(x, y)}
	case cond.In:
		return t.contained(x, y)
	case cond.Lt, cond.Le:
		return t.ordered(op, x, y)
	case cond.Ne, cond.NotIn, cond.IsNot, cond.Gt, cond.Ge: // rewritten by compare
	}
	return refused
}

// unrelated is a comparison that no theory covers.
func (t *translator) unrelated(op string, x, y *alt) relation {
	key := op + "|" + identity(x) + "|" + identity(y)
	reason := "`" + op + "` between " + outside(x) + " and " + outside(y)
	return relation{t.fresh("def|"+key, smt.SortBool, reason), t.fresh(key, smt.SortBool, reason)}
}

// unequal is an equality that no theory covers; both ways round it is the same.
func (t *translator) unequal(x, y *alt) smt.Term {
	a, b := identity(x), identity(y)
	if a == b {
		return smt.True
	}
	if a > b {
		a, b = b, a
	}
	return t.fresh("==|"+a+"|"+b, smt.SortBool, "equality of "+outside(x)+" and "+outside(y))
}

// equal compares two values whose evaluation is defined.
func (t *translator) equal(x, y sval) smt.Term { return t.compare(cond.Eq, x, y).holds }

func (t *translator) equalAlts(x, y *alt) smt.Term {
	b := t.b
	if x.vague() || y.vague() {
		return t.equalVague(x, y)
	}
	if m, ok := t.number(x); ok {
		n, ok := t.number(y)
		switch {
		case !ok:
			return smt.False
		case x.shape == shBool && y.shape == shBool:
			return b.Eq(x.term, y.term)
		}
		return b.Eq(m, n)
	}
	switch {
	case x.shape == shNull && y.shape == shNull:
		return smt.True
	case x.shape == shText && y.shape == shText:
		return t.equalTexts(x, y)
	case x.listLike() && y.listLike(), x.shape == shSeq && y.shape == shSeq:
		return t.equalLists(x, y)
	case x.shape == shObject && y.shape == shObject:
		return t.equalObjects(x, y)
	}
	return smt.False
}

func (t *translator) equalTexts(x, y *alt) smt.Term {
	if x.letter == nil {
		x, y = y, x
	}
	if c, ok := t.b.Text(y.term); ok && x.letter != nil {
		return t.isLetter(x.letter, c)
	}
	return t.b.Eq(x.term, y.term)
}

// equalVague compares with a value of a type that is not known: exactly when the other is one too, or a constant.
func (t *translator) equalVague(x, y *alt) smt.Term {
	if x.shape != shOpaque {
		x, y = y, x
	}
	if x.shape != shOpaque || y.shape == shOther {
		return t.unequal(x, y)
	}
	if y.shape == shOpaque {
		return t.b.Eq(x.term, y.term)
	}
	if v, ok := t.known(y); ok {
		return t.b.Eq(x.term, t.opaqueOf(v))
	}
	return t.unequal(x, y)
}

// equalLists compares element by element where the length of one side is known.
func (t *translator) equalLists(x, y *alt) smt.Term {
	b := t.b
	if x.shape != shSeq {
		x, y = y, x
	}
	if x.shape != shSeq {
		return t.equalUnknownLists(x, y)
	}
	if x.tuple != y.tuple {
		return smt.False
	}
	parts := []smt.Term{b.Eq(t.length(y), b.Int(int64(len(x.items))))}
	if parts[0] == smt.False {
		return smt.False
	}
	for i := range x.items {
		parts = append(parts, t.equal(x.items[i], t.elementAt(y, i)))
	}
	return b.And(parts...)
}

// equalUnknownLists: of lists of different kinds of scalars only the empty ones are equal.
func (t *translator) equalUnknownLists(x, y *alt) smt.Term {
	b := t.b
	bothEmpty := b.And(b.Eq(t.length(x), b.Int(0)), b.Eq(t.length(y), b.Int(0)))
	if x.shape == shList && y.shape == shList {
		s, u := b.Sort(x.term).Elem, b.Sort(y.term).Elem
		if s != u && (s == smt.KindStr || u == smt.KindStr) {
			return bothEmpty
		}
	}
	if identity(x) == identity(y) {
		return smt.True
	}
	return b.And(b.Eq(t.length(x), t.length(y)), b.Or(bothEmpty, t.unequal(x, y)))
}

// equalObjects: of the same size, with equal members under all keys of one that is known.
func (t *translator) equalObjects(x, y *alt) smt.Term {
	b := t.b
	if x.obj.open {
		x, y = y, x
	}
	if x.obj.open {
		return t.unequal(x, y)
	}
	parts := []smt.Term{b.Eq(t.length(y), b.Int(int64(len(x.obj.fields))))}
	if parts[0] == smt.False {
		return smt.False
	}
	for _, f := range x.obj.fields {
		other := t.member(y.obj, f.key)
		parts = append(parts, other.has, t.equal(f.value, other.value))
	}
	return b.And(parts...)
}

// identical is `is`, of which one side is None, True or False.
func (t *translator) identical(x, y *alt) smt.Term {
	switch {
	case x.shape == shNull && y.shape == shNull:
		return smt.True
	case x.shape == shBool && y.shape == shBool:
		return t.b.Eq(x.term, y.term)
	case x.vague() || y.vague():
		equal := t.equalVague(x, y)
		if x.shape == shNull || y.shape == shNull {
			return equal // only None equals None
		}
		return t.b.And(equal, t.fresh("is|"+identity(x)+"|"+identity(y), smt.SortBool, "identity of a value of a type that is not known"))
	}
	return smt.False
}

// ordered is x < y or x <= y.
func (t *translator) ordered(op cond.CompareOp, x, y *alt) relation {
	less := t.b.Lt
	if op == cond.Le {
		less = t.b.Le
	}
	if m, ok := t.number(x); ok {
		if n, ok := t.number(y); ok {
			return relation{smt.True, less(m, n)}
		}
	}
	switch {
	case x.shape == shText && y.shape == shText:
		return relation{smt.True, less(x.term, y.term)}
	case x.shape == shSeq && y.shape == shSeq && x.tuple == y.tuple:
		return t.orderedItems(op, x.items, y.items)
	case x.vague() || y.vague(), x.listLike() && y.listLike():
		return t.unrelated(op.String(), x, y)
	}
	return refused
}

// orderedItems compares at the first place where the two differ, else by length.
func (t *translator) orderedItems(op cond.CompareOp, xs, ys []sval) relation {
	n := min(len(xs), len(ys))
	holds := len(xs) < len(ys) || op == cond.Le && len(xs) == len(ys)
	r := relation{smt.True, t.b.Bool(holds)}
	for i := n - 1; i >= 0; i-- {
		equal, here := t.equal(xs[i], ys[i]), t.compare(op, xs[i], ys[i])
		r.def = t.b.Ite(equal, r.def, here.def)
		r.holds = t.b.Ite(equal, r.holds, here.holds)
	}
	return r
}
