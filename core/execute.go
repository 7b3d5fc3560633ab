package core

import (
	"context"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/run"
	"planproof/core/verify"
)

// Execute verifies a bundle and runs it when it is accepted: a refused plan
// calls no tool. The result says how the run ended and has the report. The
// error, when not nil, is a *doc.Error of kind "policy", as in Verify.
func Execute(ctx context.Context, b *doc.Bundle, o Options, ro run.Options) (*run.Result, error) {
	res, err := run.Execute(ctx, b, verify.Options{Strict: o.Strict || b.Options.Strict, Detail: o.Detail}, ro)
	if err != nil {
		return nil, err
	}
	res.Report.Engine = "planproof " + Version
	res.Report.Notes = append(res.Report.Notes, notes(b)...)
	return res, nil
}

// Replay tries every possible finding of a report on the executor and labels
// its witness in the report: confirmed by a run, or abstract only. See
// run.Replay.
func Replay(b *doc.Bundle, r *finding.Report) ([]*run.Replayed, error) {
	out, err := run.Replay(b, r)
	if err != nil {
		return nil, err
	}
	return out, nil
}
