package cond_test

import (
	"strings"
	"testing"

	"planproof/core/cond"
	"planproof/core/value"
	"planproof/core/value/valuetest"
)

func raws(t *testing.T, pairs ...string) env {
	e := env{}
	for i := 0; i < len(pairs); i += 2 {
		e[pairs[i]] = valuetest.Raw{Value: valuetest.JSON(t, pairs[i+1])}
	}
	return e
}

// TestEvalForms: the forms beyond the original grammar, and the words of their errors.
func TestEvalForms(t *testing.T) {
	e := raws(t, "x", `"Ab"`, "n", `7`, "f", `2.5`, "b", `true`, "xs", `["a","B@C.de"]`, "o", `{"k":[1,{"z":null}],"a b":2}`, "e", `[]`)
	for _, c := range []struct{ src, want string }{
		{"-n", "-7"}, {"-b", "-1"}, {"n + b", "8"}, {"n // 2", "3"}, {"-n // 2", "-4"}, {"-n % 3", "2"}, {"n % -3", "-2"}, {"f * 2", "5"}, {"f // 1", "2"},
		{"0.1 + 0.2 == 0.3", "true"}, {"10 % 2.5", "0"}, {"'a' + x", `"aAb"`}, {"xs + ['c']", `["a","B@C.de","c"]`}, {"(1,) + (2,)", `{"$tuple":[1,2]}`},
		{"x[0]", `"A"`}, {"x[-1]", `"b"`}, {"xs[1]", `"B@C.de"`}, {"xs[b]", `"B@C.de"`}, {"o.k[1].z", "null"}, {"o['a b']", "2"}, {"'é😀'[1]", `"😀"`},
		{"min(3, n, 2)", "2"}, {"max([1, f])", "2.5"}, {"min('b', 'a')", `"a"`}, {"max(xs)", `"a"`}, {"abs(-f)", "2.5"}, {"abs(b)", "1"},
		{"startswith(x, 'A')", "true"}, {"endswith(x, 'A')", "false"}, {"contains(x, 'b')", "true"}, {"contains(xs, 'a')", "true"}, {"contains(o, 'k')", "true"},
		{"lower('ÀB')", `"Àb"`}, {"matches(x, '?b')", "true"}, {"domain_of(xs)", `["a","c.de"]`}, {"domain_of((x, n))", `{"$tuple":["ab",7]}`},
		{"len(o)", "2"}, {"len((1, 2))", "2"}, {"'k' in o", "true"}, {"1 in o", "false"}, {"(1, 2) in o", "false"}, {"n < 8 > f", "true"},
		{"(1, 2) < (1, 3)", "true"}, {"b is True", "true"}, {"n is None", "false"}, {"None is not n", "true"}, {"1 < f < 3 < 'a' or n", "error type a number and a text have no order"},
		{"x + 1", "error type `+` takes two numbers"}, {"x * 2", "error type `*`"}, {"x % 2", "error type `%`"}, {"-x", "error type `-` takes a number"},
		{"xs + (1,)", "error type"}, {"n // 0", "error value division by zero"}, {"n % (b - 1)", "error value division by zero"}, {"xs[2]", "error value out of range"},
		{"xs[-3]", "error value out of range"}, {"xs['a']", "error type whole number"}, {"xs[f]", "error type whole number"}, {"xs[9999999999999999999]", "error value out of range"},
		{"n[0]", "error type has no elements"}, {"o[0]", "error type indexed with a text"}, {"o.q", "error value no field `q`"}, {"x.k", "error type has no fields"},
		{"len(n)", "error type `len` takes"}, {"abs(x)", "error type `abs` takes a number"}, {"lower(n)", "error type `lower` takes a text"},
		{"min(e)", "error value empty list"}, {"min(n)", "error type `min` takes a list"}, {"min('abc')", "error type"}, {"max(n, x)", "error type no order"},
		{"startswith(n, 'a')", "error type two texts"}, {"matches(x, '[')", "error value not closed"}, {"domain_of('a@b@c')", "error value one address"},
		{"1 in 'a'", "error type only a text can be in a text"}, {"'a' in 1", "error type nothing can be in a number"}, {"[1] in o", "error type key of an object"},
		{"([1],) in o", "error type key of an object"}, {"null == 1", "error name None"}, {"true", "error name True and False"}, {"q", "error name `q` is not defined"},
		{"1e1000 * 10", "error limit too long"}, {"9 * 1e1000", "9e1000"}, {"False and q", "false"}, {"1 > 2 > q", "false"},
	} {
		v, err := run(c.src, e)
		got := show(v, err)
		want, isError := strings.CutPrefix(c.want, "error ")
		kind, words, _ := strings.Cut(want, " ")
		if isError {
			if err == nil || err.Kind.String() != kind || !strings.Contains(err.Message, words) {
				t.Errorf("%s: %s, want %s", c.src, got, c.want)
			}
		} else if got != c.want {
			t.Errorf("%s: %s, want %s", c.src, got, c.want)
		}
	}
}

