// Package answer is what crosses the border between the page and the
// verifier: a request as plain strings, an answer as compact JSON.
package answer

import (
	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/verify"
)

// Request asks for a verification of three documents.
type Request struct {
	Workflow, Policy, Tools string
	Strict                  bool
	Lenient                 bool
	Trace                   bool
}

// Func verifies a request. The answer is a report, or {"ok":false,"error":…}
// when failed.
type Func func(Request) (answer string, failed bool)

// Verify is the verifier itself.
func Verify(r Request) (answer string, failed bool) {
	b, derr := doc.ReadParts([]byte(r.Workflow), []byte(r.Policy), []byte(r.Tools), doc.ReadOptions{Lenient: r.Lenient})
	if derr != nil {
		return refusal(derr), true
	}
	detail := verify.DetailNone
	if r.Trace {
		detail = verify.DetailFull
	}
	report, err := core.Verify(b, core.Options{Strict: r.Strict, Detail: detail})
	if err != nil {
		if de, ok := err.(*doc.Error); ok {
			return refusal(de), true
		}
		return refusal(&doc.Error{Kind: doc.KindInput, Message: err.Error()}), true
	}
	return string(report.AppendWire(nil)), false
}

func refusal(e *doc.Error) string {
	return string(append(e.AppendJSON([]byte(`{"ok":false,"error":`)), '}'))
}

// Problem is a refusal as it arrives.
type Problem struct {
	Kind    string
	Message string
	Hint    string
	Span    *doc.Span
}

// Read takes an answer apart: exactly one of report and problem is set.
func Read(answer string, failed bool) (*finding.Report, *Problem, error) {
	if !failed {
		r, err := readReport(answer)
		return r, nil, err
	}
	s := newScanner([]byte(answer))
	p := &Problem{}
	s.object(func(key string) {
		if key == "error" {
			*p = value(s, s.problem)
		} else {
			s.skip()
		}
	})
	if s.bad {
		return nil, nil, errAnswer
	}
	return nil, p, nil
}
