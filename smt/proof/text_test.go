package proof

import (
	"errors"
	"math/rand"
	"strings"
	"testing"

	"planproof/smt/sat"
)

// refutations are random problems that the solver refutes.
func refutations(t *testing.T, n int) []*Refutation {
	t.Helper()
	r := rand.New(rand.NewSource(5))
	var out []*Refutation
	for len(out) < n {
		c := random(r, 6, 22)
		assume := append(assumptions(r, 6), sat.True)
		if o := sat.NewSolver(c, true).Solve(assume, 1000); o.Answer == sat.Unsatisfiable && !c.HasEmpty() {
			out = append(out, &Refutation{c, assume, o.Proof})
		}
	}
	return out
}

// TestText: what is written is read back, and checks.
func TestText(t *testing.T) {
	for i, r := range refutations(t, 300) {
		text := string(r.AppendText(nil))
		back, err := Read(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again := string(back.AppendText(nil)); again != text {
			t.Fatalf("%s became\n%s", text, again)
		}
		if err := back.Check(); err != nil {
			t.Fatal(err)
		}
		var denied []sat.Lit
		for _, k := range r.Denied() {
			denied = append(denied, r.Assume[k])
		}
		if brute(r.CNF, denied) {
			t.Fatalf("%d: the clauses can hold with what is denied\n%s", i, text)
		}
	}
}

func TestTextRefused(t *testing.T) {
	good := "planproof refutation 1\np cnf 1 2\n1 0\n-1 0\na t 0\n3 0 1 2 0\n"
	if r, err := Read(good); err != nil || r.Check() != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{"planproof", "planprof"}, {"cnf 1 2", "cnf 1 3"}, {"cnf 1 2", "cnf 1 99999999"}, {"cnf 1 2", "cnf 999999999 2"}, {"1 0\n-1", "1 1 0\n-1"},
		{"1 0\n-1", "2 0\n-1"}, {"-1 0", "-1"}, {"a t 0", "t 0"}, {"a t 0", "a 0 0"}, {"a t 0", "a 3 0"}, {"3 0 1", "4 0 1"}, {"3 0 1", "3 0 0 1"},
		{"3 0 1", "3 0 4"}, {"2 0\n", "2 0\n\nmore"}, {"2 0\n", "+2 0\n"}, {"2 0\n", "2\n"}, {" 1 2 0", ""},
	} {
		text := strings.Replace(good, change[0], change[1], 1)
		if _, err := Read(text); !errors.Is(err, ErrText) {
			t.Errorf("%q was read: %v", text, err)
		}
	}
}

// FuzzRead: no text makes the reader or the checker fail otherwise than with an
// error, and no accepted refutation is of clauses that can hold.
func FuzzRead(f *testing.F) {
	f.Add("planproof refutation 1\np cnf 1 2\n1 0\n-1 0\na t 0\n3 0 1 2 0\n")
	f.Add("planproof refutation 1\np cnf 2 1\n-1 -2 0\na 1 2 0\n2 -1 -2 0 1 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		r, err := Read(text)
		if err != nil || r.CNF.NumVars() > 12 || r.Check() != nil {
			return
		}
		for _, a := range r.Assume {
			if a == sat.True {
				return // brute has no constant
			}
		}
		if brute(r.CNF, r.Assume) {
			t.Fatalf("accepted, but the clauses can hold\n%s", text)
		}
	})
}
