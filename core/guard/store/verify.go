package store

import (
	"fmt"
	"io"
)

// A Report is what Verify found.
type Report struct {
	Head       Head // of the text as it is
	Decisions  int
	Problems   []Problem
	Unanswered []int // attempts without an end
}

// OK reports whether the store verifies.
func (r *Report) OK() bool { return len(r.Problems) == 0 }

// Verify reads a whole store and says everything that is wrong with it. Stored is the head that stands beside the
// records, anchor one that was kept elsewhere; each may be nil, and then what only it shows is not looked for. The
// error is the reader's.
//
// A stored head may be behind: it is written after the record, and the process may have been stopped in between.
func Verify(r io.Reader, stored, anchor *Head) (*Report, error) {
	v := &verifier{stored: stored, anchor: anchor}
	for line, err := range Lines(r) {
		if err != nil {
			return nil, err
		}
		v.line(line)
	}
	v.report.Head = v.index.Head()
	v.report.Unanswered = v.index.Unanswered()
	v.atEnd()
	return &v.report, nil
}

type verifier struct {
	index          Index
	report         Report
	stored, anchor *Head
}

func (v *verifier) line(l Line) {
	r, problems, ok := v.index.Read(l)
	if !l.Ended && !ok {
		problems = []Problem{{ProblemTorn, l.Number, 0, "the last line has no end: a writer was stopped; opening the store for writing removes it"}}
	}
	v.report.Problems = append(v.report.Problems, problems...)
	if !ok {
		return
	}
	if _, isDecision := r.Body.(*Decision); isDecision {
		v.report.Decisions++
	}
	position := len(v.index.entries)
	v.compare(ProblemHead, "stored head", v.stored, position, r)
	v.compare(ProblemAnchor, "anchor", v.anchor, position, r)
}

// compare compares the record at a head's place with it.
func (v *verifier) compare(kind, what string, h *Head, position int, r Record) {
	if h != nil && h.Count == position && h.Last != r.Hash {
		v.problem(kind, r.ID, "the record is not the one that the %s names", what)
	}
}

func (v *verifier) problem(kind string, id int, format string, args ...any) {
	v.report.Problems = append(v.report.Problems, Problem{Kind: kind, Record: id, Message: fmt.Sprintf(format, args...)})
}

func (v *verifier) atEnd() {
	count := len(v.index.entries)
	if h := v.stored; h != nil && h.Count > count {
		v.problem(ProblemHead, 0, "the stored head counts %d records and there are %d: the end was cut off", h.Count, count)
	}
	if h := v.anchor; h != nil && h.Count > count {
		v.problem(ProblemAnchor, 0, "the anchor counts %d records and there are %d: the end was cut off", h.Count, count)
	}
}
