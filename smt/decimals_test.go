package smt

import "testing"

// TestDecimalsBetween: regressions of the denominators that sums need.
func TestDecimalsBetween(t *testing.T) {
	b := NewBuilder()
	x, y, z := b.Var("x", SortReal), b.Var("y", SortReal), b.Var("z", SortReal)
	num := func(s string) Term { return b.Num(ratOf(s)) }
	n := b.Var("n", SortInt)
	for i, c := range []struct {
		as   []Term
		want Status
	}{
		{[]Term{b.Lt(x, num("-2")), b.Lt(y, num("1/2")), b.Lt(num("-5/3"), b.Add(x, y))}, Sat}, // 1/18, not 1/6
		{[]Term{b.Lt(x, num("-2")), b.Lt(y, num("1/2")), b.Lt(num("-3/2"), b.Add(x, y))}, Unsat},
		{[]Term{b.Lt(num("0"), x), b.Lt(x, y), b.Lt(y, z), b.Lt(b.Add(x, y, z), num("1/2"))}, Sat},
		{[]Term{b.Lt(num("0"), x), b.Lt(x, y), b.Lt(y, z), b.Lt(z, num("1/6")), b.Lt(num("1/2"), b.Add(x, y, z))}, Unsat},
		{[]Term{b.Eq(b.Add(x, y), num("1/3")), b.Eq(b.Sub(x, y), num("1/2"))}, Sat},
		{[]Term{b.Eq(b.Add(x, x, y), n), b.Lt(num("0"), y), b.Lt(y, num("1")), b.Eq(x, num("1/2"))}, Unsat},
		{[]Term{b.Eq(b.Add(x, x, y), n), b.Lt(num("0"), y), b.Lt(y, num("1")), b.Eq(x, num("1/4"))}, Sat},
		{[]Term{b.Lt(n, x), b.Lt(b.Add(x, y), b.Add(n, num("1/100"))), b.Lt(num("0"), y)}, Sat},
	} {
		if r := b.Solve(c.as, Budget{}); r.Status != c.want {
			t.Errorf("%d: %v %s, want %v %+v", i, r.Status, r.Reason, c.want, r.Stats)
		}
	}
}
