package intake

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// This file is the runtime expressions of Arazzo: $inputs.x, $steps.s.outputs.y, $response.body#/a.

// expression is the value of one runtime expression, at a step.
func (z *arazzo) expression(s *azStep, text string, at doc.Range) (Value, bool) {
	return z.follow(s, text, at, 0)
}

// maxFollow bounds outputs of outputs.
const maxFollow = 20

func (z *arazzo) follow(s *azStep, text string, at doc.Range, depth int) (Value, bool) {
	head, pointer, hasPointer := strings.Cut(text, "#")
	parts := strings.Split(head, ".")
	var base Ref
	rest := parts[1:]
	switch parts[0] {
	case "$inputs":
		if len(rest) == 0 || rest[0] == "" {
			return nil, false
		}
		base, rest = Ref{Name: z.input(rest[0], at)}, rest[1:]
	case "$statusCode":
		base = Ref{Name: s.bind, Path: []value.Value{value.Text("statusCode")}}
	case "$response", "$request":
		base = Ref{Name: s.bind}
		if parts[0] == "$request" {
			base.Path = []value.Value{value.Text("request")}
		}
	case "$outputs":
		base = Ref{Name: s.bind, Path: []value.Value{value.Text("outputs")}}
	case "$steps":
		return z.output(rest, pointer, at, depth)
	case "$sourceDescriptions":
		return z.source(rest)
	default:
		return nil, false
	}
	for _, field := range rest {
		base.Path = append(base.Path, fieldSteps(field)...)
	}
	if hasPointer {
		base.Path = append(base.Path, pointerPath(strings.TrimPrefix(pointer, "/"))...)
	}
	base.At = at
	return base, true
}

// fieldSteps are the steps of a part between dots, which may have a position: items[0].
func fieldSteps(field string) []value.Value {
	name, index, ok := strings.Cut(field, "[")
	if n, err := strconv.Atoi(strings.TrimSuffix(index, "]")); ok && err == nil && n >= 0 {
		return []value.Value{value.Text(name), value.Int(int64(n))}
	}
	return []value.Value{value.Text(field)}
}

// output is what an output of a step refers to: $steps.s.outputs.x, and $steps.s.x as some write it. An output that the
// step does not declare is a part of its result.
func (z *arazzo) output(rest []string, pointer string, at doc.Range, depth int) (Value, bool) {
	if len(rest) < 2 || z.steps[rest[0]] == nil || depth > maxFollow {
		return nil, false
	}
	s, name, more := z.steps[rest[0]], rest[1], rest[2:]
	if name == "outputs" && len(more) > 0 {
		name, more = more[0], more[1:]
	}
	var v Value = Ref{Name: s.bind, Path: []value.Value{value.Text("outputs"), value.Text(name)}, At: at}
	if out := s.Get("outputs").Get(name); out.Is(doc.SyntaxText) {
		made, ok := z.follow(s, out.Text, at, depth+1)
		if !ok {
			return nil, false
		}
		v = made
	}
	path := pointerPath(strings.TrimPrefix(pointer, "/"))
	for i := len(more) - 1; i >= 0; i-- {
		path = append(fieldSteps(more[i]), path...)
	}
	ok := true
	for i := 0; i < len(path) && ok; i++ {
		v, ok = partOf(v, path[i])
	}
	return v, ok
}

// source is a field of a source description, its address mostly.
func (z *arazzo) source(rest []string) (Value, bool) {
	for _, d := range z.tree.Get("sourceDescriptions").List() {
		if len(rest) == 2 && d.Str("name") == rest[0] && d.Get(rest[1]) != nil {
			return Lit{d.Get(rest[1]).Value()}, true
		}
	}
	return nil, false
}

// criteriaOf writes criteria as one condition. What is no simple condition is decided by the helper.
func (z *arazzo) criteriaOf(s *azStep, criteria []*doc.Syntax, v *visited[bool]) string {
	var parts []string
	for _, c := range criteria {
		text, ok := "", false
		if kind := c.Str("type"); (kind == "" || kind == "simple") && c.Get("type").Get("type") == nil {
			text, ok = z.simple(s, c.Str("condition"), c.Where())
		}
		if !ok {
			bind := z.names.Fresh(s.Str("stepId") + "_criterion")
			about := []Value{Ref{Name: s.bind, At: c.Where()}}
			v.steps = append(v.steps, Decide("Is it so?", c.Str("condition"), append(about, z.lookedAt(s, c)...), []string{"yes", "no"}, bind, c.Where()))
			z.notes.Guess(c.Where(), "a criterion of "+ticked(s.Str("stepId"))+" has no form as a condition; the helper "+ticked(DecideTool)+" is asked")
			text = bind + " == 'yes'"
		}
		parts = append(parts, text)
	}
	switch len(parts) {
	case 0:
		return "True"
	case 1:
		return parts[0]
	}
	return "(" + strings.Join(parts, ") and (") + ")"
}

// lookedAt is what a criterion names besides the step's own result.
func (z *arazzo) lookedAt(s *azStep, c *doc.Syntax) []Value {
	var out []Value
	for _, text := range []string{c.Str("context"), c.Str("condition")} {
		_, refs := z.abstract(s, text, c.Where())
		out = append(out, refs...)
	}
	return out
}

// simple writes a simple criterion: runtime expressions and literals, compared and joined.
func (z *arazzo) simple(s *azStep, text string, at doc.Range) (string, bool) {
	abstract, values := z.abstract(s, text, at)
	return condition(parseExpr(abstract, jsDialect), func(r *exprRef) (Value, bool) {
		i, err := strconv.Atoi(strings.TrimPrefix(r.root, "$r"))
		if err != nil || i >= len(values) || !strings.HasPrefix(r.root, "$r") {
			return nil, false
		}
		v, path := values[i], r.steps
		keys, ok := pathOf(path)
		for k := 0; ok && k < len(keys); k++ {
			v, ok = partOf(v, keys[k])
		}
		return v, ok
	})
}

// abstract writes $r0, $r1, … for the runtime expressions in a text, and returns their values.
func (z *arazzo) abstract(s *azStep, text string, at doc.Range) (string, []Value) {
	var b strings.Builder
	var values []Value
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '$':
			end := i + 1
			for end < len(text) && strings.IndexByte(" \t\n)=!<>&|,[]'\"", text[end]) < 0 {
				end++
			}
			if v, ok := z.expression(s, text[i:end], at); ok {
				b.WriteString("$r" + strconv.Itoa(len(values)))
				values = append(values, v)
				i = end - 1
				continue
			}
		}
		b.WriteByte(c)
	}
	return b.String(), values
}
