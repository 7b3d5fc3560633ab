package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// This file is what the steps of Arazzo call, and with what.

// tool names what a step calls.
func (z *arazzo) tool(s *azStep) string {
	if id := s.Str("operationId"); id != "" {
		for _, d := range z.tree.Get("sourceDescriptions").List() {
			id = strings.TrimPrefix(strings.TrimPrefix(id, "$sourceDescriptions."), d.Str("name")+".")
		}
		return id
	}
	if path := s.Str("operationPath"); path != "" {
		_, pointer, _ := strings.Cut(path, "#/paths/")
		parts := strings.Split(pointer, "/")
		method := "call"
		if len(parts) > 1 {
			method = parts[1]
		}
		return method + "_" + Ident(strings.NewReplacer("~1", "/", "~0", "~").Replace(parts[0]))
	}
	if id := s.Str("workflowId"); id != "" {
		return "workflow:" + id[strings.LastIndex(id, ".")+1:]
	}
	return ""
}

// args are the parameters of a step, those of the workflow that it does not give itself, and the body.
func (z *arazzo) args(s *azStep) []Arg {
	var out []Arg
	seen := map[string]bool{}
	for _, list := range []*doc.Syntax{s.Get("parameters"), z.flow.Get("parameters")} {
		for _, p := range list.List() {
			v := p.Get("value")
			if p = z.component(p); v == nil {
				v = p.Get("value")
			}
			name := or(p.Str("name"), "parameter")
			if seen[name] {
				continue
			}
			seen[name] = true
			out = append(out, Arg{name, z.value(s, v), p.Where()})
		}
	}
	body := s.Get("requestBody")
	if body == nil {
		return out
	}
	v := z.value(s, body.Get("payload"))
	for _, r := range body.Get("replacements").List() {
		v = withPart(v, pointerPath(strings.TrimPrefix(r.Str("target"), "/")), z.value(s, r.Get("value")))
	}
	name := "body"
	for seen[name] {
		name += "_"
	}
	return append(out, Arg{name, plainValue(v, body.Where()), body.Where()})
}

// value makes a value in which texts may be runtime expressions, whole or in braces.
func (z *arazzo) value(s *azStep, v *doc.Syntax) Value {
	return FromSyntax(v, func(text *doc.Syntax) Value {
		if strings.HasPrefix(text.Text, "$") {
			if ref, ok := z.expression(s, text.Text, text.Where()); ok {
				return ref
			}
			return nil
		}
		return holes(text, []hole{{"{$", "}"}}, func(inner string) (Value, bool) { return z.expression(s, "$"+inner, text.Where()) })
	})
}

// count counts what a plan does not say of a step.
func (z *arazzo) count(s *azStep) {
	if criteria := s.Get("successCriteria"); len(criteria.List()) > 0 {
		if z.criteria++; z.criteria == 1 {
			z.first = criteria.Where()
		}
	}
	for _, a := range z.actions(s, "onFailure", "failureActions") {
		if a.Str("type") == "retry" {
			if z.retries++; z.retries == 1 {
				z.retried = a.Where()
			}
		}
	}
}

func (z *arazzo) leftOut() {
	for _, id := range z.order {
		z.count(z.steps[id])
	}
	if z.criteria > 0 {
		z.notes.Drop(z.first, plural(z.criteria, "list")+" of `successCriteria` left out: a run ends where they do not hold")
	}
	if z.retries > 0 {
		z.notes.Drop(z.retried, plural(z.retries, "use")+" of `retry` left out: a call may be made again when it fails")
	}
	if d := z.flow.Get("dependsOn"); d != nil {
		z.notes.Drop(d.Where(), "`dependsOn` is left out: the workflows before are plans of their own")
	}
}

// pointerPath are the steps of a JSON pointer without its first slash. Numbers are positions.
func pointerPath(pointer string) []value.Value {
	if pointer == "" {
		return nil
	}
	var out []value.Value
	for _, part := range strings.Split(pointer, "/") {
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		if n, err := value.ParseNumber(part); err == nil && n.IsInt() && n.Sign() >= 0 && (part == "0" || part[0] != '0') {
			out = append(out, n)
			continue
		}
		out = append(out, value.Text(part))
	}
	return out
}
