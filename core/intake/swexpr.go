package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// This file is the expressions of Serverless Workflow.

// condition writes a condition of jq; one that conditions have no form for is decided by the helper.
func (s *serverless) condition(name string, when *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) string {
	text := jqText(when.AsText())
	if c, ok := condition(parseExpr(text, jqDialect), s.resolve(env)); ok {
		return c
	}
	bind := s.names.Fresh(name + "_holds")
	v.steps = append(v.steps, Decide(name, text, s.mentioned(text, env), []string{"yes", "no"}, bind, when.Where()))
	s.notes.Guess(when.Where(), "the condition of "+ticked(name)+" has no form in a plan; the helper "+ticked(DecideTool)+" is asked")
	return CondRef(Ref{Name: bind}) + " == 'yes'"
}

// jqText is the expression without ${ }.
func jqText(s string) string {
	s = strings.TrimSpace(s)
	if inner, ok := strings.CutPrefix(s, "${"); ok && strings.HasSuffix(s, "}") {
		return strings.TrimSpace(strings.TrimSuffix(inner, "}"))
	}
	return s
}

// transform is the value of input.from and its like: an expression, or an object with expressions in it.
func (s *serverless) transform(from *doc.Syntax, env *dataEnv, missing Value) Value {
	if from == nil {
		return missing
	}
	if from.Is(doc.SyntaxText) {
		return s.expression(from, jqText(from.Text), env)
	}
	return s.value(from, env)
}

// value makes a value in which whole texts may be expressions, ${ … }.
func (s *serverless) value(v *doc.Syntax, env *dataEnv) Value {
	return FromSyntax(v, func(text *doc.Syntax) Value {
		t := strings.TrimSpace(text.Text)
		if !strings.HasPrefix(t, "${") || !strings.HasSuffix(t, "}") {
			return nil
		}
		return s.expression(text, jqText(t), env)
	})
}

func (s *serverless) expression(at *doc.Syntax, text string, env *dataEnv) Value {
	if made, ok := valueOf(parseExpr(text, jqDialect), s.resolve(env)); ok {
		return placed(made, at.Where())
	}
	return Computed{text, s.mentioned(text, env), at.Where()}
}

// resolve finds what a way of jq leads to.
func (s *serverless) resolve(env *dataEnv) resolver {
	return func(r *exprRef) (Value, bool) {
		var v Value
		steps := r.steps
		switch name := strings.TrimPrefix(r.root, "$"); {
		case r.root == "":
			v = env.input
		case name == "input":
			v = env.input
		case name == "output":
			v = env.result
		case r.root == "$workflow" && len(steps) > 0 && steps[0].key == value.Text("input"):
			v, steps = Ref{Name: s.inputs["input"]}, steps[1:]
		case env.vars[name] != nil && r.root != name:
			v = env.vars[name]
		case s.inputs[name] != "" && r.root != name:
			v = Ref{Name: s.inputs[name]}
		}
		if v == nil {
			return nil, false
		}
		path, ok := pathOf(steps)
		for i := 0; ok && i < len(path); i++ {
			v, ok = partOf(v, path[i])
		}
		return v, ok
	}
}

// mentioned are the values that an expression which is not understood may look at.
func (s *serverless) mentioned(text string, env *dataEnv) []Value {
	about := []Value{plainValue(env.input, doc.Range{})}
	for _, name := range env.order {
		if strings.Contains(text, "$"+name) {
			about = append(about, plainValue(env.vars[name], doc.Range{}))
		}
	}
	for _, name := range []string{"workflow", "runtime", "secrets", "task"} {
		if strings.Contains(text, "$"+name) {
			about = append(about, Ref{Name: s.inputs[name]})
		}
	}
	return about
}
