package intake

import (
	"fmt"
	"slices"
	"strings"

	"planproof/core/intake/python"
	"planproof/core/value"
)

// survey counts the assignments of every variable and remembers in which blocks it is used.
func (r *pyReader) survey(stmts []python.Stmt, path string) {
	for _, s := range stmts {
		switch s := s.(type) {
		case *python.Assign:
			for _, t := range s.Targets {
				r.surveyTarget(t, path)
			}
			if s.Op != "" {
				r.surveyTarget(s.Targets[0], path)
			}
			r.surveyUses(s.Value, path)
		case *python.ExprStmt:
			r.surveyUses(s.X, path)
		case *python.If:
			r.surveyUses(s.Test, path)
			r.survey(s.Then, blockPath(path, s.Then, "t"))
			r.survey(s.Else, blockPath(path, s.Else, "e"))
		case *python.For:
			r.surveyUses(s.Iter, path)
			r.survey(s.Body, blockPath(path, s.Body, "b"))
		case *python.Def, *python.OtherStmt:
		}
	}
}

// blockPath names a block: where its first statement is tells it from others.
func blockPath(path string, stmts []python.Stmt, name string) string {
	if len(stmts) == 0 {
		return path + "/" + name
	}
	return fmt.Sprintf("%s/%s%d", path, name, startOf(stmts[0]))
}

func startOf(s python.Stmt) int32 {
	switch s := s.(type) {
	case *python.Assign:
		return s.Range.Start
	case *python.ExprStmt:
		return s.Range.Start
	case *python.If:
		return s.Range.Start
	case *python.For:
		return s.Range.Start
	case *python.Def:
		return s.Range.Start
	case *python.OtherStmt:
		return s.Range.Start
	}
	return 0
}

func (r *pyReader) surveyTarget(e python.Expr, path string) {
	switch e := e.(type) {
	case *python.Name:
		r.counts[e.ID]++
	case *python.Tuple:
		for _, x := range e.Items {
			r.surveyTarget(x, path)
		}
	default:
		r.surveyUses(e, path)
	}
}

// surveyUses finds the names in an expression.
func (r *pyReader) surveyUses(e python.Expr, path string) {
	walkExpr(e, func(e python.Expr) {
		if n, ok := e.(*python.Name); ok {
			if list := r.uses[n.ID]; len(list) == 0 || list[len(list)-1] != path {
				r.uses[n.ID] = append(list, path)
			}
		}
	})
}

// walkExpr visits an expression and what is in it.
func walkExpr(e python.Expr, visit func(python.Expr)) {
	if e == nil {
		return
	}
	visit(e)
	for _, x := range children(e) {
		walkExpr(x, visit)
	}
}

// children are the expressions directly in an expression.
func children(e python.Expr) []python.Expr {
	switch e := e.(type) {
	case *python.FString:
		return e.Parts
	case *python.List:
		return e.Items
	case *python.Tuple:
		return e.Items
	case *python.Dict:
		return slices.Concat(e.Keys, e.Items)
	case *python.Call:
		out := append([]python.Expr{e.Fn}, e.Args...)
		for _, k := range e.Keywords {
			out = append(out, k.Value)
		}
		return out
	case *python.Attr:
		return []python.Expr{e.X}
	case *python.Index:
		return []python.Expr{e.X, e.I}
	case *python.Op:
		return e.Args
	case *python.Other:
		return e.Parts
	case *python.Name, *python.Const:
	}
	return nil
}

// assign reads an assignment.
func (r *pyReader) assign(s *python.Assign) {
	if s.Value == nil {
		return
	}
	if s.Op != "" {
		r.augment(s)
		return
	}
	first, single := s.Targets[0].(*python.Name)
	if call, ok := s.Value.(*python.Call); ok && single && len(s.Targets) == 1 && r.toolCall(call, first.ID) {
		return
	}
	v := r.value(s.Value)
	for _, t := range s.Targets {
		r.set(t, v, s)
	}
}

// augment reads x += y as x = x + y.
func (r *pyReader) augment(s *python.Assign) {
	name, ok := s.Targets[0].(*python.Name)
	if !ok {
		r.refuse("assignment to a part of a value", s.Range, "assign to a name")
		return
	}
	values := []Value{r.value(name), r.value(s.Value)}
	text := name.ID + " " + s.Op + " " + oneLine(r.src.Slice(s.Value.At()))
	r.bind(name.ID, &Call{Tool: ComputeTool, Label: "Compute " + name.ID, At: s.Range, Args: []Arg{
		{"expression", Lit{value.Text(text)}, s.Range}, {"about", List{values}, s.Range}}})
}

