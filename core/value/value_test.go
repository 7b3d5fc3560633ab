package value

import (
	"encoding/json"
	"errors"
	"math/big"
	"math/rand"
	"strings"
	"testing"
	"unicode"
)

func num(t *testing.T, s string) Number {
	t.Helper()
	n, err := ParseNumber(s)
	if err != nil {
		t.Fatalf("ParseNumber(%q): %v", s, err)
	}
	return n
}

func TestParseNumber(t *testing.T) {
	nines := strings.Repeat("9", MaxDigits)
	for _, c := range []struct {
		in, out string
		err     error
	}{
		{"0", "0", nil}, {"-0", "-0", nil}, {"1.0", "1.0", nil}, {"1e3", "1e3", nil}, {"-12", "-12", nil},
		{"9223372036854775807", "9223372036854775807", nil}, {"9223372036854775808", "9223372036854775808", nil},
		{"-9223372036854775808", "-9223372036854775808", nil}, {"1_000", "1000", nil}, {"0x10", "16", nil},
		{"0XfF", "255", nil}, {"0b11", "3", nil}, {"0o17", "15", nil}, {"0x_f", "15", nil}, {"00", "0", nil}, {"0_0", "0", nil},
		{"1.", "1", nil}, {".5", "0.5", nil}, {"01.5", "1.5", nil}, {"1E5", "1E5", nil}, {"1e+5", "1e+5", nil}, {"1e0005", "1e0005", nil},
		{"1_0.0_1e1_0", "100100000000", nil}, {nines, nines, nil}, {"1e1000", "1e1000", nil}, {"1e-1000", "1e-1000", nil},
		{nines + "9", "", ErrLimit}, {"1e1001", "", ErrLimit}, {"1e-1001", "", ErrLimit}, {"0e99999999999999999999", "", ErrLimit},
		{"0x" + strings.Repeat("f", 900), "", ErrLimit}, {"0x" + strings.Repeat("0", 5000), "", ErrLimit},
		{"", "", ErrNumber}, {"-", "", ErrNumber}, {".", "", ErrNumber}, {"01", "", ErrNumber}, {"1__0", "", ErrNumber},
		{"_1", "", ErrNumber}, {"1_", "", ErrNumber}, {"1e", "", ErrNumber}, {"1e+", "", ErrNumber}, {"0x", "", ErrNumber},
		{"0b2", "", ErrNumber}, {"1a", "", ErrNumber}, {"+1", "", ErrNumber}, {"--1", "", ErrNumber}, {"1.2.3", "", ErrNumber},
		{"NaN", "", ErrNumber}, {"1._5", "", ErrNumber}, {"0x1_", "", ErrNumber}, {"0x__1", "", ErrNumber},
	} {
		n, err := ParseNumber(c.in)
		if !errors.Is(err, c.err) || (err == nil && n.String() != c.out) {
			t.Errorf("ParseNumber(%.40q) = %.40s, %v; want %.40s, %v", c.in, n.String(), err, c.out, c.err)
		}
	}
}

// randomNumber mixes small integers, the edges of int64, long decimals and large exponents.
func randomNumber(r *rand.Rand) string {
	edges := []string{"0", "1", "-1", "10", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "0.1", "-0.5", "1e20", "1e-20", "100"}
	switch r.Intn(4) {
	case 0:
		return edges[r.Intn(len(edges))]
	case 1:
		return big.NewInt(int64(r.Intn(41) - 20)).String()
	case 2:
		return big.NewInt(r.Int63() - r.Int63()).String()
	}
	digits := big.NewInt(r.Int63n(1000000)).String()
	return []string{"", "-"}[r.Intn(2)] + digits + []string{"", ".25", ".500"}[r.Intn(3)] + []string{"", "e10", "e-7", "e30"}[r.Intn(4)]
}

