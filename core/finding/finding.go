package finding

import (
	"planproof/core/doc"
	"planproof/core/wire"
)

// Category is the family of a finding; it is wire format.
type Category string

// The categories. Unparseable is what strict makes of a postcondition that
// could not be proved.
const (
	Allowlist          Category = "allowlist"
	MissingSpec        Category = "missing_spec"
	Arguments          Category = "arguments"
	WellFormedness     Category = "well_formedness"
	GroundingCategory  Category = "grounding"
	Taint              Category = "taint"
	ImplicitFlow       Category = "implicit_flow"
	AutomatonCategory  Category = "automaton"
	Precondition       Category = "precondition"
	Postcondition      Category = "postcondition"
	Frame              Category = "frame"
	Invariant          Category = "invariant"
	AnalysisIncomplete Category = "analysis_incomplete"
	Unparseable        Category = "unparseable"
	Lint               Category = "lint"
	Order              Category = "taint_order"
)

// Certainty says whether every run that reaches the step violates the rule
// there (definite) or some over-approximated run does (possible).
type Certainty string

// The two certainties.
const (
	Definite Certainty = "definite"
	Possible Certainty = "possible"
)

// Finding is one result of the verification. Path is a JSON pointer rooted at
// the bundle; Fingerprint is a hash of (ID, RuleName, Path) and survives
// edits elsewhere in the document.
type Finding struct {
	ID          string    `json:"id"`
	Fingerprint string    `json:"fingerprint"`
	Category    Category  `json:"category"`
	RuleName    string    `json:"rule_name"`
	StepLabel   string    `json:"step_label"`
	Path        string    `json:"path"`
	Certainty   Certainty `json:"certainty"`
	Unreachable bool      `json:"unreachable"`
	Message     string    `json:"message"`
	Hint        string    `json:"hint"`
	Span        doc.Span  `json:"span"`
	Witness     *Witness  `json:"witness,omitempty"`
	Flow        []Hop     `json:"flow,omitempty"`
	// Cursor is the moment of the trace that shows the finding.
	Cursor string `json:"cursor,omitempty"`
}

// Witness gives every symbolic name of a failed condition a value for which
// it fails. Replay is empty until the executor replayed it.
type Witness struct {
	Bindings wire.Object `json:"bindings"`
	Replay   string      `json:"replay,omitempty"`
}

// HopRule names the transfer rule that carried data along a hop.
type HopRule string

// The transfer rules.
const (
	HopSource HopRule = "source"
	HopArg    HopRule = "arg"
	HopResult HopRule = "result"
	HopBind   HopRule = "bind"
	HopJoin   HopRule = "join"
	HopItem   HopRule = "item"
	HopLoop   HopRule = "loop"
	HopSink   HopRule = "sink"
)

// Hop is one edge of a flow: data moved From somewhere To somewhere at the
// step Path by Rule; Labels are the labels of the value that moved.
type Hop struct {
	Path   string   `json:"path"`
	Rule   HopRule  `json:"rule"`
	From   string   `json:"from"`
	To     string   `json:"to"`
	Labels []string `json:"labels"`
}

// Status is the outcome of an obligation.
type Status string

// The outcomes: proved; definite and possible are violations; warning is left
// to the run; unknown was not established.
const (
	StatusProved   Status = "proved"
	StatusDefinite Status = "definite"
	StatusPossible Status = "possible"
	StatusWarning  Status = "warning"
	StatusUnknown  Status = "unknown"
)

// Premise is one assumption that a proof used: a fact as Obligation.Facts has
// it, or a declaration. Span is where it is written, nil when that is unknown.
type Premise struct {
	Words string    `json:"words"`
	Span  *doc.Span `json:"span,omitempty"`
}

// Obligation is one condition that had to hold at one step.
type Obligation struct {
	Path      string   `json:"path"`
	Category  Category `json:"category"`
	Condition string   `json:"condition"`
	Status    Status   `json:"status"`
	// Facts are the assumptions in words. Core are those that the proof used,
	// and what it used of declarations; it is empty when the condition holds (or
	// fails) whatever the data.
	Facts   []string  `json:"facts"`
	Core    []Premise `json:"core"`
	Witness *Witness  `json:"witness,omitempty"`
	// SMTLib is the question "can the condition fail to hold here?" as an
	// SMT-LIB script; unsat means proved.
	SMTLib string `json:"smtlib,omitempty"`
	// Reason says why the status is unknown.
	Reason string `json:"reason,omitempty"`
}

// CoreWords are the premises of the proof in words.
func (o *Obligation) CoreWords() []string {
	var out []string
	for _, p := range o.Core {
		out = append(out, p.Words)
	}
	return out
}
