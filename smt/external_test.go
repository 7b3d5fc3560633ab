package smt

import (
	"context"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// ask runs another solver on a script; "" when it gives no answer.
func ask(t *testing.T, dir, solver, script string) string {
	file := filepath.Join(dir, "q.smt2")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"-T:4", file}
	if solver == "cvc5" {
		args = []string{"--strings-exp", "--tlimit=4000", file}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second) // their own limits do not always hold
	defer cancel()
	out, _ := exec.CommandContext(ctx, solver, args...).CombinedOutput()
	s := strings.TrimSpace(string(out))
	switch {
	case ctx.Err() != nil:
		return ""
	case s == "sat" || s == "unsat" || s == "unknown" || strings.Contains(s, "timeout") || strings.Contains(s, "interrupted"):
		return s
	}
	t.Logf("%s: %.200s", solver, s)
	return ""
}

// TestExternal compares random questions with z3 and cvc5, where they are
// installed.
func TestExternal(t *testing.T) {
	var solvers []string
	for _, s := range []string{"cvc5", "z3"} {
		if _, err := exec.LookPath(s); err == nil {
			solvers = append(solvers, s)
		}
	}
	if len(solvers) == 0 {
		t.Skip("SKIPPED: neither z3 nor cvc5 is installed")
	}
	dir := t.TempDir()
	r := rand.New(rand.NewSource(21))
	for _, ps := range [][]*profile{profiles, tight} {
		for _, p := range ps {
			agreed, silent := 0, 0
			for q := 0; q < scale(); q++ {
				if p.compare(t, r, dir, solvers) {
					agreed++
				} else {
					silent++
				}
			}
			t.Logf("%-10s agreed %d, no answer %d", p.name, agreed, silent)
		}
	}
}

// compare asks everyone one random question.
func (p *profile) compare(t *testing.T, r *rand.Rand, dir string, solvers []string) bool {
	g := &gen{r: r, p: p, n: max(1, p.strs), i: p.ints}
	f := g.formula()
	b := NewBuilder()
	var as []Term
	for _, k := range f.kids {
		as = append(as, k.build(b))
	}
	text, err := b.AppendSMTLIB(nil, as)
	if err != nil {
		t.Fatal(err)
	}
	res := b.Solve(as, Budget{})
	answered := false
	for _, s := range solvers {
		if s == "z3" && strings.Contains(string(text), "str.to_lower") {
			continue
		}
		a := ask(t, dir, s, string(text))
		if a != "sat" && a != "unsat" {
			continue
		}
		answered = true
		if res.Status != Unknown && res.Status.String() != a {
			t.Errorf("%s: %v, but %s says %s\n%v\n%s", p.name, res.Status, s, a, f, text)
		}
	}
	return answered
}
