package planner

import (
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/run"
	"planproof/core/value"
	"planproof/core/verify"
)

// Task is what a plan is wanted for. The documents of the policy and the tools
// are those that the plan is verified with.
type Task struct {
	Goal string
	// Inputs are the variables that the plan may use without binding them. A
	// value is not shown to the planner; it is what grounding and the run use.
	Inputs []value.Member
	Policy *doc.Policy
	Tools  []doc.ToolSpec
	// ToolsSource is the document that Tools were read from; nil when they
	// were made by a program.
	ToolsSource *doc.Source
	// Strict refuses postconditions that can not be proved.
	Strict bool
}

// NewTask reads the documents of a task.
func NewTask(goal string, policy, tools []byte) (*Task, *doc.Error) {
	t := &Task{Goal: goal}
	var err *doc.Error
	if t.Policy, err = doc.ReadPolicy(policy); err != nil {
		return nil, err
	}
	t.Tools, t.ToolsSource, err = doc.ReadTools(tools)
	return t, err
}

// Read reads a planner's answer as a plan for the task. The goal and the
// inputs are the task's, whatever the answer says: a planner that could
// rewrite the goal could ground any value in it.
func (t *Task) Read(answer string) (*doc.Bundle, *doc.Error) {
	w, notes, err := doc.ReadWorkflow([]byte(answer), doc.ReadOptions{Lenient: true})
	if err != nil {
		return nil, err
	}
	w.Goal.Value = t.Goal
	if err := t.checkInputs(w); err != nil {
		return nil, err
	}
	b := &doc.Bundle{Workflow: w, Policy: t.Policy, Tools: t.Tools, ToolsSource: t.ToolsSource, Notes: notes}
	if b.ToolsSource == nil {
		b.ToolsSource = doc.NewSource(doc.DocTools, "")
	}
	b.Options.Strict = t.Strict
	for _, in := range t.Inputs {
		b.Inputs = append(b.Inputs, doc.NamedValue{Name: doc.Text{Value: in.Key}, Value: in.Value})
	}
	return b, nil
}

// checkInputs refuses inputs that nobody gives.
func (t *Task) checkInputs(w *doc.Workflow) *doc.Error {
	for _, in := range w.Inputs {
		if t.hasInput(in.Value) {
			continue
		}
		span := w.Source.Span(in.Range)
		hint := "there are no input variables; take values from the goal or from tools"
		if len(t.Inputs) > 0 {
			hint = "the input variables are " + inputNames(t.Inputs)
		}
		return &doc.Error{Kind: doc.KindInput, Message: "nobody gives the input `" + in.Value + "`", Hint: hint, Span: &span}
	}
	return nil
}

func (t *Task) hasInput(name string) bool {
	for _, in := range t.Inputs {
		if in.Key == name {
			return true
		}
	}
	return false
}

// Verify verifies a plan for the task.
func (t *Task) Verify(b *doc.Bundle) (*run.Verified, *finding.Report, *doc.Error) {
	return run.Verify(b, verify.Options{Strict: t.Strict})
}
