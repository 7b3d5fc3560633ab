package intake

import (
	"planproof/core/doc"
	"planproof/core/value"
)

// Helper tools stand for what other formats do between calls and a workflow has no form for. They are pure, a bundle
// that uses one declares it, and a note says so: whoever runs the plan must provide them.
const (
	// JoinTool writes parts one behind the other: parts → text.
	JoinTool = "join_text"
	// PickTool gives a part of a value a name: value → the same value.
	PickTool = "pick_value"
	// DecideTool makes a decision that no condition can express (a model's classification, a foreign expression):
	// question, about → one of choices.
	DecideTool = "decide"
)

// Decide returns the call that makes a decision; bind is a fresh name, and conditions compare it with the choices.
// about are the values that the decision looks at: so a branch on it depends on their labels.
func Decide(label, question string, about []Value, choices []string, bind string, at doc.Range) *Call {
	list := make(value.List, len(choices))
	for i, c := range choices {
		list[i] = value.Text(c)
	}
	return &Call{Label: label, Tool: DecideTool, Bind: bind, At: at, Args: []Arg{
		{"question", Lit{value.Text(question)}, at}, {"about", List{about}, at}, {"choices", Lit{list}, at},
	}}
}
