package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCert: a certificate is emitted and accepted; one that was tampered with
// is refused, and so is one for another plan.
func TestCert(t *testing.T) {
	safe := filepath.Join("..", "..", "..", "examples", "loops-in-loops.json")
	emitted := planproof(t, "", "cert", "emit", safe)
	emitted.mustHave(t, 0, `{"version":1,"loops":[{"path":"/workflow/steps/`)
	planproof(t, emitted.out, "cert", "check", safe, "-").mustHave(t, 0, "Accepted for taint rules, automata", "2 loops")

	withoutLoops := filepath.Join(t.TempDir(), "cert.json")
	if err := os.WriteFile(withoutLoops, []byte(`{"version":1,"loops":[],"calls":[]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	planproof(t, "", "cert", "check", safe, withoutLoops).mustHave(t, 1, "Refused at /workflow/steps/", "no state for this loop", "Check.chk")
	planproof(t, `{"version":1,"loops":[],"calls":[{"path":"/nowhere"}]}`, "cert", "check", safe, "-").mustSay(t, 2, "no call `/nowhere`")
	planproof(t, `[]`, "cert", "check", safe, "-").mustSay(t, 2, "not a certificate")
}

func TestCertSolver(t *testing.T) {
	pay := filepath.Join("..", "..", "..", "examples", "pay-up-to-100.json")
	emitted := planproof(t, "", "cert", "emit", pay)
	planproof(t, emitted.out, "cert", "check", pay, "-").mustHave(t, 0, "by the solver (asked again and confirmed): `amount <= 100` holds")
	lie := strings.ReplaceAll(emitted.out, `"by":"solver"`, `"by":"evaluation"`)
	planproof(t, lie, "cert", "check", pay, "-").mustHave(t, 1, "for a reason that does not hold", "Table.justified")
	for _, verb := range []string{"coq", "dafny"} {
		planproof(t, "", "cert", verb, pay).mustHave(t, 0, "Made by planproof")
	}
}

func TestCertRefused(t *testing.T) {
	planproof(t, "", "cert", "emit", filepath.Join("..", "..", "..", "examples", "email-malicious.json")).mustSay(t, 1, "no certificate for this plan", "raw data of")
	planproof(t, "", "cert", "sign", "plan.json").mustSay(t, 2, "expected emit FILE")
	planproof(t, "", "cert", "check", "plan.json").mustSay(t, 2, "expected emit FILE")
}