func TestErrorsPointAtTheFault(t *testing.T) {
	e := raws(t, "x", `"a"`, "xs", `["a"]`)
	for src, mark := range map[string]string{
		"x == 'a' and len(1) > 0": "len(1)", "True and (x < 1) or x": "x < 1", "1 + undefined": "undefined", "xs[x]": "x", "xs[5] == 1": "xs[5]",
	} {
		_, err := run(src, e)
		if err == nil || src[err.Offset:err.End] != mark {
			t.Errorf("%s: %+v", src, err)
		}
	}
}

// TestEvalStops: a short condition over long lists ends with a clear limit.
func TestEvalStops(t *testing.T) {
	long := make(value.List, 100000)
	for i := range long {
		long[i] = value.Int(int64(i))
	}
	other := append(value.List{}, long[1:]...)
	e := env{"a": valuetest.Raw{Value: long}, "b": valuetest.Raw{Value: append(other, long[0])}}
	if _, err := run("a in b", e); err == nil || err.Kind != cond.KindLimit {
		t.Errorf("quadratic membership: %v", err)
	}
	big := value.Text(strings.Repeat("x", 5<<20))
	if _, err := run("x + x == x", env{"x": valuetest.Raw{Value: big}}); err == nil || err.Kind != cond.KindLimit {
		t.Errorf("concatenation: %v", err)
	}
	if _, err := run(strings.Repeat("'a' not in x and ", 1000)+"True", env{"x": valuetest.Raw{Value: big}}); err == nil || err.Kind != cond.KindLimit {
		t.Errorf("repetition: %v", err)
	}
}

func TestResolve(t *testing.T) {
	num, _ := value.ParseNumber("-1.50")
	consts := []cond.Binding{{Name: "s", Value: value.Text("Abc")}, {Name: "d", Value: value.List{value.Text("Company.com"), value.Text("B")}},
		{Name: "n", Value: num}, {Name: "t", Value: value.Bool(true)}, {Name: "z", Value: value.Null{}}}
	for _, c := range [][2]string{
		{"x == s", "x == 'Abc'"}, {"x in s", "x in ['Abc']"}, {"x not in (s)", "x not in ['Abc']"}, {"'b' in 'Abc'", "'b' in 'Abc'"}, {"s in x", "'Abc' in x"},
		{"x in d", "x in ['Company.com', 'B']"}, {"domain_of(x) in d", "domain_of(x) in ['company.com', 'b']"}, {"domain_of(x) in s", "domain_of(x) in ['abc']"},
		{"domain_of(x) == s or x == s", "domain_of(x) == 'abc' or x == 'Abc'"}, {"s == domain_of(x) != 'Q'", "'abc' == domain_of(x) != 'q'"},
		{"'A' in [domain_of(x), 'B']", "'a' in [domain_of(x), 'B']"}, {"x < n", "x < -1.50"}, {"-n", "1.50"}, {"t and z", "True and None"}, {"x in s == y", "x in ['Abc'] and 'Abc' == y"},
		{"s(x)", ""}, {"len(s)", "len('Abc')"}, {"s[0] == 'A'", "'Abc'[0] == 'A'"}, {"min(domain_of(x), 'B') == 'C'", "min(domain_of(x), 'B') == 'c'"},
		{"domain_of(x) == ('A' or y)", "domain_of(x) == ('a' or y)"}, {"x in [s]", "x in ['Abc']"}, {"d[0] == (s, -n)", "['Company.com', 'B'][0] == ('Abc', 1.50)"},
		{"domain_of(xs)[0] == 'A'", "domain_of(xs)[0] == 'a'"}, {"domain_of(x) == ('A', ['B'])", "domain_of(x) == ('a', ['b'])"},
	} {
		e, err := cond.Parse(c[0])
		if err != nil {
			if c[1] != "" {
				t.Errorf("%s: %v", c[0], err)
			}
			continue
		}
		r := e.Resolve(consts)
		if r.String() != c[1] {
			t.Errorf("%s resolves to %s, want %s", c[0], r, c[1])
		}
		if again := r.Resolve(consts); again.String() != r.String() {
			t.Errorf("%s resolves again to %s", r, again)
		}
		if again, err := cond.Parse(r.String()); err != nil || again.String() != r.String() {
			t.Errorf("%s does not read back: %v", r, err)
		}
		if r.Source() != c[0] {
			t.Errorf("%s: the source is lost", c[0])
		}
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		cond.Parse("amount <= 100 and domain_of(to) in ['company.com', 'partner.org'] and not startswith(subject, 'x')")
	}
}

func BenchmarkEval(b *testing.B) {
	e, _ := cond.Parse("amount <= 100 and domain_of(to) in ['company.com', 'partner.org'] and not startswith(subject, 'x')")
	e = e.Resolve(nil)
	vars := cond.Bindings{{Name: "amount", Value: value.Int(50)}, {Name: "to", Value: value.Text("a@company.com")}, {Name: "subject", Value: value.Text("hello")}}
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		e.Eval(vars)
	}
}