func TestNumberArithmeticAgreesWithFractions(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for i := 0; i < 20000; i++ {
		a, b := num(t, randomNumber(r)), num(t, randomNumber(r))
		x, y := a.Rat(), b.Rat()
		if got, want := a.Cmp(b), x.Cmp(y); got != want {
			t.Fatalf("%v cmp %v = %d, want %d", a, b, got, want)
		}
		check := func(op string, got Number, err error, want *big.Rat) {
			t.Helper()
			if err != nil || got.Rat().Cmp(want) != 0 {
				t.Fatalf("%v %s %v = %v, %v; want %v", a, op, b, got, err, want)
			}
			again, err := ParseNumber(got.String())
			if err != nil || again.Cmp(got) != 0 || !json.Valid([]byte(got.String())) {
				t.Fatalf("%v does not read back: %v, %v", got, again, err)
			}
			if _, small := got.Int64(); small != (want.IsInt() && want.Num().IsInt64()) {
				t.Fatalf("%v: int64 %v", got, small)
			}
		}
		sum, err := a.Add(b)
		check("+", sum, err, new(big.Rat).Add(x, y))
		diff, err := a.Sub(b)
		check("-", diff, err, new(big.Rat).Sub(x, y))
		prod, err := a.Mul(b)
		check("*", prod, err, new(big.Rat).Mul(x, y))
		check("neg", a.Neg(), nil, new(big.Rat).Neg(x))
		check("abs", a.Abs(), nil, new(big.Rat).Abs(x))
		if y.Sign() == 0 {
			if _, err := a.FloorDiv(b); err != ErrDivision {
				t.Fatal(err)
			}
			continue
		}
		q := new(big.Rat).Quo(x, y)
		floor := new(big.Int).Div(q.Num(), q.Denom()) // Euclidean; the denominator is positive, so this floors
		quo, err := a.FloorDiv(b)
		check("//", quo, err, new(big.Rat).SetInt(floor))
		rem, err := a.Mod(b)
		check("%", rem, err, new(big.Rat).Sub(x, new(big.Rat).Mul(y, new(big.Rat).SetInt(floor))))
	}
}

func TestNumberLimits(t *testing.T) {
	big1, tiny := num(t, "1e1000"), num(t, "1e-1000")
	if _, err := big1.Mul(big1); err != ErrLimit {
		t.Error("1e2000", err)
	}
	if _, err := big1.Add(tiny); err != ErrLimit {
		t.Error("2,001 digits", err)
	}
	if n, err := big1.Mul(tiny); err != nil || n.Cmp(Int(1)) != 0 {
		t.Error(n, err)
	}
	if n, err := big1.Mod(num(t, "0.0007")); err != nil || n.Sign() < 0 {
		t.Error(n, err)
	}
	for _, s := range []string{"1000e1000", "0.001e-1000", "-123.4567e-1000", strings.Repeat("1", 700) + "." + strings.Repeat("1", 300) + "e-1000"} {
		n := num(t, s)
		neg := n.Neg().Abs().Neg()
		if again := num(t, neg.canonicalText()); again.Cmp(neg) != 0 {
			t.Errorf("%s: canonical text reads back as %v", s, again)
		}
	}
}

func TestEqual(t *testing.T) {
	ab := Object{{"a", Int(1)}, {"b", Text("x")}}
	ba := Object{{"b", Text("x")}, {"a", Bool(true)}}
	for _, c := range []struct {
		a, b Value
		want bool
	}{
		{Bool(true), Int(1), true}, {Int(1), num(t, "1.0"), true}, {Bool(false), Null{}, false}, {Text("1"), Int(1), false},
		{List{Int(1)}, Tuple{Int(1)}, false}, {List{Int(1)}, List{num(t, "1e0")}, true}, {ab, ba, true},
		{ab, Object{{"a", Int(1)}}, false}, {ab, Object{{"a", Int(1)}, {"c", Text("x")}}, false}, {Null{}, Null{}, true},
		{Tuple{}, Tuple{}, true}, {List{Int(1)}, List{Int(1), Int(2)}, false}, {Object{}, List{}, false},
	} {
		if Equal(c.a, c.b) != c.want || Equal(c.b, c.a) != c.want {
			t.Errorf("Equal(%s, %s) != %v", AppendJSON(nil, c.a), AppendJSON(nil, c.b), c.want)
		}
	}
}

func TestTruthyAndKind(t *testing.T) {
	for _, c := range []struct {
		v     Value
		truth bool
		kind  string
	}{
		{Null{}, false, "null"}, {Bool(true), true, "boolean"}, {Bool(false), false, "boolean"}, {Int(0), false, "number"},
		{num(t, "0.0"), false, "number"}, {num(t, "1e-1000"), true, "number"}, {Text(""), false, "text"}, {Text("0"), true, "text"},
		{List{}, false, "list"}, {List{Null{}}, true, "list"}, {Tuple{}, false, "tuple"}, {Object{}, false, "object"},
		{Object{{"", Null{}}}, true, "object"},
	} {
		if Truthy(c.v) != c.truth || KindName(c.v) != c.kind {
			t.Errorf("%s: %v %s", AppendJSON(nil, c.v), Truthy(c.v), KindName(c.v))
		}
	}
}

