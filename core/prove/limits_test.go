package prove

import (
	"strings"
	"testing"
	"time"

	"planproof/core/cond"
	"planproof/core/types"
	"planproof/core/value"
	"planproof/smt"
)

// TestLargeQuestionsEnd: long lists and long conditions are decided or given up in time, whatever their shape.
func TestLargeQuestionsEnd(t *testing.T) {
	list := func(n int, last Sym) *SymList {
		l := &SymList{}
		for i := 0; i < n; i++ {
			l.Items = append(l.Items, Known{Value: value.Int(int64(i))})
		}
		l.Items = append(l.Items, last)
		return l
	}
	x, y := &Var{ID: 1, Name: "x", Type: types.Any}, &Var{ID: 2, Name: "y", Type: types.Parse("str")}
	for _, c := range []struct {
		name, src string
		names     []Named
	}{
		{"lists in lists", "a in b", []Named{{"a", list(100000, x)}, {"b", list(100000, y)}}},
		{"long disjunction", strings.Repeat("y == 'a' or ", 50000) + "y == 'b'", []Named{{"y", y}}},
		{"one list used often", strings.Repeat("a != [] and ", 20000) + "y == 'b'", []Named{{"a", list(20000, x)}, {"y", y}}},
		{"many alternatives", "(" + strings.Repeat("x or ", 400) + "y) == (" + strings.Repeat("x and ", 400) + "y)", []Named{{"x", x}, {"y", y}}},
		{"minimum of many", "min(" + strings.Repeat("x, ", 300) + "y) == y", []Named{{"x", x}, {"y", y}}},
	} {
		e, err := cond.Parse(c.src)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		q := Question{Cond: e.Resolve(nil), Names: c.names}
		a := Decide(q, cond.CanTrue|cond.CanFalse|cond.CanError, smt.Budget{})
		alone := solverOnly(q)
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s took %v", c.name, took)
		} else {
			t.Logf("%s: %s, by the solver alone %s, in %v; %s", c.name, answers(a), answers(alone), took.Round(time.Millisecond), alone.Reason())
		}
	}
}
