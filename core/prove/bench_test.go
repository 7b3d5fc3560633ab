package prove

import (
	"testing"

	"planproof/core/cond"
	"planproof/core/types"
	"planproof/core/value"
	"planproof/core/value/valuetest"
	"planproof/smt"
)

func benchmark(b *testing.B, src string, facts []string, names []Named) {
	parse := func(src string) *cond.Expr {
		e, err := cond.Parse(src)
		if err != nil {
			b.Fatal(err)
		}
		return e.Resolve(nil)
	}
	q := Question{Cond: parse(src), Names: names}
	for _, f := range facts {
		q.Facts = append(q.Facts, Fact{Cond: parse(f), Holds: true, Names: names})
	}
	b.ReportAllocs()
	for b.Loop() {
		if a := Decide(q, cond.CanTrue|cond.CanFalse|cond.CanError, smt.Budget{}); hasUnknown(a) {
			b.Fatal(a.Reason())
		}
	}
}

func symbolic(name, typ string) []Named {
	return []Named{{name, &Var{ID: 1, Name: name, Type: types.Parse(typ)}}}
}

func BenchmarkDecideConcrete(b *testing.B) {
	benchmark(b, "domain_of(to) in ['company.com'] and len(to) < 100", nil, []Named{{"to", Known{Value: value.Text("a@company.com")}}})
}

func BenchmarkDecideDomain(b *testing.B) {
	benchmark(b, "domain_of(to) in ['company.com', 'partner.org']", nil, symbolic("to", "str"))
}

func BenchmarkDecideProvedByFact(b *testing.B) {
	benchmark(b, "amount <= 100", []string{"amount <= 50"}, symbolic("amount", "int"))
}

func BenchmarkDecideDomainProvedByFact(b *testing.B) {
	benchmark(b, "domain_of(to) in ['company.com', 'partner.org']", []string{"domain_of(to) == 'company.com'"}, symbolic("to", "str"))
}

func BenchmarkDecideAny(b *testing.B) {
	benchmark(b, "x or not x", nil, symbolic("x", "Any"))
}

func BenchmarkDecidePattern(b *testing.B) {
	benchmark(b, "matches(p, '*.txt') and not startswith(p, '/')", nil, symbolic("p", "str"))
}

// FuzzDecide: any condition over variables of many types is decided without a panic, and every witness is right.
func FuzzDecide(f *testing.F) {
	for _, s := range []string{
		"s == 'a' and n < 3 or xs in ['a']", "domain_of(any) == opt", "d.x[0] == foo", "min(ns) < len(ls) + n // 2", "matches(s, '[a-c]*') != (b is True)",
		"(opt or s)[n] in either", "pct % 7 == 3 and color in [s]",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		e, err := cond.Parse(src)
		if err != nil || len(src) > 200 {
			return
		}
		q := Question{Cond: e.Resolve(nil)}
		for i, n := range e.Names() {
			typ, ok := map[string]string{"n": "int", "xs": "list[str]", "ns": "list[int]", "f": "float", "b": "bool", "opt": "str | None", "any": "Any", "foo": "Foo", "d": "dict", "ls": "list"}[n.Name]
			if !ok {
				typ = "str"
			}
			q.Add(n.Name, &Var{ID: i, Name: n.Name, Type: types.Parse(typ)})
		}
		before := unconfirmed.Load()
		a := Decide(q, cond.CanTrue|cond.CanFalse|cond.CanError, smt.Budget{MaxClauses: 20000, MaxConflicts: 2000})
		if unconfirmed.Load() != before {
			t.Fatalf("%q: model not confirmed", src)
		}
		for _, o := range outcomes {
			if a.outcome(o).Possible == Yes {
				checkWitness(t, "decide", src, &q, o, a.outcome(o).Witness)
			}
		}
		if len(q.Names) == 0 {
			return
		}
		guessed := &assignment{u: unknownsOf(&q), values: make([]value.Value, len(q.Names))}
		for i := range guessed.values {
			guessed.values[i] = valuetest.JSON(t, []string{`"a"`, `1`, `true`, `["a"]`, `null`, `{"x":1}`}[(i+len(src))%6])
		}
		if !guessed.allowed(nil) {
			return
		}
		if o, ok := run(q.Cond, q.Names, guessed); ok && a.outcome(o).Possible == No {
			t.Fatalf("%q: %d excluded, but %v has it", src, o, guessed.witness())
		}
	})
}