func TestDomainOf(t *testing.T) {
	for _, c := range []struct {
		in, out string
		ok      bool
	}{
		{"", "", true}, {"Company.COM", "company.com", true}, {"É", "É", true}, {"a,b c", "a,b c", true},
		{"A@Company.COM", "company.com", true}, {"a@b@c", "", false}, {"@b", "", false}, {"a@", "", false}, {"@", "", false},
		{"a@b,c", "", false}, {"a;x@b", "", false}, {"a b@c", "", false}, {"a@b\u200b", "", false}, {"a@\xed\xa0\x80", "", false},
		{"a@b\x00", "", false}, {"a@b\u3164", "", false}, {"a+é@ü.de", "ü.de", true}, {"a@😀", "😀", true},
	} {
		if out, ok := DomainOf(c.in); out != c.out || ok != c.ok {
			t.Errorf("DomainOf(%q) = %q, %v", c.in, out, ok)
		}
	}
}

// TestBadLetters compares the table with the library's: it must cover all of white space, control and format letters,
// and no letter, digit or mark that is visible.
func TestBadLetters(t *testing.T) {
	for i := 1; i < len(badRanges); i++ {
		if badRanges[i].first <= badRanges[i-1].last {
			t.Fatalf("table not ascending at %#x", badRanges[i].first)
		}
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		must := unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cs, unicode.Z, unicode.White_Space,
			unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == ',' || r == ';'
		if must && !IsBadInAddress(r) {
			t.Fatalf("%#x is not in the table", r)
		}
		if IsBadInAddress(r) && (unicode.IsDigit(r) || r == '@' || r < 0x80 && unicode.IsLetter(r)) {
			t.Errorf("%#x must not be in the table", r)
		}
	}
	in := func(r rune) bool {
		for _, b := range BadRanges() {
			if r >= b[0] && r <= b[1] {
				return true
			}
		}
		return false
	}
	for r := rune(0); r < 0x3000; r++ {
		if in(r) != IsBadInAddress(r) {
			t.Errorf("BadRanges disagrees at %#x", r)
		}
	}
}

func TestRunes(t *testing.T) {
	var b []byte
	want := []rune{'a', 0xD800, 0xDFFF, 'é', '変', 0x1F600, 0xD83D, 0xDE00, 0xFFFD}
	for _, r := range want {
		b = AppendRune(b, r)
	}
	s := string(b)
	if RuneCount(s) != len(want) {
		t.Errorf("RuneCount = %d", RuneCount(s))
	}
	for i, rest := 0, s; rest != ""; i++ {
		r, size := DecodeRune(rest)
		if at, ok := RuneAt(s, i); r != want[i] || !ok || at != rest[:size] {
			t.Errorf("rune %d = %#x", i, r)
		}
		rest = rest[size:]
	}
	for i, rest := len(want)-1, s; rest != ""; i-- {
		r, size := DecodeLastRune(rest)
		if r != want[i] {
			t.Errorf("rune %d from the end = %#x", i, r)
		}
		rest = rest[:len(rest)-size]
	}
	if got := string(AppendQuoted(nil, s+"\"\\\n\x01\xff")); got != `"a\ud800\udfffé変😀\ud83d\ude00�\"\\\n\u0001�"` {
		t.Error(got)
	}
	if _, ok := RuneAt("ab", 2); ok {
		t.Error("RuneAt beyond the end")
	}
	if Lower("ÀBCdé") != "Àbcdé" || Lower("abc") != "abc" {
		t.Error(Lower("ÀBCdé"))
	}
}

func TestAppendJSON(t *testing.T) {
	v := Object{{"a", List{Null{}, Bool(true), Bool(false), num(t, "1.50"), Text("x")}}, {"t", Tuple{Int(1)}}, {"o", Object{}}}
	if got := string(AppendJSON(nil, v)); got != `{"a":[null,true,false,1.50,"x"],"t":{"$tuple":[1]},"o":{}}` {
		t.Error(got)
	}
}

func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"0", "-1.5e3", "0x1F", "1_000", "1e-1000", ".5", "1."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := ParseNumber(s)
		if err != nil {
			return
		}
		again, err := ParseNumber(n.String())
		if err != nil || again.Cmp(n) != 0 || again.String() != n.String() || !json.Valid([]byte(n.String())) {
			t.Fatalf("%q: %q reads back as %q, %v", s, n.String(), again.String(), err)
		}
	})
}
