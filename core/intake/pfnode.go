package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// This file is the nodes of Prompt flow, and an order in which each has what it needs.

// value reads an input of a node.
func (f *promptflow) value(v *doc.Syntax) Value {
	return FromSyntax(v, func(t *doc.Syntax) Value {
		parts, ok := pfWay(t.Text)
		if !ok {
			return nil
		}
		return f.ref(parts, t.Where())
	})
}

func (f *promptflow) ref(parts []string, at doc.Range) Value {
	name, rest := f.inputs[parts[min(1, len(parts)-1)]], parts[min(2, len(parts)):]
	if n := f.nodes[parts[0]]; n != nil {
		name, rest = n.bind, parts[1:]
		if len(rest) > 0 && rest[0] == "output" {
			rest = rest[1:]
		}
	}
	ref := Ref{Name: name, At: at}
	for _, field := range rest {
		ref.Path = append(ref.Path, fieldSteps(field)...)
	}
	return ref
}

// node writes one node: a call, in a conditional when it may be passed by.
func (f *promptflow) node(n *pfNode) ([]Step, *Refusal) {
	call := &Call{Label: n.name, Bind: n.bind, At: n.at}
	switch path := n.At("source", "path").AsText(); {
	case n.At("source", "tool").AsText() != "":
		call.Tool = n.At("source", "tool").AsText()
	case n.Str("type") == "python":
		call.Tool = strings.TrimSuffix(path[strings.LastIndexAny(path, `/\`)+1:], ".py")
	default:
		call.Tool = or(n.Str("type"), "node")
		if path != "" {
			call.Args = append(call.Args, Arg{"template", Lit{value.Text(path)}, n.at})
		}
	}
	call.Tool = or(call.Tool, n.name)
	for _, m := range n.Get("inputs").Fields() {
		name := m.Key.Value
		if len(call.Args) > 0 && call.Args[0].Param == name {
			name += "_"
		}
		call.Args = append(call.Args, Arg{name, f.value(m.Value), m.Key.Range})
	}
	if skip := n.Get("skip"); skip != nil {
		return nil, &Refusal{Construct: "skip", Names: []string{n.name}, At: skip.Where(), Message: "the node " + ticked(n.name) + " is skipped by a rule of an older version", Hint: "write it as activate"}
	}
	if n.Get("aggregation").AsBool() {
		f.notes.Guess(n.at, "the node "+ticked(n.name)+" takes the results of all lines; here it takes those of one")
	}
	if refused := f.guarded(n); refused != nil {
		return nil, refused
	}
	if n.guard == "" {
		return []Step{call}, nil
	}
	passed := &Call{Label: n.name + " is passed by", Tool: PickTool, Bind: n.bind, At: n.at, Args: []Arg{{"value", Lit{value.Null{}}, n.at}}}
	return []Step{&If{Label: "Run " + n.name + "?", Cond: n.guard, Then: []Step{call}, Else: []Step{passed}, At: n.at}}, nil
}

// guarded finds the condition under which a node runs: its own, and one of those of the nodes that it takes from when all
// of them have one.
func (f *promptflow) guarded(n *pfNode) *Refusal {
	var own string
	if a := n.Get("activate"); a != nil {
		parts, ok := pfWay(a.Get("when").AsText())
		if !ok || a.Get("is") == nil {
			return &Refusal{Construct: "activate", Names: []string{n.name}, At: a.Where(), Message: "the activation of " + ticked(n.name) + " does not say what a reference has to be", Hint: "write when: ${node.output} and is: a value"}
		}
		text, _ := condValue(f.ref(parts, a.Where()))
		own = text + " == " + CondLit(a.Get("is").Value())
	}
	var guards []string
	for _, need := range n.needs {
		g := f.nodes[need].guard
		if g == "" {
			n.guard = own
			return nil
		}
		if len(guards) == 0 || guards[len(guards)-1] != g {
			guards = append(guards, g)
		}
	}
	switch inherited := strings.Join(guards, ") or ("); {
	case len(guards) > 1 && own == "":
		n.guard = "(" + inherited + ")"
	case own == "":
		n.guard = inherited
	case len(guards) == 0:
		n.guard = own
	default:
		n.guard = "((" + inherited + ")) and (" + own + ")"
	}
	if len(n.guard) > 4000 {
		return &Refusal{Construct: "limit", Names: []string{n.name}, At: n.at, Message: "it depends on too many conditions whether " + ticked(n.name) + " runs", Hint: "give it an activation of its own"}
	}
	return nil
}

// byNeeds puts names in an order in which each comes behind what it needs, else as they stand. When some need each other
// it returns those that do, as a cycle.
func byNeeds(names []string, needs func(string) []string) (order, cycle []string) {
	const open, done = 1, 2
	state := map[string]int{}
	for _, from := range names {
		if state[from] == done {
			continue
		}
		type frame struct {
			id   string
			rest []string
		}
		state[from] = open
		for stack := []frame{{from, needs(from)}}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			if len(top.rest) == 0 {
				state[top.id] = done
				order = append(order, top.id)
				stack = stack[:len(stack)-1]
				continue
			}
			to := top.rest[0]
			top.rest = top.rest[1:]
			switch state[to] {
			case done:
			case open:
				for i := len(stack) - 1; i >= 0; i-- {
					if cycle = append(cycle, stack[i].id); stack[i].id == to {
						break
					}
				}
				return nil, cycle
			default:
				state[to] = open
				stack = append(stack, frame{to, needs(to)})
			}
		}
	}
	return order, nil
}
