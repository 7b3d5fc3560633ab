package verify

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/internal/progen"
	"planproof/core/ir"
)

// chain needs a round for every hop: the data moves one name on in each.
const chain = `
a = fresh
b = fresh
c = fresh
each x in xs
	sink c
	c = relay b
	b = relay a
	a = secret`

// TestRounds: how many rounds a loop takes, and what is found in the last.
func TestRounds(t *testing.T) {
	for _, c := range []struct {
		name, plan string
		rounds     int
		want       []string
	}{
		{"empty body", "each x in xs", 1, []string{}},
		{"locals only", "each x in xs\n\ta = relay x\n\tsink a", 1, []string{}},
		{"rebound to the same", "a = relay p\neach x in xs\n\ta = relay p", 1, []string{}},
		{"one hop", "a = fresh\neach x in xs\n\tsink a\n\ta = secret", 2, []string{"leak /workflow/steps/1/loop/body/0/tool_call/arguments/data possible"}},
		{"leak on the fourth iteration", chain, 4, []string{"leak /workflow/steps/3/loop/body/0/tool_call/arguments/data possible"}},
		{"saturating automaton", "each x in xs\n\ttick", 6, []string{}},
		{"sanitized on every path", "a = fresh\neach x in xs\n\tsink a\n\ta = secret\n\ta = clean a", 2, []string{}},
		{"guarantee lost after the loop", "a = secret\nb = clean a\neach x in xs\n\tb = relay a\nsink b", 2, []string{"leak /workflow/steps/3/tool_call/arguments/data possible"}},
		{"the collection is as on entry", "xs = relay p\neach x in xs\n\tsink x\n\txs = secret", 2, []string{}},
		{"zero iterations", "a = secret\neach x in xs\n\ta = fresh\nsink a", 2, []string{"leak /workflow/steps/2/tool_call/arguments/data possible"}},
	} {
		r := Run(program(t, c.plan), Options{Detail: DetailFull})
		if got := r.Trace.Loops[0].Iterations; got != c.rounds || !r.Trace.Loops[0].Converged {
			t.Errorf("%s: %d rounds, want %d", c.name, got, c.rounds)
		}
		if got := verdicts(r); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if err := finding.CheckTrace(r.Trace); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// givenUp runs chain with a sabotaged walker; the loop must be given up with a
// definite finding, whatever strict says.
func givenUp(t *testing.T, message string, sabotage func(*walker)) {
	t.Helper()
	for _, strict := range []bool{false, true} {
		w := newWalker(program(t, chain), Options{Strict: strict})
		sabotage(w)
		r := w.run()
		i := slices.IndexFunc(r.Violations, func(f finding.Finding) bool { return f.RuleName == "loop_fixpoint" })
		if i < 0 || r.OK {
			t.Fatalf("strict %v: no loop_fixpoint among %v", strict, verdicts(r))
		}
		f := &r.Violations[i]
		if f.Category != finding.AnalysisIncomplete || f.Certainty != finding.Definite || !strings.Contains(f.Message, message) || f.Path != "/workflow/steps/3/loop" {
			t.Errorf("strict %v: %s %s at %s: %s", strict, f.Category, f.Certainty, f.Path, f.Message)
		}
	}
}

// TestNotMonotone: a lattice that goes down is noticed.
func TestNotMonotone(t *testing.T) {
	givenUp(t, "went down", func(w *walker) {
		rounds := 0
		meet := w.meet
		w.meet = func(entry, exit flow.State, path string) flow.State {
			if rounds++; rounds == 3 {
				return entry
			}
			return meet(entry, exit, path)
		}
	})
}

// TestBoundExhausted: a chain that is longer than the bound is given up.
func TestBoundExhausted(t *testing.T) {
	givenUp(t, "within its bound of 2 rounds", func(w *walker) { w.bound = 2 })
}

// TestBoundIsNeverReached: the height of the domain is above the rounds of
// every random program, by the test of the domain's height and by this one.
func TestBoundIsNeverReached(t *testing.T) {
	for seed := range uint64(500) {
		r := Run(randomProgram(t, seed), Options{Detail: DetailFull})
		for _, l := range r.Trace.Loops {
			if !l.Converged || l.Iterations > l.Bound {
				t.Errorf("seed %d: %s took %d rounds of %d", seed, l.Path, l.Iterations, l.Bound)
			}
		}
	}
}

func randomProgram(t *testing.T, seed uint64) *ir.Program {
	t.Helper()
	b, err := doc.ReadBundle(progen.Bundle(seed), doc.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := ir.Build(b)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestResumedLoops: a nest of loops that resumes from the heads that it had
// before ends in the same state with the same findings as one that starts
// cold, in fewer rounds.
func TestResumedLoops(t *testing.T) {
	rounds, coldRounds := 0, 0
	check := func(name string, build func() *ir.Program) {
		w, cold := newWalker(build(), Options{}), newWalker(build(), Options{})
		cold.resume = func(entry, _ flow.State, _ string) flow.State { return entry }
		r, want := w.run(), cold.run()
		if !w.state.Equal(cold.state) || !slices.Equal(verdicts(r), verdicts(want)) {
			t.Errorf("%s: resumed loops end elsewhere\n%q\n%q", name, verdicts(r), verdicts(want))
		}
		if r.Stats.Iterations > want.Stats.Iterations {
			t.Errorf("%s: %d rounds resumed, %d cold", name, r.Stats.Iterations, want.Stats.Iterations)
		}
		rounds, coldRounds = rounds+r.Stats.Iterations, coldRounds+want.Stats.Iterations
	}
	for seed := range uint64(600) {
		check("random program", func() *ir.Program { return randomProgram(t, seed) })
		check("nest", func() *ir.Program { return program(t, nest(seed)) })
	}
	t.Logf("%d rounds, %d from a cold start", rounds, coldRounds)
}

// nest is three to five loops in each other, with moves between a few names
// before and after every inner loop.
func nest(seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 11))
	names := []string{"a", "b", "c", "d"}
	var lines []string
	for _, n := range names {
		lines = append(lines, n+" = fresh")
	}
	moves := func(indent string) {
		for range rng.IntN(3) {
			tool := []string{"relay", "relay", "relay", "clean", "secret", "tick"}[rng.IntN(6)]
			line := names[rng.IntN(4)] + " = " + tool
			if tool == "relay" || tool == "clean" {
				line += " " + names[rng.IntN(4)]
			}
			lines = append(lines, indent+line)
		}
	}
	depth := 3 + rng.IntN(3)
	for d := range depth {
		lines = append(lines, strings.Repeat("\t", d)+"each x"+string(rune('0'+d))+" in xs")
		moves(strings.Repeat("\t", d+1))
	}
	lines = append(lines, strings.Repeat("\t", depth)+"sink a")
	for d := depth; d > 0; d-- {
		moves(strings.Repeat("\t", d))
	}
	return strings.Join(lines, "\n")
}
