package planner

import (
	"strings"

	"planproof/core/value"
)

// form is how a plan is written, with an example that uses every kind of step.
const form = `You write plans for an agent. A plan is JSON; it is verified against a policy before anything runs, and then executed as it stands. You will not see any data: refer to it by name.

A plan is one object:
{
  "goal": "what the user wants",
  "input_variables": ["names that are given from outside"],
  "steps": [ ...steps, in order... ]
}

A step has a "label" and exactly one of these:
{"label": "Look it up", "tool_call": {"tool_name": "find", "arguments": {"query": "a literal", "within": {"ref": "folder"}}, "result_binding": "hits"}}
{"label": "Many hits?", "conditional": {"condition": "len(hits) > 3", "then_steps": [], "else_steps": []}}
{"label": "Every hit", "loop": {"collection_ref": "hits", "item_binding": "hit", "body": []}}

- {"ref": "x"} stands for the value of x: an input variable, an earlier result_binding, the item of an enclosing loop. {"ref": "x", "path": ["field", 0]} stands for its part x.field[0]; a loop over a part has "collection_path" beside "collection_ref". Never write such a value yourself, and never put a name into a text: there is no formatting.
- A name that is bound on one side of a conditional only, or inside a loop, can not be used after it.
- Conditions are Python expressions over names: comparisons, and, or, not, in, len(x), x.field, x[0], domain_of(address), startswith(x, "a"), endswith(x, "a"), contains(x, "a"), lower(x), matches(x, "*.txt"). They can not call tools.
- Every argument must have the type that the tool declares. There are no other parameters than the declared ones.
- Answer with the JSON object alone.`

// Prompt is how the conversation about a task begins: how plans are written,
// the tools and the policy in words, the goal.
func Prompt(t *Task) []Message {
	var b strings.Builder
	b.WriteString(form + "\n\nTools you may call:\n\n")
	writeTools(&b, t)
	b.WriteString("\nThe policy:\n\n")
	writePolicy(&b, t)
	user := "The goal: " + t.Goal
	if len(t.Inputs) > 0 {
		user += "\n\nInput variables you may use: " + inputNames(t.Inputs)
	}
	return []Message{{System, b.String()}, {User, user}}
}

func inputNames(inputs []value.Member) string {
	names := make([]string, len(inputs))
	for i, in := range inputs {
		names[i] = in.Key
	}
	return strings.Join(names, ", ")
}
