package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core/finding"
)

var payment = example("pay-up-to-100")

// TestQuestionsOnDisk: --smt-dir writes what --detail full shows, and the
// solver behind planproof smt answers it as the report does.
func TestQuestionsOnDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "questions")
	planproof(t, "", "verify", payment, "--smt-dir", dir).mustHave(t, 0, "Accepted")
	file := filepath.Join(dir, "01-precondition.smt2")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	full := planproof(t, "", "verify", payment, "--detail", "full", "--format", "json")
	r, err := finding.ReadReport([]byte(full.out))
	if err != nil {
		t.Fatal(err)
	}
	if o := r.Obligations[0]; o.SMTLib != string(text) || len(o.Core) != 1 || o.Core[0].Span == nil || o.Core[0].Span.Start.Line != 12 {
		t.Errorf("the report has another question or core: %+v", o)
	}
	planproof(t, "", "smt", file).mustHave(t, 0, "unsat\n")
	plain := planproof(t, "", "verify", payment, "--format", "json")
	if strings.Contains(plain.out, "smtlib") {
		t.Error("questions are written although nobody asked")
	}
	planproof(t, "", "verify", payment, "--smt-dir", file).mustSay(t, 2, "can not write the questions to")
}

// TestMinimalCores: the first proof that comes along may use more than it needs.
func TestMinimalCores(t *testing.T) {
	bundle := strings.Replace(string(mustRead(t, "../../examples/pay-up-to-100.json")), `"amount <= 100"`, `"amount <= 100 and amount <= 90 + 10"`, 1)
	for _, flags := range [][]string{nil, {"--minimal-cores"}} {
		out := planproof(t, bundle, append([]string{"verify", "-", "--format", "json"}, flags...)...)
		var r struct {
			Obligations []struct {
				Core []struct{ Words string }
			}
		}
		if err := json.Unmarshal([]byte(out.out), &r); err != nil {
			t.Fatal(err)
		}
		if core := r.Obligations[0].Core; len(core) == 0 || flags != nil && len(core) != 1 {
			t.Errorf("%v: core %v", flags, core)
		}
	}
}

func mustRead(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
