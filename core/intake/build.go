package intake

import (
	"fmt"
	"slices"
	"strconv"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/value"
)

// A builder makes the JSON of a workflow of a plan. The bundle is then read back by core/doc, so that what comes out is
// always a document.
type builder struct {
	notes *Notes
	names Names
	steps int
	stats Stats
	// origins are the places of the steps in the paste, in the order in which they are written.
	origins []Origin
}

// An Origin says which part of the paste a step of the workflow comes from.
type Origin struct {
	Path string // "/workflow/steps/0"
	Span doc.Span
}

// Stats counts what a plan holds.
type Stats struct {
	Calls, Branches, Loops, Refs, Helpers int
}

// build returns the workflow as the JSON value of core/doc.
func (p *Plan) build(b *builder) (value.Object, *Refusal) {
	if p.Workflow != nil {
		return b.ready(p)
	}
	for _, in := range p.Inputs {
		b.names.reserve(in.Name)
	}
	b.names.reserveSteps(p.Steps)
	steps, refused := b.list(p.Steps, "/workflow/steps")
	if refused != nil {
		return nil, refused
	}
	inputs := make(value.List, len(p.Inputs))
	for i, in := range p.Inputs {
		inputs[i] = value.Text(in.Name)
	}
	return value.Object{{Key: "goal", Value: value.Text(p.Goal)}, {Key: "input_variables", Value: inputs}, {Key: "steps", Value: steps}}, nil
}

// ready takes a workflow that is a document already.
func (b *builder) ready(p *Plan) (value.Object, *Refusal) {
	w := p.Workflow
	b.walk(p, w.Steps, "/workflow/steps")
	v, err := doc.ReadValue(doc.DocWorkflow, w.AppendJSON(nil), doc.MaxBytes)
	if err != nil {
		return nil, &Refusal{Construct: "limit", Message: err.Message, Hint: err.Hint, At: w.Range}
	}
	return v.(value.Object), nil
}

// walk counts what a workflow holds.
func (b *builder) walk(p *Plan, steps []doc.Step, path string) {
	for i, s := range steps {
		at := p.At
		if p.base >= 0 {
			at = doc.Range{Start: int32(p.base) + s.Range.Start, End: int32(p.base) + s.Range.End}
		}
		b.origin(i, path, at)
		here := path + "/" + strconv.Itoa(i)
		switch node := s.Node.(type) {
		case *doc.ToolCall:
			b.stats.Calls++
			for _, a := range node.Args {
				b.stats.Refs += countRefs(doc.AsValue(a.Value))
			}
		case *doc.Conditional:
			b.stats.Branches++
			b.walk(p, node.Then, here+"/conditional/then_steps")
			b.walk(p, node.Else, here+"/conditional/else_steps")
		case *doc.Loop:
			b.stats.Loops++
			b.stats.Refs++
			b.walk(p, node.Body, here+"/loop/body")
		}
	}
}

// countRefs counts the references in the JSON of an argument.
func countRefs(v value.Value) int {
	n := 0
	switch v := v.(type) {
	case value.List:
		for _, item := range v {
			n += countRefs(item)
		}
	case value.Object:
		if looksLikeRef(v, doc.Range{}) != nil {
			return 1
		}
		for _, m := range v {
			n += countRefs(m.Value)
		}
	case value.Null, value.Bool, value.Number, value.Text, value.Tuple:
	}
	return n
}

// reserve takes a name out of what Fresh hands out.
func (n *Names) reserve(name string) {
	if n.used == nil {
		n.used, n.next = map[string]bool{}, map[string]int{}
	}
	n.used[name] = true
}

func (n *Names) reserveSteps(steps []Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			n.reserve(s.Bind)
		case *If:
			n.reserveSteps(s.Then)
			n.reserveSteps(s.Else)
		case *Each:
			n.reserve(s.Item)
			n.reserveSteps(s.Body)
		}
	}
}

