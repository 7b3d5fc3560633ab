package verify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"planproof/core/finding"
)

// visits counts how often each call was analysed.
func visits(tr *finding.Trace) map[string]int {
	out := map[string]int{}
	for i := range tr.Events {
		if e := &tr.Events[i]; e.Kind == finding.EvCall {
			out[e.Path]++
		}
	}
	return out
}

// TestEveryStepOncePerPass: sides of conditionals are walked once each, not
// once for every way that leads there; loops once a round.
func TestEveryStepOncePerPass(t *testing.T) {
	var plan strings.Builder
	for range 20 {
		plan.WriteString("if p == 'a'\n\tfresh\nelse\n\tfresh\n")
	}
	r := Run(program(t, plan.String()), Options{Detail: DetailFull})
	if v := visits(r.Trace); len(v) != 40 {
		t.Errorf("%d calls visited, want 40", len(v))
	} else {
		for path, n := range v {
			if n != 1 {
				t.Errorf("%s visited %d times", path, n)
			}
		}
	}
	r = Run(program(t, chain), Options{Detail: DetailFull})
	if n := visits(r.Trace)["/workflow/steps/3/loop/body/0"]; n != 4 {
		t.Errorf("the body of a loop of 4 rounds was visited %d times", n)
	}
}

// TestNestsCostTheSumOfRounds: the innermost body of d loops is visited a
// number of times that grows by the same amount with every level.
func TestNestsCostTheSumOfRounds(t *testing.T) {
	var counts []int
	for depth := 1; depth <= 8; depth++ {
		plan := "a = fresh\nb = fresh\nc = fresh\n"
		for d := range depth {
			plan += strings.Repeat("\t", d) + fmt.Sprintf("each x%d in xs\n", d)
		}
		for _, line := range []string{"sink c", "c = relay b", "b = relay a", "a = secret"} {
			plan += strings.Repeat("\t", depth) + line + "\n"
		}
		r := Run(program(t, plan), Options{Detail: DetailFull})
		most := 0
		for _, n := range visits(r.Trace) {
			most = max(most, n)
		}
		counts = append(counts, most)
	}
	t.Logf("visits of the innermost body by depth: %v", counts)
	for i := 2; i < len(counts); i++ {
		if counts[i]-counts[i-1] > counts[1]-counts[0] {
			t.Errorf("visits %v do not grow by a constant", counts)
		}
	}
}

// TestPathCounting uses an automaton that counts calls of tick as a
// path-counting domain: joining too much or too little would over- or
// undercount.
func TestPathCounting(t *testing.T) {
	for _, c := range []struct{ plan, want string }{
		{"fresh", "0"},
		{"tick\ntick", "2"},
		{"if p\n\ttick", "0 1"},
		{"if p\n\ttick\nelse\n\ttick", "1"},
		{"if p\n\ttick\n\ttick\nelse\n\ttick", "1 2"},
		{"if p\n\ttick\nif p == 'a'\n\ttick", "0 1 2"},
		{"if p\n\ttick\n\tif p == 'a'\n\t\ttick\n\t\ttick\nelse\n\tfresh", "0 1 3"},
		{"each x in xs\n\tfresh", "0"},
		{"each x in xs\n\ttick", "0 1 2 3 4 5"},
		{"each x in xs\n\ttick\n\ttick", "0 2 4 5"},
		{"tick\neach x in xs\n\tif p\n\t\ttick\n\t\ttick", "1 3 5"},
		{"each x in xs\n\teach y in xs\n\t\ttick\n\t\ttick", "0 2 4 5"},
		{"each x in xs\n\ttick\n\teach y in xs\n\t\ttick\n\t\ttick", "0 1 2 3 4 5"},
	} {
		w := newWalker(program(t, c.plan), Options{})
		w.run()
		var got []string
		for q := range w.state.Automaton(0).All() {
			got = append(got, w.p.Automata[0].States[q])
		}
		if want := strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%q: ticks %v, want %v", c.plan, got, want)
		}
	}
}
