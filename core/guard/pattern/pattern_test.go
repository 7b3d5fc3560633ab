package pattern

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestLikeRegexp compares with the standard library on random expressions and
// texts of ASCII, where both have the same meaning.
func TestLikeRegexp(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for range 20_000 {
		source := expression(r, 3)
		std, err := regexp.Compile(source)
		if err != nil {
			continue
		}
		p, err := Compile(source, false)
		if err != nil {
			t.Fatalf("%q: %v", source, err)
		}
		text := word(r, "abc1 _", 8)
		_, _, got, bad := p.Find(text)
		if bad != nil {
			continue
		}
		if compared++; got != std.MatchString(text) {
			t.Fatalf("%q on %q: %v", source, text, got)
		}
	}
	if compared < 15_000 {
		t.Errorf("only %d compared", compared)
	}
}

func word(r *rand.Rand, letters string, most int) string {
	var b strings.Builder
	for range r.IntN(most + 1) {
		b.WriteByte(letters[r.IntN(len(letters))])
	}
	return b.String()
}

func expression(r *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{"a", "b", "c", "1", ".", `\w`, `\d`, `\s`, `\b`, "[ab]", "[^a1]", "[a-c]", "^", "(?:c)"}[r.IntN(14)]
	}
	x, y := expression(r, depth-1), expression(r, depth-1)
	switch r.IntN(6) {
	case 0:
		return x + y
	case 1:
		return "(" + x + "|" + y + ")"
	case 2:
		return "(?:" + x + ")*"
	case 3:
		return "(?:" + x + ")+?" + y
	case 4:
		return "(?:" + x + "){1,3}"
	}
	return "(" + x + ")?" + y
}

// TestOwn covers what the standard library does not have, and what is refused.
func TestOwn(t *testing.T) {
	for _, c := range []struct {
		source, text string
		want         bool
	}{
		{`(?<!\w)запусти\w*`, "ну запустите", true}, {`(?<!\w)запусти\w*`, "перезапусти", false},
		{`(?=.*\d)[a-z\d]+$`, "abc1", true}, {`foo(?!bar)`, "foobar", false}, {`(?<=a)b`, "ab", true},
		{`\bé\b`, "é", true}, {`\bcaf\b`, "café", false}, {`^\d{2}$`, "٣٤", true}, {`(?i)ÄB`, "äb", true}, {`x{2}y`, "xxy", true},
		{`a{`, "a{", true}, {`[\]-]`, "]", true}, {`\u0041\x42`, "AB", true}, {`(?P<n>a)`, "a", true},
	} {
		p, err := Compile(c.source, false)
		if err != nil {
			t.Errorf("%q: %v", c.source, err)
			continue
		}
		if got := p.Match(c.text); got != c.want {
			t.Errorf("%q on %q: %v", c.source, c.text, got)
		}
	}
	for _, source := range []string{`(`, `)`, `[`, `*a`, `a**b\`, `(?>a)`, `\1`, `[b-a]`, `a{3,2}`, `a{5000}`, `\q`, strings.Repeat("(", 60) + strings.Repeat(")", 60)} {
		if _, err := Compile(source, false); err == nil {
			t.Errorf("%q compiles", source)
		}
	}
}

// TestBudget: an expression that backtracks without end gives up.
func TestBudget(t *testing.T) {
	p, err := Compile(`(a|a)*(a|a)*(a|a)*b`, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, found, err := p.Find(strings.Repeat("a", 60)); found || err != ErrBudget {
		t.Errorf("found %v, %v", found, err)
	}
}
