package check

import (
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/types"
	"planproof/core/value"
)

// Arguments compares the arguments with the spec: unknown and missing
// parameters, and the literal parts against the declared type, enum and
// range. References are left to the executor, which makes the same check on
// the concrete value before the call.
func (c *Context) Arguments(s *Site) {
	if s.Call.Tool.Spec == nil {
		return
	}
	for i := range s.Call.Args {
		c.argumentFits(s, i)
	}
	c.missingArguments(s)
}

func (c *Context) argumentFits(s *Site, i int) {
	a := &s.Call.Args[i]
	switch {
	case a.Param == nil:
		c.unknownArgument(s, i)
	case !literalFits(a.Param.Type, a):
		f := c.atArg(s, i, finding.IDArgumentType, finding.Arguments, "argument_type")
		f.Message = "`" + a.Name + "` of `" + s.Call.Tool.Name + "` is declared as " + a.Param.Type.String() + ", but " + describe(a) + " is given"
		f.Hint = "give a value of the declared type, or correct the tool's spec"
		c.Out.Violation(f)
	case a.Const != nil:
		if why := outOfRange(a.Param.Doc, a.Const); why != "" {
			f := c.atArg(s, i, finding.IDArgumentValue, finding.Arguments, "argument_value")
			f.Message = "`" + a.Name + "` of `" + s.Call.Tool.Name + "` is " + string(value.AppendJSON(nil, a.Const)) + ", " + why
			f.Hint = "give a value that the spec allows"
			c.Out.Violation(f)
		}
	}
}

func (c *Context) unknownArgument(s *Site, i int) {
	a := &s.Call.Args[i]
	f := c.atArg(s, i, finding.IDUnknownArgument, finding.Arguments, "unknown_argument")
	f.Message = "`" + s.Call.Tool.Name + "` has no parameter `" + a.Name + "`"
	f.Hint = "remove the argument"
	if near := c.nearest(a.Name, len(s.Call.Tool.Params), func() []string { return paramNames(s.Call.Tool) }); near != "" {
		f.Hint = "did you mean `" + near + "`?"
	}
	c.Out.Violation(f)
}

func paramNames(t *ir.Tool) []string {
	var out []string
	for i := range t.Spec.Params {
		out = append(out, t.Spec.Params[i].Name.Value)
	}
	return out
}

func (c *Context) missingArguments(s *Site) {
	given := map[string]bool{}
	for i := range s.Call.Args {
		given[s.Call.Args[i].Name] = true
	}
	for i := range s.Call.Tool.Spec.Params {
		p := &s.Call.Tool.Spec.Params[i]
		if given[p.Name.Value] || !p.IsRequired() || c.Out.full() {
			continue
		}
		f := c.at(s, finding.IDMissingArgument, finding.Arguments, "missing_argument")
		f.Path += "/arguments/" + ir.EscapePointer(p.Name.Value)
		f.Message = "`" + s.Call.Tool.Name + "` needs the argument `" + p.Name.Value + "`"
		f.Hint = "give it, or declare the parameter with required: false or a default"
		c.Out.Violation(f)
	}
}

// literalFits checks what is literal in an argument; a reference fits any
// type here.
func literalFits(t types.Type, a *ir.Arg) bool {
	if a.Const != nil {
		return t.Accepts(a.Const)
	}
	return partFits(t, a.Value)
}

func partFits(t types.Type, v doc.Value) bool {
	if concrete, ok := doc.Concrete(v); ok {
		return t.Accepts(concrete)
	}
	switch v := v.(type) {
	case *doc.List:
		return t.IsOpaque() || t.Kinds().Has(value.ListKind) && someType(t.Elems(), len(v.Items), func(e types.Type, i int) bool { return partFits(e, v.Items[i]) })
	case *doc.Object:
		return t.IsOpaque() || t.Kinds().Has(value.ObjectKind) && someType(t.Values(), len(v.Members), func(e types.Type, i int) bool { return partFits(e, v.Members[i].Value) })
	case *doc.Ref, *doc.Literal:
		return true
	}
	return true
}

// someType reports whether one of the types fits all n parts.
func someType(ts []types.Type, n int, fits func(types.Type, int) bool) bool {
	for _, t := range ts {
		all := true
		for i := 0; i < n && all; i++ {
			all = fits(t, i)
		}
		if all {
			return true
		}
	}
	return false
}

func describe(a *ir.Arg) string {
	if a.Const != nil {
		return value.KindName(a.Const) + " (" + shorten(string(value.AppendJSON(nil, a.Const))) + ")"
	}
	switch a.Value.(type) {
	case *doc.List:
		return "a list"
	default:
		return "an object"
	}
}

// shorten cuts long literals in messages at a code point.
func shorten(s string) string {
	const limit = 60
	n := 0
	for i := range s {
		if n++; n > limit {
			return s[:i] + "…"
		}
	}
	return s
}

// outOfRange says why a concrete value is outside the declared enum or range,
// "" when it is not.
func outOfRange(p *doc.Param, v value.Value) string {
	if len(p.Enum) > 0 && !inEnum(p.Enum, v) {
		return "which is not one of " + string(value.AppendJSON(nil, value.List(p.Enum)))
	}
	n, ok := v.(value.Number)
	switch {
	case ok && p.Min != nil && n.Cmp(*p.Min) < 0:
		return "which is below the minimum " + p.Min.String()
	case ok && p.Max != nil && n.Cmp(*p.Max) > 0:
		return "which is above the maximum " + p.Max.String()
	}
	return ""
}

func inEnum(enum []value.Value, v value.Value) bool {
	for _, e := range enum {
		if value.Equal(e, v) && value.KindOf(e) == value.KindOf(v) {
			return true
		}
	}
	return false
}
