//go:build !js

package export

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core/cert"
	"planproof/core/cert/emit"
	"planproof/core/doc"
	"planproof/core/internal/progen"
	"planproof/core/ir"
	"planproof/core/verify"
)

// accepted are programs with certificates that are accepted, from seed on.
func accepted(t *testing.T, n int) (ps []*ir.Program, cs []*cert.Certificate) {
	t.Helper()
	for seed := uint64(0); len(ps) < n; seed++ {
		b, derr := doc.ReadBundle(progen.Bundle(seed), doc.ReadOptions{})
		if derr != nil {
			t.Fatal(derr)
		}
		p, derr := ir.Build(b)
		if derr != nil {
			continue
		}
		c := emit.Certificate(p, verify.Converge(p, verify.Options{}))
		if p.Loops > 0 && len(p.Rules) > 0 && cert.Check(p, c, cert.DataFlow).Accepted {
			ps, cs = append(ps, p), append(cs, c)
		}
	}
	return ps, cs
}

// theories is where proofs/check.sh compiles them; the test is skipped when it
// has not, or when the program is not installed.
func theories(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("coqc"); err != nil {
		t.Skip("coqc is not installed")
	}
	dir, err := filepath.Abs(filepath.Join("..", "..", "..", "proofs", "build", "theories"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "Table.vo")); err != nil {
		t.Skip("the theories are not compiled (proofs/check.sh)")
	}
	return dir
}

// TestCoqFiles: Coq proves the exported plans safe, and refuses one whose
// certificate was tampered with.
func TestCoqFiles(t *testing.T) {
	dir := theories(t)
	ps, cs := accepted(t, 3)
	for i, p := range ps {
		text := string(Coq(p, cs[i]))
		if out, err := coqc(t, dir, text); err != nil || !strings.Contains(out, "Closed under the global context") {
			t.Errorf("Coq does not accept an exported plan: %v %s\n%s", err, out, text)
		}
		tampered := strings.Replace(text, "mkA [", "mkA [77; ", 1)
		if out, err := coqc(t, dir, tampered); err == nil {
			t.Errorf("Coq accepts a certificate that binds an unknown variable: %s\n%s", out, tampered)
		}
	}
	t.Logf("%d cases proved by Coq, and as many refused when tampered with", len(ps))
}

func coqc(t *testing.T, dir, text string) (string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "Plan.v")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("coqc", "-q", "-Q", dir, "Planproof", file).CombinedOutput()
	return string(out), err
}

// TestDafnyFiles: Dafny verifies the exported plans, and finds the error in one
// whose policy has no sanitizer any more.
func TestDafnyFiles(t *testing.T) {
	if _, err := exec.LookPath("dafny"); err != nil {
		t.Skip("dafny is not installed")
	}
	if testing.Short() {
		t.Skip("dafny takes seconds")
	}
	leak := `{"workflow":{"goal":"g","input_variables":["xs"],"steps":[` +
		`{"label":"a","tool_call":{"tool_name":"fetch","arguments":{},"result_binding":"m"}},` +
		`{"label":"l","loop":{"collection_ref":"xs","item_binding":"x","body":[` +
		`{"label":"b","tool_call":{"tool_name":"redact","arguments":{"v":{"ref":"m"}},"result_binding":"n"}},` +
		`{"label":"c","tool_call":{"tool_name":"send","arguments":{"v":{"ref":"n"}}}}]}}]},` +
		`"policy":{"name":"p","allowed_tools":["fetch","redact","send"],"taint_rules":[{"name":"r","source_tool":"fetch","sink_tool":"send","sink_param":"v","sanitizers":["redact"]}],` +
		`"automata":[{"name":"a","states":[{"name":"s"},{"name":"e","is_error":true}],"initial_state":"s","transitions":[{"from_state":"s","to_state":"e","tool_name":"send","condition":"v == 1"}],"constants":{}}]},` +
		`"tools":[{"name":"fetch","params":[]},{"name":"redact","params":[{"name":"v"}]},{"name":"send","params":[{"name":"v","type":"str"}]}]}`
	b, derr := doc.ReadBundle([]byte(leak), doc.ReadOptions{})
	if derr != nil {
		t.Fatal(derr)
	}
	p, derr := ir.Build(b)
	if derr != nil {
		t.Fatal(derr)
	}
	text := Dafny(p, emit.Certificate(p, verify.Converge(p, verify.Options{})))
	if text == nil {
		t.Fatal("there is no certificate")
	}
	if out := dafny(t, string(text)); !strings.Contains(out, "1 verified, 0 errors") {
		t.Errorf("Dafny does not verify an exported plan: %s\n%s", out, text)
	}
	uncleaned := strings.Replace(string(text), "_0 := false;", "_0 := true;", 100)
	if out := dafny(t, uncleaned); strings.Contains(out, "verified, 0 errors") || !strings.Contains(out, "verified, ") {
		t.Errorf("Dafny finds nothing: %s\n%s", out, uncleaned)
	}
	t.Log("1 cases verified by Dafny, and refused when tampered with")
}

func dafny(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "plan.dfy")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, _ := exec.Command("dafny", "/compile:0", file).CombinedOutput()
	return string(out)
}

// TestNothingEscapesComments: names from the documents stay inside comments.
func TestNothingEscapesComments(t *testing.T) {
	for _, s := range []string{"*) Axiom x : False. (*", "\n}", `"`, "a\u2028b", "(*)", "(**)", "((**))"} {
		if got := comment(s); strings.ContainsAny(got, "\n\"\u2028") || strings.Contains(got, "*)") || strings.Contains(got, "(*") {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}
