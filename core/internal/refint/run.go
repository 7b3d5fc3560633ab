package refint

// Reason says why a run stopped.
type Reason string

// The reasons. The first six are not the verifier's to foresee: it promises
// nothing about them.
const (
	Done           Reason = "done"
	ToolError      Reason = "tool error"
	UndeclaredType Reason = "a value of undeclared type"
	NoValue        Reason = "a workflow condition without a value"
	MissingPart    Reason = "a part that a value does not have"
	FalsePost      Reason = "false postcondition"
	Violated       Reason = "violation"
)

// Violation is one rule that a step broke, named as findings name it.
type Violation struct {
	Category, Rule string
	Step           string // the step's pointer
}

// Outcome is how a run ended. A step is checked to the end before it stops
// the run, so Violations has all that the step broke, in the executor's order.
type Outcome struct {
	Reason     Reason
	Step       string // the step that stopped the run, "" when done
	Violations []Violation
	Calls      int
	// Cut is set when the step was not checked to the end, because its
	// arguments have no values or values of undeclared type.
	Cut bool
	// Undeclared is set when a part is missing of a value of which nothing is
	// declared, or that is not what was declared.
	Undeclared bool
	// Flagged are the rules with a sink that was called after a source of
	// theirs had run.
	Flagged map[string]bool
}

// Breaks reports whether the outcome has a violation of this kind.
func (o *Outcome) Breaks(category, rule string) bool {
	for _, v := range o.Violations {
		if v.Category == category && v.Rule == rule {
			return true
		}
	}
	return false
}

// stop ends a run from deep inside; it never leaves the package.
type stop struct {
	reason     Reason
	step       string
	violations []Violation
}
