package intake

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// n8nInputs are roots of expressions that a plan gets from outside.
var n8nInputs = []string{"$env", "$vars", "$now", "$today", "$execution", "$workflow", "$secrets", "$parameter", "$itemIndex", "$runIndex", "$prevNode"}

// value reads a parameter: a text that begins with = has expressions in it.
func (w *n8n) value(v *doc.Syntax, env *dataEnv) Value {
	return FromSyntax(v, func(t *doc.Syntax) Value {
		text, ok := strings.CutPrefix(t.Text, "=")
		if !ok {
			return nil
		}
		inside := *t
		inside.Text = strings.TrimSpace(text)
		return holes(&inside, []hole{{"{{", "}}"}}, func(inner string) (Value, bool) { return w.expression(inner, t.Where(), env), true })
	})
}

func (w *n8n) expression(text string, at doc.Range, env *dataEnv) Value {
	if v, ok := valueOf(parseExpr(text, jsDialect), w.resolve(env)); ok {
		return placed(v, at)
	}
	return Computed{text, w.mentioned(text, env), at}
}

// resolve finds what a way of an expression leads to.
func (w *n8n) resolve(env *dataEnv) resolver {
	return func(r *exprRef) (Value, bool) {
		base, steps, ok := w.root(r, env)
		if !ok {
			return nil, false
		}
		path, plain := pathOf(steps)
		for i := 0; plain && i < len(path); i++ {
			base, plain = partOf(base, path[i])
		}
		return base, plain
	}
}

// root is the item that a way begins at, and the steps behind it.
func (w *n8n) root(r *exprRef, env *dataEnv) (Value, []exprStep, bool) {
	steps := r.steps
	switch r.root {
	case "$json":
		return env.input, steps, true
	case "$input":
		return afterItem(env.input, steps)
	case "$node":
		if len(steps) > 0 && steps[0].key != nil {
			name, _ := steps[0].key.(value.Text)
			return w.itemOf(string(name), steps[1:], env)
		}
	case "$":
		if len(steps) > 0 && steps[0].call == "()" && len(steps[0].args) == 1 {
			lit, _ := steps[0].args[0].(*exprLit)
			if lit != nil {
				name, _ := lit.value.(value.Text)
				return w.itemOf(string(name), steps[1:], env)
			}
		}
	}
	for _, root := range n8nInputs {
		if r.root == root {
			if w.inputs[root] == "" {
				w.inputs[root] = w.names.Fresh(strings.TrimPrefix(root, "$"))
			}
			return Ref{Name: w.inputs[root]}, steps, true
		}
	}
	return nil, nil, false
}

// itemOf is what another node put out.
func (w *n8n) itemOf(name string, steps []exprStep, env *dataEnv) (Value, []exprStep, bool) {
	v := env.vars[name]
	if v == nil {
		if w.nodes[name] == nil {
			return nil, nil, false
		}
		v = Ref{Name: w.binds[name]} // it has not run on this way, which the verifier says
	}
	return afterItem(v, steps)
}

// afterItem passes what stands between a node and its item's fields: .item.json, .first().json, .json.
func afterItem(v Value, steps []exprStep) (Value, []exprStep, bool) {
	for len(steps) > 0 {
		s := steps[0]
		switch {
		case s.key == value.Text("item"), s.call == "first", s.call == "last", s.call == "itemMatching":
			steps = steps[1:]
			continue
		case s.key == value.Text("json"):
			return v, steps[1:], true
		}
		return nil, nil, false
	}
	return v, nil, true
}

// mentioned are the values that an expression which is not understood may look at: the item at hand, and every node whose
// name stands in it.
func (w *n8n) mentioned(text string, env *dataEnv) []Value {
	var about []Value
	if _, nothing := env.input.(Lit); !nothing {
		about = append(about, plainValue(env.input, doc.Range{}))
	}
	for _, id := range w.order {
		if strings.Contains(text, `"`+id+`"`) || strings.Contains(text, "'"+id+"'") || strings.Contains(text, "`"+id+"`") {
			v := env.vars[id]
			if v == nil {
				v = Ref{Name: w.binds[id]}
			}
			about = append(about, plainValue(v, doc.Range{}))
		}
	}
	for _, root := range n8nInputs {
		if strings.Contains(text, root) {
			v, _, _ := w.root(&exprRef{root: root}, env)
			about = append(about, v)
		}
	}
	return about
}

// decide writes the conditions of IF, Filter and Switch.
func (w *n8n) decide(id string, n *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) *Refusal {
	p := n.Get("parameters")
	if n8nType(n) != "switch" {
		v.conds = []string{w.condition(id, p.Get("conditions"), p.Str("combineOperation"), env, v, p.Where()), ""}
		return nil
	}
	if p.Str("mode") == "expression" {
		v.env = env
		w.whichOutput(id, n, len(w.switchOutputs(id)), v)
		return nil
	}
	for _, rule := range p.At("rules", "values").List() {
		v.conds = append(v.conds, w.condition(id, rule.Get("conditions"), "", env, v, rule.Where()))
	}
	for _, rule := range p.At("rules", "rules").List() {
		text, ok := w.compare(p.Get("value1"), or(rule.Str("operation"), "equal"), rule.Get("value2"), or(p.Str("dataType"), "number"), true, env)
		v.conds = append(v.conds, w.orAsk(id, text, ok, rule, env, v))
	}
	v.conds = append(v.conds, "")
	return nil
}

