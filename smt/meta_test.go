package smt

import (
	"fmt"
	"math/rand"
	"reflect"
	"testing"
)

// renamed returns the formula with every letter of constants and patterns
// mapped.
func (f *tform) mapped(letter func(rune) rune, swap bool) *tform {
	g := *f
	g.kids = nil
	for _, k := range f.kids {
		g.kids = append(g.kids, k.mapped(letter, swap))
	}
	if swap {
		for i, j := 0, len(g.kids)-1; i < j && f.op != "not"; i, j = i+1, j-1 {
			g.kids[i], g.kids[j] = g.kids[j], g.kids[i]
		}
		if f.op == "eq" {
			f = &tform{op: "eq", a: f.b, b: f.a}
		}
	}
	g.pat = mapLetters(f.pat, letter)
	g.a, g.b = f.a.mapped(letter), f.b.mapped(letter)
	return &g
}

func mapLetters(s string, letter func(rune) rune) string {
	out := []rune(s)
	for i, r := range out {
		out[i] = letter(r)
	}
	return string(out)
}

func (t *tterm) mapped(letter func(rune) rune) *tterm {
	if t == nil {
		return nil
	}
	u := *t
	u.s = mapLetters(t.s, letter)
	u.a = t.a.mapped(letter)
	return &u
}

func (f *tform) status() (Status, Result) {
	b := refBuilder()
	r := b.Solve([]Term{f.build(b)}, Budget{})
	return r.Status, r
}

// TestMetamorphic: what must not change an answer does not, and a stronger
// question is never easier to satisfy.
func TestMetamorphic(t *testing.T) {
	r := rand.New(rand.NewSource(31))
	for _, p := range profiles {
		for q := 0; q < 40*scale(); q++ {
			g := &gen{r: r, p: p, n: max(1, p.strs), i: p.ints}
			f, h := g.formula(), g.literal()
			want, res := f.status()
			same := map[string]*tform{
				"operands swapped": f.mapped(func(r rune) rune { return r }, true),
				"De Morgan":        {op: "not", kids: []*tform{{op: "or", kids: negated(f.kids)}}},
				"repeated":         {op: "and", kids: append(append([]*tform(nil), f.kids...), f.kids...)},
				"split":            {op: "and", kids: []*tform{{op: "or", kids: []*tform{{op: "and", kids: append(f.kids[:len(f.kids):len(f.kids)], h)}, {op: "and", kids: append(f.kids[:len(f.kids):len(f.kids)], not(h))}}}}},
			}
			if !p.has("lex") && !p.has("lexc") {
				same["letters renamed"] = f.mapped(func(r rune) rune {
					switch r { // two letters without case
					case 'z', '1':
						return r + 0x3040
					}
					return r
				}, false)
			}
			for name, s := range same {
				if got, _ := s.status(); got != want && got != Unknown && want != Unknown {
					t.Errorf("%s, %s: %v became %v\n%v", p.name, name, want, got, f)
				}
			}
			stronger := &tform{op: "and", kids: append(f.kids[:len(f.kids):len(f.kids)], h)}
			if got, _ := stronger.status(); want == Unsat && got == Sat {
				t.Errorf("%s: a stronger question became sat\n%v", p.name, f)
			}
			if _, again := f.status(); !reflect.DeepEqual(again.Stats, res.Stats) || modelText(again) != modelText(res) || !reflect.DeepEqual(again.Core, res.Core) {
				t.Errorf("%s: not deterministic\n%v", p.name, f)
			}
		}
	}
}

func not(f *tform) *tform { return &tform{op: "not", kids: []*tform{f}} }

func negated(fs []*tform) (out []*tform) {
	for _, f := range fs {
		out = append(out, not(f))
	}
	return out
}

func modelText(r Result) string {
	if r.Model == nil {
		return ""
	}
	s := ""
	for _, v := range r.Model.Vars() {
		s += fmt.Sprintln(v.Name, v.Value)
	}
	return s
}

// FuzzSolve lets the fuzzer choose the random source: the answer must agree with
// exhaustive search.
func FuzzSolve(f *testing.F) {
	for i := range profiles {
		f.Add(uint8(i), int64(i))
	}
	f.Fuzz(func(t *testing.T, which uint8, seed int64) {
		p := profiles[int(which)%len(profiles)]
		r := rand.New(rand.NewSource(seed))
		g := &gen{r: r, p: p, n: max(1, min(p.strs, 2)), i: p.ints}
		n := min(g.n, p.strs)
		var words []string
		if n > 0 {
			words = universe(p.letters, p.lens[n-1]-1, p.extra)
		}
		var tl tally
		fm := g.formula()
		if msg := p.check(fm, n, g.i, words, &tl); msg != "" {
			t.Fatalf("%s: %s\n%v", p.name, msg, fm)
		}
	})
}

// FuzzPattern compares matching and case folding with the textbook.
func FuzzPattern(f *testing.F) {
	f.Add("a*b?", "aXYbz")
	f.Add("*[ab]*?", "ba")
	f.Fuzz(func(t *testing.T, pat, text string) {
		if len(pat) > 12 || len(text) > 16 {
			return
		}
		var p Pattern
		var plain []rune
		for _, r := range pat {
			if r == '[' || r == ']' {
				return
			}
			plain = append(plain, r)
		}
		p = testPattern(string(plain))
		if got, want := p.canonical().match([]rune(text)), refGlob(plain, []rune(text)); got != want {
			t.Fatalf("%q in %q: %v", text, pat, got)
		}
		low := refLower(text)
		q, ok := p.canonical().foldCase()
		if got := ok && q.match([]rune(text)); got != refGlob(plain, []rune(low)) {
			t.Fatalf("lower(%q) in %q: %v", text, pat, got)
		}
	})
}
