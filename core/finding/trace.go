package finding

// TraceVersion is the wire version of Trace.
const TraceVersion = 1

// Trace is the recorded run of the verifier. Replaying the deltas of
// Events[0..i] gives the whole abstract state at event i.
type Trace struct {
	Version int    `json:"version"`
	Detail  string `json:"detail"`
	// Labels, Tools and Rules are the universes of the powersets, in order.
	Labels []string `json:"labels"`
	Tools  []string `json:"tools"`
	Rules  []string `json:"rules"`
	// Loops has one summary per analysis of a loop, in the order they ended.
	Loops  []LoopSummary `json:"loops"`
	Events []Event       `json:"events"`
	// Truncated is set when the recorder's cap was reached; the verification
	// itself is complete all the same.
	Truncated bool `json:"truncated,omitempty"`
}

// LoopSummary says how one loop converged. Final marks the analysis that the
// findings come from (the last one, over converged enclosing heads).
type LoopSummary struct {
	Path       string `json:"path"`
	Iter       []int  `json:"iter"`
	Iterations int    `json:"iterations"`
	Bound      int    `json:"bound"`
	Converged  bool   `json:"converged"`
	Final      bool   `json:"final"`
}

// EventKind says what an event records; it is also the phase of a cursor.
type EventKind string

// The event kinds, in the order in which they can happen at a step.
const (
	EvEntry      EventKind = "entry"      // the state before the first step
	EvCall       EventKind = "call"       // a tool call begins; Args
	EvRule       EventKind = "rule"       // a taint rule was checked at a sink; Rule
	EvContract   EventKind = "contract"   // an obligation was decided; Contract
	EvGuard      EventKind = "guard"      // one guard of one automaton was decided; Guard
	EvTransition EventKind = "transition" // the possible states of an automaton moved; Transition
	EvBind       EventKind = "bind"       // the result was bound; Bind
	EvBranch     EventKind = "branch"     // a branch begins on a copy of the entry state; Branch
	EvJoin       EventKind = "join"       // two branches met; Join
	EvHead       EventKind = "head"       // an iteration begins at the loop head; Loop
	EvItem       EventKind = "item"       // the fresh item was installed; Bind
	EvExit       EventKind = "exit"       // the body ended, item and locals dropped; Loop
	EvMeet       EventKind = "meet"       // entry ⊔ body(head) was computed; Loop, Join
	EvDone       EventKind = "done"       // the loop converged (or was given up); Loop
	EvEnd        EventKind = "end"        // the plan ended
)

// Event is one state change. Exactly the payload that its kind names is set.
type Event struct {
	Kind EventKind `json:"kind"`
	// Path is the step's pointer ("/workflow" for entry and end).
	Path string `json:"path"`
	// Iter has the iteration (from 1) of every enclosing loop, outermost first.
	Iter []int `json:"iter,omitempty"`
	// Delta is the change of the abstract state since the previous event.
	Delta      *Delta           `json:"delta,omitempty"`
	Args       []ArgEvent       `json:"args,omitempty"`
	Rule       *RuleEvent       `json:"rule,omitempty"`
	Contract   *ContractEvent   `json:"contract,omitempty"`
	Guard      *GuardEvent      `json:"guard,omitempty"`
	Transition *TransitionEvent `json:"transition,omitempty"`
	Bind       *BindEvent       `json:"bind,omitempty"`
	Branch     *BranchEvent     `json:"branch,omitempty"`
	Join       *JoinEvent       `json:"join,omitempty"`
	Loop       *LoopEvent       `json:"loop,omitempty"`
}

// AbstractValue is what the analysis knows of one value. Carries are the
// rules it carries; SanitizedFor those of them it is sanitized for on every
// path (rules it does not carry are trivially sanitized and left out).
type AbstractValue struct {
	Labels       []string `json:"labels"`
	Provenance   []string `json:"provenance"`
	SourceTools  []string `json:"source_tools"`
	Carries      []string `json:"carries"`
	SanitizedFor []string `json:"sanitized_for"`
}

// Delta is a change of the abstract state. A Binding without a value became
// unusable (⊤): dropped, or bound on one path only.
type Delta struct {
	Bindings []BindingDelta   `json:"bindings,omitempty"`
	Automata []AutomatonDelta `json:"automata,omitempty"`
}

// BindingDelta sets or (Value nil) drops one name.
type BindingDelta struct {
	Name  string         `json:"name"`
	Value *AbstractValue `json:"value,omitempty"`
}

// AutomatonDelta sets the possible states of one automaton.
type AutomatonDelta struct {
	Automaton string   `json:"automaton"`
	States    []string `json:"states"`
}

// ArgEvent is the abstract value of one argument.
type ArgEvent struct {
	Param string        `json:"param"`
	Refs  []string      `json:"refs,omitempty"`
	Value AbstractValue `json:"value"`
	// Default is set when the call left the argument out and its default
	// value stands in.
	Default bool `json:"default,omitempty"`
}

// RuleEvent is the verdict of one taint rule at one sink parameter:
// "clean" (not carried), "sanitized", "excluded" (condition provably false)
// or "fires".
type RuleEvent struct {
	Rule    string `json:"rule"`
	Param   string `json:"param"`
	Verdict string `json:"verdict"`
}

// ContractEvent points at an obligation: its category, condition and status.
type ContractEvent struct {
	Category  Category `json:"category"`
	Condition string   `json:"condition"`
	Status    Status   `json:"status"`
}

// GuardEvent is one row of the guard table: in state From the transition
// number Index (declaration order in the policy) has this verdict. Verdict is
// TRUE, FALSE, UNKNOWN or "unreached" (an earlier guard is TRUE).
type GuardEvent struct {
	Automaton string `json:"automaton"`
	From      string `json:"from"`
	To        string `json:"to"`
	Index     int    `json:"index"`
	Condition string `json:"condition,omitempty"`
	Verdict   string `json:"verdict"`
}

// TransitionEvent is the move of an automaton's possible-state set.
type TransitionEvent struct {
	Automaton string   `json:"automaton"`
	Before    []string `json:"before"`
	After     []string `json:"after"`
}

// BindEvent is a name that got a value.
type BindEvent struct {
	Name  string        `json:"name"`
	Value AbstractValue `json:"value"`
}

// BranchEvent is the side of a conditional that begins: "then" or "else".
// Condition is the condition's text; Decided is TRUE, FALSE or UNKNOWN.
type BranchEvent struct {
	Side      string `json:"side"`
	Condition string `json:"condition"`
	Decided   string `json:"decided"`
}

// JoinEvent lists what a join changed: names whose value grew, names that
// became unusable because one side lacks them, and guarantees lost.
type JoinEvent struct {
	Changed []string `json:"changed"`
	Dropped []string `json:"dropped"`
	Lost    []Lost   `json:"lost"`
}

// Lost is a sanitization that one side had and the join does not.
type Lost struct {
	Name  string   `json:"name"`
	Rules []string `json:"rules"`
}

// LoopEvent is one moment of a loop's fixpoint. Iteration counts from 1;
// Changed names what grew (names, and automata as "automaton:NAME").
type LoopEvent struct {
	Iteration int      `json:"iteration"`
	Bound     int      `json:"bound"`
	Changed   []string `json:"changed,omitempty"`
	Converged bool     `json:"converged,omitempty"`
}
