package intake

import (
	"slices"
	"strconv"

	"planproof/core/intake/python"
	"planproof/core/value"
)

// computedName is what results of computations are called until a variable takes them.
const computedName = "computed"

// pureFunctions are functions of Python that only compute.
var pureFunctions = map[string]bool{"len": true, "str": true, "int": true, "float": true, "bool": true, "list": true, "dict": true, "set": true, "tuple": true,
	"sum": true, "min": true, "max": true, "abs": true, "round": true, "sorted": true, "reversed": true, "range": true, "enumerate": true, "zip": true,
	"isinstance": true, "type": true, "repr": true, "any": true, "all": true, "ord": true, "chr": true, "pow": true, "divmod": true, "format": true}

// pureMethods are methods of text, lists and dicts that only compute.
var pureMethods = map[string]bool{"lower": true, "upper": true, "strip": true, "lstrip": true, "rstrip": true, "split": true, "splitlines": true, "join": true,
	"replace": true, "startswith": true, "endswith": true, "format": true, "title": true, "capitalize": true, "find": true, "index": true, "count": true,
	"get": true, "keys": true, "values": true, "items": true, "copy": true, "isdigit": true, "zfill": true, "encode": true, "decode": true,
	"strftime": true, "isoformat": true, "date": true, "total_seconds": true}

// value reads an expression; the calls in it become steps before the one that uses it.
func (r *pyReader) value(e python.Expr) Value {
	switch e := e.(type) {
	case *python.Const:
		return Lit{e.Value}
	case *python.Name:
		return r.variable(e)
	case *python.Attr:
		return r.part(e, e.X, value.Text(e.Name))
	case *python.Index:
		if c, ok := e.I.(*python.Const); ok {
			return r.part(e, e.X, c.Value)
		}
		return r.compute(e)
	case *python.FString:
		return r.joined(e)
	case *python.List:
		return r.items(e.Items)
	case *python.Tuple:
		return r.items(e.Items)
	case *python.Dict:
		return r.object(e)
	case *python.Call:
		return r.callValue(e)
	case *python.Op:
		return r.operation(e)
	case *python.Other:
		return r.other(e)
	}
	return Lit{value.Null{}}
}

// pureConstructs only compute, when they call no tool.
var pureConstructs = map[string]bool{"list comprehension": true, "dict comprehension": true, "generator expression": true, "lambda": true,
	"conditional expression": true}

// other reads a construct without a node of its own: a computation, unless it calls a tool, which would then run another
// number of times than the program has it.
func (r *pyReader) other(e *python.Other) Value {
	tool := ""
	walkExpr(e, func(x python.Expr) {
		if c, ok := x.(*python.Call); ok && tool == "" {
			tool = r.toolName(c)
		}
	})
	if pureConstructs[e.Construct] && tool == "" && r.refused == nil {
		return r.compute(e)
	}
	const hint = "write it with assignments, calls, if and for"
	if tool != "" {
		return r.refuse(e.Construct, e.Range, hint, tool)
	}
	return r.refuse(e.Construct, e.Range, hint)
}

// variable is what a name stands for; a name that nothing assigns is an input of the plan.
func (r *pyReader) variable(e *python.Name) Value {
	if v := r.env[e.ID]; v != nil {
		if ref, ok := v.(Ref); ok {
			ref.At = e.Range
			return ref
		}
		return v
	}
	if r.schemas[e.ID] || r.modules[e.ID] || pureFunctions[e.ID] {
		return Lit{value.Text(e.ID)}
	}
	if r.counts[e.ID] > 0 { // assigned later, or in a branch that was not taken: the verifier says where
		return Ref{Name: r.nameOf(e.ID), At: e.Range}
	}
	name := r.nameOf(e.ID)
	r.plan.Inputs = append(r.plan.Inputs, Input{Name: name, At: e.Range})
	r.notes.Guess(e.Range, "nothing assigns "+ticked(e.ID)+"; it became an input variable")
	r.env[e.ID] = Ref{Name: name, At: e.Range}
	return r.env[e.ID]
}

