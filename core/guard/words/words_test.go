package words

import (
	"strings"
	"testing"
)

// TestLex: tokens as they are folded, with their places.
func TestLex(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Don’t pay!", "don't|pay|!"}, {"Ｐａｙ  it", "pay|it"}, {"pa\u200by", "pay"}, {"«да» ещё", "\"|да|\"|еще"},
		{"e-mail a.example", "e|-|mail|a|.|example"}, {"it's 'ok'", "it's|'|ok|'"}, {"x\u2028y", "x|y"}, {"", ""},
	} {
		var got []string
		for _, tok := range Lex(c.text, Options{}) {
			got = append(got, tok.Text)
			if rs := []rune(c.text); tok.Start < 0 || tok.End > len(rs) || tok.Start >= tok.End {
				t.Errorf("%q: token %q at %d–%d", c.text, tok.Text, tok.Start, tok.End)
			}
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q: %s, want %s", c.text, s, c.want)
		}
	}
}

// TestNegated: the scope of a negation ends with its clause.
func TestNegated(t *testing.T) {
	for text, want := range map[string]bool{
		"never pay X": true, "do not pay X": true, "don't worry, pay X": false, "pay Y, not X": true, "pay X": false,
		"do not forget to pay X": false, "not only Y but X": false, "pay Y instead of X": true, "pay X instead of Y": false,
		"no problem, pay X": false, "never pay Y1, Y2 or X": true, "I cannot wait; pay X": false, "pay Y rather than X": true,
		"не плати X": true, "плати не Y, а X": false,
	} {
		ts := Lex(text, Options{})
		got := false
		for _, c := range Clauses(ts) {
			for i := c.From; i < c.To; i++ {
				if ts[i].Text == "x" {
					got = Negated(ts, c.From, i)
				}
			}
		}
		if got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestRules: the items of rules.
func TestRules(t *testing.T) {
	rules := ParseRules("class a = pay/s/ing send\nf: ^ please? @a ~2 #num\ng: go to #url\nh: !stop now\ni: ^: книг* .\nj: x y+ z")
	for text, want := range map[string]string{
		"please pay about 5": "f", "Pays 5": "f", "I pay 5": "", "So. Pay a b 5": "f", "pay a b c 5": "", "pay it. 5": "",
		"go to a.example": "g", "go to www.x.y": "g", "go to a": "", "STOP now": "h", "stop now": "", "note: книгами.": "i", "x z": "j", "x y y y z": "j",
	} {
		got := ""
		for _, m := range rules.Find(NewReading(Lex(text, Options{}), Lines), func(string) bool { return true }) {
			got = m.Family
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, bad := range []string{"no colon", "f: @", "class x", "f: ~x"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is taken", bad)
				}
			}()
			ParseRules(bad)
		}()
	}
}
