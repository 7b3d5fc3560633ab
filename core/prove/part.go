package prove

import (
	"strconv"

	"planproof/core/types"
	"planproof/core/value"
	"planproof/smt"
)

// Part is the value at a path inside a variable, what Of["field"][0] evaluates to. That it exists is assumed, and so are
// its declared type, enum and range: the executor takes it out and checks it before the condition is evaluated. Two
// parts of one variable at one path are one value, and conditions over the variable that go there speak of it.
type Part struct {
	ID       int // for the caller; the prover tells parts by Of and Path
	Of       *Var
	Path     value.Path
	Type     types.Type
	Enum     []value.Value // nil: any
	Min, Max *value.Number
}

func (*Part) isSym() {}

// key is equal exactly for the same part.
func (p *Part) key() string { return "$" + strconv.Itoa(p.Of.ID) + p.Path.String() }

// declared is what is declared of the part, as of a variable.
func (p *Part) declared() *Var {
	return &Var{Name: p.Of.Name, Type: p.Type, Enum: p.Enum, Min: p.Min, Max: p.Max}
}

// addPart takes what is said of one part in several places together.
func (u *unknowns) addPart(p *Part) {
	u.addVar(p.Of)
	key := p.key()
	i, seen := u.partAt[key]
	if !seen {
		u.partAt[key] = len(u.parts)
		u.parts = append(u.parts, p)
		return
	}
	if old := u.parts[i]; old != p {
		m := merged(old.declared(), p.declared())
		u.parts[i] = &Part{old.ID, old.Of, old.Path, m.Type, m.Enum, m.Min, m.Max}
	}
}

// part is the concrete value of a part, if there is one.
func (a *assignment) part(p *Part) (value.Value, bool) {
	v, _, ok := p.Path.In(a.values[a.u.index[p.Of.ID]])
	return v, ok
}

// hasParts reports whether every part exists and passes the executor's checks.
func (a *assignment) hasParts() bool {
	for _, p := range a.u.parts {
		if v, ok := a.part(p); !ok || !p.declared().admits(v) {
			return false
		}
	}
	return true
}

// partNames says what is known of the members and elements that are parts, by the names that the translation gives
// them in a variable of any type.
func (t *translator) partNames(parts []*Part) map[string]types.Type {
	out := map[string]types.Type{}
	for _, p := range parts {
		name := t.nameOf(p.Of)
		for _, s := range p.Path {
			if s.IsIndex {
				name += ".list0." + strconv.Itoa(s.Index)
			} else {
				name += ".object." + strconv.Quote(s.Field)
			}
		}
		out[name] = p.Type
	}
	return out
}

// narrowed is the type of a member or element: also what is declared of it as a part.
func (t *translator) narrowed(name string, declared types.Type) types.Type {
	part, ok := t.partTypes[name]
	if !ok {
		return declared
	}
	if both := types.Intersect(declared, part); !both.Empty() {
		return both
	}
	return declared // no such part exists; the kinds of the part say so
}

// newPart translates a part and assumes that it exists and is as declared.
func (t *translator) newPart(p *Part) sval {
	v := t.vars[t.u.index[p.Of.ID]].val
	for _, s := range p.Path {
		if s.IsIndex {
			v = t.limited(t.index(v, t.constant(value.Int(int64(s.Index)))))
		} else {
			v = t.limited(t.field(v, s.Field))
		}
	}
	v = t.madeUp(p, v)
	t.assumed = append(t.assumed, unnamed([]smt.Term{v.def, t.ofKinds(v, p.Type)})...)
	v.def = smt.True
	t.assumed = append(t.assumed, t.inDeclaration(p.declared(), p.Path.String(), v)...)
	return v
}

// madeUp replaces what is beyond the theories, a part of a value of which nothing is known, by a value of the declared
// type. A model can then not be read back.
func (t *translator) madeUp(p *Part, v sval) sval {
	out := sval{def: v.def}
	for i := range v.alts {
		a := v.alts[i]
		if a.shape != shOther {
			out.alts = append(out.alts, a)
			continue
		}
		t.loose = true
		fresh, facts := t.ofType("p"+p.key()+"."+strconv.Itoa(i), p.Type)
		t.assumed = append(t.assumed, unnamed(facts)...)
		out.alts = append(out.alts, t.under(a.guard, fresh)...)
	}
	return t.limited(out)
}

// ofKinds: the value has one of the kinds of a type.
func (t *translator) ofKinds(v sval, typ types.Type) smt.Term {
	var fits []smt.Term
	for i := range v.alts {
		a := &v.alts[i]
		if ks := a.kinds(); a.vague() || typ.IsOpaque() || typ.Kinds().Meets(ks) {
			fits = append(fits, a.guard)
		}
	}
	return t.b.Or(fits...)
}

// kinds are those of the values of an alternative.
func (a *alt) kinds() value.KindSet {
	switch a.shape {
	case shNull:
		return value.NullKind
	case shBool:
		return value.BoolKind
	case shNumber:
		return value.NumberKind
	case shText:
		return value.TextKind
	case shList, shSeq, shOpen:
		return value.ListKind
	case shObject:
		return value.ObjectKind
	case shOpaque, shOther:
	}
	return value.JSONKind
}

// withParts makes values of a variable that have the parts, with likely values at their places.
func (h *hints) withParts(v *Var, parts []*Part) []value.Value {
	var mine []*Part
	var choices [][]value.Value
	for _, p := range parts {
		if p.Of.ID == v.ID {
			mine, choices = append(mine, p), append(choices, h.candidates(p.declared()))
		}
	}
	if mine == nil {
		return nil
	}
	var out []value.Value
	for i := range maxCandidates {
		made, ok := value.Value(value.Null{}), true
		for j, p := range mine {
			if ok = ok && len(choices[j]) > 0; ok {
				made, ok = p.Path.Put(made, choices[j][(i+j)%len(choices[j])])
			}
		}
		if ok {
			out = append(out, made)
		}
	}
	return out
}
