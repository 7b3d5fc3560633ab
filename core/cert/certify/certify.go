// Package certify gives the last word on taint and automata to the checker that
// is proved sound: no report is green, and no plan may run, without it.
package certify

import (
	"planproof/core/cert"
	"planproof/core/cert/emit"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/verify"
	"planproof/core/wire"
)

// Judge has the last word on a report that has nothing to say of scope, taint
// rules and automata: the certificate made of the analysis must pass the proved
// checker, for an accepted report with its allowlist, preconditions and
// invariants. A refusal is a defect of the analysis: then nothing is claimed.
// With attach the certificate becomes part of the report.
func Judge(p *ir.Program, v *verify.Converged, attach bool) {
	r := v.Report
	if !certifiable(r) {
		return
	}
	scope := cert.DataFlow
	if r.OK {
		scope = cert.Everything
	}
	c := emit.Certificate(p, v)
	if answer := cert.Check(p, c, scope); !answer.Accepted {
		r.Violations = append(r.Violations, refused(p, answer.Refusal))
		r.OK = false
		return
	}
	if attach {
		r.Certificate = wire.Raw(cert.AppendJSON(nil, p, c))
	}
}

// certifiable: nothing is reported that a certificate could not get past.
func certifiable(r *finding.Report) bool {
	for i := range r.Violations {
		switch f := &r.Violations[i]; {
		case f.Category == finding.Taint, f.Category == finding.ImplicitFlow, f.Category == finding.AutomatonCategory:
			return false
		case f.ID == finding.IDUndefinedRef, f.ID == finding.IDShadowedBinding, f.ID == finding.IDLoopIncomplete:
			return false
		}
	}
	return true
}

func refused(p *ir.Program, why *cert.Refusal) finding.Finding {
	f := finding.Finding{
		ID: finding.IDCertificateRefused, Category: finding.AnalysisIncomplete, RuleName: "certificate",
		Path: why.Path, Certainty: finding.Definite,
		Message: "the analysis found nothing, but the independent check of its certificate failed: " + why.Message,
		Hint:    "this is a defect of the analysis, not of the plan; nothing is claimed about it",
		Span:    p.Bundle.Workflow.Source.Span(p.Bundle.Workflow.Goal.Range),
	}
	f.Seal()
	return f
}
