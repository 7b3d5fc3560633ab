package intake

import (
	"planproof/core/doc"
	"planproof/core/value"
)

// A Draft is what an importer made of a piece. Any part may be missing.
type Draft struct {
	Plans  []*Plan        // in the order of the text; a file may hold many
	Tools  []doc.ToolSpec // tool specs that the piece declares
	Policy *doc.Policy    // only our own format has one
	Talk   *Transcript    // the conversation, when the piece is one

	hints []hint
}

// A Plan is a workflow under construction. Its names are identifiers that Names made, so that conditions can use them.
type Plan struct {
	Title   string // what tells it from the other plans of the piece; may be empty
	Goal    string
	Inputs  []Input
	Steps   []Step
	Scripts []Script // recorded results, in the order of the calls
	At      doc.Range
	// Workflow is the plan when it is a document of ours; then Goal, Inputs and Steps are not used.
	Workflow *doc.Workflow
	// base is where the text of Workflow begins in the paste; -1 when it was rewritten before it was read.
	base int
	// Refused says why this plan of a piece with several could not be read; then it has no steps.
	Refused *Refusal
}

// An Input is an input variable.
type Input struct {
	Name  string
	Value value.Value // what it was in a recorded run, or its default; nil when not known
	At    doc.Range
}

// A Script is a recorded answer of a tool.
type Script struct {
	Tool   string
	Result value.Value
	Error  string // not empty: the tool failed
}

// A Step is *Call, *If or *Each.
type Step interface{ isStep() }

// A Call calls a tool.
type Call struct {
	Label string // "" takes the tool's name
	Tool  string
	Args  []Arg
	Bind  string // "" binds nothing
	At    doc.Range
}

// An Arg is one argument of a Call. Parameters of one call are distinct.
type Arg struct {
	Param string
	Value Value
	At    doc.Range
}

// An If runs one of two lists of steps. Cond is a condition over names in scope (see CondRef and CondLit); a decision
// that no condition can express is a call of Decide before it.
type If struct {
	Label      string
	Cond       string
	Then, Else []Step
	At         doc.Range
}

// An Each runs its body for every element of a collection: a reference to a value or a part of one, or anything else
// that build binds to a name first (see PickTool).
type Each struct {
	Label string
	Over  Value
	Item  string // a fresh name
	Body  []Step
	At    doc.Range
}

func (*Call) isStep() {}
func (*If) isStep()   {}
func (*Each) isStep() {}

// A Value is an argument under construction: Lit, Ref, List, Object, Joined, Computed or Merged.
type Value interface{ isValue() }

// A Lit is a value without references.
type Lit struct{ Value value.Value }

// A Ref refers to a name, or to a part of its value.
type Ref struct {
	Name string
	Path []value.Value // keys (value.Text) and indexes (value.Number); empty for the whole value
	At   doc.Range
}

// A List is a list in which references may occur.
type List struct{ Items []Value }

// An Object is an object in which references may occur.
type Object struct{ Fields []Field }

// A Field is one key of an Object.
type Field struct {
	Key   string
	Value Value
}

// Joined is text with holes ("Dear {name}"). A workflow has no such value, so build puts a call of JoinTool before the
// step and refers to its result; so taint goes through it as through any tool.
type Joined struct {
	Parts []Value
	At    doc.Range
}

// Computed is the value of an expression of another language, which build makes a call of ComputeTool. About are the
// values that it looks at: leaving one out would lose its labels.
type Computed struct {
	Expression string
	About      []Value
	At         doc.Range
}

// Merged are objects put together, which build makes a call of MergeTool; of one key the last counts.
type Merged struct {
	Parts []Value
	At    doc.Range
}

func (Lit) isValue()      {}
func (Ref) isValue()      {}
func (List) isValue()     {}
func (Object) isValue()   {}
func (Joined) isValue()   {}
func (Computed) isValue() {}
func (Merged) isValue()   {}

// FromSyntax makes a value of a tree. Every text in it is given to leaf, which may make a reference or Joined of it;
// a nil leaf, and a leaf that answers nil, keep the text.
func FromSyntax(v *doc.Syntax, leaf func(text *doc.Syntax) Value) Value {
	switch {
	case v.Is(doc.SyntaxText) && leaf != nil:
		if out := leaf(v); out != nil {
			return out
		}
	case v.Is(doc.SyntaxList):
		out := List{}
		for _, item := range v.Items {
			out.Items = append(out.Items, FromSyntax(item, leaf))
		}
		return out
	case v.Is(doc.SyntaxObject):
		out := Object{}
		for _, m := range v.Members {
			out.Fields = append(out.Fields, Field{m.Key.Value, FromSyntax(m.Value, leaf)})
		}
		return out
	}
	return Lit{v.Value()}
}

// ArgsOf makes arguments of the members of an object; anything else has none.
func ArgsOf(v *doc.Syntax, leaf func(text *doc.Syntax) Value) []Arg {
	var out []Arg
	for _, m := range v.Fields() {
		out = append(out, Arg{m.Key.Value, FromSyntax(m.Value, leaf), m.Key.Range})
	}
	return out
}
