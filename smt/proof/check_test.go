package proof

import (
	"errors"
	"math/rand"
	"testing"

	"planproof/smt/sat"
)

// random returns a random problem with clauses of 1..3 literals.
func random(r *rand.Rand, vars, clauses int) *sat.CNF {
	c := sat.NewCNF()
	for i := 0; i < vars; i++ {
		c.NewVar()
	}
	for i := 0; i < clauses; i++ {
		var ls []sat.Lit
		for k := 0; k < 3 && (k < 2 || r.Intn(4) > 0); k++ {
			ls = append(ls, sat.Lit(2+r.Intn(2*vars)))
		}
		c.Add(ls...)
	}
	return c
}

// brute decides by trying all assignments.
func brute(c *sat.CNF, assume []sat.Lit) bool {
	n := c.NumVars() - 1
	holds := func(m int, l sat.Lit) bool { return (m>>(l.Var()-1)&1 == 1) != l.Neg() }
next:
	for m := 0; m < 1<<n; m++ {
		for _, l := range assume {
			if !holds(m, l) {
				continue next
			}
		}
		for i := 0; i < c.Len(); i++ {
			ok := false
			for _, l := range c.Clause(i) {
				ok = ok || holds(m, l)
			}
			if !ok {
				continue next
			}
		}
		return true
	}
	return false
}

func assumptions(r *rand.Rand, vars int) []sat.Lit {
	var out []sat.Lit
	for v := 1; v <= vars; v++ {
		if r.Intn(5) == 0 {
			out = append(out, sat.Lit(2*v+r.Intn(2)))
		}
	}
	return out
}

func verify(t *testing.T, c *sat.CNF, assume []sat.Lit, o sat.Outcome, want bool) {
	t.Helper()
	switch o.Answer {
	case sat.Satisfiable:
		if !want {
			t.Fatal("satisfiable, want not")
		}
		for i := 0; i < c.Len(); i++ {
			ok := false
			for _, l := range c.Clause(i) {
				ok = ok || o.Holds(l)
			}
			if !ok {
				t.Fatal("bad model")
			}
		}
		for _, l := range assume {
			if !o.Holds(l) {
				t.Fatal("assumption not in the model")
			}
		}
	case sat.Unsatisfiable:
		if want {
			t.Fatal("unsatisfiable, want satisfiable")
		}
		if err := Check(c, o.Core, o.Proof); err != nil {
			t.Fatal(err)
		}
		if c.NumVars() < 18 && brute(c, o.Core) {
			t.Fatal("the core is satisfiable")
		}
	default:
		t.Fatal("no answer")
	}
}

func TestRandom(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for i := 0; i < 3000; i++ {
		vars := 3 + r.Intn(9)
		c := random(r, vars, vars*2+r.Intn(vars*3))
		as := assumptions(r, vars)
		want := brute(c, as)
		s := sat.NewSolver(c, true)
		verify(t, c, as, s.Solve(as, 1000), want)
		if g := brute(c, nil); g { // gini may only be asked when the clauses alone hold
			if o := sat.Gini(c, as); sat.HasGini && (o.Answer == sat.Satisfiable) != want {
				t.Fatal("gini disagrees")
			}
		}
	}
}

// TestReuse asks one solver several times.
func TestReuse(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	for i := 0; i < 500; i++ {
		vars := 4 + r.Intn(8)
		c := random(r, vars, vars*2+r.Intn(vars*2))
		s := sat.NewSolver(c, false)
		for k := 0; k < 5; k++ {
			as := assumptions(r, vars)
			if o := s.Solve(as, 1000); (o.Answer == sat.Satisfiable) != brute(c, as) {
				t.Fatal("wrong answer on reuse")
			}
		}
	}
}

// pigeons is the pigeonhole principle: n+1 pigeons do not fit n holes.
func pigeons(n int) *sat.CNF {
	c := sat.NewCNF()
	x := make([][]sat.Lit, n+1)
	for i := range x {
		for j := 0; j < n; j++ {
			x[i] = append(x[i], c.NewVar())
		}
		c.Add(x[i]...)
	}
	for j := 0; j < n; j++ {
		for i := range x {
			for k := 0; k < i; k++ {
				c.Add(x[i][j].Not(), x[k][j].Not())
			}
		}
	}
	return c
}

func TestPigeons(t *testing.T) {
	for n := 2; n <= 7; n++ {
		c := pigeons(n)
		s := sat.NewSolver(c, true)
		o := s.Solve(nil, 1_000_000)
		verify(t, c, nil, o, false)
		t.Logf("%d holes: %d conflicts, %d steps", n, o.Conflicts, o.Proof.Len())
	}
}

