package store

import (
	"errors"
	"fmt"
)

// Errors about answers to escalations, and of Log.Get.
var (
	ErrNoRecord     = errors.New("there is no such record")
	ErrNotEscalated = errors.New("the decision is no escalation: nothing is to be answered")
	ErrResolved     = errors.New("the escalation is already answered")
	ErrUnderWay     = errors.New("the approved call is already being made, or was when its process stopped: its fate is not recorded")
	ErrAttempt      = errors.New("the attempt is not one of this call")
	ErrAdopted      = errors.New("the store says so already")
	ErrLong         = fmt.Errorf("the record is longer than %d MiB", MaxRecord>>20)
)

// An Index is what a log must know of all records to append the next one: the head, where each record stands, and
// which calls are answered. Every log has one; the zero value is an empty store.
type Index struct {
	head    Head
	entries []entry
	adopted map[string]string // a tool → the hash of its last adoption
}

type entry struct {
	extent  Extent
	outcome string // of a decision
	attempt int    // the attempt that carries out an approved decision
	answer  int    // the resolution of a decision; what answers an attempt
	answers int    // of an attempt
	kind    string
}

// An Extent is a part of a store's text, without the newline.
type Extent struct {
	Offset int64
	Length int
}

// Head is the current head.
func (x *Index) Head() Head { return x.head }

// Extent is where a record stands.
func (x *Index) Extent(id int) (Extent, error) {
	if id < 1 || id > len(x.entries) {
		return Extent{}, fmt.Errorf("%w: %d; the store has %d", ErrNoRecord, id, len(x.entries))
	}
	return x.entries[id-1].extent, nil
}

// Next makes the next record of a body: its number, its link and its hash; line ends in a newline. Nothing is
// remembered until Add. The errors are those of answers, ErrLong, and ErrAdopted for an adoption that changes nothing.
func (x *Index) Next(b Body, time string) (r Record, line []byte, err error) {
	if err := x.admit(b); err != nil {
		return r, nil, err
	}
	if a, ok := b.(*Adoption); ok && x.adopted[a.Tool] == hashOf(a.members()) {
		return r, nil, ErrAdopted
	}
	r = Record{ID: x.head.Count + 1, Time: time, Body: b, Prev: x.head.Last}
	r.Hash = RecordHash(r)
	line = r.AppendJSON(nil)
	if len(line) > MaxRecord {
		return r, nil, ErrLong
	}
	return r, append(line, '\n'), nil
}

// Add remembers a record that is now in the text.
func (x *Index) Add(r Record, at Extent) {
	e := entry{extent: at, kind: r.Body.kind()}
	switch b := r.Body.(type) {
	case *Decision:
		e.outcome = b.Outcome
		x.link(b.Made.Attempt, func(attempt *entry) { attempt.answer = r.ID })
	case *Attempt:
		e.answers = b.Answers
		x.link(b.Answers, func(decision *entry) { decision.attempt = r.ID })
	case *Resolution:
		x.link(b.Answers, func(decision *entry) { decision.answer = r.ID })
		x.link(b.Made.Attempt, func(attempt *entry) { attempt.answer = r.ID })
	case *Adoption:
		if x.adopted == nil {
			x.adopted = map[string]string{}
		}
		x.adopted[b.Tool] = hashOf(b.members())
	}
	x.entries = append(x.entries, e)
	x.head = Head{r.ID, r.Hash}
}

func (x *Index) link(id int, set func(*entry)) {
	if id >= 1 && id <= len(x.entries) {
		set(&x.entries[id-1])
	}
}

// admit says whether a body may follow: answers are given once.
func (x *Index) admit(b Body) error {
	switch b := b.(type) {
	case *Decision:
		return x.admitEnd(b.Made.Attempt, 0)
	case *Attempt:
		if b.Answers == 0 {
			return nil
		}
		return x.open(b.Answers, 0)
	case *Resolution:
		if err := x.open(b.Answers, b.Made.Attempt); err != nil {
			return err
		}
		return x.admitEnd(b.Made.Attempt, b.Answers)
	case *Adoption:
	}
	return nil
}

// open says whether an escalation waits for an answer, or for the end of the attempt that carries it out.
func (x *Index) open(decision, attempt int) error {
	if decision < 1 || decision > len(x.entries) || x.entries[decision-1].kind != (*Decision)(nil).kind() {
		return fmt.Errorf("%w: %d is no decision", ErrNoRecord, decision)
	}
	switch e := &x.entries[decision-1]; {
	case e.outcome != Escalate:
		return fmt.Errorf("%w (%s: %s)", ErrNotEscalated, place(decision), e.outcome)
	case e.answer != 0:
		return fmt.Errorf("%w (%s by %s)", ErrResolved, place(decision), place(e.answer))
	case e.attempt != attempt:
		return fmt.Errorf("%w (%s by %s)", ErrUnderWay, place(decision), place(e.attempt))
	}
	return nil
}

// admitEnd says whether an attempt may be ended by a record that answers a decision (0: none).
func (x *Index) admitEnd(attempt, answers int) error {
	if attempt == 0 {
		return nil
	}
	if attempt > len(x.entries) {
		return fmt.Errorf("%w: there is no %s", ErrAttempt, place(attempt))
	}
	if e := &x.entries[attempt-1]; e.kind != (*Attempt)(nil).kind() || e.answer != 0 || e.answers != answers {
		return fmt.Errorf("%w (%s)", ErrAttempt, place(attempt))
	}
	return nil
}

// Unanswered lists the attempts whose end is not recorded: calls of an unknown fate.
func (x *Index) Unanswered() []int {
	var out []int
	for i := range x.entries {
		if e := &x.entries[i]; e.kind == (*Attempt)(nil).kind() && e.answer == 0 {
			out = append(out, i+1)
		}
	}
	return out
}
