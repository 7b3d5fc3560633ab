package cond

import "planproof/core/value"

func (a *abstract) neg(n *Neg) result {
	ps, err, ok := a.operands(n.X)
	if !ok {
		return failed
	}
	if vs, ok := known(ps); ok {
		return a.orFail(err, lift(negated(n, vs[0])))
	}
	return numeric(err, kindsOf(ps[0]), kindsOf(ps[0]))
}

// orFail adds a possible error of the operands to a result.
func (a *abstract) orFail(err bool, r result) result {
	r.err = r.err || err
	return r
}

// numeric is the result of arithmetic on values of the given kinds: whole numbers give whole numbers.
func numeric(err bool, p, q value.KindSet) result {
	if !p.Meets(value.NumericKind) || !q.Meets(value.NumericKind) {
		return failed
	}
	r := result{Unknown{value.IntKind}, err || !value.NumericKind.Has(p|q)}
	if (p | q).Meets(value.FractionKind) {
		r.p = Unknown{value.NumberKind}
	}
	return r
}

func (a *abstract) arith(n *Arith) result {
	ps, err, ok := a.operands(n.X, n.Y)
	if !ok {
		return failed
	}
	if vs, ok := known(ps); ok {
		return a.orFail(err, lift(a.concrete.apply(n, vs[0], vs[1])))
	}
	p, q := kindsOf(ps[0]), kindsOf(ps[1])
	r := numeric(err, p, q)
	switch n.Op {
	case FloorDiv, Mod:
		divisor := zeroOf(ps[1])
		if divisor == CanTrue {
			return failed
		}
		r.err = r.err || divisor.Has(CanTrue)
	case Add:
		return joined(err, r, ps[0], ps[1])
	case Sub, Mul:
	}
	return r
}

// zeroOf tells whether the divisor p is zero.
func zeroOf(p Partial) Outcome {
	if k, ok := p.(Known); ok {
		num, ok := value.AsNumber(k.Value)
		return outcomeOf(ok && num.Sign() == 0)
	}
	return canBoth
}

// joined adds concatenation to what + does on numbers.
func joined(err bool, r result, p, q Partial) result {
	like := kindsOf(p) & kindsOf(q) & (value.TextKind | value.ListKind | value.TupleKind)
	if like == 0 {
		return r
	}
	if xs, ok := itemsOf(p); ok {
		if ys, ok := itemsOf(q); ok {
			items := append(xs[:len(xs):len(xs)], ys...)
			return result{normalList(PartialList{Items: items, Tuple: like == value.TupleKind}), err}
		}
	}
	kinds := like
	if r.p != nil {
		kinds |= kindsOf(r.p)
	}
	single := kindsOf(p)|kindsOf(q) == like && like&(like-1) == 0 // both of one kind that can be joined
	return result{Unknown{kinds}, err || !single}
}

func (a *abstract) index(n *Index) result {
	ps, err, ok := a.operands(n.X, n.I)
	if !ok {
		return failed
	}
	if vs, ok := known(ps); ok {
		return a.orFail(err, lift(a.concrete.at(n, vs[0], vs[1])))
	}
	if i, ok := ps[1].(Known); ok {
		if r, ok := elementAt(n, ps[0], i.Value); ok {
			return a.orFail(err, r)
		}
	}
	var kinds value.KindSet
	of, by := kindsOf(ps[0]), kindsOf(ps[1])
	if of.Meets(value.TextKind) && by.Meets(value.NumericKind) {
		kinds |= value.TextKind
	}
	if of.Meets(value.ListKind|value.TupleKind) && by.Meets(value.NumericKind) || of.Meets(value.ObjectKind) && by.Meets(value.TextKind) {
		kinds |= value.AnyKind
	}
	if kinds == 0 {
		return failed
	}
	return result{Unknown{kinds}, true}
}

// elementAt is the element or member at a known index of something whose structure is known.
func elementAt(n *Index, x Partial, i value.Value) (result, bool) {
	if items, ok := itemsOf(x); ok {
		at, err := position(n, i, len(items))
		if err != nil {
			return failed, true
		}
		return result{p: items[at]}, true
	}
	if members, ok := membersOf(x); ok {
		key, ok := i.(value.Text)
		if !ok {
			return failed, true
		}
		return memberOf(members, string(key)), true
	}
	return result{}, false
}

