// Package door is the verifier as the JavaScript library sees it: texts in,
// one line of JSON out, with the bytes that the command line prints for
// --format json. It has nothing of JavaScript in it, so its tests run
// natively.
package door

import (
	"errors"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/verify"
)

// Documents are a bundle, or the three documents apart when Bundle is nil.
type Documents struct {
	Bundle                  []byte
	Workflow, Policy, Tools []byte
}

// Options of a verification; see the flags of `planproof verify`.
type Options struct {
	Strict, Lenient bool
	Trace           bool // --detail full
}

// Verify answers with a report, or with {"ok":false,"error":{…}} when a
// document could not be read.
func Verify(d Documents, o Options) []byte {
	b, err := read(d, doc.ReadOptions{Lenient: o.Lenient})
	if err != nil {
		return problem(err)
	}
	detail := verify.DetailNone
	if o.Trace {
		detail = verify.DetailFull
	}
	r, verr := core.Verify(b, core.Options{Strict: o.Strict, Detail: detail})
	if verr == nil {
		return append(r.AppendWire(nil), '\n')
	}
	var known *doc.Error
	if errors.As(verr, &known) {
		return problem(known)
	}
	return problem(&doc.Error{Kind: doc.KindInput, Message: verr.Error()})
}

func read(d Documents, o doc.ReadOptions) (*doc.Bundle, *doc.Error) {
	if d.Bundle == nil {
		return doc.ReadParts(d.Workflow, d.Policy, d.Tools, o)
	}
	b, err := doc.ReadBundle(d.Bundle, o)
	return b, err
}

// problem has the bytes of report.ProblemJSON, without that package: it
// brings renderers that this binary does not use.
func problem(e *doc.Error) []byte {
	return append(e.AppendJSON([]byte(`{"ok":false,"error":`)), '}', '\n')
}
