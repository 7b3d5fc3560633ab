package doc

import "planproof/core/value"

// A Text is a string or a name as it was written. Value is decoded and in generalized UTF-8 (a lone surrogate escape
// keeps its three bytes); Range is the literal in its Source, quotes included, and empty when nothing was written.
type Text struct {
	Value string
	Range Range
}

// A Workflow is a plan: what a model wants to do, in steps.
type Workflow struct {
	Source *Source
	Range  Range
	Goal   Text
	Inputs []Text // input_variables; no name twice
	Steps  []Step
}

// A Step is one labeled node of a workflow. Labels may repeat: a step is identified by its path.
type Step struct {
	Label Text
	Range Range
	Node  StepNode
}

// A StepNode is what a step does: *ToolCall, *Conditional or *Loop.
type StepNode interface{ isStepNode() }

// A ToolCall calls a tool with arguments and may bind its result to a name.
type ToolCall struct {
	Range   Range
	Tool    Text
	Args    []Arg // in written order; no parameter twice
	Binding *Text // nil when the result is not bound
}

// An Arg is one argument of a tool call.
type Arg struct {
	Param Text
	Value Value
}

// A Conditional runs one of two lists of steps.
type Conditional struct {
	Range      Range
	Condition  Text // a condition of core/cond, not read here
	Then, Else []Step
}

// A Loop runs its body once for every element of a collection: the value of a name, or the part of it at Path.
type Loop struct {
	Range            Range
	Collection, Item Text
	Path             value.Path
	Body             []Step
}

func (*ToolCall) isStepNode()    {}
func (*Conditional) isStepNode() {}
func (*Loop) isStepNode()        {}

// A Value is an argument as written: *Literal, *Ref, *List or *Object.
type Value interface {
	isValue()
	// At is where the value is written.
	At() Range
}

// A Literal is a scalar: value.Null, value.Bool, value.Number or value.Text.
type Literal struct {
	Range Range
	Value value.Value
}

// A Ref is a symbolic reference: {"ref": "x"}, or {"ref": "x", "path": ["field", 0]} for a part of the value. The empty
// name is allowed here and never in scope; the empty path is none.
type Ref struct {
	Range Range
	Name  string
	Path  value.Path
}

// A List is a JSON array.
type List struct {
	Range Range
	Items []Value
}

// An Object is a literal JSON object, that is any that is no Ref. No key stands twice.
type Object struct {
	Range   Range
	Members []Member
}

// A Member is one key of an Object.
type Member struct {
	Key   Text
	Value Value
}

func (*Literal) isValue() {}
func (*Ref) isValue()     {}
func (*List) isValue()    {}
func (*Object) isValue()  {}

// At is where the literal is written.
func (l *Literal) At() Range { return l.Range }

// At is where the reference is written.
func (r *Ref) At() Range { return r.Range }

// At is where the array is written.
func (l *List) At() Range { return l.Range }

// At is where the object is written.
func (o *Object) At() Range { return o.Range }

// Concrete returns the value that v denotes; ok is false when a Ref occurs in it at any depth.
func Concrete(v Value) (c value.Value, ok bool) {
	switch v := v.(type) {
	case *Literal:
		return v.Value, true
	case *List:
		return concreteList(v)
	case *Object:
		return concreteObject(v)
	case *Ref:
		return nil, false
	}
	return nil, false
}

func concreteList(l *List) (value.Value, bool) {
	out := make(value.List, len(l.Items))
	for i, item := range l.Items {
		c, ok := Concrete(item)
		if !ok {
			return nil, false
		}
		out[i] = c
	}
	return out, true
}

func concreteObject(o *Object) (value.Value, bool) {
	out := make(value.Object, len(o.Members))
	for i, m := range o.Members {
		c, ok := Concrete(m.Value)
		if !ok {
			return nil, false
		}
		out[i] = value.Member{Key: m.Key.Value, Value: c}
	}
	return out, true
}
