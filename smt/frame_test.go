package smt

import "testing"

// patternsOver returns all patterns of up to n items over a few.
func patternsOver(n int) []Pattern {
	items := []Item{Any, {Kind: ItemAnyOne}, {Kind: ItemRune, Rune: 'a'}, {Kind: ItemClass, Ranges: [][2]rune{{'a', 'b'}}},
		{Kind: ItemClass}, {Kind: ItemClass, Negated: true}, {Kind: ItemClass, Negated: true, Ranges: [][2]rune{{'a', 'a'}}}}
	out := []Pattern{nil}
	last := out
	for ; n > 0; n-- {
		var next []Pattern
		for _, p := range last {
			for _, it := range items {
				next = append(next, append(p[:len(p):len(p)], it))
			}
		}
		out = append(out, next...)
		last = next
	}
	return out
}

// TestVacuity compares with all texts of up to 4 letters.
func TestVacuity(t *testing.T) {
	words := universe("abz", 4, nil)
	for _, p := range patternsOver(3) {
		all, names, none, onlyEmpty := true, true, true, true
		for _, w := range words {
			in := p.canonical().match([]rune(w))
			all = all && in
			names = names && (in || w == "")
			none = none && !in
			onlyEmpty = onlyEmpty && in == (w == "")
		}
		if p.MatchesAll() != all || p.MatchesNames() != names || p.MatchesNone() != none || p.MatchesOnlyEmpty() != onlyEmpty {
			t.Errorf("%v: all %v names %v none %v only empty %v", p, all, names, none, onlyEmpty)
		}
	}
}

// TestFrames asks the questions of frame conditions: two deletions against one
// allowed pattern.
func TestFrames(t *testing.T) {
	for _, c := range []struct {
		p1, p2, allowed string
		want            Status
	}{
		{"/tmp/*.log", "/tmp/a*", "/tmp/*", Unsat},
		{"/tmp/*", "/etc/*", "/tmp/*", Sat},
		{"a?c", "a*b*c", "a*c", Unsat},
		{"*", "", "?*", Sat},
	} {
		b := NewBuilder()
		f := b.Var("f", SortStr)
		before := b.Var("f in old", SortBool)
		after1 := b.And(before, b.Not(glob(b, f, c.p1)))
		after2 := b.And(after1, b.Not(glob(b, f, c.p2)))
		broken := b.And(b.Not(glob(b, f, c.allowed)), b.Not(b.Iff(after2, before)))
		if r := b.Solve([]Term{broken}, Budget{}); r.Status != c.want {
			t.Errorf("%v: %v %s", c, r.Status, r.Reason)
		}
	}
}
