package run

import "planproof/core/finding"

// StopKind says why a run did not reach the end of its plan.
type StopKind string

// The kinds. A verified plan never stops with Violated; the kinds after it are
// not the verifier's to foresee.
const (
	Refused        StopKind = "refused"         // it was not started
	Violated       StopKind = "violation"       // a check of the monitor failed
	ToolFailed     StopKind = "tool_error"      // a tool answered with an error
	FalsePost      StopKind = "postcondition"   // a tool's result breaks its postcondition
	OverBudget     StopKind = "budget"          // a budget is used up
	NotApproved    StopKind = "not_approved"    // the call was not approved
	UndeclaredType StopKind = "undeclared_type" // a value is not what was declared
	NoValue        StopKind = "no_value"        // a condition of the plan has no value here
	MissingPart    StopKind = "missing_part"    // a value has not the part that a reference takes of it
	Interrupted    StopKind = "interrupted"     // the context was cancelled
)

// SecurityViolation says why a run was stopped: which check, which rule, at
// which step. Category and Rule are those that the verifier's findings have.
type SecurityViolation struct {
	Kind     StopKind         `json:"kind"`
	Category finding.Category `json:"category"`
	Rule     string           `json:"rule_name"`
	Path     string           `json:"path"`
	Label    string           `json:"step_label"`
	Iter     []int            `json:"iter,omitempty"`
	Message  string           `json:"message"`
}

// Error is the message, with the step when there is one.
func (v *SecurityViolation) Error() string {
	if v.Label == "" {
		return v.Message
	}
	return "step " + v.Label + ": " + v.Message
}
