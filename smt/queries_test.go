package smt

import (
	"encoding/json"
	"os"
	"testing"
)

// query is one entry of testdata/queries.json; the asserted formula is the
// negation of the condition, built by hand from its smt text.
type query struct {
	Name   string
	Expect string
}

// queryTerms builds the condition of every query.
func queryTerms(b *Builder) map[string]Term {
	v := func(n string) Term { return b.Var(n, SortStr) }
	in := func(t Term, cs ...string) Term {
		var us []Term
		for _, c := range cs {
			us = append(us, b.Str(c))
		}
		return b.In(t, us...)
	}
	num := func(n string) Term { return b.Var(n, SortInt) }
	flag := func(n string) Term { return b.Var(n, SortBool) }
	dom := func(t Term, cs ...string) Term { return in(b.Dom(t), cs...) }
	to, folder, path := v("to"), v("folder"), v("path")
	return map[string]Term{
		"01_len_pos_symbolic":    b.Gt(b.Len(v("pattern")), b.Int(0)),
		"02_len_pos_literal":     b.Gt(b.Len(b.Str("foo.txt")), b.Int(0)),
		"03_domain_in_symbolic":  dom(to, "company.com", "partner.org"),
		"04_domain_in_implied":   b.Implies(in(to, "bob@company.com", "company.com", "eve@partner.org"), dom(to, "company.com", "partner.org")),
		"05_domain_disjoint":     b.Not(b.And(dom(to, "company.com"), dom(to, "partner.org"))),
		"06_member_len":          b.Implies(in(folder, "inbox", "sent", "archive", "drafts"), b.And(b.Lt(b.Int(3), b.Len(folder)), b.Le(b.Len(folder), b.Int(7)))),
		"07_int_range_symbolic":  b.And(b.Le(b.Int(0), num("amount")), b.Le(num("amount"), b.Int(1000))),
		"08_int_chain_valid":     b.Implies(b.And(b.Le(b.Int(0), num("offset")), b.Lt(num("offset"), num("limit")), b.Le(num("limit"), b.Int(1000))), b.Le(num("offset"), b.Int(999))),
		"09_bool_violable":       b.Or(flag("confirmed"), b.Not(flag("dangerous"))),
		"10_bool_int_valid":      b.Implies(b.And(flag("confirmed"), b.Gt(num("amount"), b.Int(10))), flag("confirmed")),
		"11_notin_len_symbolic":  b.And(b.Not(in(path, "*")), b.Not(in(path, "/", "/etc", "")), b.Lt(b.Len(path), b.Int(256))),
		"12_len_two_vars_suffix": b.Implies(b.And(dom(v("a"), "x.com"), b.Eq(v("a"), v("b")), b.Gt(b.Len(v("b")), b.Int(5))), dom(v("b"), "x.com")),
		"13_lex_between_valid":   b.Implies(b.And(b.Le(b.Str("a"), v("name")), b.Lt(v("name"), b.Str("b"))), b.Ge(b.Len(v("name")), b.Int(1))),
		"14_len_4096_symbolic":   b.And(b.Le(b.Len(v("body")), b.Int(4096)), b.Le(b.Len(v("subject")), b.Len(v("body")))),
	}
}

func loadQueries(t testing.TB) []query {
	text, err := os.ReadFile("testdata/queries.json")
	if err != nil {
		t.Fatal(err)
	}
	var qs []query
	if err := json.Unmarshal(text, &qs); err != nil {
		t.Fatal(err)
	}
	return qs
}

func TestQueries(t *testing.T) {
	for _, q := range loadQueries(t) {
		b := NewBuilder()
		f := queryTerms(b)[q.Name]
		r := b.Solve([]Term{b.Not(f)}, Budget{})
		if r.Status.String() != q.Expect {
			t.Errorf("%s: %v (%s), want %s; %+v", q.Name, r.Status, r.Reason, q.Expect, r.Stats)
		}
		if r.Status == Sat {
			t.Logf("%s: %v", q.Name, r.Model.Vars())
		}
	}
	if n := rejected.Load(); n != 0 {
		t.Errorf("%d models rejected", n)
	}
}

func BenchmarkQueries(b *testing.B) {
	for _, q := range loadQueries(b) {
		b.Run(q.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bd := NewBuilder()
				f := queryTerms(bd)[q.Name]
				if r := bd.Solve([]Term{bd.Not(f)}, Budget{}); r.Status.String() != q.Expect {
					b.Fatal(r.Status, r.Reason)
				}
			}
		})
	}
}
