package run

import (
	"context"

	"planproof/core/doc"
	"planproof/core/value"
)

// Tools are what a plan's calls go to. Args has the arguments in the order of
// the call, then the defaults of parameters that it leaves out. An error stops
// the run.
type Tools interface {
	Call(ctx context.Context, tool string, args value.Object) (value.Value, error)
}

// Func is one tool implemented as a function.
type Func func(ctx context.Context, args value.Object) (value.Value, error)

// Budgets that can be limited.
const (
	BudgetToolCall = "tool_call" // calls of tools
	BudgetLoopIter = "loop_iter" // rounds of all loops together
)

// Options are the surroundings of one run.
type Options struct {
	// Inputs are the values of the input variables; one that is not here has
	// the value that the bundle gives it.
	Inputs []value.Member
	Tools  Tools
	// Budget limits what a run may use, by name; what it does not name has no
	// limit.
	Budget map[string]int
	// Approve, when set, is asked before every call, after all checks. It sees
	// the real tool and arguments, not the label that the planner wrote.
	Approve func(ctx context.Context, r *Request) Approval
	// Watch, when set, is told of everything that happens, as it happens.
	Watch func(m *Moment)

	// tolerate, when set, is asked about each violation; true lets the run go
	// on where it can. Replays use it to reach a finding behind another one.
	tolerate func(v *SecurityViolation) bool
	// also, when set, makes the monitor check what a run does not, implicit
	// flows under "warn" and frames, and stop where it says so.
	also func(v *SecurityViolation) bool
}

// Request is a call that waits for approval.
type Request struct {
	Call *Call
	Spec *doc.ToolSpec
	// Left is how many more calls the budget allows after this one; -1
	// without a limit.
	Left int
}

// Approval is the answer to a Request. Why is given to whoever reads the
// result of a refusal.
type Approval struct {
	OK  bool
	Why string
}

// MomentKind says what happened.
type MomentKind string

// The kinds of moments.
const (
	MomentCalls  MomentKind = "calls"  // the checks passed, the tool is about to be called
	MomentReturn MomentKind = "return" // the tool answered, its postconditions hold
	MomentBranch MomentKind = "branch" // a conditional chose a side
	MomentRound  MomentKind = "round"  // a loop begins a round
	MomentStop   MomentKind = "stop"   // the run was stopped
	MomentEnd    MomentKind = "end"    // the plan ended
)

// Moment is one thing that happened in a run.
type Moment struct {
	Kind     MomentKind
	Path     string
	Label    string
	Iter     []int
	Call     *Call              // calls, return
	Side     string             // branch: then or else
	Automata []AutomatonState   // after it
	Stop     *SecurityViolation // stop
}

// Funcs are tools by name.
type Funcs map[string]Func

// Call calls a function.
func (f Funcs) Call(ctx context.Context, tool string, args value.Object) (value.Value, error) {
	fn, ok := f[tool]
	if !ok {
		return nil, errNoTool(tool)
	}
	return fn(ctx, args)
}

// Has reports whether a tool is implemented.
func (f Funcs) Has(tool string) bool { return f[tool] != nil }

// errNoTool is the error of a tool that nobody implements.
type errNoTool string

// Error says which tool it is.
func (e errNoTool) Error() string {
	return "no implementation of the tool `" + string(e) + "` was given"
}
