package store

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"planproof/core/value"
)

// A Head is how many records a store has and the hash of the last one. It is stored beside the records; one that is
// kept elsewhere is an anchor.
type Head struct {
	Count int
	Last  string // "" for an empty store
}

// ErrHead is why a text is no head.
var ErrHead = errors.New(`a head is COUNT:HASH, such as 12:5fec…, with 64 hexadecimal digits; "0:" is an empty store's`)

// String is COUNT:HASH.
func (h Head) String() string { return strconv.Itoa(h.Count) + ":" + h.Last }

// ParseHead reads COUNT:HASH. The error is ErrHead.
func ParseHead(s string) (Head, error) {
	count, last, found := strings.Cut(strings.TrimSpace(s), ":")
	n, err := strconv.Atoi(count)
	bytes, hexErr := hex.DecodeString(last)
	if !found || err != nil || hexErr != nil || n < 0 || (n == 0) != (last == "") || (n > 0 && len(bytes) != 32) {
		return Head{}, ErrHead
	}
	return Head{n, strings.ToLower(last)}, nil
}

// Kinds of a Problem.
const (
	ProblemForeign = "foreign" // a line that is no record
	ProblemTorn    = "torn"    // the last line has no end: its writer was stopped before it said it was done
	ProblemHash    = "hash"    // the record was changed
	ProblemChain   = "chain"   // it does not follow the record before: one is missing, inserted or exchanged
	ProblemTrace   = "trace"   // a step of the decision was changed
	ProblemAnswer  = "answer"  // an escalation that is answered twice, or something that is none is answered
	ProblemHead    = "head"    // records are missing at the end, or the stored head is another store's
	ProblemAnchor  = "anchor"  // the store is not the one whose head was kept elsewhere
)

// A Problem is one thing that does not verify.
type Problem struct {
	Kind    string `json:"kind"`
	Line    int    `json:"line"`   // 0: it is about the whole
	Record  int    `json:"record"` // the record's own number; 0: none
	Message string `json:"message"`
}

// Read takes the next line of a text: the record in it, whatever is wrong with it, and adds it to the index. A record
// with a problem counts with the hash that it claims, so that one change is one problem. ok is false for a line that is
// no record.
func (x *Index) Read(l Line) (r Record, problems []Problem, ok bool) {
	at := func(kind, format string, args ...any) {
		problems = append(problems, Problem{kind, l.Number, r.ID, fmt.Sprintf(format, args...)})
	}
	if l.Long {
		at(ProblemForeign, "%s", ErrLong)
		return r, problems, false
	}
	r, o, err := readRecord(l.Text)
	if err != nil {
		at(ProblemForeign, "%s", err)
		return r, problems, false
	}
	if hashRecord(o) != r.Hash {
		at(ProblemHash, "the record is not what its hash says: it was changed")
	}
	switch {
	case r.Prev != x.head.Last:
		at(ProblemChain, "the record does not follow the one before it: one is missing, inserted or exchanged")
	case r.ID != x.head.Count+1:
		at(ProblemChain, "the record calls itself %d and is the store's %d", r.ID, x.head.Count+1)
	}
	if d, isDecision := r.Body.(*Decision); isDecision {
		if i, whole := d.brokenStep(); !whole {
			at(ProblemTrace, "step %q of the decision is not what its hash says", d.Steps[i].Name)
		} else if t, _ := o.Get("trace"); t != value.Text(d.Trace()) {
			at(ProblemTrace, "the trace is not the one of the decision's steps")
		}
	}
	if err := x.admit(r.Body); err != nil {
		at(ProblemAnswer, "%s", err)
	}
	x.Add(r, Extent{l.Offset, len(l.Text)})
	return r, problems, true
}