// condition writes a set of conditions, of either version.
func (w *n8n) condition(id string, c *doc.Syntax, combine string, env *dataEnv, v *visited[*dataEnv], at doc.Range) string {
	var parts []string
	between := " and "
	if combine == "any" || c.Str("combinator") == "or" {
		between = " or "
	}
	sensitive := !c.At("options", "caseSensitive").Is(doc.SyntaxFalse)
	for _, one := range c.Get("conditions").List() {
		op := one.Get("operator")
		text, ok := w.compare(one.Get("leftValue"), op.Str("operation"), one.Get("rightValue"), op.Str("type"), sensitive, env)
		parts = append(parts, w.orAsk(id, text, ok, one, env, v))
	}
	for _, kind := range []string{"string", "number", "boolean", "dateTime"} {
		for _, one := range c.Get(kind).List() {
			op := or(one.Str("operation"), map[string]string{"number": "smaller", "dateTime": "after"}[kind])
			text, ok := w.compare(one.Get("value1"), or(op, "equal"), one.Get("value2"), kind, true, env)
			parts = append(parts, w.orAsk(id, text, ok, one, env, v))
		}
	}
	switch len(parts) {
	case 0:
		return w.orAsk(id, "", false, c, env, v)
	case 1:
		return parts[0]
	}
	return "(" + strings.Join(parts, ")"+between+"(") + ")"
}

// orAsk is a condition, or that of the helper's answer.
func (w *n8n) orAsk(id, text string, ok bool, at *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) string {
	if ok {
		return text
	}
	bind := w.names.Fresh(id + "_holds")
	all := ""
	place := w.nodes[id].Where()
	if at != nil {
		place = at.Where()
		eachText(at, func(t *doc.Syntax) { all += " " + t.Text })
	}
	v.steps = append(v.steps, Decide(id, "does the condition of "+id+" hold?"+shorten(all, 400), w.mentioned(all, env), []string{"yes", "no"}, bind, place))
	w.notes.Guess(place, "a condition of "+ticked(id)+" has no form in a plan; the helper "+ticked(DecideTool)+" is asked")
	return bind + " == 'yes'"
}

// n8nOps are the comparisons of both versions.
var n8nOps = map[string]string{
	"equal": "==", "equals": "==", "notEqual": "!=", "notEquals": "!=", "larger": ">", "gt": ">", "largerEqual": ">=", "gte": ">=",
	"smaller": "<", "lt": "<", "smallerEqual": "<=", "lte": "<=",
}

// compare writes one comparison; ok is false when conditions have no form for it.
func (w *n8n) compare(left *doc.Syntax, op string, right *doc.Syntax, kind string, sensitive bool, env *dataEnv) (string, bool) {
	if strings.EqualFold(kind, "dateTime") || left == nil {
		return "", false
	}
	x, ok := condValue(w.value(left, env))
	if !ok {
		return "", false
	}
	switch op {
	case "true", "false":
		return x + " == " + map[string]string{"true": "True", "false": "False"}[op], true
	case "empty", "isEmpty":
		return x + " == ''", kind == "string"
	case "notEmpty", "isNotEmpty":
		return x + " != ''", kind == "string"
	}
	y, ok := condValue(w.operand(right, kind, env))
	if !ok {
		return "", false
	}
	if !sensitive && kind == "string" {
		x, y = "lower("+x+")", "lower("+y+")"
	}
	switch op {
	case "contains":
		return "contains(" + x + ", " + y + ")", true
	case "notContains":
		return "not contains(" + x + ", " + y + ")", true
	case "startsWith", "endsWith":
		return strings.ToLower(op) + "(" + x + ", " + y + ")", true
	case "notStartsWith", "notEndsWith":
		return "not " + strings.ToLower(op[3:]) + "(" + x + ", " + y + ")", true
	}
	sign, ok := n8nOps[op]
	return x + " " + sign + " " + y, ok
}

// operand reads the right side; numbers and truth values may be written as text.
func (w *n8n) operand(v *doc.Syntax, kind string, env *dataEnv) Value {
	if v == nil {
		return Lit{map[string]value.Value{"string": value.Text(""), "number": value.Int(0), "boolean": value.Bool(false)}[kind]}
	}
	made := w.value(v, env)
	if lit, ok := made.(Lit); ok {
		if text, isText := lit.Value.(value.Text); isText && kind == "number" {
			if n, err := value.ParseNumber(string(text)); err == nil {
				return Lit{n}
			}
		}
		if text, isText := lit.Value.(value.Text); isText && kind == "boolean" {
			if b, err := strconv.ParseBool(string(text)); err == nil {
				return Lit{value.Bool(b)}
			}
		}
	}
	return made
}
