package smt

import (
	"fmt"
	"testing"
)

// BenchmarkAllowlist scales the number of allowed domains.
func BenchmarkAllowlist(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bd := NewBuilder()
				to := bd.Var("to", SortStr)
				var cs []Term
				for i := 0; i < n; i++ {
					cs = append(cs, bd.Str(fmt.Sprintf("company%d.com", i)))
				}
				ok := bd.In(bd.Dom(to), cs...)
				want(b, bd, Unsat, bd.Eq(bd.Dom(to), cs[n/2]), bd.Not(ok))
			}
		})
	}
}

// BenchmarkChain scales a chain of integers.
func BenchmarkChain(b *testing.B) {
	for _, n := range []int{10, 40} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bd := NewBuilder()
				var as []Term
				v := func(i int) Term { return bd.Var(fmt.Sprint("v", i), SortInt) }
				for i := 0; i < n; i++ {
					as = append(as, bd.Lt(v(i), v(i+1)))
				}
				want(b, bd, Unsat, append(as, bd.Lt(v(n), v(0)))...)
			}
		})
	}
}

// BenchmarkEqualities scales string variables connected by equality.
func BenchmarkEqualities(b *testing.B) {
	for _, n := range []int{5, 20} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bd := NewBuilder()
				var as []Term
				v := func(i int) Term { return bd.Var(fmt.Sprint("v", i), SortStr) }
				for i := 0; i < n; i++ {
					as = append(as, bd.Eq(bd.Dom(v(i)), bd.Dom(v(i+1))))
				}
				want(b, bd, Unsat, append(as, bd.Eq(bd.Dom(v(0)), bd.Str("a.com")), bd.Not(bd.In(bd.Dom(v(n)), bd.Str("a.com"), bd.Str("b.com"))))...)
			}
		})
	}
}

// BenchmarkPrefixes scales the number of path patterns.
func BenchmarkPrefixes(b *testing.B) {
	for _, n := range []int{4, 16, 64} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bd := NewBuilder()
				path := bd.Var("path", SortStr)
				var ps []Term
				for i := 0; i < n; i++ {
					ps = append(ps, bd.Prefix(path, fmt.Sprintf("/srv/data/%d/", i)))
				}
				want(b, bd, Unsat, bd.Or(ps...), bd.Not(bd.Prefix(path, "/srv/data/")))
			}
		})
	}
}

// BenchmarkMany asks many small questions of one Builder.
func BenchmarkMany(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		bd := NewBuilder()
		for i := 0; i < 1000; i++ {
			to := bd.Var(fmt.Sprint("to", i), SortStr)
			ok := bd.And(bd.DomDefined(to), bd.In(bd.Dom(to), bd.Str("company.com"), bd.Str("partner.org")))
			want(b, bd, Sat, bd.Not(ok))
		}
	}
}

func want(b *testing.B, bd *Builder, s Status, as ...Term) {
	b.Helper()
	if r := bd.Solve(as, Budget{}); r.Status != s {
		b.Fatal(r.Status, r.Reason)
	}
}
