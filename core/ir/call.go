package ir

import (
	"strconv"
	"strings"

	"planproof/core/doc"
)

// call translates one tool call: its arguments in written order, then the
// defaults of the parameters it leaves out, then the sinks it is.
func (t *translator) call(n *doc.ToolCall, common Common) *Call {
	c := &Call{Common: common, Index: t.calls, Node: n, Tool: t.tool(n.Tool.Value), Bind: None}
	t.calls++
	if t.work += t.cost(c); t.work > MaxWork {
		return c
	}
	given := map[string]bool{}
	for i := range n.Args {
		a := &n.Args[i]
		given[a.Param.Value] = true
		c.Args = append(c.Args, t.arg(a.Param.Value, c.Tool.Params[a.Param.Value], a.Value))
	}
	c.Args = append(c.Args, defaults(c.Tool, given)...)
	c.Sinks = t.sinks(c)
	if n.Binding != nil {
		c.Bind = t.slot(n.Binding.Value)
	}
	return c
}

func (t *translator) arg(name string, p *Param, v doc.Value) Arg {
	a := Arg{Name: name, Param: p, Value: v}
	if concrete, ok := doc.Concrete(v); ok {
		a.Const = concrete
		return a
	}
	t.refs(v, "", &a.Refs)
	return a
}

// refs appends the references in v, depth first. The reader bounds the depth.
func (t *translator) refs(v doc.Value, inside string, out *[]Ref) {
	switch v := v.(type) {
	case *doc.Ref:
		*out = append(*out, Ref{t.slot(v.Name), v, inside})
	case *doc.List:
		for i, item := range v.Items {
			t.refs(item, inside+"/"+strconv.Itoa(i), out)
		}
	case *doc.Object:
		for _, m := range v.Members {
			t.refs(m.Value, inside+"/"+EscapePointer(m.Key.Value), out)
		}
	case *doc.Literal:
	}
}

// EscapePointer escapes a name for use in a JSON pointer (RFC 6901).
func EscapePointer(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// defaults are the default values of the parameters that a call leaves out.
func defaults(tool *Tool, given map[string]bool) []Arg {
	if tool.Spec == nil {
		return nil
	}
	var out []Arg
	for i := range tool.Spec.Params {
		p := &tool.Spec.Params[i]
		if p.Default != nil && !given[p.Name.Value] {
			out = append(out, Arg{Name: p.Name.Value, Param: tool.Params[p.Name.Value], Const: p.Default, Default: true})
		}
	}
	return out
}

// sinks lists the rules that have a sink among the given arguments, in the
// order of rules, then arguments.
func (t *translator) sinks(c *Call) []Sink {
	var out []Sink
	for _, r := range t.rulesFor(c.Tool) {
		for i := range c.Args {
			if r.sinkParam(c.Tool, &c.Args[i]) {
				out = append(out, Sink{r, i})
			}
		}
	}
	return out
}

// rulesFor are the rules that have a sink at the tool, in order. A wildcard
// sink does not apply to the rule's own sanitizers, else nothing could ever be
// sanitized.
func (t *translator) rulesFor(tool *Tool) []*Rule {
	named := t.sinksOf[tool.Name]
	if len(t.anySink) == 0 {
		return named
	}
	var out []*Rule
	for _, r := range t.anySink {
		for len(named) > 0 && named[0].Index < r.Index {
			out, named = append(out, named[0]), named[1:]
		}
		if !r.Sanitizers.Has(tool.Index) {
			out = append(out, r)
		}
	}
	return append(out, named...)
}

// sinkParam: "*" is every marked parameter, or every given argument of a tool
// without marks (then the marks can not be meant).
func (r *Rule) sinkParam(tool *Tool, a *Arg) bool {
	switch {
	case a.Default:
		return false
	case r.Doc.SinkParam.Value == "*":
		return a.IsSink(tool)
	default:
		return r.Doc.SinkParam.Value == a.Name
	}
}

// IsSink says whether an argument of the tool is a taint sink by the spec's
// marks: every argument is one when the spec marks none, and so is an
// argument the spec does not know.
func (a *Arg) IsSink(tool *Tool) bool {
	return !tool.Marked || a.Param == nil || a.Param.Doc.IsTaintSink
}
