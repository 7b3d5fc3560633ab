package certify

import (
	"testing"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/verify"
	"planproof/examples"
)

func converged(t *testing.T, id string) (*ir.Program, *verify.Converged) {
	t.Helper()
	e, ok := examples.Find(id)
	if !ok {
		t.Fatalf("no example %s", id)
	}
	b, derr := doc.ReadBundle(e.Text, doc.ReadOptions{})
	if derr != nil {
		t.Fatal(derr)
	}
	p, derr := ir.Build(b)
	if derr != nil {
		t.Fatal(derr)
	}
	return p, verify.Converge(p, verify.Options{})
}

// TestDisagreement: when the analysis accepts what its certificate does not
// show, the checker has the last word.
func TestDisagreement(t *testing.T) {
	p, v := converged(t, "loops-in-loops")
	if Judge(p, v, true); !v.Report.OK || v.Report.Certificate == "" {
		t.Fatalf("an accepted plan without a certificate: %+v", v.Report.Violations)
	}
	p, v = converged(t, "loops-in-loops")
	v.Heads = map[int]flow.State{}
	Judge(p, v, true)
	if v.Report.OK || v.Report.Certificate != "" || len(v.Report.Violations) != 1 {
		t.Fatalf("%+v", v.Report.Violations)
	}
	f := v.Report.Violations[0]
	if f.ID != finding.IDCertificateRefused || f.Category != finding.AnalysisIncomplete || f.RuleName != "certificate" || f.Fingerprint == "" {
		t.Errorf("%+v", f)
	}
}

// TestBlindAnalysis: a plan that leaks, with a report from which the leak was
// lost, is not accepted.
func TestBlindAnalysis(t *testing.T) {
	p, v := converged(t, "email-malicious")
	v.Report.Violations, v.Report.OK = nil, true
	if Judge(p, v, false); v.Report.OK {
		t.Error("the checker accepts a leak that the analysis lost")
	}
}
