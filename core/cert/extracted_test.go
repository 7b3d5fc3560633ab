//go:build !js

package cert

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// oracle is the checker that is extracted from the proofs.
type oracle struct {
	in  io.WriteCloser
	out *bufio.Reader
}

// extracted starts the extracted checker, or skips the test.
func extracted(t *testing.T) *oracle {
	t.Helper()
	path := os.Getenv("PLANPROOF_EXTRACTED")
	if path == "" {
		path = filepath.Join("..", "..", "proofs", "build", "planproof-checker")
	}
	if _, err := os.Stat(path); err != nil {
		t.Skip("the extracted checker is not built (proofs/check.sh); compared with recorded answers only")
	}
	cmd := exec.Command(path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); cmd.Wait() })
	return &oracle{in, bufio.NewReaderSize(out, 1<<20)}
}

// ask sends one case and returns the answer.
func (o *oracle) ask(t *testing.T, text string) string {
	t.Helper()
	if _, err := io.WriteString(o.in, text+"\n"); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	line, err := o.out.ReadString('\n')
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return strings.TrimSuffix(line, "\n")
}

func long() bool { return os.Getenv("PLANPROOF_LONG") != "" }

// seed differs from run to run only when it is given.
func seed() uint64 {
	n := uint64(1)
	fmt.Sscan(os.Getenv("PLANPROOF_SEED"), &n)
	return n
}

// TestExtractedCheck compares verdicts and inferred states on random workflows
// with valid and mutated certificates.
func TestExtractedCheck(t *testing.T) {
	o, total := extracted(t), uint64(1000)
	if os.Getenv("PLANPROOF_EXTRACTED") != "" {
		total = 5000
	}
	if long() {
		total = 200_000
	}
	var accepted, loops, mutants, mutantsAccepted, turned int
	for number := range total {
		text, answer, s := checkCase(seed(), number, 4)
		if got := o.ask(t, text); got != answer {
			t.Fatalf("case %d: the extracted checker answers\n%s\nand not\n%s\n%s", number, got, answer, text)
		}
		accepted += int(s.accepted[0] - '0')
		mutants += 4
		mutantsAccepted += s.mutantsAccepted
		turned += s.tableTurned
		if s.loops > 0 {
			loops++
		}
	}
	t.Logf("%d cases: %d accepted, %d with loops; %d mutated certificates, %d accepted, %d verdicts turned by the table; 0 mismatches",
		total, accepted, loops, mutants, mutantsAccepted, turned)
}

// TestExtractedRuns compares random runs and what the monitor says of them.
func TestExtractedRuns(t *testing.T) {
	o, total := extracted(t), uint64(2000)
	if long() {
		total = 100_000
	}
	runs, unsafeRuns := 0, 0
	for number := range total {
		texts, answers, accepted, unsafe := trialCase(seed()+1000, number, 5)
		for i := range texts {
			if got := o.ask(t, texts[i]); got != answers[i] {
				t.Fatalf("case %d: the extracted checker answers\n%s\nand not\n%s\n%s", number, got, answers[i], texts[i])
			}
		}
		if accepted && unsafe > 0 {
			t.Fatalf("case %d is accepted and has an unsafe run", number)
		}
		runs += len(texts)
		unsafeRuns += unsafe
	}
	t.Logf("%d cases: runs, %d unsafe, none of an accepted workflow; 0 mismatches", runs, unsafeRuns)
}

// TestExtractedVectors: the recorded answers are those of the extracted checker.
// With PLANPROOF_RECORD=1 it records them.
func TestExtractedVectors(t *testing.T) {
	o := extracted(t)
	var b strings.Builder
	b.WriteString("# Answers of the checker extracted from proofs/, recorded by TestExtractedVectors: kind, number, hash of the case, answer.\n")
	for number := range uint64(2000) {
		for _, kind := range []string{"check", "trial"} {
			text, _ := vectorCase(kind, number)
			fmt.Fprintf(&b, "%s %d %s %s\n", kind, number, hash(text), short(o.ask(t, text)))
		}
	}
	if os.Getenv("PLANPROOF_RECORD") != "" {
		if err := os.WriteFile(vectorsFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(was) != b.String() {
		t.Error("the recorded answers are not those of the extracted checker")
	}
}
