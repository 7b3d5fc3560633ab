package run

import (
	"planproof/core/doc"
	"planproof/core/ir"
	"planproof/core/prove"
	"planproof/core/types"
	"planproof/core/value"
)

// shape is what the documents declare of the values of a name.
type shape struct {
	typ      types.Type
	enum     []value.Value // nil: any
	min, max *value.Number
	parts    []partShape
}

// partShape is a part that the plan takes of a value, with what is declared of
// it, and the items of the loops over it.
type partShape struct {
	path value.Path
	shape
	items []ir.Slot
}

// shapesOf reads the shape of every name off the tools that give and take it.
func shapesOf(p *ir.Program) []shape {
	out := make([]shape, len(p.Names))
	for i := range out {
		out[i].typ = types.Any
	}
	shapeSteps(p.Body, out)
	return out
}

func shapeSteps(steps []ir.Step, out []shape) {
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.Call:
			for i := range s.Args {
				shapeArg(&s.Args[i], out)
			}
			if s.Bind != ir.None {
				out[s.Bind].typ = types.Intersect(out[s.Bind].typ, s.Tool.Return)
			}
		case *ir.Branch:
			shapeSteps(s.Then, out)
			shapeSteps(s.Else, out)
		case *ir.Loop:
			shapeSteps(s.Body, out)
			list := types.Parse("list")
			if path := s.Node.Path; len(path) > 0 {
				out[s.Collection].parts = append(out[s.Collection].parts, partShape{path, shape{typ: list}, []ir.Slot{s.Item}})
				continue
			}
			out[s.Collection].typ = types.Intersect(out[s.Collection].typ, list)
			for _, e := range out[s.Collection].typ.Elems() {
				out[s.Item].typ = types.Intersect(out[s.Item].typ, e)
				break
			}
		}
	}
}

// shapeArg narrows a name that is a whole argument to what its parameter
// declares, and notes the parts that are taken of names. Of two declarations
// that contradict each other the first counts.
func shapeArg(a *ir.Arg, out []shape) {
	_, whole := a.Value.(*doc.Ref)
	for _, r := range a.Refs {
		s := &out[r.Slot]
		if len(r.Doc.Path) > 0 {
			part := partShape{path: r.Doc.Path, shape: shape{typ: types.Any}}
			s.parts = append(s.parts, part)
			s = &s.parts[len(s.parts)-1].shape
		}
		if whole && a.Param != nil {
			s.narrow(a)
		}
	}
}

// narrow takes over what the parameter of an argument declares.
func (s *shape) narrow(a *ir.Arg) {
	if t := types.Intersect(s.typ, a.Param.Type); !t.Empty() {
		s.typ = t
	}
	if s.enum == nil {
		s.enum = a.Param.Doc.Enum
	}
	if s.min == nil {
		s.min = a.Param.Doc.Min
	}
	if s.max == nil {
		s.max = a.Param.Doc.Max
	}
}

func (s *shape) admits(v value.Value) bool {
	if !s.typ.Accepts(v) {
		return false
	}
	n, ok := v.(value.Number)
	if ok && (s.min != nil && n.Cmp(*s.min) < 0 || s.max != nil && n.Cmp(*s.max) > 0) {
		return false
	}
	for _, e := range s.enum {
		if value.Equal(e, v) {
			return true
		}
	}
	return len(s.enum) == 0
}

// any is some value of the shape, for one that the pool has nothing for.
func (s *shape) any() value.Value {
	switch {
	case len(s.enum) > 0:
		return s.enum[0]
	case s.typ.Kinds().Has(value.IntKind) && s.min != nil:
		return *s.min
	case s.typ.Kinds().Has(value.IntKind) && s.max != nil:
		return *s.max
	}
	for _, v := range []value.Value{value.Text("a"), value.Int(1), value.Bool(true), value.List{}, value.Object{}} {
		if s.admits(v) {
			return v
		}
	}
	return value.Null{}
}

// variable is the prover's view of a name of this shape.
func (s *shape) variable(id int, name string) *prove.Var {
	return &prove.Var{ID: id, Name: name, Type: s.typ, Enum: s.enum, Min: s.min, Max: s.max}
}
