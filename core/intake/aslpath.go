package intake

import (
	"strings"

	"planproof/core/value"
)

// This file is how the paths and functions of state machines are read.

// resolve finds what a way into the input leads to. Context is an input of the plan.
func (a *asl) resolve(env *dataEnv) resolver {
	return func(r *exprRef) (Value, bool) {
		steps := r.steps
		if len(steps) > 0 && steps[0].call != "" && r.root != "States" {
			return a.function(r, env)
		}
		var v Value
		switch r.root {
		case "$":
			v = env.input
		case "$$":
			v, steps = a.context(steps, env)
		case "$states":
			v, steps = a.states(steps, env)
		case "States":
			return a.intrinsic(r, env)
		default:
			v = env.vars[strings.TrimPrefix(r.root, "$")]
		}
		if v == nil {
			return nil, false
		}
		return a.down(v, steps)
	}
}

func (a *asl) down(v Value, steps []exprStep) (Value, bool) {
	path, ok := pathOf(steps)
	if !ok {
		return nil, false
	}
	for _, key := range path {
		if v, ok = partOf(v, key); !ok {
			return nil, false
		}
	}
	return v, true
}

// states is JSONata's $states.
func (a *asl) states(steps []exprStep, env *dataEnv) (Value, []exprStep) {
	if len(steps) == 0 {
		return nil, nil
	}
	switch steps[0].key {
	case value.Text("input"):
		return env.input, steps[1:]
	case value.Text("result"):
		return env.result, steps[1:]
	case value.Text("context"):
		return a.context(steps[1:], env)
	}
	return nil, nil
}

// context is the context object: the item of the Map around, else an input of the plan.
func (a *asl) context(steps []exprStep, env *dataEnv) (Value, []exprStep) {
	if len(steps) >= 3 && steps[0].key == value.Text("Map") && steps[1].key == value.Text("Item") && steps[2].key == value.Text("Value") {
		return env.item, steps[3:]
	}
	return Ref{Name: a.contextName}, steps
}

// intrinsic is a function of JSONPath machines: States.Format and the like.
func (a *asl) intrinsic(r *exprRef, env *dataEnv) (Value, bool) {
	if len(r.steps) != 1 || r.steps[0].call == "" {
		return nil, false
	}
	call := r.steps[0]
	var args []Value
	for _, e := range call.args {
		v, ok := valueOf(e, a.resolve(env))
		if !ok {
			return nil, false
		}
		args = append(args, v)
	}
	switch call.call {
	case "Array":
		return List{args}, true
	case "Format":
		return formatted(args)
	}
	return Computed{Expression: "States." + call.call, About: args}, true
}

// formatted is States.Format: {} stands for the next argument.
func formatted(args []Value) (Value, bool) {
	if len(args) == 0 {
		return nil, false
	}
	lit, _ := args[0].(Lit)
	text, ok := lit.Value.(value.Text)
	if !ok {
		return nil, false
	}
	var parts []Value
	pieces := strings.Split(string(text), "{}")
	if len(pieces) != len(args) {
		return nil, false
	}
	unescape := strings.NewReplacer(`\{`, "{", `\}`, "}", `\\`, `\`)
	for i, p := range pieces {
		if i > 0 {
			parts = append(parts, args[i])
		}
		if p != "" {
			parts = append(parts, Lit{value.Text(unescape.Replace(p))})
		}
	}
	return Joined{Parts: parts}, true
}

// function is a JSONata function: computed elsewhere from its arguments.
func (a *asl) function(r *exprRef, env *dataEnv) (Value, bool) {
	var about []Value
	for _, e := range r.steps[0].args {
		v, ok := valueOf(e, a.resolve(env))
		if !ok {
			return nil, false
		}
		about = append(about, v)
	}
	if len(r.steps) > 1 || r.root == "" {
		return nil, false
	}
	return Computed{Expression: r.root + "(…)", About: about}, true
}
