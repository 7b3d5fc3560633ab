package guard

import (
	"planproof/core/ground"
	"planproof/core/value"
	"planproof/core/wire"
)

// Verdict is the answer to a proposed call. They are ordered: Deny beats
// Escalate beats Allow.
type Verdict string

// The verdicts.
const (
	Allow    Verdict = "allow"
	Escalate Verdict = "escalate"
	Deny     Verdict = "deny"
)

// Join is the stricter of two verdicts.
func (v Verdict) Join(w Verdict) Verdict {
	if v == Deny || w == Deny {
		return Deny
	}
	if v == Escalate || w == Escalate {
		return Escalate
	}
	return Allow
}

// State is the outcome of one check.
type State string

// The states. A check that is Skipped had nothing to look at (the arguments
// are not valid, or the tool is not known) and says so in its reason; one that
// is Abstained could not be evaluated, which escalates when nothing failed.
const (
	Passed    State = "passed"
	Failed    State = "failed"
	Abstained State = "abstained"
	Skipped   State = "skipped"
)

// Names of the built-in checks, in their order. Policies stand between by
// their own names: those that deny behind CheckConfirmed, those that escalate
// before CheckAuthorized.
const (
	CheckKnownTool    = "known_tool"
	CheckValid        = "arguments_valid"
	CheckGrounded     = "arguments_grounded"
	CheckConfirmed    = "user_confirmed"
	CheckSecrets      = "no_secrets_leave" // full mode
	CheckPlan         = "plan_allows"      // full mode, with a plan
	CheckReadable     = "schema_readable"
	CheckFromUser     = "arguments_from_user"
	CheckInjected     = "no_injected_arguments"
	CheckInstructions = "no_instructions_in_tool_outputs"
	CheckInformation  = "values_say_enough"      // full mode
	CheckTogether     = "values_belong_together" // full mode
	CheckSlots        = "values_in_their_place"  // full mode
	CheckLineage      = "values_are_trusted"     // full mode
	CheckAddress      = "address_was_seen"       // full mode
	CheckAsked        = "action_was_asked_for"   // full mode
	CheckOnce         = "not_made_before"
	CheckAuthorized   = "request_authorizes"
)

// Quote is a part of a message that a check rests on.
type Quote struct {
	// Argument names the argument whose value this is; "(proposal)" and
	// "(accepted)" quote a confirmation, "(instruction)" and "(negated)" show
	// why a check failed.
	Argument string `json:"argument"`
	Text     string `json:"text"` // as written
	Message  int    `json:"message"`
	// Start and End are code points of the message's text.
	Start int  `json:"start"`
	End   int  `json:"end"`
	Role  Role `json:"role"`
	// Tainted: the place is near instruction-like text.
	Tainted bool `json:"tainted,omitempty"`
}

// Check is one check and its outcome.
type Check struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	// OnFail is the verdict if the check fails: Deny or Escalate.
	OnFail Verdict `json:"on_fail"`
	// Policy: the check is the author's own, not built in.
	Policy bool `json:"policy,omitempty"`
	// Reason is one sentence; empty when the check passed.
	Reason string `json:"reason,omitempty"`
	// Missing are the facts that an abstained check would have needed.
	Missing []string `json:"missing,omitempty"`
	Quotes  []Quote  `json:"quotes,omitempty"`
}

// Decision is the answer to one proposed call.
type Decision struct {
	Call    Call
	Verdict Verdict
	// Deciding names the check that decided; empty when every check passed.
	Deciding string
	// Checks are all checks of the tool in their order.
	Checks []Check
	// Failed and Abstained name checks in their order; Reasons has a sentence
	// for each of them, "name: why".
	Failed, Abstained, Reasons []string
	// Arguments are the validated arguments with defaults filled in, null for
	// an optional one that was not given; nil when they do not validate.
	Arguments value.Object
	// Sent are the validated values of the arguments that the call has: what
	// an allowed call is made with.
	Sent value.Object
	// Evidence quotes each grounded argument, and for a confirmation the
	// proposal and the acceptance.
	Evidence []Quote
	// PolicyOnly: it escalates, and all that failed are policies of the
	// author. Only such an escalation can be covered by a standing approval.
	PolicyOnly bool
	// Reviewer, Note and Err tell what became of it: who resolved an
	// escalation and their words, and the error of the tool when it ran.
	Reviewer, Note, Err string

	resolved bool
}

// Check is the check with a name.
func (d *Decision) Check(name string) (Check, bool) {
	for _, c := range d.Checks {
		if c.Name == name {
			return c, true
		}
	}
	return Check{}, false
}

type decisionWire struct {
	Tool       string   `json:"tool"`
	ID         wire.Raw `json:"id"`
	Proposed   wire.Raw `json:"proposed"`
	Verdict    Verdict  `json:"verdict"`
	Deciding   string   `json:"deciding,omitempty"`
	Failed     []string `json:"failed"`
	Abstained  []string `json:"abstained"`
	Reasons    []string `json:"reasons"`
	PolicyOnly bool     `json:"policy_only"`
	Arguments  wire.Raw `json:"arguments"`
	Sent       wire.Raw `json:"sent"`
	Evidence   []Quote  `json:"evidence"`
	Checks     []Check  `json:"checks"`
	Reviewer   string   `json:"reviewer,omitempty"`
	Note       string   `json:"note,omitempty"`
	Err        string   `json:"error,omitempty"`
}

// AppendWire appends {"tool","id","proposed","verdict","deciding","failed",
// "abstained","reasons","policy_only","arguments","sent","evidence","checks",
// "reviewer","note","error"}; arguments and sent are null when they do not
// validate, id when the call has none.
func (d *Decision) AppendWire(dst []byte) []byte {
	w := decisionWire{
		Tool: d.Call.Name, ID: "null", Proposed: wire.FromValue(d.Call.Arguments),
		Verdict: d.Verdict, Deciding: d.Deciding, Failed: d.Failed, Abstained: d.Abstained, Reasons: d.Reasons,
		PolicyOnly: d.PolicyOnly, Arguments: "null", Sent: "null", Evidence: d.Evidence, Checks: d.Checks,
		Reviewer: d.Reviewer, Note: d.Note, Err: d.Err,
	}
	if d.Call.ID != "" {
		w.ID = wire.FromValue(value.Text(d.Call.ID))
	}
	if d.Arguments != nil {
		w.Arguments, w.Sent = wire.FromValue(d.Arguments), wire.FromValue(d.Sent)
	}
	return wire.Append(dst, w)
}

func quoteOf(argument string, at int, m Message, text *ground.Text, s ground.Span) Quote {
	return Quote{Argument: argument, Text: text.Quote(s), Message: at, Start: s.Start, End: s.End, Role: m.Role}
}
