package cond

import "planproof/core/value"

// compare returns the outcomes of p op q.
func (a *abstract) compare(n Node, op CompareOp, p, q Partial) Outcome {
	if a.exhausted {
		return canAll
	}
	if vs, ok := known([]Partial{p, q}); ok {
		holds, err := a.concrete.compare(n, op, vs[0], vs[1])
		if err != nil {
			return CanError
		}
		return outcomeOf(holds)
	}
	switch op {
	case Eq:
		return a.equal(p, q)
	case Ne:
		return a.equal(p, q).not()
	case Lt, Le, Gt, Ge:
		return ordered(kindsOf(p), kindsOf(q))
	case In:
		return a.contained(p, q)
	case NotIn:
		return a.contained(p, q).not()
	case Is:
		return identicalPartial(p, q)
	case IsNot:
		return identicalPartial(p, q).not()
	}
	return canAll
}

// equal is p == q, which never fails.
func (a *abstract) equal(p, q Partial) Outcome {
	a.spend(1)
	if a.exhausted {
		return canBoth
	}
	if vs, ok := known([]Partial{p, q}); ok {
		equal, err := a.concrete.equal(&Lit{}, vs[0], vs[1])
		a.exhausted = a.exhausted || err != nil
		return outcomeOf(equal)
	}
	if !mayBeEqual(p, q) || !mayBeEqual(q, p) {
		return CanFalse
	}
	if xs, ok := itemsOf(p); ok {
		if ys, ok := itemsOf(q); ok {
			return a.equalItems(xs, ys)
		}
	}
	if xs, ok := membersOf(p); ok {
		if ys, ok := membersOf(q); ok {
			return a.equalMembers(xs, ys)
		}
	}
	return canBoth
}

// mayBeEqual compares the kinds: a boolean may equal a whole number, else kinds must be the same. Of the known
// numbers only 0 and 1 equal booleans.
func mayBeEqual(p, q Partial) bool {
	kinds := kindsOf(q)
	if kinds.Meets(value.BoolKind) {
		kinds |= value.IntKind
	}
	if k, ok := p.(Known); ok {
		if n, ok := k.Value.(value.Number); ok {
			return kindsOf(q).Meets(value.KindOf(n)) ||
				kindsOf(q).Meets(value.BoolKind) && (n.Cmp(value.Int(0)) == 0 || n.Cmp(value.Int(1)) == 0)
		}
	}
	mine := kindsOf(p)
	if mine.Meets(value.BoolKind) {
		mine |= value.IntKind
	}
	return mine.Meets(kinds)
}

func (a *abstract) equalItems(xs, ys []Partial) Outcome {
	if len(xs) != len(ys) {
		return CanFalse
	}
	out := CanTrue
	for i := range xs {
		out = both(out, a.equal(xs[i], ys[i]))
	}
	return out
}

func (a *abstract) equalMembers(xs, ys []PartialMember) Outcome {
	if len(xs) != len(ys) {
		return CanFalse
	}
	index := make(map[string]Partial, len(ys))
	for _, m := range ys {
		index[m.Key] = m.Value
	}
	out := CanTrue
	for _, m := range xs {
		y, ok := index[m.Key]
		if !ok {
			return CanFalse
		}
		out = both(out, a.equal(m.Value, y))
	}
	return out
}

// both is the conjunction of two outcomes without errors, of which both are evaluated.
func both(x, y Outcome) Outcome { return x&y&CanTrue | (x|y)&CanFalse }

// either is the disjunction of two outcomes without errors, of which both are evaluated.
func either(x, y Outcome) Outcome { return (x|y)&CanTrue | x&y&CanFalse }

// ordered is p < q by kind: like kinds have an order, lists and tuples perhaps.
func ordered(p, q value.KindSet) Outcome {
	var out Outcome
	if p.Meets(value.NumericKind) && q.Meets(value.NumericKind) || p.Meets(value.TextKind) && q.Meets(value.TextKind) {
		out |= canBoth
	}
	if p.Meets(value.ListKind) && q.Meets(value.ListKind) || p.Meets(value.TupleKind) && q.Meets(value.TupleKind) {
		out |= canAll
	}
	like := value.NumericKind.Has(p|q) || value.TextKind.Has(p|q)
	if !like {
		out |= CanError
	}
	return out
}

func identicalPartial(p, q Partial) Outcome {
	if p, q := kindsOf(p), kindsOf(q); !p.Meets(q & (value.NullKind | value.BoolKind)) {
		return CanFalse
	}
	return canBoth
}

// contained is p in q: the union over the kinds that q may have.
func (a *abstract) contained(p, q Partial) Outcome {
	in, of := kindsOf(p), kindsOf(q)
	var out Outcome
	if of.Meets(value.NullKind | value.NumericKind) {
		out |= CanError
	}
	if of.Meets(value.TextKind) {
		out |= split(in, value.TextKind, canBoth, CanError)
	}
	if of.Meets(value.ListKind | value.TupleKind) {
		out |= a.inSequence(p, q)
	}
	if of.Meets(value.ObjectKind) {
		out |= inObject(p, q)
	}
	return out
}

// split is inside for the kinds of ks within set, and outside for the others.
func split(ks, set value.KindSet, inside, outside Outcome) Outcome {
	var out Outcome
	if ks.Meets(set) {
		out |= inside
	}
	if !set.Has(ks) {
		out |= outside
	}
	return out
}

func (a *abstract) inSequence(p, q Partial) Outcome {
	items, ok := itemsOf(q)
	if !ok {
		return canBoth
	}
	a.spend(len(items))
	if kindsOf(q) == value.TupleKind || !kindsOf(p).Meets(value.ListKind) {
		return a.element(p, items)
	}
	if len(items) == 0 {
		return CanFalse // no element is in it, and [] is in no list
	}
	xs, ok := itemsOf(p)
	if !ok {
		return canBoth
	}
	out := outcomeOf(len(xs) > 0)
	for _, x := range xs {
		if out = both(out, a.element(x, items)); a.exhausted {
			return canBoth
		}
	}
	return out
}

func (a *abstract) element(x Partial, items []Partial) Outcome {
	out := CanFalse
	for _, item := range items {
		if out = either(out, a.equal(x, item)); a.exhausted {
			return canBoth
		}
	}
	return out
}

// inObject looks for a key: a text may be one, lists and objects are refused.
func inObject(p, q Partial) Outcome {
	in := kindsOf(p)
	var out Outcome
	if in.Meets(value.TextKind) {
		out |= hasKey(p, q)
	}
	if in.Meets(value.NullKind | value.NumericKind | value.TupleKind) {
		out |= CanFalse
	}
	if in.Meets(value.ListKind | value.ObjectKind | value.TupleKind) {
		out |= CanError
	}
	return out
}

func hasKey(p, q Partial) Outcome {
	members, ok := membersOf(q)
	if !ok {
		return canBoth
	}
	k, ok := p.(Known)
	if !ok {
		return canBoth
	}
	for _, m := range members {
		if value.Text(m.Key) == k.Value {
			return CanTrue
		}
	}
	return CanFalse
}
