package store

import "planproof/core/value"

// Format is the "format" of every record.
const Format = "planproof-guard/1"

// Outcomes of a decision and answers of a person.
const (
	Allow    = "allow"
	Deny     = "deny"
	Escalate = "escalate"
)

// A Record is one line of a store. ID, Prev and Hash are given by the log that appends it.
type Record struct {
	ID   int    // its place in the store, from 1
	Time string // when it was appended, RFC 3339; "" when nobody said
	Body Body
	Prev string // the hash of the record before, "" for the first
	Hash string // 64 hexadecimal digits
}

// A Body is what a record is about: *Decision, *Attempt, *Resolution or *Adoption.
type Body interface{ kind() string }

func (*Decision) kind() string   { return "decision" }
func (*Attempt) kind() string    { return "attempt" }
func (*Resolution) kind() string { return "resolution" }
func (*Adoption) kind() string   { return "adoption" }

// A Call is a proposed call as it was read.
type Call struct {
	Name      string
	Arguments value.Value // as proposed; not validated
	ID        string      // the caller's id of the call, or ""
}

// An Input is everything a decision was made from, besides the tool's checks.
type Input struct {
	Call         Call
	Conversation string       // each message on a line, "[role] text"
	Roles        []RoleSpan   // where the texts stand in Conversation
	UserRequest  string       // the user's texts
	Facts        value.Object // given with the call, calls_made among them
	Tainted      bool         // an output that had left the conversation carried instructions
	Untrusted    bool         // an output that had left the conversation was one that nobody vouches for
	Plan         value.Value  // what the static verifier said, see planValue; nil without a plan
}

// A RoleSpan is one message's text in a conversation. Offsets are code points, End is exclusive.
type RoleSpan struct {
	Start, End int
	Role       string
	Source     string // the tool whose output it is, "" when nobody said
	Bare       bool   // it was given as one text and no list of messages
	Tainted    bool   // a tool output that carried instructions before it was cut
}

// A Step is one computed value or check of a decision.
type Step struct {
	Name   string
	Inputs []StepInput
	Value  value.Value // nil: not computed, Error says why
	Error  string
	Prev   string // the hash of the step before; of the input for the first
	Hash   string
}

// A StepInput names a value that a step read, by its hash.
type StepInput struct {
	Name string
	Hash string
}

// A Decision is the record of one decision.
type Decision struct {
	Input       Input
	Fingerprint string // of the tool's checks; "" for a tool that is not declared
	Steps       []Step
	Outcome     string   // Allow, Deny or Escalate
	Failed      []string // the checks that were false, in their order
	Abstained   []string // the checks that could not be evaluated
	Reasons     []string
	PolicyOnly  bool // an escalation by the author's own policies alone
	Made        Made
}

// Trace is the hash of the last step, or of the input when there is none: equal traces are equal decisions for equal
// reasons. Times and what came of the call are outside of it.
func (d *Decision) Trace() string {
	if n := len(d.Steps); n > 0 {
		return d.Steps[n-1].Hash
	}
	return hashOf(d.Input.object())
}

// Made says whether a call was made and how it ended.
type Made struct {
	Attempt  int    // the attempt before it; 0: none
	Executed bool   // the call was made
	Error    string // what it failed with
	Result   string // SHA-256 of the result's text; "" when there is none. The result itself is not kept.
}

// An Attempt is written before a call is made.
type Attempt struct {
	Tool    string
	Trace   string      // of the decision that allows it
	Sent    value.Value // the arguments that are sent
	Answers int         // the escalation that a person approved; 0: the guard allowed it
}

// A Resolution is a person's answer to an escalation.
type Resolution struct {
	Answers  int    // the id of the decision
	Decision string // and its hash
	Answer   string // Allow or Deny
	Reviewer string
	Note     string
	Reasons  []string // why it is denied: "rejected by …" and the decision's own reasons
	Made     Made
}

// An Adoption says which schema a tool was given that is declared without one: from then on its calls are decided with
// it, until another adoption of the tool.
type Adoption struct {
	Tool        string
	Description string
	Schema      value.Object
}
