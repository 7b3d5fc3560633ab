package smt

import (
	"math/rand"
	"runtime"
	"testing"
)

// mutants lists the deliberate errors and the profiles that must find them. A
// bound is only tested by a generator that notices when it is too small.
var mutants = []struct {
	name     string
	profiles []string
}{
	{"order-ints", []string{"I"}},
	{"order-reals", []string{"R"}},
	{"lia-width", nil},
	{"lra-minors", []string{"LRA"}},
	{"o-gap", []string{"O-tight"}},
	{"a-at", []string{"A"}},
	{"a-saturate", []string{"A", "A-nolen"}},
	{"a-delta", nil},
	{"a-low", []string{"A", "A-nolen"}},
	{"a-empty", []string{"A"}},
	{"a-clean", []string{"A", "A-nolen"}},
	{"a-far", []string{"A"}},
	{"a-malformed", []string{"A"}},
	{"a-mask", []string{"A"}},
	{"f1-block", nil},
	{"f1-fixed", []string{"F1-tight", "F1"}},
	{"f1-letters", []string{"F1", "F1-lex"}},
	{"f1-case", nil},
	{"a-s1", nil},
	{"f1-malformed", []string{"F1-dom"}},
	{"f1-lex", []string{"F1-lexlen", "F1-lex"}},
	{"f1-compress", nil},
	{"f1-fractions", []string{"F1-real"}},
}

// tight profiles aim at one bound each.
var tight = []*profile{
	{name: "O-tight", strs: 2, atoms: []string{"lex", "lexc"}, consts: []string{"a", "b"}, letters: "\x00ab", lens: []int{4, 3}, minAtoms: 3, maxAtoms: 5},
	{name: "F1-q", strs: 1, atoms: []string{"glob"}, pats: []string{"?", "??", "a?", "?a", "a", "aa", "?a?", "a*", "*a", "??*", "b*", "*b", "", "???*", "ab*", "*ba"}, letters: "abz", lens: []int{7}, minAtoms: 3, maxAtoms: 7},
	{name: "F1-tight", strs: 1, atoms: []string{"glob"}, pats: []string{"*a*", "*b*", "*c*", "a*", "b*", "*ab*", "*ba*", "*a*a*", "*c", "*bc*"}, letters: "abcz", lens: []int{7}, minAtoms: 3, maxAtoms: 6},
	{name: "F1-lexlen", strs: 2, atoms: []string{"lexc", "glob", "eq"}, consts: []string{"a", "aa", "aab", "aabb", "ab"}, pats: []string{"*z", "*"}, letters: "abz", lens: []int{7, 5}, minAtoms: 2, maxAtoms: 6},
	{name: "F1-trap", strs: 2, atoms: []string{"glob", "dom", "dom", "lenc", "lenlen", "eq", "at", "ok"}, consts: []string{"a"}, pats: []string{"??*@*", "?@*", "*@?"}, nums: []string{"2", "3", "12", "16"}, letters: "a@z", lens: []int{7, 4}, minAtoms: 3, maxAtoms: 7},
}

func profileNamed(name string) *profile {
	for _, ps := range [][]*profile{profiles, tight} {
		for _, p := range ps {
			if p.name == name {
				return p
			}
		}
	}
	panic(name)
}

func TestTight(t *testing.T) {
	for _, p := range tight {
		t.Run(p.name, func(t *testing.T) { t.Logf("%+v", p.run(t, 150*scale(), seed(2))) })
	}
}

func TestMutants(t *testing.T) {
	if testing.Short() || runtime.GOOS == "js" {
		t.Skip("SKIPPED: long; the native run covers it")
	}
	defer func(n int64) { mutant = ""; rejected.Store(n) }(rejected.Load())
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			mutant = m.name
			for i := range traps {
				if traps[i].run() != "" {
					t.Logf("found by the trap %q", traps[i].name)
					if m.profiles == nil {
						return
					}
					break
				}
			}
			for _, name := range m.profiles {
				if n := profileNamed(name).hunt(4000); n > 0 {
					t.Logf("found by %s after %d formulas", name, n)
					return
				}
			}
			t.Errorf("not found")
		})
	}
	mutant = ""
}

// hunt returns the number of formulas until one is answered wrongly, or 0.
func (p *profile) hunt(count int) int {
	var tl tally
	r := rand.New(rand.NewSource(3))
	words := make([][]string, p.strs+1)
	for n := range words {
		if n > 0 {
			words[n] = universe(p.letters, p.lens[n-1], p.extra)
		}
	}
	for q := 1; q <= count; q++ {
		g := &gen{r: r, p: p, n: 1, i: p.ints}
		if p.strs > 1 {
			g.n = 1 + r.Intn(p.strs)
		}
		f := g.formula()
		n := min(g.n, p.strs)
		if p.check(f, n, g.i, words[n], &tl) != "" {
			return q
		}
	}
	return 0
}
