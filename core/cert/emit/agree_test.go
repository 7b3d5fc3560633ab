package emit

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"planproof/core/cert"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/internal/progen"
	"planproof/core/ir"
	"planproof/core/verify"
)

// coreFile reads one of the vectors that core's own tests read.
func coreFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "testdata", "core", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// parts are the documents of one case.
type parts struct {
	ID                      string
	Workflow, Policy, Tools json.RawMessage
}

// vectors are all cases of the vectors that have a workflow.
func vectors(t testing.TB) []parts {
	t.Helper()
	var out, better []parts
	if err := json.Unmarshal(coreFile(t, "better.json"), &better); err != nil {
		t.Fatal(err)
	}
	for _, c := range better {
		if len(c.Workflow) > 0 {
			out = append(out, c)
		}
	}
	zipped, err := gzip.NewReader(bytes.NewReader(coreFile(t, "differential.jsonl.gz")))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zipped)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var c parts
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// clean says whether the analysis has nothing to say of what the DataFlow
// scope is about: scope, taint, implicit flows, automata.
func clean(r *finding.Report) bool {
	for i := range r.Violations {
		f := &r.Violations[i]
		switch f.Category {
		case finding.Taint, finding.ImplicitFlow, finding.AutomatonCategory:
			return false
		case finding.WellFormedness:
			if f.RuleName == "undefined_ref" || f.RuleName == "shadowed_binding" {
				return false
			}
		}
	}
	return true
}

// tally counts what a comparison saw.
type tally struct{ cases, accepted, whole, obligations int }

// compare holds the checker to the analysis on one program: the analysis
// accepts exactly when the checker accepts the certificate made of it.
func (n *tally) compare(t *testing.T, id string, p *ir.Program) {
	t.Helper()
	v := verify.Converge(p, verify.Options{})
	c := Certificate(p, v)
	n.cases++
	got := cert.Check(p, c, cert.DataFlow)
	if want := clean(v.Report); got.Accepted != want {
		t.Errorf("%s: the analysis says clean: %v, the checker %v %+v\n%+v", id, want, got.Accepted, got.Refusal, v.Report.Violations)
	}
	if got.Accepted {
		n.accepted++
		n.obligations += len(got.Obligations)
	}
	if v.Report.OK {
		n.whole++
		if all := cert.Check(p, c, cert.Everything); !all.Accepted {
			t.Errorf("%s: an accepted report whose certificate is refused: %+v", id, all.Refusal)
		}
	}
}

func (n *tally) log(t *testing.T) {
	t.Logf("%d cases: %d clean of taint and automata (%d obligations), %d accepted as a whole", n.cases, n.accepted, n.obligations, n.whole)
}

// TestVectorsAgree: on all vectors the analysis accepts taint and automata if
// and only if the checker accepts its certificate.
func TestVectorsAgree(t *testing.T) {
	var n tally
	for _, c := range vectors(t) {
		b, derr := doc.ReadParts(c.Workflow, c.Policy, c.Tools, doc.ReadOptions{})
		if derr != nil {
			continue
		}
		p, derr := ir.Build(b)
		if derr != nil {
			continue
		}
		n.compare(t, c.ID, p)
	}
	if n.cases < 1200 {
		t.Errorf("only %d cases were read", n.cases)
	}
	n.log(t)
}

// TestProgramsAgree does the same on random programs.
func TestProgramsAgree(t *testing.T) {
	total := uint64(1500)
	if testing.Short() {
		total = 200
	}
	if os.Getenv("PLANPROOF_LONG") != "" {
		total = 100_000
	}
	var n tally
	for seed := range total {
		b, derr := doc.ReadBundle(progen.Bundle(seed), doc.ReadOptions{})
		if derr != nil {
			t.Fatal(derr)
		}
		p, derr := ir.Build(b)
		if derr != nil {
			continue
		}
		n.compare(t, "program "+string(rune('0'+seed%10)), p)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	n.log(t)
}
