package check

import (
	"planproof/core/doc"
	"planproof/core/ir"
	"planproof/core/prove"
	"planproof/core/types"
	"planproof/core/value"
)

// symbols gives the arguments of a call to the prover. The same reference is
// one variable, whatever parameters it goes to; a variable has the declared
// type of every place it stands in, because the executor checks that before
// the call.
type symbols struct {
	call  *ir.Call
	vars  map[ir.Slot]*prove.Var
	slots map[*doc.Ref]ir.Slot
}

func newSymbols(call *ir.Call) *symbols {
	s := &symbols{call: call, vars: map[ir.Slot]*prove.Var{}, slots: map[*doc.Ref]ir.Slot{}}
	for i := range call.Args {
		a := &call.Args[i]
		for _, r := range a.Refs {
			s.slots[r.Doc] = r.Slot
		}
		t := types.Any
		if a.Param != nil {
			t = a.Param.Type
		}
		s.assume(a.Value, t, a.Param)
	}
	return s
}

// assume notes what the executor's argument check establishes for every
// reference inside v. Enum and range are those of the whole argument, so they
// count for a reference that is the whole argument only.
func (s *symbols) assume(v doc.Value, t types.Type, param *ir.Param) {
	switch v := v.(type) {
	case *doc.Ref:
		slot := s.slots[v]
		x := s.vars[slot]
		if x == nil {
			x = &prove.Var{ID: int(slot), Name: v.Name, Type: types.Any}
			s.vars[slot] = x
		}
		x.Type = types.Intersect(x.Type, t)
		if param != nil {
			bound(x, param.Doc)
		}
	case *doc.List:
		for _, item := range v.Items {
			s.assume(item, types.Union(t.Elems()...), nil)
		}
	case *doc.Object:
		for _, m := range v.Members {
			s.assume(m.Value, types.Union(t.Values()...), nil)
		}
	case *doc.Literal:
	}
}

// bound adds a parameter's enum and range to what is known of x.
func bound(x *prove.Var, p *doc.Param) {
	if len(p.Enum) > 0 {
		if len(x.Enum) == 0 {
			x.Enum = p.Enum
		} else {
			x.Enum = common(x.Enum, p.Enum)
		}
	}
	if p.Min != nil && (x.Min == nil || x.Min.Cmp(*p.Min) < 0) {
		x.Min = p.Min
	}
	if p.Max != nil && (x.Max == nil || x.Max.Cmp(*p.Max) > 0) {
		x.Max = p.Max
	}
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

// sym is the prover's view of one argument.
func (s *symbols) sym(a *ir.Arg) prove.Sym {
	if a.Const != nil {
		return prove.Known{Value: a.Const}
	}
	return s.of(a.Value)
}

func (s *symbols) of(v doc.Value) prove.Sym {
	switch v := v.(type) {
	case *doc.Ref:
		return s.vars[s.slots[v]]
	case *doc.List:
		items := make([]prove.Sym, len(v.Items))
		for i, item := range v.Items {
			items[i] = s.of(item)
		}
		return &prove.SymList{Items: items}
	case *doc.Object:
		out := &prove.SymObject{}
		for _, m := range v.Members {
			out.Members = append(out.Members, prove.SymMember{Key: m.Key.Value, Sym: s.of(m.Value)})
		}
		return out
	case *doc.Literal:
		return prove.Known{Value: v.Value}
	}
	return prove.Known{Value: value.Null{}}
}