// bind adds a call whose result is a variable's new value.
func (r *pyReader) bind(id string, c *Call) {
	c.Bind = r.nameOf(id)
	r.out = append(r.out, c)
	r.env[id] = Ref{Name: c.Bind, At: c.At}
}

// nameOf is the name of a variable in the workflow.
func (r *pyReader) nameOf(id string) string {
	if r.bound[id] == "" {
		r.bound[id] = r.names.Fresh(id)
	}
	return r.bound[id]
}

// set gives a target a value: a name, or several names the parts of it.
func (r *pyReader) set(t python.Expr, v Value, s *python.Assign) {
	switch t := t.(type) {
	case *python.Name:
		r.setName(t.ID, v, s)
	case *python.Tuple:
		r.spread(t, v, s)
	default:
		r.refuse("assignment to a part of a value", t.At(), "assign to a name")
	}
}

// spread assigns the parts of a value.
func (r *pyReader) spread(t *python.Tuple, v Value, s *python.Assign) {
	if list, ok := v.(List); ok && len(list.Items) == len(t.Items) {
		for i, x := range t.Items {
			r.set(x, list.Items[i], s)
		}
		return
	}
	ref := r.asRef(v, s)
	for i, x := range t.Items {
		part := ref
		part.Path = append(slices.Clone(ref.Path), value.Int(int64(i)))
		r.set(x, part, s)
	}
}

// asRef gives a value a name, unless it is a reference.
func (r *pyReader) asRef(v Value, s *python.Assign) Ref {
	if ref, ok := v.(Ref); ok {
		return ref
	}
	return r.pick(v, s.Value)
}

// setName lets a variable stand for a value where that is right, else binds its name.
func (r *pyReader) setName(id string, v Value, s *python.Assign) {
	if joined, ok := v.(Joined); ok {
		r.bind(id, &Call{Tool: JoinTool, Label: helperLabels[JoinTool], At: s.Range, Args: []Arg{{"parts", List{joined.Parts}, s.Range}}})
		return
	}
	if ref, ok := v.(Ref); ok && strings.HasPrefix(ref.Name, computedName) && len(ref.Path) == 0 && r.lastBinds(ref.Name) {
		// The call that was just made is the value: it binds the variable itself.
		last := r.out[len(r.out)-1].(*Call)
		r.out = r.out[:len(r.out)-1]
		r.bind(id, last)
		return
	}
	if r.counts[id] == 1 && r.stays(id) && r.stable(v) {
		r.env[id] = v
		return
	}
	r.bind(id, &Call{Tool: PickTool, Label: "Set " + id, At: s.Range, Args: []Arg{{"value", v, s.Range}}})
}

// lastBinds reports whether the last step binds a name.
func (r *pyReader) lastBinds(name string) bool {
	if len(r.out) == 0 {
		return false
	}
	c, ok := r.out[len(r.out)-1].(*Call)
	return ok && c.Bind == name
}

// stays reports whether a variable is used only in the block in which it is assigned.
func (r *pyReader) stays(id string) bool {
	for _, path := range r.uses[id] {
		if path != r.path && !strings.HasPrefix(path, r.path+"/") {
			return false
		}
	}
	return true
}

// stable reports whether a value is the same wherever it is used later: no name in it is bound twice.
func (r *pyReader) stable(v Value) bool {
	switch v := v.(type) {
	case Ref:
		for _, id := range sortedKeys(r.bound) {
			if r.bound[id] == v.Name && r.counts[id] > 1 {
				return false
			}
		}
		return true
	case List:
		return !slices.ContainsFunc(v.Items, func(item Value) bool { return !r.stable(item) })
	case Object:
		return !slices.ContainsFunc(v.Fields, func(f Field) bool { return !r.stable(f.Value) })
	case Lit:
		return true
	case Joined:
	}
	return false
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// oneLine writes a text without line ends, and not too long.
func oneLine(s string) string { return shorten(strings.Join(strings.Fields(s), " "), 500) }
