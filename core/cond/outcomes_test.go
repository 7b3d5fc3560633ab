package cond_test

import (
	"math/rand"
	"strings"
	"testing"

	"planproof/core/cond"
	"planproof/core/cond/condtest"
	"planproof/core/value"
	"planproof/core/value/valuetest"
)

// samples has a few values of every kind.
func samples(t testing.TB) []value.Value {
	var out []value.Value
	for _, s := range []string{
		`null`, `true`, `false`, `0`, `1`, `-1`, `2`, `1.5`, `-0.5`, `1.0`, `""`, `"a"`, `"b"`, `"A"`, `"a@b"`, `"A@B"`, `"a@b@c"`, `"@"`, `"ab"`, `"o"`,
		`[]`, `["a"]`, `["a","b"]`, `["b@x"]`, `["a@"]`, `[1]`, `[null]`, `[["a"]]`, `{}`, `{"f":1,"g":"a"}`, `{"g":"a","f":true}`, `{"h":null}`,
	} {
		out = append(out, valuetest.JSON(t, s))
	}
	return out
}

// abstraction is what is said of a value: the value itself, its kind and others, or its elements in the same way.
func abstraction(r *rand.Rand, v value.Value) cond.Partial {
	switch r.Intn(4) {
	case 0:
		return cond.Known{Value: v}
	case 1:
		return cond.Unknown{Kinds: value.KindOf(v) | value.KindSet(r.Intn(256))}
	case 2:
		switch v := v.(type) {
		case value.List:
			p := cond.PartialList{Items: make([]cond.Partial, len(v))}
			for i := range v {
				p.Items[i] = abstraction(r, v[i])
			}
			return p
		case value.Object:
			p := cond.PartialObject{}
			for _, m := range v {
				p.Members = append(p.Members, cond.PartialMember{Key: m.Key, Value: abstraction(r, m.Value)})
			}
			return p
		}
	}
	return cond.Unknown{Kinds: value.KindOf(v)}
}

type partialEnv map[string]cond.Partial

func (e partialEnv) Partial(name string) (cond.Partial, bool) {
	p, ok := e[name]
	return p, ok
}

func outcome(v value.Value, err *cond.Error) cond.Outcome {
	switch {
	case err != nil:
		return cond.CanError
	case value.Truthy(v):
		return cond.CanTrue
	}
	return cond.CanFalse
}

func outcomeString(o cond.Outcome) string {
	var s []string
	for i, name := range []string{"true", "false", "error"} {
		if o.Has(1 << i) {
			s = append(s, name)
		}
	}
	return strings.Join(s, "|")
}

// TestOutcomesCoverEveryValue: whatever is known of the values, the outcome of evaluating them is among those foreseen;
// and when everything is known it is the only one.
func TestOutcomesCoverEveryValue(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	vars := []condtest.Var{{Name: "x", Kind: condtest.Text}, {Name: "y", Kind: condtest.Text}, {Name: "n", Kind: condtest.Number},
		{Name: "b", Kind: condtest.Bool}, {Name: "xs", Kind: condtest.List}, {Name: "o", Kind: condtest.Object}, {Name: "z", Kind: condtest.Other}}
	g := condtest.Gen{R: r, Vars: vars, Wild: 0.5, Arith: true}
	values := samples(t)
	fitting := map[condtest.Kind]value.KindSet{condtest.Text: value.TextKind, condtest.Number: value.NumberKind, condtest.Bool: value.BoolKind,
		condtest.List: value.ListKind, condtest.Object: value.ObjectKind, condtest.Other: value.AnyKind}
	decided, total := 0, 0
	for i := 0; i < 20000; i++ {
		src := g.Condition(3)
		expr, err := cond.Parse(src)
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		expr = expr.Resolve(nil)
		e, p, all := env{}, partialEnv{}, partialEnv{}
		for _, v := range vars {
			val := values[r.Intn(len(values))]
			for r.Intn(8) != 0 && !fitting[v.Kind].Meets(value.KindOf(val)) {
				val = values[r.Intn(len(values))]
			}
			e[v.Name], p[v.Name], all[v.Name] = valuetest.Raw{Value: val}, abstraction(r, val), cond.Known{Value: val}
		}
		got := outcome(expr.Eval(e))
		foreseen := expr.Outcomes(p)
		if !foreseen.Has(got) {
			t.Fatalf("%s\nwith %v is %s; foreseen of %#v: %s", src, e, outcomeString(got), p, outcomeString(foreseen))
		}
		if exact := expr.Outcomes(all); exact != got {
			t.Fatalf("%s\nwith %v is %s; of known values: %s", src, e, outcomeString(got), outcomeString(exact))
		}
		total++
		if foreseen.Decided() {
			decided++
		}
	}
	t.Logf("%d of %d decided", decided, total)
}

