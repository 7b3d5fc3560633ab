package agent

import (
	"context"
	"fmt"

	"planproof/core/doc"
	"planproof/core/planner"
	"planproof/core/run"
	"planproof/core/value"
)

// Agent has tools, rules and a planner. Registering and rules come first, then
// any number of goals; an Agent is not safe for concurrent registering.
type Agent struct {
	// Attempts is how many plans may be refused and corrected; 0 is
	// planner.DefaultAttempts.
	Attempts int
	// Budget, Approve and Watch are those of every run; see run.Options.
	Budget  map[string]int
	Approve func(ctx context.Context, r *run.Request) run.Approval
	Watch   func(m *run.Moment)

	planner planner.Planner
	policy  doc.Policy
	tools   []doc.ToolSpec
	funcs   run.Funcs
	err     error // the first mistake in a registration
}

// New is an agent without tools. The name is that of its policy.
func New(name string, p planner.Planner) *Agent {
	return &Agent{planner: p, policy: doc.Policy{Name: text(name), ImplicitFlows: doc.FlowsOff}, funcs: run.Funcs{}}
}

// Outcome is what came of a goal.
type Outcome struct {
	// Planning has the attempts and, when one was accepted, the plan.
	Planning *planner.Outcome
	// Result is the run; nil when no plan was accepted.
	Result *run.Result
}

// Value is what a name of the plan was bound to at the end of the run; nil
// when it is not in scope.
func (o *Outcome) Value(name string) value.Value {
	if o.Result == nil {
		return nil
	}
	for _, b := range o.Result.Env {
		if b.Name == name {
			return b.Value
		}
	}
	return nil
}

// Input is an input variable: a value that the user gives, by name. A Go value
// is converted like a tool's result.
type Input struct {
	Name  string
	Value any
}

// Plan has a plan made for a goal and verified, without running it.
func (a *Agent) Plan(ctx context.Context, goal string, inputs ...Input) (*planner.Outcome, error) {
	t, err := a.Task(goal, inputs...)
	if err != nil {
		return nil, err
	}
	return planner.Generate(ctx, a.planner, t, a.Attempts)
}

// Run has a plan made for a goal and runs it. The error is a mistake in a
// registration or rule, planner.ErrRefused, an error of the planner, or the
// *run.SecurityViolation that stopped the run; the outcome says how far it
// came.
func (a *Agent) Run(ctx context.Context, goal string, inputs ...Input) (*Outcome, error) {
	planning, err := a.Plan(ctx, goal, inputs...)
	out := &Outcome{Planning: planning}
	if err != nil {
		return out, err
	}
	out.Result = planning.Plan.Run(ctx, run.Options{Tools: a.funcs, Budget: a.Budget, Approve: a.Approve, Watch: a.Watch})
	if out.Result.Stop != nil {
		return out, out.Result.Stop
	}
	return out, nil
}

// Task is the planner's task for a goal: the policy and the tools as
// documents. Its error is the first mistake in a registration or rule.
func (a *Agent) Task(goal string, inputs ...Input) (*planner.Task, error) {
	if a.err != nil {
		return nil, a.err
	}
	t, derr := planner.NewTask(goal, a.policy.Print(), doc.PrintTools(a.tools))
	if derr != nil {
		return nil, derr
	}
	for _, in := range inputs {
		v, err := FromGo(in.Value)
		if err != nil {
			return nil, fmt.Errorf("the input %s: %w", in.Name, err)
		}
		t.Inputs = append(t.Inputs, value.Member{Key: in.Name, Value: v})
	}
	return t, nil
}

// fail notes a mistake in a registration; the first one counts.
func (a *Agent) fail(format string, args ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, args...)
	}
}

func text(s string) doc.Text { return doc.Text{Value: s} }

func texts(ss []string) []doc.Text {
	out := make([]doc.Text, len(ss))
	for i, s := range ss {
		out[i] = text(s)
	}
	return out
}