// part reads x.name and x[constant] as a reference into x.
func (r *pyReader) part(e, x python.Expr, key value.Value) Value {
	if root, ok := x.(*python.Name); ok && r.modules[root.ID] && r.env[root.ID] == nil {
		return r.compute(e)
	}
	whole := r.value(x)
	switch v := whole.(type) {
	case Ref:
		v.Path = append(slices.Clone(v.Path), key)
		return v
	case List:
		if n, ok := key.(value.Number); ok {
			if i, ok := n.Int64(); ok && i >= 0 && i < int64(len(v.Items)) {
				return v.Items[i]
			}
		}
	case Object:
		for _, f := range v.Fields {
			if value.Equal(value.Text(f.Key), key) {
				return f.Value
			}
		}
	case Lit, Joined:
	}
	return Ref{r.pick(whole, e).Name, []value.Value{key}, e.At()}
}

// pick gives a value a name.
func (r *pyReader) pick(v Value, e python.Expr) Ref {
	name := r.names.Fresh("value")
	r.out = append(r.out, &Call{Tool: PickTool, Label: helperLabels[PickTool], Bind: name, At: e.At(), Args: []Arg{{"value", v, e.At()}}})
	return Ref{Name: name, At: e.At()}
}

func (r *pyReader) items(items []python.Expr) Value {
	out := List{}
	for _, x := range items {
		out.Items = append(out.Items, r.value(x))
	}
	return literalList(out)
}

// literalList is a plain list when nothing in it is a reference.
func literalList(l List) Value {
	plain := value.List{}
	for _, item := range l.Items {
		lit, ok := item.(Lit)
		if !ok {
			return l
		}
		plain = append(plain, lit.Value)
	}
	return Lit{plain}
}

func (r *pyReader) object(e *python.Dict) Value {
	out := Object{}
	for i, k := range e.Keys {
		c, ok := k.(*python.Const)
		if !ok {
			return r.refuse("dict key that is no constant", e.Range, "write the keys out")
		}
		key := constText(c)
		if _, text := c.Value.(value.Text); !text {
			key = string(value.AppendJSON(nil, c.Value))
		}
		out.Fields = append(out.Fields, Field{key, r.value(e.Items[i])})
	}
	return out
}

// joined reads an f-string.
func (r *pyReader) joined(e *python.FString) Value {
	out := Joined{At: e.Range}
	for _, x := range e.Parts {
		out.Parts = append(out.Parts, r.value(x))
	}
	return out
}

// operation reads an operator: text joined with +, else a computation.
func (r *pyReader) operation(e *python.Op) Value {
	if e.Name != "+" || len(e.Args) != 2 || !isText(e.Args[0]) && !isText(e.Args[1]) {
		return r.compute(e)
	}
	out := Joined{At: e.Range}
	for _, x := range e.Args {
		v := r.value(x)
		if inner, ok := v.(Joined); ok {
			out.Parts = append(out.Parts, inner.Parts...)
		} else {
			out.Parts = append(out.Parts, v)
		}
	}
	return out
}

// isText reports whether an expression is text for certain.
func isText(e python.Expr) bool {
	switch e := e.(type) {
	case *python.FString:
		return true
	case *python.Const:
		_, ok := e.Value.(value.Text)
		return ok
	case *python.Op:
		return e.Name == "+" && len(e.Args) == 2 && (isText(e.Args[0]) || isText(e.Args[1]))
	}
	return false
}

// callValue reads a call in an expression: of a tool, of a class that describes data, or a computation.
func (r *pyReader) callValue(e *python.Call) Value {
	if name, ok := e.Fn.(*python.Name); ok && r.schemas[name.ID] {
		out := Object{}
		for _, k := range e.Keywords {
			out.Fields = append(out.Fields, Field{k.Name, r.value(k.Value)})
		}
		return out
	}
	if tool := r.toolName(e); tool != "" {
		c := r.call(e, tool)
		c.Bind = r.names.Fresh(tool + "_result")
		r.out = append(r.out, c)
		return Ref{Name: c.Bind, At: e.Range}
	}
	return r.compute(e)
}

// toolCall adds the call of a tool and binds its result to a variable, "" for none; false when it is no tool's.
func (r *pyReader) toolCall(e *python.Call, id string) bool {
	tool := r.toolName(e)
	if tool == "" {
		return false
	}
	c := r.call(e, tool)
	if id == "" {
		r.out = append(r.out, c)
	} else {
		r.bind(id, c)
	}
	return true
}