func TestOutcomesArePrecise(t *testing.T) {
	e := partialEnv{
		"flag": cond.Known{Value: value.Bool(false)}, "x": cond.Unknown{Kinds: value.TextKind}, "n": cond.Unknown{Kinds: value.IntKind},
		"m": cond.Unknown{Kinds: value.NumberKind}, "b": cond.Unknown{Kinds: value.BoolKind}, "nil": cond.Unknown{Kinds: value.NullKind},
		"opt": cond.Unknown{Kinds: value.TextKind | value.NullKind}, "xs": cond.Unknown{Kinds: value.ListKind}, "any": cond.Unknown{Kinds: value.JSONKind},
		"two": cond.PartialList{Items: []cond.Partial{cond.Known{Value: value.Text("a")}, cond.Unknown{Kinds: value.TextKind}}},
		"o":   cond.PartialObject{Members: []cond.PartialMember{{Key: "k", Value: cond.Unknown{Kinds: value.TextKind}}, {Key: "c", Value: cond.Known{Value: value.Int(1)}}}},
	}
	const T, F, E = cond.CanTrue, cond.CanFalse, cond.CanError
	for src, want := range map[string]cond.Outcome{
		"flag and x == 'bad'": F, "x == 'bad' and flag": F, "not flag or x == 'bad'": T, "x or True": T, "x and 1 < 'a'": F | E, "flag and undefined": F,
		"undefined": E, "x == undefined": E, "x == 'a'": T | F, "x == 1": F, "x != 1": T, "x < 1": E, "x < 'a'": T | F, "n == 1.5": F, "n == 'a'": F,
		"b == 1": T | F, "b == 2": F, "nil is None": T, "opt is None": T | F, "x is None": F, "b is True": T | F, "nil == None": T,
		"x in ['a', 'b']": T | F, "x in []": F, "x in [1, 2]": F, "x not in [1, None]": T, "'a' in two": T, "'b' in two": T | F, "two in ['a']": T | F,
		"xs in []": F, "xs not in []": T, "x in 'abc'": T | F, "n in 'abc'": E, "x in n": E, "'k' in o": T, "'q' in o": F, "x in o": T | F, "[] in o": E,
		"len(two) == 2": T, "len(x) == 2": T | F, "len(n)": E, "len(opt) > 0": T | F | E, "len(o) == 2": T, "two[0] == 'a'": T, "two[2]": E, "two[1] == 'a'": T | F,
		"o.k == 1": F, "o.c == 1": T, "o.z": E, "x.k": E, "x[0] == 'a'": T | F | E, "domain_of(x) == 'a'": T | F | E, "domain_of(n) == 'a'": F,
		"domain_of(x) or True": T | E, "n + 1 > 0": T | F, "n + x": E, "n // 2 == 1": T | F, "n // m == 1": T | F | E, "n // 0": E, "n % 2 == 1.5": F,
		"x + 'a' == 1": F, "two + ['b'] == ['a']": F, "-n < x": E, "abs(x)": E, "lower(x) == 1": F, "min(n, m) < 'a'": E, "max(two) == 1": F, "min(x, n)": T | F | E,
		"matches(x, '*')": T | F, "matches(x, '[')": E, "matches('a', x)": T | F | E, "startswith(n, 'a')": E, "1 < n < 'a'": F | E, "1 < 0 < x": F,
		"(x and 'a') == 'a'": T | F, "(flag or x) == 1": F, "x == 'a' == 1": F, "contains(two, 'a')": T, "any": T | F, "any < 1": T | F | E,
		"(1, x) == (2, x)": F, "[x] == [1]": F, "[x] == (x,)": F, "o == {}": 0, "two == two": T | F, "not any": T | F,
	} {
		expr, err := cond.Parse(src)
		if err != nil {
			if want != 0 {
				t.Errorf("%s: %v", src, err)
			}
			continue
		}
		if got := expr.Resolve(nil).Outcomes(e); got != want {
			t.Errorf("%s: %s, want %s", src, outcomeString(got), outcomeString(want))
		}
	}
}

func FuzzEval(f *testing.F) {
	for _, s := range []string{"x + 1 < n", "xs[0] in o", "o.f == min(xs)", "matches(x, y) and domain_of(xs) in [y]", "n // 3 % 2 * -1", "x in y == z"} {
		f.Add(s)
	}
	values := samples(f)
	f.Fuzz(func(t *testing.T, src string) {
		expr, err := cond.Parse(src)
		if err != nil {
			return
		}
		expr = expr.Resolve([]cond.Binding{{Name: "c", Value: value.Text("A")}, {Name: "d", Value: value.List{value.Text("B")}}})
		e, p := env{}, partialEnv{}
		for i, name := range []string{"x", "y", "n", "b", "xs", "o", "z"} {
			v := values[(len(src)*31+i*7)%len(values)]
			e[name], p[name] = valuetest.Raw{Value: v}, cond.Unknown{Kinds: value.KindOf(v)}
		}
		v, err := expr.Eval(e)
		if err != nil && (err.Offset < 0 || err.End < err.Offset || err.End > len(src)) {
			t.Fatalf("%q: error at %d-%d", src, err.Offset, err.End)
		}
		if err != nil && err.Kind == cond.KindLimit {
			return
		}
		if got, foreseen := outcome(v, err), expr.Outcomes(p); !foreseen.Has(got) {
			t.Fatalf("%q is %s, foreseen %s", src, outcomeString(got), outcomeString(foreseen))
		}
	})
}
