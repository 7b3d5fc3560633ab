package intake

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// choice writes the rules of a Choice as conditions.
func (a *asl) choice(id string, s *doc.Syntax, env *dataEnv) (visited[*dataEnv], *Refusal) {
	v := visited[*dataEnv]{label: id}
	in, refused := a.effective(s, env)
	if refused != nil {
		return v, refused
	}
	for i, rule := range s.Get("Choices").List() {
		text, ok := a.rule(rule, in, &v)
		if !ok {
			bind := a.names.Fresh(id + "_rule")
			v.steps = append(v.steps, Decide(id, "does rule "+strconv.Itoa(i+1)+" of "+id+" hold?", a.mentioned("", in), []string{"yes", "no"}, bind, rule.Where()))
			a.notes.Guess(rule.Where(), "a rule of "+ticked(id)+" has no form as a condition; the helper "+ticked(DecideTool)+" is asked")
			text = CondRef(Ref{Name: bind}) + " == 'yes'"
		}
		v.conds = append(v.conds, text)
	}
	v.conds = append(v.conds, "")
	v.env, refused = a.assign(s, env, in, in.input)
	return v, refused
}

// rule writes one rule; ok is false when conditions have no form for it. Values without a name get one before.
func (a *asl) rule(rule *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) (string, bool) {
	switch {
	case rule.Get("Condition") != nil:
		text := strings.TrimSpace(rule.Str("Condition"))
		text = strings.TrimSuffix(strings.TrimPrefix(text, "{%"), "%}")
		return condition(parseExpr(text, jsonataDialect), a.resolve(env))
	case rule.Get("Not") != nil:
		inner, ok := a.rule(rule.Get("Not"), env, v)
		return "not (" + inner + ")", ok
	case rule.Get("And") != nil:
		return a.rules(rule.Get("And"), " and ", env, v)
	case rule.Get("Or") != nil:
		return a.rules(rule.Get("Or"), " or ", env, v)
	}
	ref, ok := parseExpr(rule.Str("Variable"), jsDialect).(*exprRef)
	if !ok {
		return "", false
	}
	for _, m := range rule.Members {
		switch m.Key.Value {
		case "Variable", "Next", "Comment", "Assign", "Output":
			continue
		case "IsPresent":
			return a.present(ref, m.Value.AsBool(), env)
		}
		return a.test(ref, m.Key.Value, m.Value, env, v)
	}
	return "", false
}

func (a *asl) rules(list *doc.Syntax, between string, env *dataEnv, v *visited[*dataEnv]) (string, bool) {
	var parts []string
	for _, r := range list.List() {
		text, ok := a.rule(r, env, v)
		if !ok {
			return "", false
		}
		parts = append(parts, "("+text+")")
	}
	return strings.Join(parts, between), len(parts) > 0
}

// present asks whether a field is there: every step of the way is.
func (a *asl) present(ref *exprRef, want bool, env *dataEnv) (string, bool) {
	var parts []string
	for i, s := range ref.steps {
		key, text := s.key.(value.Text)
		whole, ok := a.resolve(env)(&exprRef{ref.root, ref.steps[:i]})
		if index, number := s.key.(value.Number); number && ok {
			if in, named := whole.(Ref); named {
				parts = append(parts, "len("+CondRef(in)+") > "+index.String())
				continue
			}
		}
		if !text || !ok {
			return "", false
		}
		if _, known := whole.(Ref); !known {
			if o, half := whole.(overlay); half {
				if _, set := fieldOf(o.fields, key); set {
					continue
				}
				whole = o.base
			}
			if _, set := partOf(whole, key); !set {
				parts = append(parts, "False")
				continue
			}
		}
		in, named := whole.(Ref)
		if !named {
			continue // it is set
		}
		parts = append(parts, CondLit(key)+" in "+CondRef(in))
	}
	text := strings.Join(parts, " and ")
	if text == "" {
		text = "True"
	}
	if !want {
		text = "not (" + text + ")"
	}
	return text, len(ref.steps) > 0
}

// aslOps are the comparisons behind the kind of value that is compared.
var aslOps = []struct{ end, op string }{
	{"LessThanEquals", "<="}, {"GreaterThanEquals", ">="}, {"LessThan", "<"}, {"GreaterThan", ">"}, {"Equals", "=="},
}

// test writes a comparison like StringEquals or NumericLessThanPath.
func (a *asl) test(ref *exprRef, op string, with *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) (string, bool) {
	x, ok := a.operand(ref, env, v)
	if !ok {
		return "", false
	}
	name, isPath := strings.CutSuffix(op, "Path")
	other := CondLit(with.Value())
	if isPath {
		to, isRef := parseExpr(with.AsText(), jsDialect).(*exprRef)
		if !isRef {
			return "", false
		}
		if other, ok = a.operand(to, env, v); !ok {
			return "", false
		}
	}
	switch {
	case name == "IsNull":
		return x + " is " + map[bool]string{true: "None", false: "not None"}[with.AsBool()], true
	case name == "StringMatches" && !strings.ContainsAny(other, "?["):
		return "matches(" + x + ", " + other + ")", true
	}
	kind, ok := strings.CutPrefix(name, "Timestamp")
	if ok && kind != "Equals" {
		return "", false // texts that are ordered as times
	}
	for _, o := range aslOps {
		if rest, ok := strings.CutSuffix(name, o.end); ok && (rest == "String" || rest == "Numeric" || rest == "Boolean" || rest == "Timestamp") {
			return x + " " + o.op + " " + other, true
		}
	}
	return "", false
}

// operand writes a value in a condition. One that has no name gets one before.
func (a *asl) operand(ref *exprRef, env *dataEnv, v *visited[*dataEnv]) (string, bool) {
	x, ok := a.resolve(env)(ref)
	if !ok {
		return "", false
	}
	if text, ok := condValue(x); ok {
		return text, true
	}
	name := a.names.Fresh("compared")
	v.steps = append(v.steps, &Call{Label: "Take " + name, Tool: PickTool, Bind: name, Args: []Arg{{"value", plainValue(x, doc.Range{}), doc.Range{}}}})
	return name, true
}