// list builds steps; path is where the list stands. It recurses as deep as the plan, which importers bound.
func (b *builder) list(steps []Step, path string) (value.List, *Refusal) {
	out := value.List{}
	for _, s := range steps {
		var err *Refusal
		if out, err = b.step(out, s, path); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// step appends one step and the helper calls that it needs before it.
func (b *builder) step(out value.List, s Step, path string) (value.List, *Refusal) {
	if b.steps++; b.steps > doc.MaxSteps {
		return nil, &Refusal{Construct: "limit", Message: fmt.Sprintf("the plan has more than %d steps", doc.MaxSteps), Hint: "split it"}
	}
	switch s := s.(type) {
	case *Call:
		return b.call(out, s, path)
	case *If:
		return b.branch(out, s, path)
	case *Each:
		return b.loop(out, s, path)
	}
	return out, nil
}

// add appends a node under its label, and remembers where it comes from.
func (b *builder) add(out value.List, label, kind string, node value.Object, path string, at doc.Range) value.List {
	b.origin(len(out), path, at)
	return append(out, value.Object{{Key: "label", Value: value.Text(label)}, {Key: kind, Value: node}})
}

func (b *builder) origin(i int, path string, at doc.Range) {
	b.origins = append(b.origins, Origin{path + "/" + strconv.Itoa(i), b.notes.src.Span(at)})
}

func (b *builder) call(out value.List, c *Call, path string) (value.List, *Refusal) {
	if c.Tool == "" {
		return nil, &Refusal{Construct: "call without a tool", Message: "a call does not say which tool it calls", Hint: "name the tool", At: c.At}
	}
	args := value.Object{}
	seen := map[string]bool{}
	for _, a := range c.Args {
		a.Param = safeParam(a.Param)
		if seen[a.Param] {
			return nil, &Refusal{Construct: "argument given twice", Names: []string{a.Param}, At: c.At,
				Message: "the argument " + ticked(a.Param) + " stands twice in one call", Hint: "keep one of the two"}
		}
		seen[a.Param] = true
		v, more, err := b.value(out, a.Value, path, c.At)
		if err != nil {
			return nil, err
		}
		out = more
		args = append(args, value.Member{Key: a.Param, Value: v})
	}
	if isHelper(c.Tool) {
		b.stats.Helpers++
	} else {
		b.stats.Calls++
	}
	node := value.Object{{Key: "tool_name", Value: value.Text(safeTool(c.Tool))}, {Key: "arguments", Value: args}}
	if c.Bind != "" {
		node = append(node, value.Member{Key: "result_binding", Value: value.Text(c.Bind)})
	}
	return b.add(out, or(c.Label, c.Tool), "tool_call", node, path, c.At), nil
}

// isHelper reports whether a tool is one of the helpers.
func isHelper(tool string) bool { return slices.Contains(helperOrder, tool) }

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (b *builder) branch(out value.List, s *If, path string) (value.List, *Refusal) {
	if _, err := cond.Parse(s.Cond); err != nil {
		return nil, &Refusal{Construct: "condition", At: s.At, Message: "a condition that can not be read: " + err.Message,
			Hint: "write it with comparisons, `and`, `or`, `not` and `in`"}
	}
	b.stats.Branches++
	here := path + "/" + strconv.Itoa(len(out)) + "/conditional"
	out = b.add(out, or(s.Label, "If "+s.Cond), "conditional", nil, path, s.At)
	then, err := b.list(s.Then, here+"/then_steps")
	if err != nil {
		return nil, err
	}
	other, err := b.list(s.Else, here+"/else_steps")
	if err != nil {
		return nil, err
	}
	return setNode(out, value.Object{{Key: "condition", Value: value.Text(s.Cond)}, {Key: "then_steps", Value: then}, {Key: "else_steps", Value: other}}), nil
}

// setNode fills in the node of the last step.
func setNode(out value.List, node value.Object) value.List {
	out[len(out)-1].(value.Object)[1].Value = node
	return out
}

func (b *builder) loop(out value.List, s *Each, path string) (value.List, *Refusal) {
	over, ok := s.Over.(Ref)
	if !ok {
		v, more, err := b.value(out, s.Over, path, s.At)
		if err != nil {
			return nil, err
		}
		out, over = b.helper(more, PickTool, value.Object{{Key: "value", Value: v}}, or(over.Name, "collection"), path, s.At)
	} else {
		b.stats.Refs++
	}
	b.stats.Loops++
	here := path + "/" + strconv.Itoa(len(out)) + "/loop"
	out = b.add(out, or(s.Label, "For each "+s.Item), "loop", nil, path, s.At)
	body, err := b.list(s.Body, here+"/body")
	if err != nil {
		return nil, err
	}
	node := value.Object{{Key: "collection_ref", Value: value.Text(over.Name)}, {Key: "item_binding", Value: value.Text(s.Item)}, {Key: "body", Value: body}}
	if len(over.Path) > 0 {
		node = append(node, value.Member{Key: "collection_path", Value: value.List(over.Path)})
	}
	return setNode(out, node), nil
}

// helper appends the call of a helper tool and returns the name of its result.
func (b *builder) helper(out value.List, tool string, args value.Object, wanted, path string, at doc.Range) (value.List, Ref) {
	b.stats.Helpers++
	name := b.names.Fresh(wanted)
	node := value.Object{{Key: "tool_name", Value: value.Text(tool)}, {Key: "arguments", Value: args},
		{Key: "result_binding", Value: value.Text(name)}}
	return b.add(out, helperLabels[tool], "tool_call", node, path, at), Ref{Name: name, At: at}
}

// ticked quotes a name in a message.
func ticked(name string) string { return "`" + shorten(name, 40) + "`" }

// shorten cuts a quotation to a number of bytes.
func shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && s[most]&0xC0 == 0x80 {
		most--
	}
	return s[:most] + "…"
}
