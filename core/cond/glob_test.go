package cond_test

import (
	"math/rand"
	"strings"
	"testing"

	"planproof/core/cond"
	"planproof/core/value"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct{ pattern, yes, no string }{
		{"", "", "a"}, {"*", " a a/b a\nb", "-"}, {"**", " a/b", "-"}, {"?", "a é 😀 \xed\xa0\x80", " ab"}, {"a*b", "ab aXb a/b/b", "a b aba"},
		{"*.txt", ".txt a.txt a/b.txt", "a.txt2 txt"}, {"[a-c]x", "ax bx cx", "dx x aax"}, {"[!a-c]", "d - 😀", "a b c"}, {"[^a]", "b", "a"},
		{"[]]", "]", "[ a"}, {"[!]]", "a", "]"}, {"[a-]", "a -", "b"}, {"[-a]", "a -", "b"}, {"[a\\]b]", "a ] b", "\\"}, {"\\*", "*", "a \\*"},
		{"\\[a]", "[a]", "a"}, {"a**?b", "axb axxb", "ab"}, {"[é-ü]", "é ü", "e"}, {"*a*a*", "aa xaxax", "a x"}, {"]", "]", "a"}, {"[a-cx-z]*", "a y1", "d"},
		{"[\\a-\\c]", "a b c", "d \\"}, {"[*?]", "* ?", "a"},
	} {
		g, err := cond.ParseGlob(c.pattern)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		for _, s := range strings.Split(c.yes, " ") {
			if !g.Match(s) {
				t.Errorf("%q must match %q", c.pattern, s)
			}
		}
		for _, s := range strings.Split(c.no, " ") {
			if c.no != "-" && g.Match(s) {
				t.Errorf("%q must not match %q", c.pattern, s)
			}
		}
	}
	for pattern, want := range map[string]error{
		"[": cond.ErrGlobClass, "[a": cond.ErrGlobClass, "[]": cond.ErrGlobClass, "[!]": cond.ErrGlobClass, "[z-a]": cond.ErrGlobRange, "a\\": cond.ErrGlobQuote,
		"[\\": cond.ErrGlobQuote, strings.Repeat("a", cond.MaxGlob+1): cond.ErrGlobLimit, "[" + strings.Repeat("ab", cond.MaxGlob) + "]": cond.ErrGlobLimit,
		strings.Repeat("[acegik]", 1000): cond.ErrGlobLimit,
	} {
		if _, err := cond.ParseGlob(pattern); err != want {
			t.Errorf("%.20q: %v, want %v", pattern, err, want)
		}
	}
}

func TestGlobFacts(t *testing.T) {
	for _, c := range []struct {
		pattern      string
		covers, some bool
		literal      string
		isLiteral    bool
	}{
		{"*", true, true, "", false}, {"**", true, true, "", false}, {"*?*", true, true, "", false}, {"?*", true, true, "", false}, {"?", false, true, "", false},
		{"??*", false, true, "", false}, {"", false, false, "", true}, {"a*", false, true, "", false}, {"*[\x00-\U0010ffff]", true, true, "", false},
		{"[!\x00-\U0010ffff]*", false, false, "", false}, {"*[a]", false, true, "", false}, {"a\\*b", false, true, "a*b", true},
	} {
		g, err := cond.ParseGlob(c.pattern)
		if err != nil {
			t.Fatal(c.pattern, err)
		}
		literal, isLiteral := g.Literal()
		if g.CoversNames() != c.covers || g.MatchesSomeName() != c.some || literal != c.literal || isLiteral != c.isLiteral {
			t.Errorf("%q: covers %v, some %v, literal %q %v", c.pattern, g.CoversNames(), g.MatchesSomeName(), literal, isLiteral)
		}
	}
}

// slowMatch is the definition, by backtracking.
func slowMatch(items []cond.GlobItem, s string) bool {
	if len(items) == 0 {
		return s == ""
	}
	if items[0].Kind == cond.GlobStar && slowMatch(items[1:], s) {
		return true
	}
	if s == "" {
		return false
	}
	r, size := value.DecodeRune(s)
	switch it := items[0]; it.Kind {
	case cond.GlobStar:
		return slowMatch(items, s[size:])
	case cond.GlobLetter:
		return r == it.Letter && slowMatch(items[1:], s[size:])
	case cond.GlobClass:
		for _, c := range it.Class {
			if r >= c.First && r <= c.Last {
				return slowMatch(items[1:], s[size:])
			}
		}
		return false
	}
	return slowMatch(items[1:], s[size:])
}

func TestGlobAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	parts := []string{"a", "b", "*", "?", "[ab]", "[!a]", "é", "\\*", "**"}
	letters := []string{"a", "b", "c", "é", "*", "\xed\xa0\x80"}
	for i := 0; i < 20000; i++ {
		pattern, text := "", ""
		for n := r.Intn(7); n > 0; n-- {
			pattern += parts[r.Intn(len(parts))]
		}
		if r.Intn(20) == 0 {
			pattern += strings.Repeat(parts[r.Intn(len(parts))], 70) // more than one word of positions
		}
		for n := r.Intn(8); n > 0; n-- {
			text += letters[r.Intn(len(letters))]
		}
		if r.Intn(20) == 0 {
			text += strings.Repeat("a", 70)
		}
		g, err := cond.ParseGlob(pattern)
		if err != nil {
			t.Fatal(pattern, err)
		}
		if len(g.Items()) < 40 && len(text) < 40 {
			if got, want := g.Match(text), slowMatch(g.Items(), text); got != want {
				t.Fatalf("%q on %q: %v", pattern, text, got)
			}
		} else {
			g.Match(text)
		}
	}
}

func TestGlobIsLinear(t *testing.T) {
	g, err := cond.ParseGlob(strings.Repeat("a*?", 1000) + "b")
	if err != nil {
		t.Fatal(err)
	}
	if g.Match(strings.Repeat("a", 100000)) {
		t.Error("must not match")
	}
}

func FuzzGlob(f *testing.F) {
	f.Add("a*[b-d]?\\*", "abc*")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		g, err := cond.ParseGlob(pattern)
		if err != nil || len(pattern) > 12 || len(text) > 12 {
			return
		}
		if g.Match(text) != slowMatch(g.Items(), text) {
			t.Fatalf("%q on %q: %v", pattern, text, g.Match(text))
		}
	})
}
