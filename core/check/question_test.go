package check

import (
	"math/rand/v2"
	"testing"

	"planproof/core/cond"
	"planproof/core/prove"
	"planproof/core/types"
	"planproof/core/value"
	"planproof/smt"
)

// randomQuestion asks about two names that may be one variable, under a fact
// about one of them.
func randomQuestion(t *testing.T, rng *rand.Rand) prove.Question {
	pick := func(from []string) *cond.Expr {
		e, err := cond.Parse(from[rng.IntN(len(from))])
		if err != nil {
			t.Fatal(err)
		}
		return e.Resolve(nil)
	}
	low := value.Int(2)
	variable := func() prove.Sym {
		v := &prove.Var{ID: 10 + rng.IntN(3), Type: types.Parse([]string{"int", "str", "Any"}[rng.IntN(3)])}
		v.Name = "name" + itoa(v.ID)
		if rng.IntN(3) == 0 {
			v.Min = &low
		}
		return v
	}
	x, y := variable(), variable()
	if rng.IntN(3) == 0 {
		y = x
	}
	if a, b := x.(*prove.Var), y.(*prove.Var); a.ID == b.ID {
		y = x // one variable has one declaration
	}
	if rng.IntN(5) == 0 {
		y = prove.Known{Value: value.Int(int64(rng.IntN(4)))}
	}
	q := prove.Question{
		Cond:  pick([]string{"x == y", "x != y", "x > y", "x == 3 or y == 4", "x > 1", "x == 'a' and y == 'a'", "x"}),
		Names: []prove.Named{{Name: "x", Sym: x}, {Name: "y", Sym: y}},
	}
	if rng.IntN(2) == 0 {
		about := x
		if rng.IntN(2) == 0 {
			about = y
		}
		q.Facts = []prove.Fact{{Cond: pick([]string{"z > 2", "z == 3", "z != 'a'"}), Holds: rng.IntN(2) == 0, Names: []prove.Named{{Name: "z", Sym: about}}}}
	}
	return q
}

// TestRememberedAnswers: a remembered answer is the one that the prover gives,
// with the names of the variables that the question is about.
func TestRememberedAnswers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	m := newQuestions()
	const asked = 3000
	for i := range asked {
		q := randomQuestion(t, rng)
		got := m.decide(q, smt.Budget{})
		want := prove.Decide(q, cond.CanTrue|cond.CanFalse|cond.CanError, smt.Budget{})
		for _, o := range []struct {
			what      string
			got, want prove.Outcome
		}{{"true", got.True, want.True}, {"false", got.False, want.False}, {"error", got.Error, want.Error}} {
			if o.got.Possible != o.want.Possible || len(o.got.Witness) != len(o.want.Witness) {
				t.Fatalf("question %d, %s: remembered %+v, asked %+v", i, o.what, o.got, o.want)
			}
			for j := range o.got.Witness {
				if o.got.Witness[j].Name != o.want.Witness[j].Name || !value.Equal(o.got.Witness[j].Value, o.want.Witness[j].Value) {
					t.Fatalf("question %d, %s: witness %+v, asked %+v", i, o.what, o.got.Witness, o.want.Witness)
				}
			}
		}
	}
	if n := len(m.answers); n > asked*2/3 {
		t.Errorf("%d of %d questions were asked; many should be remembered", n, asked)
	}
}

// TestTooManyQuestions: beyond the budget nothing is known, and what was
// answered before still is.
func TestTooManyQuestions(t *testing.T) {
	e, err := cond.Parse("x > 1")
	if err != nil {
		t.Fatal(err)
	}
	q := prove.Question{Cond: e, Names: []prove.Named{{Name: "x", Sym: &prove.Var{ID: 1, Name: "x", Type: types.Parse("int")}}}}
	m := newQuestions()
	before := m.decide(q, smt.Budget{})
	m.spent = maxQuestions
	if again := m.decide(q, smt.Budget{}); again.True.Possible != before.True.Possible || before.True.Possible != prove.Yes {
		t.Errorf("a remembered answer was lost")
	}
	q.Names[0].Sym = &prove.Var{ID: 1, Name: "x", Type: types.Parse("str")}
	if a := m.decide(q, smt.Budget{}); a.True.Possible != prove.Unknown || a.False.Possible != prove.Unknown || a.Error.Possible != prove.Unknown || a.Reason() == "" {
		t.Errorf("beyond the budget: %+v", a)
	}
}
