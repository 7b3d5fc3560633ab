package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// This file is the steps of graphs with next pointers, and the values in them.

func (g *graph) visit(id string, env bool) (visited[bool], *Refusal) {
	n := g.nodes[id]
	switch {
	case stepField(n.Syntax, graphTool) != nil:
		args := stepField(n.Syntax, graphArgs)
		if result := stepField(n.Syntax, graphResult); args == result { // "inputs" and "output" never are
			args = nil
		}
		call := &Call{Label: n.name, Tool: stepField(n.Syntax, graphTool).AsText(), Args: g.args(args), Bind: g.bound[stepField(n.Syntax, graphResult).AsText()], At: n.Where()}
		return visited[bool]{steps: []Step{call}}, nil
	case stepField(n.Syntax, graphOver) != nil:
		return g.loop(n)
	case stepField(n.Syntax, graphCond) != nil:
		text, refused := g.condition(n)
		return visited[bool]{conds: []string{text, ""}, label: n.name}, refused
	case n.Get(graphNext) != nil:
		return visited[bool]{}, nil // a step that does nothing
	}
	return visited[bool]{}, &Refusal{Construct: "step", Names: []string{n.name}, At: n.Where(),
		Message: "the step " + ticked(n.name) + " is no call, no conditional and no loop", Hint: "give it a tool, a condition or a collection"}
}

// condition reads a condition, in Python's spelling or JavaScript's.
func (g *graph) condition(n *graphNode) (string, *Refusal) {
	c := stepField(n.Syntax, graphCond)
	if text, ok := condition(parseExpr(strings.ReplaceAll(c.AsText(), "@", ""), jsDialect), g.resolve); ok {
		return text, nil
	}
	return c.AsText(), nil // build reads it, or refuses
}

// resolve finds a bound name.
func (g *graph) resolve(r *exprRef) (Value, bool) {
	path, ok := pathOf(r.steps)
	name, bound := g.bound[strings.TrimPrefix(r.root, "$")]
	return Ref{Name: name, Path: path}, ok && bound
}

func (g *graph) loop(n *graphNode) (visited[bool], *Refusal) {
	over := stepField(n.Syntax, graphOver)
	name, path, ok := doc.SplitRef(strings.TrimPrefix(over.AsText(), "@"))
	if !ok {
		name, path = strings.TrimPrefix(over.AsText(), "@"), nil
	}
	each := &Each{Label: n.name, Over: Ref{Name: g.bind(name), Path: path.JSON(), At: over.Where()}, Item: g.bind(or(stepField(n.Syntax, graphItem).AsText(), "item")), At: n.Where()}
	body := target(stepField(n.Syntax, graphBody))
	if body == "" {
		return visited[bool]{steps: []Step{each}}, nil
	}
	after := reach(g.next, target(n.Get(graphNext)), n.name)
	for id := range reach(g.next, body, n.name) {
		if after[id] {
			return visited[bool]{}, &Refusal{Construct: "jump", Names: []string{n.name}, At: n.Where(),
				Message: "the body of the loop " + ticked(n.name) + " leads on to what comes after the loop", Hint: "let the body end, or point back to the loop"}
		}
	}
	g.depth++
	defer func() { g.depth-- }()
	if refused := tooDeep(g.depth, n.name, n.Where()); refused != nil {
		return visited[bool]{}, refused
	}
	inner := *g.chart
	inner.twice = nil
	steps, _, refused := inner.run(body, n.name, false)
	each.Body = steps
	return visited[bool]{steps: []Step{each}}, refused
}

// args reads the arguments; a text like "@x.field" is a reference.
func (g *graph) args(v *doc.Syntax) []Arg {
	var out []Arg
	for _, m := range v.Fields() {
		out = append(out, Arg{m.Key.Value, g.value(m.Value), m.Key.Range})
	}
	return out
}

func (g *graph) value(v *doc.Syntax) Value {
	if name := v.Get("ref"); name.Is(doc.SyntaxText) && (len(v.Members) == 1 || len(v.Members) == 2 && v.Get("path").Is(doc.SyntaxList)) {
		bound := g.bound[name.Text]
		path, _ := v.Get("path").Value().(value.List)
		return Ref{Name: or(bound, name.Text), Path: path, At: v.Where()}
	}
	switch {
	case v.Is(doc.SyntaxList):
		out := List{}
		for _, item := range v.Items {
			out.Items = append(out.Items, g.value(item))
		}
		return out
	case v.Is(doc.SyntaxObject):
		out := Object{}
		for _, m := range v.Members {
			out.Fields = append(out.Fields, Field{m.Key.Value, g.value(m.Value)})
		}
		return out
	case v.Is(doc.SyntaxText):
		return g.text(v)
	}
	return Lit{v.Value()}
}

// text reads a text with references in it: "@x.a" and "$x.a" as a whole, "${x.a}" and "{{x.a}}" also among other text.
func (g *graph) text(v *doc.Syntax) Value {
	s := v.Text
	if strings.HasPrefix(s, "@") || strings.HasPrefix(s, "$") && !strings.HasPrefix(s, "${") {
		if ref, ok := parseExpr(s[1:], jsDialect).(*exprRef); ok {
			if r, known := g.resolve(ref); known {
				return r
			}
		}
	}
	return holes(v, []hole{{"${", "}"}, {"{{", "}}"}}, func(inner string) (Value, bool) {
		ref, ok := parseExpr(inner, jsDialect).(*exprRef)
		if !ok {
			return nil, false
		}
		return g.resolve(ref)
	})
}

// unreached notes steps that nothing leads to.
func (g *graph) unreached(start string) {
	for _, id := range g.order {
		if n := g.nodes[id]; g.chart.twice[id] == 0 && !g.inBody(id) {
			g.notes.Drop(n.Where(), "nothing leads to the step "+ticked(id)+" from "+ticked(start)+"; it is left out")
		}
	}
}

// inBody reports whether a step is reached from a loop's body.
func (g *graph) inBody(id string) bool {
	seen := map[string]bool{}
	var stack []string
	for _, n := range g.nodes {
		if body := target(stepField(n.Syntax, graphBody)); body != "" && g.chart.twice[n.name] > 0 {
			stack = append(stack, body)
		}
	}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top == "" || seen[top] {
			continue
		}
		seen[top] = true
		stack = append(stack, g.next(top)...)
		if body := target(stepField(g.nodes[top].Syntax, graphBody)); body != "" {
			stack = append(stack, body)
		}
	}
	return seen[id]
}
