package prove

import (
	"strconv"

	"planproof/core/types"
	"planproof/core/value"
	"planproof/smt"
)

// symVar is a variable of the question as alternatives, and what is assumed of it.
type symVar struct {
	v     *Var
	val   sval
	facts []assertion
}

// newVar makes the alternatives that the declared type of v allows and assumes enum and range.
func (t *translator) newVar(v *Var) symVar {
	s := symVar{v: v}
	var kinds []smt.Term
	s.val, kinds = t.ofType(t.nameOf(v), v.Type)
	s.facts = append(unnamed(kinds), t.inDeclaration(v, "", s.val)...)
	return s
}

// inDeclaration: a variable, or the part of it at a path, is in the declared enum and range.
func (t *translator) inDeclaration(v *Var, path string, val sval) []assertion {
	var out []assertion
	say := func(words string, term smt.Term) {
		out = append(out, assertion{term, &Premise{-1, v.Name, path, words}})
	}
	if v.Enum != nil {
		say("one of "+string(value.AppendJSON(nil, value.List(v.Enum))), t.inEnum(val, v.Enum))
	}
	for i := range val.alts {
		a := &val.alts[i]
		if a.shape == shNumber && v.Min != nil {
			say("at least "+v.Min.String(), t.b.Implies(a.guard, t.b.Le(t.constant(*v.Min).alts[0].term, a.term)))
		}
		if a.shape == shNumber && v.Max != nil {
			say("at most "+v.Max.String(), t.b.Implies(a.guard, t.b.Le(a.term, t.constant(*v.Max).alts[0].term)))
		}
	}
	return out
}

// inEnum: the value is one of the enum, of the same kind.
func (t *translator) inEnum(v sval, enum []value.Value) smt.Term {
	var choices []smt.Term
	for _, e := range enum {
		c := t.constant(e).alts[0]
		for i := range v.alts {
			a := &v.alts[i]
			if a.shape == c.shape || a.listLike() && c.listLike() || a.vague() {
				choices = append(choices, t.b.And(a.guard, t.equalAlts(a, &c)))
			}
		}
	}
	return t.b.Or(choices...)
}

// ofType makes a new value of a type under an unused name, and what must be assumed of its parts.
func (t *translator) ofType(name string, typ types.Type) (sval, []smt.Term) {
	b := t.b
	if typ.IsOpaque() {
		return one(alt{shape: shOpaque, term: b.Var(name, smt.SortOpaque)}), nil
	}
	alts, facts := t.kindAlts(name, typ)
	if len(alts) == 0 {
		return one(alt{shape: shNull}), []smt.Term{smt.False} // no value has the type
	}
	rest := smt.True
	for i := range alts {
		if i == len(alts)-1 {
			alts[i].guard = rest
			break
		}
		is := b.Var(name+".is"+strconv.Itoa(i), smt.SortBool)
		alts[i].guard = b.And(rest, is)
		rest = b.And(rest, b.Not(is))
	}
	return sval{smt.True, alts}, facts
}

// kindAlts makes one alternative for every kind of a type, and one for every type of list.
func (t *translator) kindAlts(name string, typ types.Type) (alts []alt, facts []smt.Term) {
	b, ks := t.b, typ.Kinds()
	if ks.Has(value.NullKind) {
		alts = append(alts, alt{shape: shNull})
	}
	if ks.Has(value.BoolKind) {
		alts = append(alts, alt{shape: shBool, term: b.Var(name, smt.SortBool)})
	}
	if ks.Meets(value.NumberKind) {
		sort := smt.SortReal
		if !ks.Has(value.FractionKind) {
			sort = smt.SortInt
		}
		alts = append(alts, alt{shape: shNumber, term: b.Var(name, sort)})
	}
	if ks.Has(value.TextKind) {
		alts = append(alts, alt{shape: shText, term: b.Var(name, smt.SortStr)})
	}
	if ks.Has(value.ListKind) {
		for i, e := range typ.Elems() {
			a, f := t.listOf(name+".list"+strconv.Itoa(i), e)
			alts, facts = append(alts, a), append(facts, f...)
		}
	}
	if ks.Has(value.ObjectKind) {
		o := &object{id: name + ".object", open: true, len: b.Var(name+".size", smt.SortInt), value: types.Union(typ.Values()...)}
		t.objects = append(t.objects, o)
		alts = append(alts, alt{shape: shObject, obj: o})
		facts = append(facts, b.Le(b.Int(0), o.len))
	}
	return alts, facts
}

// listOf is a list with elements of the type: of the solver's own kind when they are scalars of one kind.
func (t *translator) listOf(name string, elem types.Type) (alt, []smt.Term) {
	kind, ok := scalarKind(elem)
	if ok {
		return alt{shape: shList, term: t.b.Var(name, smt.ListOf(kind))}, nil
	}
	l := &openList{id: name, len: t.b.Var(name+".len", smt.SortInt), elem: elem, items: map[int]sval{}}
	return alt{shape: shOpen, open: l}, []smt.Term{t.b.Le(t.b.Int(0), l.len)}
}

func scalarKind(e types.Type) (smt.Kind, bool) {
	if e.IsOpaque() {
		return 0, false
	}
	switch e.Kinds() {
	case value.TextKind:
		return smt.KindStr, true
	case value.IntKind:
		return smt.KindInt, true
	case value.NumberKind, value.FractionKind:
		return smt.KindReal, true
	case value.BoolKind:
		return smt.KindBool, true
	}
	return 0, false
}

// item is the element of an open list at a constant position, as an alternative of every kind its type allows. What
// must be assumed of it is assumed from then on.
func (t *translator) item(l *openList, i int) sval {
	if v, ok := l.items[i]; ok {
		return v
	}
	name := l.id + "." + strconv.Itoa(i)
	v, facts := t.ofType(name, t.narrowed(name, l.elem))
	l.items[i] = v
	t.assumed = append(t.assumed, unnamed(facts)...)
	return v
}

// member is the member of an open object under a key. The object is at least as large as the members it has.
func (t *translator) member(o *object, key string) field {
	for _, f := range o.fields {
		if f.key == key {
			return f
		}
	}
	if !o.open {
		return field{key, smt.False, nothing}
	}
	name := o.id + "." + strconv.Quote(key)
	v, facts := t.ofType(name, t.narrowed(name, o.value))
	f := field{key, t.b.Var(name+"?", smt.SortBool), v}
	o.fields = append(o.fields, f)
	t.assumed = append(t.assumed, unnamed(facts)...)
	return f
}

// sizes: an open object has at least the members that it is known to have. For a few members this is said by cases,
// which needs no sums.
func (t *translator) sizes(o *object) []smt.Term {
	b, n := t.b, len(o.fields)
	if n > 5 {
		sum := make([]smt.Term, n)
		for i, f := range o.fields {
			sum[i] = b.BoolNum(f.has)
		}
		return []smt.Term{b.Le(b.Add(sum...), o.len)}
	}
	var out []smt.Term
	for set := 1; set < 1<<n; set++ {
		var has []smt.Term
		for i, f := range o.fields {
			if set>>i&1 == 1 {
				has = append(has, f.has)
			}
		}
		out = append(out, b.Implies(b.And(has...), b.Le(b.Int(int64(len(has))), o.len)))
	}
	return out
}
