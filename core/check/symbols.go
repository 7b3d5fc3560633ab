package check

import (
	"slices"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/prove"
	"planproof/core/types"
	"planproof/core/value"
)

// AssumeArguments is the state in which the checks of a call are made: every
// reference in its arguments has the declared type, enum and range of the
// place it stands in, because the executor checks that before the call. A
// value that an earlier call declared otherwise can not pass both checks,
// which is worth a warning.
func (c *Context) AssumeArguments(s *Site) {
	for i := range s.Call.Args {
		if a := &s.Call.Args[i]; a.Const == nil && a.Param != nil {
			if !c.assume(s, a.Value, a.Param.Type, a.Param.Doc) {
				c.contradicts(s, i)
			}
		}
	}
}

// assume narrows what is known of the references inside v. Enum and range are
// those of the whole argument, so they count for a reference that is the whole
// argument only (p is nil inside a list or object).
func (c *Context) assume(s *Site, v doc.Value, t types.Type, p *doc.Param) bool {
	fits := true
	switch v := v.(type) {
	case *doc.Ref:
		b := s.State.Lookup(c.slotOf(v.Name))
		switch {
		case b == nil:
		case !c.couldBe(s.State, b.Version, v.Path, t):
			fits = false
		case p == nil:
			s.State, fits = s.State.AssumeShape(c.Domain.PartVersion(b.Version, v.Path), t, nil, nil, nil)
		default:
			s.State, fits = s.State.AssumeShape(c.Domain.PartVersion(b.Version, v.Path), t, p.Enum, p.Min, p.Max)
		}
	case *doc.List:
		for _, item := range v.Items {
			fits = c.assume(s, item, parts(t, t.Elems()), nil) && fits
		}
	case *doc.Object:
		for _, m := range v.Members {
			fits = c.assume(s, m.Value, parts(t, t.Values()), nil) && fits
		}
	case *doc.Literal:
	}
	return fits
}

// couldBe reports whether a part of a value can have a type, by what is known
// of the whole. If not, nothing is assumed of it. Where the whole can not have
// the part at all, that is what is to be said, and Parts says it.
func (c *Context) couldBe(s flow.State, v *flow.Version, path value.Path, t types.Type) bool {
	if len(path) == 0 {
		return true
	}
	part := s.Known(v).Type
	for _, step := range path {
		if part = types.Union(flow.PartTypes(part, step)...); part.Empty() {
			return true
		}
	}
	return !types.Intersect(part, t).Empty()
}

// parts is the type of the parts of a list or object of type t. An unknown
// type name admits every value, so nothing is known of its parts.
func parts(t types.Type, of []types.Type) types.Type {
	if t.IsOpaque() {
		return types.Any
	}
	return types.Union(of...)
}

func (c *Context) contradicts(s *Site, i int) {
	a := &s.Call.Args[i]
	f := c.atArg(s, i, finding.IDArgumentConflict, finding.Arguments, "argument_conflict")
	f.Message = "`" + s.Call.Tool.Name + "." + a.Name + "` is declared as " + a.Param.Type.String() + ", but an earlier call passes the same value on with a declaration that no such value meets"
	f.Hint = "make the two tool specs agree; the executor stops a run at one of the calls"
	c.Out.Warning(f)
}

// sym is the prover's view of one argument.
func (c *Context) sym(s *Site, a *ir.Arg) prove.Sym {
	if a.Const != nil {
		return prove.Known{Value: a.Const}
	}
	return c.symOf(s.State, a.Value)
}

func (c *Context) symOf(s flow.State, v doc.Value) prove.Sym {
	switch v := v.(type) {
	case *doc.Ref:
		return c.refOf(s, v)
	case *doc.List:
		items := make([]prove.Sym, len(v.Items))
		for i, item := range v.Items {
			items[i] = c.symOf(s, item)
		}
		return &prove.SymList{Items: items}
	case *doc.Object:
		out := &prove.SymObject{}
		for _, m := range v.Members {
			out.Members = append(out.Members, prove.SymMember{Key: m.Key.Value, Sym: c.symOf(s, m.Value)})
		}
		return out
	case *doc.Literal:
		return prove.Known{Value: v.Value}
	}
	return prove.Known{Value: value.Null{}}
}

// refOf is the symbol of a reference: its name's version, or the part of it. A
// name that is not in scope is reported elsewhere; here it is a value of which
// nothing is known.
func (c *Context) refOf(s flow.State, r *doc.Ref) prove.Sym {
	slot := c.slotOf(r.Name)
	b := s.Lookup(slot)
	if b == nil {
		return &prove.Var{ID: -1 - int(slot), Name: c.Program.Names[slot], Type: types.Any}
	}
	return c.symbol(s, c.Domain.PartVersion(b.Version, r.Path))
}

// symbol is the prover's view of a version, with what is known of it.
func (c *Context) symbol(s flow.State, v *flow.Version) prove.Sym {
	if v.Of == nil {
		return c.versionVar(s, v)
	}
	k := s.Known(v)
	return &prove.Part{ID: v.ID, Of: c.versionVar(s, v.Of), Path: v.Path, Type: k.Type, Enum: k.Enum, Min: k.Min, Max: k.Max}
}

func (c *Context) versionVar(s flow.State, v *flow.Version) *prove.Var {
	k := s.Known(v)
	return &prove.Var{ID: v.ID, Name: v.Name, Type: k.Type, Enum: k.Enum, Min: k.Min, Max: k.Max}
}

// environment is a text that is equal for two sites of one call exactly when
// every condition has the same answer at both: the versions that its
// arguments stand for, what is known of them, and the facts.
func (c *Context) environment(s *Site) string {
	if s.env != "" {
		return s.env
	}
	var b strings.Builder
	b.WriteByte('.')
	versions := c.versionsAt(s)
	facts := s.State.FactsAbout(versions)
	for _, v := range withAbout(versions, facts) {
		k := s.State.Known(v)
		b.WriteString(strconv.Itoa(v.ID) + k.Type.String())
		if k.Enum != nil {
			b.Write(value.AppendJSON(nil, value.List(k.Enum)))
		}
		for _, n := range []*value.Number{k.Min, k.Max} {
			if b.WriteByte(','); n != nil {
				b.WriteString(n.String())
			}
		}
		b.WriteByte(';')
	}
	for _, f := range facts {
		b.WriteString("#" + strconv.Itoa(f.ID))
	}
	s.env = b.String()
	return s.env
}

// withAbout adds the versions that facts are about.
func withAbout(vs []*flow.Version, facts []*flow.Fact) []*flow.Version {
	out := slices.Clone(vs)
	if len(facts) == 0 {
		return out
	}
	seen := make(map[*flow.Version]bool, len(vs))
	for _, v := range vs {
		seen[v] = true
	}
	for _, f := range facts {
		for _, v := range f.About {
			if !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	return out
}

// versionsAt are those of the references in the arguments, each once.
func (c *Context) versionsAt(s *Site) []*flow.Version {
	var out []*flow.Version
	seen := map[int]bool{}
	for i := range s.Call.Args {
		for _, v := range c.versionsOf(s, &s.Call.Args[i]) {
			if !seen[v.ID] {
				seen[v.ID] = true
				out = append(out, v)
			}
		}
	}
	return out
}
