package ground_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/idna"

	"planproof/core/doc"
	"planproof/core/ground"
	"planproof/core/ground/uts46"
	"planproof/core/value"
)

// TestPolicyMatchers: a policy may name exactly the matchers that there are;
// spaced is the guard's, which knows how an argument's numbers are written.
func TestPolicyMatchers(t *testing.T) {
	var names []string
	for _, m := range ground.Matchers {
		if m != ground.Spaced {
			names = append(names, string(m))
		}
	}
	if !slices.Equal(names, doc.Matchers) {
		t.Errorf("ground has %v, policies may name %v", names, doc.Matchers)
	}
	if _, ok := ground.Named("fuzzy"); ok {
		t.Error("fuzzy is no matcher")
	}
}

func TestOtherValuesAreWrittenNowhere(t *testing.T) {
	text := ground.NewText("true null [] {} 1")
	for _, v := range []value.Value{value.Bool(true), value.Null{}, value.List{}, value.Object{}, value.Text(""), value.Text(" \t"), value.Text("\u200b")} {
		for _, m := range ground.Matchers {
			if text.Has(v, ground.Options{Matcher: m}) {
				t.Errorf("%s finds %s", m, value.AppendJSON(nil, v))
			}
		}
	}
}

// TestLoneSurrogates: texts may hold them; they are letters of no word and
// offsets count them as one.
func TestLoneSurrogates(t *testing.T) {
	lone := string(value.AppendRune(nil, 0xD800))
	text := ground.NewText(lone + "é kim" + lone)
	found := text.Find(value.Text("kim"), ground.Options{})
	if len(found) != 1 || found[0] != (ground.Span{Start: 3, End: 6}) || text.Quote(found[0]) != "kim" {
		t.Errorf("found %v", found)
	}
}

var hostNames = []string{
	"good.example", "GOOD.Example", "good.example.", "good.example..", "www.good.example", "bücher.example", "BÜCHER.example", "xn--bcher-kva.example",
	"straße.example", "strasse.example", "STRASSE.example", "ｇｏｏｄ.example", "good。example", "gоogle.example", "İstanbul.example", "istanbul.example",
	"ΑΒΓΣ.example", "αβγσ.example", "αβγς.example", "Kelvin.example", "kelvin.example", "例え.example", "e\u0301.example", "é.example", "a_b.example", "-a.example",
	"a-.example", "a..example", "example", "localhost", "127.0.0.1", "127.1", "0x7f.1", "[::1]", "[0:0::1]", "::1", "[::1", "[::1%eth0]", "١٢.example", "1.2", "a.b.1",
	"😀.example", "́.example", strings.Repeat("a", 64) + ".example", strings.Repeat("a.", 127) + "example", "", ".", "пример.рф", "ПРИМЕР.РФ",
}

// TestPlainHostsAgree: two names that the plain rule calls equal are equal by
// UTS 46, unless UTS 46 refuses the name.
func TestPlainHostsAgree(t *testing.T) {
	for _, a := range hostNames {
		for _, b := range hostNames {
			pa, oka := ground.PlainHost(a)
			pb, okb := ground.PlainHost(b)
			ua, okua := uts46.Host(a)
			ub, okub := uts46.Host(b)
			if oka && okb && pa == pb && (okua != okub || okua && ua != ub) {
				t.Errorf("%q and %q are equal by the plain rule, not by UTS 46 (%q, %q)", a, b, ua, ub)
			}
		}
	}
}

// TestPunycode holds labels against the library's.
func TestPunycode(t *testing.T) {
	for _, label := range []string{"bücher", "münchen", "例え", "пример", "ünïcödé-x", "aé", "éa", "他们为什么不说中文", "üü", "ü"} {
		want, err := idna.Punycode.ToASCII(label)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := ground.PlainHost(label + ".example"); !ok || got != want+".example" {
			t.Errorf("%q is %q, want %q", label, got, want)
		}
	}
}

var separators = []string{" ", "\n", ", ", "(", "\u00a0", ". "}

// FuzzFind: what is found is in the text, in order, without overlap, and a
// value between separators that nobody reads as part of a word is found.
func FuzzFind(f *testing.F) {
	for _, s := range []string{"kim@mail.example", "#W5", "250", "https://a.example/x?y#z", "a\u200bb", "O’Brien", "1,500.5", "--", "\xff\xed\xa0\x80", "٢٥٠"} {
		f.Add(s, "pay "+s+" now")
	}
	f.Fuzz(func(t *testing.T, v, text string) {
		prepared := ground.NewText(text)
		for _, m := range ground.Matchers {
			checkSpans(t, prepared, prepared.Find(value.Text(v), ground.Options{Matcher: m}))
			if n, err := value.ParseNumber(v); err == nil {
				checkSpans(t, prepared, prepared.Find(n, ground.Options{Matcher: m, Locale: ground.German}))
			}
		}
		if !strings.ContainsFunc(v, func(r rune) bool { return r < 'a' || r > 'z' }) && v != "" {
			for _, s := range separators {
				if !ground.NewText("so"+s+v+s+"it is").Has(value.Text(v), ground.Options{}) {
					t.Errorf("%q is not found between %q", v, s)
				}
			}
		}
	})
}

func checkSpans(t *testing.T, text *ground.Text, found []ground.Span) {
	t.Helper()
	end, n := 0, value.RuneCount(text.Written())
	for _, s := range found {
		if s.Start < end || s.End <= s.Start || s.End > n || value.RuneCount(text.Quote(s)) != s.End-s.Start {
			t.Fatalf("spans %v in a text of %d code points", found, n)
		}
		end = s.End
	}
}

// FuzzSameURL: an address names the same place as itself, when it is one.
func FuzzSameURL(f *testing.F) {
	for _, s := range []string{"https://a.example/x", "a.example:8080/p?q#f", "[::1]/x", "bücher.example", "http://a.example:/"} {
		f.Add(s, s+"/y")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, h := range []ground.HostRule{nil, uts46.Host} {
			if ground.SameURL(a, b, false, h) && (!ground.SameURL(a, b, true, h) || !ground.SameURL(a, a, false, h) || !ground.SameURL(b, b, false, h)) {
				t.Errorf("%q and %q", a, b)
			}
		}
	})
}

// TestHosts: hosts are listed in the form in which addresses are compared.
func TestHosts(t *testing.T) {
	text := ground.NewText("See https://WWW.A.example/x?y, link:b.example. No host: 12, word, a@c.example")
	var got []string
	for _, h := range text.Hosts(ground.Options{}) {
		got = append(got, h.Name+" "+text.Quote(h.Span))
	}
	want := []string{"a.example https://WWW.A.example/x?y", "b.example b.example"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
