package run

import (
	"context"

	"planproof/core/cert/certify"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/verify"
)

// Verified is a plan that the verifier accepted. Only Verify makes one; the
// zero value runs nothing.
type Verified struct{ program *ir.Program }

// Verify verifies a bundle; what it accepts, the proved checker accepts too. The
// Verified is nil when the plan is refused; the
// report says why. The error is a policy error: nothing was analysed.
func Verify(b *doc.Bundle, o verify.Options) (*Verified, *finding.Report, *doc.Error) {
	p, err := ir.Build(b)
	if err != nil {
		return nil, nil, err
	}
	o.Strict = o.Strict || b.Options.Strict
	v := verify.Converge(p, o)
	certify.Judge(p, v, false)
	if !v.Report.OK {
		return nil, v.Report, nil
	}
	return &Verified{p}, v.Report, nil
}

// Run runs the plan under the monitor.
func (v *Verified) Run(ctx context.Context, o Options) *Result {
	if v == nil || v.program == nil {
		return &Result{Stop: &SecurityViolation{Kind: Refused, Category: finding.AnalysisIncomplete, Rule: "not_verified", Message: "the plan was not verified"}}
	}
	return start(ctx, v.program, o, true)
}

// Execute verifies a bundle and runs it when it is accepted. A refused plan
// calls no tool: the result's Stop has kind Refused and the first violation,
// and its Report has all.
func Execute(ctx context.Context, b *doc.Bundle, vo verify.Options, o Options) (*Result, *doc.Error) {
	v, report, err := Verify(b, vo)
	if err != nil {
		return nil, err
	}
	if v == nil {
		return &Result{Stop: refusal(report), Report: report}, nil
	}
	r := v.Run(ctx, o)
	r.Report = report
	return r, nil
}

// ExecuteUnverified runs a bundle without verifying it. Only the monitor
// stands between the plan and its tools, and it can stop a plan half-way; use
// it to demonstrate that, or to replay.
func ExecuteUnverified(ctx context.Context, b *doc.Bundle, o Options) (*Result, *doc.Error) {
	p, err := ir.Build(b)
	if err != nil {
		return nil, err
	}
	return start(ctx, p, o, false), nil
}

// refusal is the violation of a plan that verification refused.
func refusal(r *finding.Report) *SecurityViolation {
	f := &r.Violations[0]
	return &SecurityViolation{
		Kind: Refused, Category: f.Category, Rule: f.RuleName, Path: f.Path, Label: f.StepLabel,
		Message: "verification refuses the plan: " + f.Message,
	}
}
