package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// branch writes the conditions of an if-else.
func (d *dify) branch(id string, n *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) {
	cases := n.Get("cases").List()
	if len(cases) == 0 {
		cases = []*doc.Syntax{n} // before version 0.1.2
	}
	for _, c := range cases {
		var parts []string
		for _, one := range c.Get("conditions").List() {
			text, ok := d.compare(one, env)
			if !ok {
				text = d.ask(id, one, env, v)
			}
			parts = append(parts, text)
		}
		between := " and "
		if c.Str("logical_operator") == "or" {
			between = " or "
		}
		text := "True"
		if len(parts) > 0 {
			text = "(" + strings.Join(parts, ")"+between+"(") + ")"
		}
		if len(parts) == 1 {
			text = parts[0]
		}
		v.conds = append(v.conds, text)
	}
	v.conds = append(v.conds, "")
}

// ask asks the helper about a condition that has no form.
func (d *dify) ask(id string, one *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) string {
	bind := d.names.Fresh(d.binds[id] + "_holds")
	x := plainValue(d.selector(selectorParts(one.Get("variable_selector")), one.Where(), env), one.Where())
	about := []Value{x, plainValue(d.value(one.Get("value"), env, nil), one.Where())}
	v.steps = append(v.steps, Decide(d.name(id), "is it "+or(one.Str("comparison_operator"), "so")+"?", about, []string{"yes", "no"}, bind, one.Where()))
	d.notes.Guess(one.Where(), "a condition of "+ticked(d.name(id))+" has no form in a plan; the helper "+ticked(DecideTool)+" is asked")
	return bind + " == 'yes'"
}

// difySigns are the comparisons that conditions have as signs.
var difySigns = map[string]string{"is": "==", "is not": "!=", "=": "==", "≠": "!=", "!=": "!=", ">": ">", "<": "<", "≥": ">=", ">=": ">=", "≤": "<=", "<=": "<="}

// compare writes one comparison; ok is false when conditions have no form for it.
func (d *dify) compare(one *doc.Syntax, env *dataEnv) (string, bool) {
	x, ok := condValue(d.selector(selectorParts(one.Get("variable_selector")), one.Where(), env))
	if !ok {
		return "", false
	}
	kind := one.Str("varType")
	switch op := one.Str("comparison_operator"); op {
	case "empty", "not empty":
		sign := map[string]string{"empty": " == ", "not empty": " != "}[op]
		switch {
		case kind == "string" || kind == "":
			return x + sign + "''", true
		case strings.HasPrefix(kind, "array"):
			return x + sign + "[]", true
		}
		return "", false
	case "null", "not null":
		return x + map[string]string{"null": " is None", "not null": " is not None"}[op], true
	}
	y, ok := condValue(d.right(one, kind, env))
	if !ok {
		return "", false
	}
	switch op := one.Str("comparison_operator"); op {
	case "contains":
		return y + " in " + x, true
	case "not contains":
		return y + " not in " + x, true
	case "start with":
		return "startswith(" + x + ", " + y + ")", true
	case "end with":
		return "endswith(" + x + ", " + y + ")", true
	case "in", "not in":
		return x + " " + op + " " + y, true
	default:
		sign := difySigns[op]
		return x + " " + sign + " " + y, sign != ""
	}
}

// right is the right side of a comparison; numbers are written as text.
func (d *dify) right(one *doc.Syntax, kind string, env *dataEnv) Value {
	v := d.value(one.Get("value"), env, nil)
	lit, ok := v.(Lit)
	text, isText := lit.Value.(value.Text)
	if !ok || !isText {
		return v
	}
	switch kind {
	case "number", "integer":
		if n, err := value.ParseNumber(string(text)); err == nil {
			return Lit{n}
		}
	case "boolean":
		return Lit{value.Bool(strings.EqualFold(string(text), "true"))}
	}
	return v
}
