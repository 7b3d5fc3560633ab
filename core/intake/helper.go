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
	// ComputeTool computes an expression of another language: expression, about → any value.
	ComputeTool = "compute_value"
	// MergeTool puts objects together, of one key the last counts: parts → object.
	MergeTool = "merge_objects"
	// AppendTool puts an element behind a list: list, item → list. Loops collect results with it.
	AppendTool = "append_item"
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

// helperLabels are the labels of helper calls that build makes.
var helperLabels = map[string]string{JoinTool: "Join the text", PickTool: "Take the part", DecideTool: "Decide", ComputeTool: "Compute", MergeTool: "Put together", AppendTool: "Collect"}

// helperOrder is the order in which a bundle declares helper tools.
var helperOrder = []string{JoinTool, PickTool, DecideTool, ComputeTool, MergeTool, AppendTool}

// helperSpec declares a helper tool.
func helperSpec(tool string) doc.ToolSpec {
	spec := func(description, returns string, params ...string) doc.ToolSpec {
		t := doc.ToolSpec{Name: doc.Text{Value: tool}, Description: description, ReturnType: returns}
		for i := 0; i < len(params); i += 2 {
			t.Params = append(t.Params, doc.Param{Name: doc.Text{Value: params[i]}, Type: doc.Text{Value: params[i+1]}})
		}
		return t
	}
	switch tool {
	case JoinTool:
		return spec("Helper: writes the parts one behind the other.", "str", "parts", "list")
	case PickTool:
		return spec("Helper: returns its argument.", "Any", "value", "Any")
	case ComputeTool:
		return spec("Helper: computes an expression of another language from the values that it looks at.", "Any", "expression", "str", "about", "list")
	case AppendTool:
		return spec("Helper: returns the list with the item behind it.", "list", "list", "list", "item", "Any")
	case MergeTool:
		return spec("Helper: puts objects together; of one key the last counts.", "dict", "parts", "list")
	}
	return spec("Helper: makes a decision that no condition can express.", "str", "question", "str", "about", "list", "choices", "list[str]")
}
