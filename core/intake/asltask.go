package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// This file is tasks of state machines and what they call.

// task writes a call, and the ways of its catchers.
func (a *asl) task(id string, s *doc.Syntax, env *dataEnv) (visited[*dataEnv], *Refusal) {
	v := visited[*dataEnv]{label: "Did " + id + " fail?"}
	in, refused := a.effective(s, env)
	if refused != nil {
		return v, refused
	}
	given, refused := a.template(firstOf(s, "Parameters", "Arguments"), in, in.input)
	if refused != nil {
		return v, refused
	}
	call := &Call{Label: id, Tool: aslTool(s.Str("Resource"), &given), Args: argsFrom(plainValue(given, s.Where()), s.Where()), Bind: a.names.Fresh(id), At: s.Where()}
	v.steps = []Step{call}
	in.result = Ref{Name: call.Bind, At: s.Where()}
	if v.env, refused = a.after(s, env, in); refused == nil {
		refused = a.catch(id, s, env, &v)
	}
	return v, refused
}

// catch asks whether a task failed, when the machine goes on then. The state that it goes on to gets the error, where the
// catcher says.
func (a *asl) catch(id string, s *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) *Refusal {
	catchers := s.Get("Catch").List()
	if len(catchers) == 0 {
		return nil
	}
	choices := []string{}
	for _, c := range catchers {
		choices = append(choices, "to "+c.Str("Next"))
		failed := *env
		failed.result = Computed{"the error of " + id, []Value{plainValue(env.input, c.Where())}, c.Where()}
		out, refused := a.after(c, env, &failed)
		if refused != nil {
			return refused
		}
		v.envs = append(v.envs, out)
	}
	v.envs = append(v.envs, v.env)
	bind := a.names.Fresh(id + "_outcome")
	v.steps = append(v.steps, Decide("How did "+id+" end?", "did "+id+" fail, and with which error?", nil, append(choices, "well"), bind, s.Get("Catch").Where()))
	for _, c := range choices {
		v.conds = append(v.conds, CondRef(Ref{Name: bind})+" == "+CondLit(value.Text(c)))
	}
	v.conds = append(v.conds, "")
	a.notes.Guess(s.Get("Catch").Where(), "the steps that catch errors of "+ticked(id)+" are ways of a decision: whoever runs the plan says whether it failed")
	return nil
}

// aslTool names the tool behind a resource. A function that is named by a literal is part of the name, and no argument.
func aslTool(resource string, given *Value) string {
	parts := strings.Split(strings.ReplaceAll(resource, "${AWS::Partition}", "aws"), ":")
	if len(parts) < 7 || parts[0] != "arn" {
		return functionName(resource)
	}
	service, action := parts[2], parts[6]
	if service == "states" {
		if service = parts[5]; service == "aws-sdk" && len(parts) > 7 {
			service, action = parts[6], parts[7]
		}
		action, _, _ = strings.Cut(action, ".") // .sync, .waitForTaskToken
	}
	if service == "lambda" && action == "invoke" {
		if name := takeFunction(given); name != "" {
			action = functionName(name)
		}
	}
	return service + ":" + action
}

// takeFunction takes a literal FunctionName out of the arguments.
func takeFunction(given *Value) string {
	o, _ := (*given).(Object)
	for i, f := range o.Fields {
		lit, ok := f.Value.(Lit)
		if name, text := lit.Value.(value.Text); ok && text && f.Key == "FunctionName" {
			*given = Object{append(o.Fields[:i:i], o.Fields[i+1:]...)}
			return string(name)
		}
	}
	return ""
}

// functionName is the name in a function's name, ARN or placeholder.
func functionName(s string) string {
	if inner, ok := strings.CutPrefix(s, "${"); ok {
		return strings.TrimSuffix(inner, "}")
	}
	if parts := strings.Split(s, ":"); len(parts) > 6 {
		return functionName(parts[6])
	}
	return s
}

// firstOf is the value of the first key that a state has.
func firstOf(s *doc.Syntax, keys ...string) *doc.Syntax { return anyOf(s, keys) }

// argsFrom makes arguments of what a task is given: the fields of an object, else one.
func argsFrom(v Value, at doc.Range) []Arg {
	switch v := v.(type) {
	case Object:
		var out []Arg
		for _, f := range v.Fields {
			out = append(out, Arg{f.Key, f.Value, at})
		}
		return out
	case Lit:
		if o, ok := v.Value.(value.Object); ok {
			var out []Arg
			for _, m := range o {
				out = append(out, Arg{m.Key, Lit{m.Value}, at})
			}
			return out
		}
	}
	return []Arg{{"input", v, at}}
}