// TestHard runs long enough for clause deletion; random 3-SAT at the threshold.
func TestHard(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	deleted := 0
	for i := 0; i < 8; i++ {
		c := sat.NewCNF()
		for v := 0; v < 150; v++ {
			c.NewVar()
		}
		for k := 0; k < 645; k++ {
			c.Add(sat.Lit(2+r.Intn(300)), sat.Lit(2+r.Intn(300)), sat.Lit(2+r.Intn(300)))
		}
		s := sat.NewSolver(c, true)
		o := s.Solve(nil, 1_000_000)
		if o.Conflicts > 2000 {
			deleted++
		}
		g := sat.Unknown
		if o.Answer == sat.Satisfiable {
			g = sat.Gini(c, nil).Answer
		}
		if sat.HasGini && o.Answer == sat.Satisfiable && g != sat.Satisfiable {
			t.Fatal("gini disagrees")
		}
		verify(t, c, nil, o, o.Answer == sat.Satisfiable)
	}
	t.Logf("%d runs with deletion", deleted)
}

// TestBudget demands that the number of conflicts is respected and exact.
func TestBudget(t *testing.T) {
	for _, n := range []int{0, 1, 10, 100} {
		o := sat.NewSolver(pigeons(8), false).Solve(nil, n)
		if o.Answer != sat.Unknown || o.Conflicts != n {
			t.Fatalf("budget %d: answer %v after %d", n, o.Answer, o.Conflicts)
		}
	}
}

// mutate returns the proof with one change.
func mutate(r *rand.Rand, p *sat.Proof) *sat.Proof {
	q := &sat.Proof{First: p.First}
	at := r.Intn(p.Len())
	kind := r.Intn(5)
	for i := 0; i < p.Len(); i++ {
		ls, hs := p.Step(i)
		l2 := append([]sat.Lit(nil), ls...)
		h2 := append([]int32(nil), hs...)
		if i == at {
			switch kind {
			case 0: // drop the step; later hints shift
				continue
			case 1: // flip a literal
				if len(l2) > 0 {
					k := r.Intn(len(l2))
					l2[k] = l2[k].Not()
				}
			case 2: // drop a literal: a stronger claim
				if len(l2) > 0 {
					l2 = l2[:len(l2)-1]
				}
			case 3: // drop a hint
				if len(h2) > 0 {
					k := r.Intn(len(h2))
					h2 = append(h2[:k], h2[k+1:]...)
				}
			case 4: // another hint
				if len(h2) > 0 {
					h2[r.Intn(len(h2))] = 1 + r.Int31n(p.First+int32(i)+3)
				}
			}
		}
		q.Add(l2, h2)
	}
	return q
}

// valid checks a proof by full unit propagation, ignoring hints: the oracle
// for mutants that happen to be right.
func valid(c *sat.CNF, assume []sat.Lit, p *sat.Proof) bool {
	last, _ := p.Step(p.Len() - 1)
	return !brute(c, assume) && denies(last, assume) == nil
}

func TestMutants(t *testing.T) {
	r := rand.New(rand.NewSource(10))
	refused, accepted, wrong := 0, 0, 0
	for i := 0; i < 1500; i++ {
		vars := 4 + r.Intn(8)
		c := random(r, vars, vars*4)
		s := sat.NewSolver(c, true)
		o := s.Solve(nil, 1000)
		if o.Answer != sat.Unsatisfiable {
			continue
		}
		for k := 0; k < 10; k++ {
			m := mutate(r, o.Proof)
			switch err := Check(c, nil, m); {
			case err == nil && m.Len() > 0 && valid(c, nil, m):
				accepted++
			case err == nil:
				wrong++
			case !errors.Is(err, ErrRejected):
				t.Fatal(err)
			default:
				refused++
			}
		}
	}
	t.Logf("mutants: %d refused, %d still proofs, %d wrongly accepted", refused, accepted, wrong)
	if wrong > 0 || refused < accepted {
		t.Fail()
	}
}

// TestSatisfiableHasNoProof: nothing proves a satisfiable problem unsatisfiable.
func TestSatisfiableHasNoProof(t *testing.T) {
	r := rand.New(rand.NewSource(11))
	for i := 0; i < 3000; i++ {
		vars := 4 + r.Intn(5)
		c := random(r, vars, vars*3)
		if !brute(c, nil) {
			continue
		}
		p := &sat.Proof{First: int32(c.Len()) + 1}
		for k := 0; k < 4; k++ {
			var ls []sat.Lit
			for j := r.Intn(3); j > 0; j-- {
				ls = append(ls, sat.Lit(2+r.Intn(2*vars)))
			}
			var hs []int32
			for j := r.Intn(4); j > 0; j-- {
				hs = append(hs, 1+r.Int31n(p.First+int32(k)))
			}
			p.Add(ls, hs)
		}
		p.Add(nil, []int32{1, 2, 3, p.First})
		if Check(c, nil, p) == nil {
			t.Fatal("proved a satisfiable problem unsatisfiable")
		}
	}
}
