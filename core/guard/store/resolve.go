package store

import (
	"errors"
	"fmt"
	"slices"

	"planproof/core/value"
)

// An Answer is what a person says to an escalation.
type Answer struct {
	Approve  bool
	Reviewer string // who; required
	Note     string
}

// ErrReviewer is why an answer is not taken: nobody stands behind it.
var ErrReviewer = errors.New("an answer needs the name of who gives it")

// Resolve records an answer to an escalation without making the call: the record says that it was not executed. The
// errors are those of Log.Append and Get, and ErrReviewer.
func Resolve(l Log, id int, a Answer) (Record, error) {
	r, err := resolution(l, id, a)
	if err != nil {
		return Record{}, err
	}
	return l.Append(r)
}

// ResolveWith records an answer and makes the approved call with make. Before it the attempt is recorded, so that
// two processes never make the call both. Sent are the arguments it is made with. A rejected call is not made. The
// errors are those of Resolve; what make fails with is in the record.
func ResolveWith(l Log, id int, a Answer, sent value.Value, make func() Made) (Record, error) {
	r, err := resolution(l, id, a)
	if err != nil {
		return Record{}, err
	}
	if !a.Approve {
		return l.Append(r)
	}
	attempt, err := Approve(l, id, sent)
	if err != nil {
		return Record{}, err
	}
	r.Made = make()
	r.Made.Attempt = attempt.ID
	return l.Append(r)
}

// Approve records that an approved call is about to be made. Its Made.Attempt belongs into the Resolution that ends
// it, for callers that learn the end later; others use ResolveWith.
func Approve(l Log, id int, sent value.Value) (Record, error) {
	r, d, err := decisionOf(l, id)
	if err != nil {
		return Record{}, err
	}
	return l.Append(&Attempt{Tool: d.Input.Call.Name, Trace: d.Trace(), Sent: sent, Answers: r.ID})
}

// NewResolution is the body of an answer; Made is for the caller to fill in.
func NewResolution(l Log, id int, a Answer) (*Resolution, error) { return resolution(l, id, a) }

func resolution(l Log, id int, a Answer) (*Resolution, error) {
	if a.Reviewer == "" {
		return nil, ErrReviewer
	}
	record, d, err := decisionOf(l, id)
	if err != nil {
		return nil, err
	}
	r := &Resolution{Answers: id, Decision: record.Hash, Answer: Allow, Reviewer: a.Reviewer, Note: a.Note, Reasons: slices.Clone(d.Reasons)}
	if !a.Approve {
		reason := "rejected by " + a.Reviewer
		if a.Note != "" {
			reason += ": " + a.Note
		}
		r.Answer, r.Reasons = Deny, append(r.Reasons, reason)
	}
	return r, nil
}

func decisionOf(l Log, id int) (Record, *Decision, error) {
	r, err := l.Get(id)
	if err != nil {
		return r, nil, err
	}
	d, ok := r.Body.(*Decision)
	if !ok {
		return r, nil, fmt.Errorf("%w: %d is no decision", ErrNoRecord, id)
	}
	return r, d, nil
}
