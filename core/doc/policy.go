package doc

import "planproof/core/value"

// Any is the wildcard: every tool in a taint rule or transition, every sink parameter in a taint rule.
const Any = "*"

// A Policy says what a workflow may do.
type Policy struct {
	Source        *Source
	Range         Range
	Name          Text
	AllowedTools  []Text
	TaintRules    []TaintRule // no name twice
	Automata      []Automaton // no name twice
	Invariants    []Text      // "<tool>: <condition>", see SplitInvariant
	Grounding     []Grounding
	ImplicitFlows string // "off" (default), "warn" or "deny"
}

// A TaintRule forbids data of a source tool to reach a parameter of a sink tool unsanitized.
type TaintRule struct {
	Range      Range
	Name       Text
	SourceTool Text // a tool or Any
	SinkTool   Text // a tool or Any
	SinkParam  Text // a parameter or Any
	Condition  *Text
	Sanitizers []Text
}

// An Automaton watches the sequence of tool calls. Its states are declared and unique, Initial and the states of the
// transitions are among them.
type Automaton struct {
	Range       Range
	Name        Text
	States      []State
	Initial     Text
	Transitions []Transition // tried in this order
	Constants   []Constant   // in written order; no name twice
}

// A State is one state of an Automaton.
type State struct {
	Range   Range
	Name    Text
	IsError bool
}

// A Transition leads from one state to another when the tool is called and the condition holds.
type Transition struct {
	Range     Range
	From, To  Text
	Tool      Text // a tool or Any
	Condition *Text
}

// A Constant is a name that the conditions of a policy may use: a scalar or a list of scalars.
type Constant struct {
	Name  Text
	Value value.Value
	Range Range // of the value
}

// A Grounding asks that an argument occurs literally in what the user said.
type Grounding struct {
	Range   Range
	Tool    Text
	Param   Text
	From    []Text // of "goal" and "inputs"; both when not given
	Matcher Text   // one of Matchers; "token" when not given
}

// Matchers are the names that the matcher of a Grounding may have.
var Matchers = []string{"token", "whole", "substring", "nocase", "id", "url", "url_prefix"}

// Values of Policy.ImplicitFlows.
const (
	FlowsOff  = "off"
	FlowsWarn = "warn"
	FlowsDeny = "deny"
)
