// Package smttest asks z3 and cvc5, where they are installed, the questions that
// tests ask package smt, many in one process.
package smttest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Solver is another solver.
type Solver struct {
	Name string
	args []string
}

// Solvers are the ones that are installed; without any the test is skipped,
// visibly. perQuestion is how long one may think.
func Solvers(t testing.TB, perQuestion time.Duration) []Solver {
	t.Helper()
	ms := strconv.FormatInt(perQuestion.Milliseconds(), 10)
	var out []Solver
	for _, s := range []Solver{{"cvc5", []string{"--strings-exp", "--tlimit-per=" + ms}}, {"z3", []string{"-t:" + ms}}} {
		if _, err := exec.LookPath(s.Name); err != nil {
			t.Logf("SKIPPED: %s is not installed", s.Name)
			continue
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		t.Skip("SKIPPED: neither z3 nor cvc5 is installed")
	}
	return out
}

// Native is a script with what the solver has of its own in the place of a
// function that only the standard's operators define: cvc5 lower-cases texts.
func (s Solver) Native(script string) string {
	before, after, ok := strings.Cut(script, "(define-fun-rec lower ")
	if !ok || s.Name != "cvc5" {
		return script
	}
	_, after, _ = strings.Cut(after, "\n")
	return before + "(define-fun lower ((s String)) String (str.to_lower s))\n" + after
}

// hang is how long a solver may be silent before it is stopped: its own limits
// do not always hold.
const hang = 6 * time.Second

// Ask returns the solver's answers to the scripts: "sat", "unsat", "unknown", or
// what else it said, which begins with "(error" for a script that it does not
// accept. A question that it did not survive is "died". What the scripts say of
// their status is withheld from it.
func (s Solver) Ask(t testing.TB, scripts []string) []string {
	t.Helper()
	var answers []string
	for len(answers) < len(scripts) {
		got := s.batch(t, scripts[len(answers):])
		answers = append(answers, got...)
		if len(answers) < len(scripts) {
			answers = append(answers, "died")
		}
	}
	return answers
}

// batch asks until the end or the first question that the solver does not
// answer.
func (s Solver) batch(t testing.TB, scripts []string) []string {
	t.Helper()
	var text strings.Builder
	for i, q := range scripts {
		text.WriteString(withoutStatus(q) + "(echo \"#" + strconv.Itoa(i) + "\")\n(reset)\n")
	}
	file := filepath.Join(t.TempDir(), "questions.smt2")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &patient{timer: time.AfterFunc(hang, cancel)}
	defer out.timer.Stop()
	cmd := exec.CommandContext(ctx, s.Name, append(s.args[:len(s.args):len(s.args)], file)...)
	cmd.Stdout = out
	cmd.WaitDelay = time.Second
	_ = cmd.Run() // what it said counts, not how it ended
	return sections(out.text.String(), len(scripts))
}

// patient collects output and puts the end off whenever there is some.
type patient struct {
	text  bytes.Buffer
	timer *time.Timer
}

// Write implements io.Writer.
func (p *patient) Write(b []byte) (int, error) {
	p.timer.Reset(hang)
	return p.text.Write(b)
}

// sections are the outputs before each mark.
func sections(out string, n int) []string {
	var answers []string
	for i := range n {
		mark := "#" + strconv.Itoa(i)
		before, after, ok := strings.Cut(out, "\""+mark+"\"\n")
		if !ok {
			if before, after, ok = strings.Cut(out, mark+"\n"); !ok {
				break
			}
		}
		answers = append(answers, strings.TrimSpace(before))
		out = after
	}
	return answers
}

// withoutStatus drops the lines that say what the answer is, since solvers stop
// when it is not theirs.
func withoutStatus(script string) string {
	lines := strings.SplitAfter(script, "\n")
	kept := lines[:0]
	for _, l := range lines {
		if !strings.HasPrefix(l, "(set-info :status") {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "")
}
