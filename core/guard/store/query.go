package store

import (
	"fmt"
	"io"
	"iter"
	"slices"
)

// Records reads every record of a text, oldest first, without lines that are none.
func Records(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for line, err := range Lines(r) {
			if err != nil {
				yield(Record{}, err)
				return
			}
			if line.Long {
				continue
			}
			record, err := ReadRecord(line.Text)
			if err != nil {
				continue // not a record: Verify tells
			}
			if !yield(record, nil) {
				return
			}
		}
	}
}

// A Filter chooses decisions. Zero fields choose everything.
type Filter struct {
	Tool    string
	Outcome string // Allow, Deny or Escalate
	Failed  string // a check that failed or could not be evaluated
	Open    bool   // escalations without an answer
	From    int    // the least id
}

// An Entry is a decision with what became of it.
type Entry struct {
	Record     Record
	Decision   *Decision
	Resolution *Resolution // nil: nobody answered
	Answered   int         // the resolution's id, 0 without one
}

// Query lists the decisions that a filter chooses, oldest first.
func Query(l Log, f Filter) ([]Entry, error) {
	var all []Entry
	at := map[int]int{} // the id of a decision → its place in all
	for r, err := range l.All() {
		if err != nil {
			return nil, fmt.Errorf("reading the store: %w", err)
		}
		switch b := r.Body.(type) {
		case *Decision:
			at[r.ID] = len(all)
			all = append(all, Entry{Record: r, Decision: b})
		case *Resolution:
			if i, ok := at[b.Answers]; ok {
				all[i].Resolution, all[i].Answered = b, r.ID
			}
		case *Attempt, *Adoption: // they show in decisions
		}
	}
	var out []Entry
	for _, e := range all {
		if f.chooses(&e) {
			out = append(out, e)
		}
	}
	return out, nil
}

func (f *Filter) chooses(e *Entry) bool {
	d := e.Decision
	return e.Record.ID >= f.From &&
		(f.Tool == "" || d.Input.Call.Name == f.Tool) &&
		(f.Outcome == "" || d.Outcome == f.Outcome) &&
		(f.Failed == "" || slices.Contains(d.Failed, f.Failed) || slices.Contains(d.Abstained, f.Failed)) &&
		(!f.Open || d.Outcome == Escalate && e.Resolution == nil)
}