// toolName returns the tool that a call names, "" when it only computes. A function of a module is a tool with a dotted
// name; a method of data that may do more than compute is refused.
func (r *pyReader) toolName(e *python.Call) string {
	switch fn := e.Fn.(type) {
	case *python.Name:
		switch {
		case pureFunctions[fn.ID] || r.schemas[fn.ID] || fn.ID == "print":
			return ""
		case r.env[fn.ID] != nil:
			r.refuse("call of a variable", e.Range, "call tools by their names", fn.ID)
			return ""
		}
		return fn.ID
	case *python.Attr:
		if path, ok := r.dotted(fn); ok {
			return path
		}
		if !pureMethods[fn.Name] {
			r.refuse("method call", e.Range, "make it a tool, or write it with assignments", fn.Name)
		}
		return ""
	}
	r.refuse("call of an expression", e.Range, "call tools by their names")
	return ""
}

// dotted returns a path of names whose root is no variable.
func (r *pyReader) dotted(e *python.Attr) (string, bool) {
	switch x := e.X.(type) {
	case *python.Name:
		if r.env[x.ID] != nil || r.counts[x.ID] > 0 {
			return "", false
		}
		return x.ID + "." + e.Name, true
	case *python.Attr:
		path, ok := r.dotted(x)
		return path + "." + e.Name, ok
	}
	return "", false
}

// call makes the step of a call.
func (r *pyReader) call(e *python.Call, tool string) *Call {
	c := &Call{Tool: tool, At: e.Range}
	for i, a := range e.Args {
		param := "arg" + strconv.Itoa(i+1)
		if known := r.stubs[tool]; i < len(known) {
			param = known[i]
		} else {
			r.note(NoteGuessed, a.At(), "arguments without a name are called arg1, arg2, …: use the names of the tool's parameters")
		}
		c.Args = append(c.Args, Arg{param, r.value(a), a.At()})
	}
	for _, k := range e.Keywords {
		if k.Name == "" {
			r.refuse("argument unpacking", k.Range, "write the arguments out")
		}
		c.Args = append(c.Args, Arg{k.Name, r.value(k.Value), k.Range})
	}
	return c
}

// compute makes a call of the helper that evaluates an expression, with everything that the expression reads.
func (r *pyReader) compute(e python.Expr) Value {
	var values []Value
	r.reads(e, &values)
	at := e.At()
	name := r.names.Fresh(computedName)
	r.out = append(r.out, &Call{Tool: ComputeTool, Label: "Compute " + shorten(oneLine(r.src.Slice(at)), 40), Bind: name, At: at, Args: []Arg{
		{"expression", Lit{value.Text(oneLine(r.src.Slice(at)))}, at}, {"about", literalList(List{values}), at}}})
	return Ref{Name: name, At: at}
}

// reads collects what an expression reads: variables, their parts, and the results of the tools that it calls.
func (r *pyReader) reads(e python.Expr, out *[]Value) {
	switch e := e.(type) {
	case nil, *python.Const:
	case *python.Name:
		if r.isPath(e) {
			*out = append(*out, r.value(e))
		}
	case *python.Call:
		if r.toolName(e) != "" {
			*out = append(*out, r.value(e))
			return
		}
		if fn, ok := e.Fn.(*python.Attr); ok {
			r.reads(fn.X, out)
		}
		for _, x := range children(e)[1:] {
			r.reads(x, out)
		}
	case *python.Other:
		if e.Construct != "slice" && !pureConstructs[e.Construct] {
			r.other(e)
			return
		}
		for _, x := range e.Parts {
			if c, ok := x.(*python.Call); ok && e.Construct != "slice" && r.toolName(c) != "" {
				r.other(e) // refuses: the tool would run another number of times
				return
			}
		}
		r.readsAll(e.Parts, out)
	default:
		if r.isPath(e) {
			*out = append(*out, r.value(e))
			return
		}
		r.readsAll(children(e), out)
	}
}

// isPath reports whether an expression is a part of a variable: x.a["b"][0].
func (r *pyReader) isPath(e python.Expr) bool {
	switch e := e.(type) {
	case *python.Name:
		return r.env[e.ID] != nil || !r.schemas[e.ID] && !r.modules[e.ID] && !pureFunctions[e.ID]
	case *python.Attr:
		return r.isPath(e.X)
	case *python.Index:
		_, constant := e.I.(*python.Const)
		return constant && r.isPath(e.X)
	}
	return false
}

func (r *pyReader) readsAll(list []python.Expr, out *[]Value) {
	for _, x := range list {
		r.reads(x, out)
	}
}
