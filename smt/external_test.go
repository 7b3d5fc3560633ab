package smt

import (
	"math/rand"
	"testing"
	"time"

	"planproof/smt/smttest"
)

// externalBatch is how many questions one process gets.
const externalBatch = 100

// TestExternal compares random questions with z3 and cvc5, where they are
// installed.
func TestExternal(t *testing.T) {
	solvers := smttest.Solvers(t, 2*time.Second)
	r := rand.New(rand.NewSource(seed(21)))
	for _, ps := range [][]*profile{profiles, tight} {
		for _, p := range ps {
			for left := 4 * scale(); left > 0; left -= externalBatch {
				p.compare(t, r, solvers, min(left, externalBatch))
			}
		}
	}
}

// random makes a random question.
func (p *profile) random(r *rand.Rand) (b *Builder, assertions []Term, f *tform) {
	g := &gen{r: r, p: p, n: max(1, p.strs), i: p.ints}
	f = g.formula()
	b = NewBuilder()
	for _, k := range f.kids {
		assertions = append(assertions, k.build(b))
	}
	return b, assertions, f
}

// compare asks everyone n random questions.
func (p *profile) compare(t *testing.T, r *rand.Rand, solvers []smttest.Solver, n int) {
	scripts, ours, formulas := make([]string, n), make([]Status, n), make([]*tform, n)
	for i := range n {
		b, as, f := p.random(r)
		text, err := b.AppendSMTLIB(nil, as)
		if err != nil {
			t.Fatal(err)
		}
		scripts[i], formulas[i], ours[i] = string(text), f, b.Solve(as, Budget{}).Status
	}
	for _, s := range solvers {
		agreed, silent, open := 0, 0, 0
		native := make([]string, n)
		for i, q := range scripts {
			native[i] = s.Native(q)
		}
		for i, theirs := range s.Ask(t, native) {
			switch {
			case theirs != "sat" && theirs != "unsat":
				silent++
			case ours[i] == Unknown:
				open++
			case theirs == ours[i].String():
				agreed++
			default:
				t.Errorf("%s: %v, but %s says %s\n%v\n%s", p.name, ours[i], s.Name, theirs, formulas[i], scripts[i])
			}
		}
		t.Logf("%-10s %-4s agreed %d, unknown here %d, no answer there %d", p.name, s.Name, agreed, open, silent)
	}
}