func memberOf(members []PartialMember, key string) result {
	for _, m := range members {
		if m.Key == key {
			return result{p: normal(m.Value)}
		}
	}
	return failed
}

func (a *abstract) field(n *Field) result {
	ps, err, ok := a.operands(n.X)
	if !ok {
		return failed
	}
	if members, ok := membersOf(ps[0]); ok {
		return a.orFail(err, memberOf(members, n.Name))
	}
	if !kindsOf(ps[0]).Meets(value.ObjectKind) {
		return failed
	}
	return result{Unknown{value.AnyKind}, true}
}

func (a *abstract) call(n *Call) result {
	ps, err, ok := a.operands(n.Args...)
	if !ok {
		return failed
	}
	if vs, ok := known(ps); ok {
		return a.orFail(err, lift(a.concrete.applyFn(n, vs)))
	}
	switch n.Fn {
	case Len:
		return a.orFail(err, lengthOf(ps[0]))
	case DomainOf:
		return a.orFail(err, a.domain(n, ps[0]))
	case Min, Max:
		return a.orFail(err, a.extreme(ps))
	case Abs:
		return numeric(err, kindsOf(ps[0]), kindsOf(ps[0]))
	case Lower:
		return a.orFail(err, ofTexts(ps, value.TextKind))
	case StartsWith, EndsWith:
		return a.orFail(err, ofTexts(ps, value.BoolKind))
	case Matches:
		return a.orFail(err, matchesPartial(ps))
	case Contains:
		return a.orFail(err, asResult(a.contained(ps[1], ps[0])))
	}
	return result{Unknown{value.AnyKind}, true}
}

func lengthOf(p Partial) result {
	if items, ok := itemsOf(p); ok {
		return result{p: Known{value.Int(int64(len(items)))}}
	}
	if members, ok := membersOf(p); ok {
		return result{p: Known{value.Int(int64(len(members)))}}
	}
	if !kindsOf(p).Meets(value.SizedKind) {
		return failed
	}
	return result{Unknown{value.IntKind}, !value.SizedKind.Has(kindsOf(p))}
}

// domain is domain_of: an error is possible for an unknown text, anywhere in a list too.
func (a *abstract) domain(n *Call, p Partial) result {
	a.spend(1)
	switch p := p.(type) {
	case Known:
		return lift(a.concrete.domain(n, p.Value))
	case PartialList:
		out := PartialList{Items: make([]Partial, len(p.Items)), Tuple: p.Tuple}
		err := false
		for i, item := range p.Items {
			r := a.domain(n, normal(item))
			if r.p == nil {
				return failed
			}
			out.Items[i], err = r.p, err || r.err
		}
		return result{out, err}
	case Unknown:
		return result{p, p.Kinds.Meets(value.TextKind | value.ListKind | value.TupleKind)}
	case PartialObject:
		return result{p: p}
	}
	return result{p, true}
}

// extreme is min or max: without doubt only of numbers alone or of texts alone.
func (a *abstract) extreme(ps []Partial) result {
	if len(ps) == 1 {
		items, ok := itemsOf(ps[0])
		if !ok {
			if !kindsOf(ps[0]).Meets(value.ListKind | value.TupleKind) {
				return failed
			}
			return result{Unknown{value.AnyKind}, true}
		}
		ps = items
	}
	if len(ps) == 0 {
		return failed
	}
	a.spend(len(ps))
	var kinds value.KindSet
	for _, p := range ps {
		kinds |= kindsOf(p)
	}
	single := len(ps) == 1
	return result{Unknown{kinds}, !single && !value.NumericKind.Has(kinds) && !value.TextKind.Has(kinds)}
}

// ofTexts is the result of a function of texts.
func ofTexts(ps []Partial, kind value.KindSet) result {
	err := false
	for _, p := range ps {
		if !kindsOf(p).Meets(value.TextKind) {
			return failed
		}
		err = err || !value.TextKind.Has(kindsOf(p))
	}
	return result{Unknown{kind}, err}
}

// matchesPartial also fails on a pattern that is malformed.
func matchesPartial(ps []Partial) result {
	r := ofTexts(ps, value.BoolKind)
	if r.p == nil {
		return r
	}
	k, ok := ps[1].(Known)
	if !ok {
		r.err = true
		return r
	}
	pattern, ok := k.Value.(value.Text)
	if !ok {
		return failed
	}
	if _, err := ParseGlob(string(pattern)); err != nil {
		return failed
	}
	return r
}
