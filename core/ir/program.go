package ir

import (
	"strings"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/lattice"
	"planproof/core/types"
	"planproof/core/value"
)

// Slot numbers a variable name; None is no name.
type Slot int

// None is the slot of a call without a result binding.
const None Slot = -1

// Program is a bundle ready for analysis. It is immutable.
type Program struct {
	Bundle *doc.Bundle
	// Tools has the declared tools in order, then the tools that are called
	// without a spec.
	Tools  []*Tool
	Labels []string
	Rules  []*Rule
	// Automata are those of the policy, in order.
	Automata []*Automaton
	// Names are the variable names by Slot; Inputs those given from outside.
	Names  []string
	Inputs []Slot
	Body   []Step
	// Steps counts all steps, Loops all loops, Conditions the conditions of
	// conditionals.
	Steps, Loops int

	constants constantTable
}

// Input and Unknown are the pseudo-tools of provenance, numbered after the
// tools: where an input came from, and a reference that is not in scope.
func (p *Program) Input() int { return len(p.Tools) }

// Unknown is the provenance of an undefined reference.
func (p *Program) Unknown() int { return len(p.Tools) + 1 }

// ToolNames are the names behind a provenance set, pseudo-tools included.
func (p *Program) ToolNames() []string {
	names := make([]string, 0, len(p.Tools)+2)
	for _, t := range p.Tools {
		names = append(names, t.Name)
	}
	return append(names, "input", "unknown")
}

// RuleNames are the names of the taint rules, by number.
func (p *Program) RuleNames() []string {
	names := make([]string, len(p.Rules))
	for i, r := range p.Rules {
		names[i] = r.Name
	}
	return names
}

// Tool is a tool of the program. Spec is nil when it has none.
type Tool struct {
	Index   int
	Name    string
	Spec    *doc.ToolSpec
	Allowed bool
	// Labels are its source labels; SinkLabels may never reach its sinks.
	Labels, SinkLabels lattice.Set
	// Sources are the rules whose source it is, Sanitizes those it sanitizes.
	Sources, Sanitizes lattice.Set
	// Marked is set when some parameter is_taint_sink.
	Marked bool
	Params map[string]*Param
	// The contracts, compiled with the union of all constants.
	Pre, Post []*Condition
	Frames    []*FrameCondition
	// Invariants are those of the policy that speak of the tool.
	Invariants []*Condition
	// Return is the declared type of its result.
	Return types.Type

	defaults int // how many parameters have a default
}

// Param is a declared parameter.
type Param struct {
	Index int
	Doc   *doc.Param
	Type  types.Type
}

// Rule is a taint rule.
type Rule struct {
	Index      int
	Name       string
	Doc        *doc.TaintRule
	AnySource  bool // source_tool "*": any label
	Source     int  // tool number, -1 when unknown or AnySource
	Sanitizers lattice.Set
	Condition  *Condition // nil: always
}

// Automaton is a security automaton; transitions are kept per state, in
// declaration order.
type Automaton struct {
	Index    int
	Name     string
	Doc      *doc.Automaton
	States   []string
	Errors   lattice.Set
	Initial  int
	From     [][]*Transition
	Declared []*Transition
}

// Transition is one transition; Tool is -1 for "*".
type Transition struct {
	Index, From, To int
	Tool            int
	AnyTool         bool
	Guard           *Condition // nil: always
}

// Fires reports whether the transition is about this tool.
func (t *Transition) Fires(tool int) bool { return t.AnyTool || t.Tool == tool }

// Condition is a condition of the documents. Exactly one of Expr and Err is
// set.
type Condition struct {
	Text   doc.Text
	Source *doc.Source
	// Start is where in Text the condition begins: an invariant has its tool's
	// name before it.
	Start int
	Expr  *cond.Expr
	Err   *cond.Error
	// Constants are the names that the policy's constants define here.
	Constants map[string]value.Value
}

// Written is the condition as written, without an invariant's prefix.
func (c *Condition) Written() string { return strings.TrimSpace(c.Text.Value[c.Start:]) }

// Span is the place of bytes from to end of the condition in its document.
func (c *Condition) Span(from, end int) doc.Span {
	return c.Source.Inside(c.Text, c.Start+from, c.Start+end)
}

// FrameCondition is a condition of frame_conditions. When it is a plain
// condition, Plain is set and Frame is nil.
type FrameCondition struct {
	Condition
	Frame *cond.Frame
}

// Step is a *Call, *Branch or *Loop.
type Step interface {
	isStep()
	// Pointer is the JSON pointer of the step.
	Pointer() string
	// Name is the step's label.
	Name() string
}

// Common is what every step has.
type Common struct {
	Path  string
	Label string
	Doc   *doc.Step
}

// Pointer is the JSON pointer of the step.
func (c *Common) Pointer() string { return c.Path }

// Name is the step's label.
func (c *Common) Name() string { return c.Label }

// Call is a tool call. Index numbers calls in pre-order.
type Call struct {
	Common
	Index int
	Node  *doc.ToolCall
	Tool  *Tool
	Args  []Arg
	Bind  Slot
	Sinks []Sink
}

// Arg is one argument that the call gives, or (Default) the default value
// that stands in for one it leaves out.
type Arg struct {
	Name    string
	Param   *Param // nil: not declared
	Value   doc.Value
	Const   value.Value // the value when no reference occurs in it
	Refs    []Ref       // references at any depth, in order of appearance
	Default bool
}

// Ref is one occurrence of a symbolic reference. Inside is the pointer from
// the argument to it, "" when it is the whole argument. To taint, and so to
// certificates, a part of a value (Doc.Path) is the value.
type Ref struct {
	Slot   Slot
	Doc    *doc.Ref
	Inside string
}

// Sink says that a call's argument is a sink of a rule.
type Sink struct {
	Rule *Rule
	Arg  int
}

// Branch is a conditional.
type Branch struct {
	Common
	Cond       *Condition
	Then, Else []Step
}

// Loop is a loop. Index numbers loops in pre-order.
type Loop struct {
	Common
	Index      int
	Node       *doc.Loop
	Collection Slot
	Item       Slot
	Body       []Step
	// Binds are the names that calls in the body bind, Calls the tools that
	// they call, each once.
	Binds []Slot
	Calls []int
}

func (*Call) isStep()   {}
func (*Branch) isStep() {}
func (*Loop) isStep()   {}
