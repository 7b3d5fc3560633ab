package guard

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"

	"planproof/core/value"
)

// Approval is a person's answer to an escalation.
type Approval struct {
	Approve  bool
	Reviewer string
	Note     string
	// Key must be the ApprovalKey of the decision that the person saw; empty
	// skips the comparison.
	Key string
}

// Errors of Resolve.
var (
	ErrNotEscalated = errors.New("only an escalated call can be resolved")
	ErrResolved     = errors.New("the call was resolved before: a second answer would make it twice")
	ErrOtherKey     = errors.New("the approval is for another call, or for other reasons: ask again")
)

// ApprovalKey names what a person's approval covers: the tool, the call's id,
// its validated arguments and the reasons, in any order. It is the lower-case
// hex of a SHA-256.
func (d *Decision) ApprovalKey() string {
	var arguments value.Value = d.Arguments
	if d.Arguments == nil {
		arguments = d.Call.Arguments
	}
	reasons := value.List{}
	for _, r := range slices.Sorted(slices.Values(d.Reasons)) {
		reasons = append(reasons, value.Text(r))
	}
	sum := sha256.Sum256(value.AppendCanonical(nil, value.Object{
		{Key: "arguments", Value: arguments},
		{Key: "id", Value: value.Text(d.Call.ID)},
		{Key: "reasons", Value: reasons},
		{Key: "tool", Value: value.Text(d.Call.Name)},
	}))
	return hex.EncodeToString(sum[:])
}

// StandingCovers reports whether an approval given once for all calls of the
// tool covers this escalation: only when the author's own policies alone
// failed.
func (d *Decision) StandingCovers() bool { return d.Verdict == Escalate && d.PolicyOnly }

// Resolve is the decision after a person's answer: allowed, or denied with the
// reviewer and the note among the reasons. d itself stays as it is, but can
// not be resolved again. Errors: ErrNotEscalated, ErrResolved, ErrOtherKey.
func (d *Decision) Resolve(a Approval) (*Decision, error) {
	switch {
	case d.Verdict != Escalate:
		return nil, ErrNotEscalated
	case d.resolved:
		return nil, ErrResolved
	case a.Key != "" && a.Key != d.ApprovalKey():
		return nil, ErrOtherKey
	}
	d.resolved = true
	out := *d
	out.Reviewer, out.Note = a.Reviewer, a.Note
	if a.Approve {
		out.Verdict = Allow
		return &out, nil
	}
	reason := "rejected by " + a.Reviewer
	if a.Note != "" {
		reason += ": " + a.Note
	}
	out.Verdict = Deny
	out.Reasons = append(slices.Clone(d.Reasons), reason)
	return &out, nil
}
