package prove

import (
	"slices"

	"planproof/core/cond"
	"planproof/core/types"
	"planproof/core/value"
)

// unknowns are the variables of a question: those of the condition first, in the order of their first use, then those
// of the facts alone.
type unknowns struct {
	vars  []*Var
	index map[int]int // by ID
	shown int         // so many belong to the condition
	size  int         // how many parts the values of the names are made of

	parts  []*Part // each once
	partAt map[string]int
	opaque bool // a value of a type that is not known takes part in the condition
}

// unknownsOf collects the variables. What is said of one ID in several places is taken together.
func unknownsOf(q *Question) *unknowns {
	u := &unknowns{index: map[int]int{}, partAt: map[string]int{}}
	for _, use := range q.Cond.Names() {
		if s, ok := lookup(q.Names, use.Name); ok {
			u.add(s)
			u.opaque = u.opaque || opaqueIn(s)
		}
	}
	u.shown = len(u.vars)
	for i := range q.Facts {
		for _, use := range q.Facts[i].Cond.Names() {
			if s, ok := lookup(q.Facts[i].Names, use.Name); ok {
				u.add(s)
			}
		}
	}
	return u
}

func lookup(names []Named, name string) (Sym, bool) {
	for i := range names {
		if names[i].Name == name {
			return names[i].Sym, true
		}
	}
	return nil, false
}

func (u *unknowns) add(s Sym) {
	u.size++
	switch s := s.(type) {
	case Known:
	case *Var:
		u.addVar(s)
	case *Part:
		u.addPart(s)
	case *SymList:
		for _, item := range s.Items {
			u.add(item)
		}
	case *SymObject:
		for _, m := range s.Members {
			u.add(m.Sym)
		}
	}
}

func (u *unknowns) addVar(v *Var) {
	i, seen := u.index[v.ID]
	if !seen {
		u.index[v.ID] = len(u.vars)
		u.vars = append(u.vars, v)
		return
	}
	if old := u.vars[i]; old != v {
		u.vars[i] = merged(old, v)
	}
}

// merged knows what either of two descriptions of one value knows.
func merged(a, b *Var) *Var {
	m := *a
	m.Type = types.Intersect(a.Type, b.Type)
	if m.Enum == nil {
		m.Enum = b.Enum
	} else if b.Enum != nil {
		m.Enum = common(a.Enum, b.Enum)
	}
	if b.Min != nil && (m.Min == nil || m.Min.Cmp(*b.Min) < 0) {
		m.Min = b.Min
	}
	if b.Max != nil && (m.Max == nil || m.Max.Cmp(*b.Max) > 0) {
		m.Max = b.Max
	}
	return &m
}

func common(a, b []value.Value) []value.Value {
	out := []value.Value{}
	for _, v := range a {
		if inEnum(b, v) {
			out = append(out, v)
		}
	}
	return out
}

// inEnum compares as the executor does: equal and of one kind, so that True is not 1.
func inEnum(enum []value.Value, v value.Value) bool {
	for _, e := range enum {
		if value.KindOf(e) == value.KindOf(v) && value.Equal(e, v) {
			return true
		}
	}
	return false
}

// admits reports whether the executor lets v pass as a value of the variable: type, enum and range.
func (v *Var) admits(x value.Value) bool {
	if !v.Type.Accepts(x) || v.Enum != nil && !inEnum(v.Enum, x) {
		return false
	}
	n, ok := x.(value.Number)
	return !ok || (v.Min == nil || n.Cmp(*v.Min) >= 0) && (v.Max == nil || n.Cmp(*v.Max) <= 0)
}

// kinds are the kinds of the values that the variable may have.
func (v *Var) kinds() value.KindSet {
	ks := v.Type.Kinds()
	if v.Enum == nil {
		return ks
	}
	var enum value.KindSet
	for _, e := range v.Enum {
		enum |= value.KindOf(e)
	}
	return ks & enum
}

// opaqueIn reports whether a variable or part has a type that is not known.
func opaqueIn(s Sym) bool {
	switch s := s.(type) {
	case *Var:
		return s.Type.IsOpaque()
	case *Part:
		return s.Type.IsOpaque()
	case *SymList:
		return slices.ContainsFunc(s.Items, opaqueIn)
	case *SymObject:
		return slices.ContainsFunc(s.Members, func(m SymMember) bool { return opaqueIn(m.Sym) })
	case Known:
	}
	return false
}

// partials is what the three-valued evaluator is told of the names.
type partials struct {
	names  []Named
	values []cond.Partial
}

func partialsOf(names []Named) partials {
	p := partials{names, make([]cond.Partial, len(names))}
	for i := range names {
		p.values[i] = partial(names[i].Sym)
	}
	return p
}

// Partial describes the value of a name.
func (p partials) Partial(name string) (cond.Partial, bool) {
	for i := range p.names {
		if p.names[i].Name == name {
			return p.values[i], true
		}
	}
	return nil, false
}

func partial(s Sym) cond.Partial {
	switch s := s.(type) {
	case Known:
		return cond.Known{Value: s.Value}
	case *Var:
		return cond.Unknown{Kinds: s.kinds()}
	case *Part:
		return cond.Unknown{Kinds: s.declared().kinds()}
	case *SymList:
		items := make([]cond.Partial, len(s.Items))
		for i, item := range s.Items {
			items[i] = partial(item)
		}
		return cond.PartialList{Items: items}
	case *SymObject:
		members := make([]cond.PartialMember, len(s.Members))
		for i, m := range s.Members {
			members[i] = cond.PartialMember{Key: m.Key, Value: partial(m.Sym)}
		}
		return cond.PartialObject{Members: members}
	}
	return cond.Unknown{Kinds: value.AnyKind}
}
