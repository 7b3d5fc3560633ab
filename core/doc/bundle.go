package doc

import "planproof/core/value"

// A Bundle is everything one verification needs: a workflow, a policy and the tools, and what an example may say
// about them.
type Bundle struct {
	Workflow    *Workflow
	Policy      *Policy
	Tools       []ToolSpec // no name twice
	ToolsSource *Source
	Options     Options
	Inputs      []NamedValue // what the input variables are when the workflow runs; in written order
	Scripts     []Script     // what the tools answer when the workflow runs; in written order
	Title       string
	Lesson      string

	// Schema, ID and Moral are the keys "$schema", "id" and "moral" that examples carry; "" when not given.
	Schema, ID, Moral string
	// Expect is the key "expect", what an example expects of the report: any JSON, nil when not given.
	Expect value.Value

	// Notes say what a tolerant reading changed or passed over, in the order of the text.
	Notes []Note
}

// Options are the settings of a verification that a bundle may carry.
type Options struct {
	Strict  bool // what can not be proved is a violation
	Lenient bool // unknown fields of the workflow are notes, not errors
}

// A NamedValue is a value for an input variable.
type NamedValue struct {
	Name  Text
	Value value.Value
	Range Range // of the value
}

// A Script is one scripted answer of a tool: a result, or an error when Error is not nil. Without either key the
// result is null.
type Script struct {
	Tool   Text
	Result value.Value
	Error  *string
	Range  Range
}
