package smt

import "sort"

// ItemKind is the kind of one pattern item.
type ItemKind uint8

// The pattern items.
const (
	ItemRune    ItemKind = iota // exactly the code point Rune
	ItemAnyStar                 // any text, also the empty one
	ItemAnyOne                  // any one code point
	ItemClass                   // one code point inside (Negated: outside) Ranges
)

// Item is one element of a Pattern.
type Item struct {
	Kind    ItemKind
	Rune    rune      // of ItemRune
	Ranges  [][2]rune // of ItemClass: inclusive ranges
	Negated bool      // of ItemClass
}

// Pattern is a parsed glob: a text is in the pattern when the items match it
// from end to end. The empty Pattern matches the empty text only.
type Pattern []Item

// Literal returns the pattern that matches exactly s.
func Literal(s string) Pattern {
	var p Pattern
	for _, r := range runesOf(s) {
		p = append(p, Item{Kind: ItemRune, Rune: r})
	}
	return p
}

// Any is the item that matches any text.
var Any = Item{Kind: ItemAnyStar}

// fixed returns the number of items that consume exactly one letter.
func (p Pattern) fixed() int {
	n := 0
	for _, it := range p {
		if it.Kind != ItemAnyStar {
			n++
		}
	}
	return n
}

// anyOnes returns the number of ItemAnyOne.
func (p Pattern) anyOnes() int {
	n := 0
	for _, it := range p {
		if it.Kind == ItemAnyOne {
			n++
		}
	}
	return n
}

// hasStar reports whether some item matches any text.
func (p Pattern) hasStar() bool { return p.fixed() < len(p) }

// canonical merges runs: in every run of stars and single wildcards the single
// ones come first and at most one star remains. The language is the same.
func (p Pattern) canonical() Pattern {
	out := make(Pattern, 0, len(p))
	star := false
	flush := func() {
		if star {
			out = append(out, Any)
			star = false
		}
	}
	for _, it := range p {
		switch it.Kind {
		case ItemAnyStar:
			star = true
			continue
		case ItemAnyOne: // stays before a pending star
		case ItemClass:
			it = it.simplify()
			if it.Kind != ItemAnyOne {
				flush()
			}
		default:
			flush()
		}
		out = append(out, it)
	}
	flush()
	return out
}

// simplify merges ranges; a class of one letter becomes that letter, the
// negated empty class any letter.
func (it Item) simplify() Item {
	var rs [][2]rune
	for _, r := range it.Ranges {
		if r[0] <= r[1] {
			rs = append(rs, r)
		}
	}
	sort.Slice(rs, func(i, j int) bool { return rs[i][0] < rs[j][0] })
	var out [][2]rune
	for _, r := range rs {
		if n := len(out); n > 0 && r[0] <= out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], r[1])
			continue
		}
		out = append(out, r)
	}
	switch {
	case it.Negated && len(out) == 0:
		return Item{Kind: ItemAnyOne}
	case !it.Negated && len(out) == 1 && out[0][0] == out[0][1]:
		return Item{Kind: ItemRune, Rune: out[0][0]}
	}
	return Item{Kind: ItemClass, Ranges: out, Negated: it.Negated}
}

// has reports whether the item accepts the letter r.
func (it Item) has(r rune) bool {
	switch it.Kind {
	case ItemRune:
		return it.Rune == r
	case ItemClass:
		for _, x := range it.Ranges {
			if x[0] <= r && r <= x[1] {
				return !it.Negated
			}
		}
		return it.Negated
	case ItemAnyOne, ItemAnyStar:
		return true
	}
	return false
}

// match reports whether the pattern matches the whole text. Greedy with one
// point of return: only the last star passed can ever need more letters.
func (p Pattern) match(s []rune) bool { return p.marks(s, nil) }

// marks is match that also sets mark[i] for the letters that fixed items consumed
// in the match that was found.
func (p Pattern) marks(s []rune, mark []bool) bool {
	i, j, starI, starJ := 0, 0, -1, -1
	used := make([]int, len(p))
	for j < len(s) {
		switch {
		case i < len(p) && p[i].Kind == ItemAnyStar:
			starI, starJ = i, j
			i++
		case i < len(p) && p[i].has(s[j]):
			used[i] = j
			i, j = i+1, j+1
		case starI >= 0:
			starJ++
			i, j = starI+1, starJ
		default:
			return false
		}
	}
	for i < len(p) && p[i].Kind == ItemAnyStar {
		i++
	}
	if i < len(p) {
		return false
	}
	for k, it := range p {
		if mark != nil && it.Kind != ItemAnyStar {
			mark[used[k]] = true
		}
	}
	return true
}

// foldCase returns the pattern q with lower(t) in p iff t in q; ok is false
// when no lower-cased text is in p.
func (p Pattern) foldCase() (q Pattern, ok bool) {
	for _, it := range p {
		switch it.Kind {
		case ItemRune:
			if it.Rune != lowerRune(it.Rune) {
				return nil, false
			}
			if isLowerLetter(it.Rune) {
				u := upperRune(it.Rune)
				it = Item{Kind: ItemClass, Ranges: [][2]rune{{it.Rune, it.Rune}, {u, u}}}
			}
		case ItemClass:
			it = it.foldClass()
		case ItemAnyOne, ItemAnyStar:
		}
		q = append(q, it)
	}
	return q, true
}

// foldClass returns the class of the letters whose lower-case form is in it.
func (it Item) foldClass() Item {
	out := Item{Kind: ItemClass, Negated: it.Negated}
	for _, x := range it.Ranges { // the part outside A-Z
		out.Ranges = append(out.Ranges, [2]rune{x[0], min(x[1], 'A'-1)}, [2]rune{max(x[0], 'Z'+1), x[1]})
	}
	for r := 'a'; r <= 'z'; r++ { // upper-case letters follow their lower-case form
		if it.has(r) != it.Negated {
			out.Ranges = append(out.Ranges, [2]rune{upperRune(r), upperRune(r)})
		}
	}
	return out
}

// key is an unambiguous text for hash-consing.
func (p Pattern) key() string {
	var b []byte
	for _, it := range p {
		b = append(b, byte('0'+it.Kind))
		switch it.Kind {
		case ItemRune:
			b = appendRune(b, it.Rune)
		case ItemClass:
			if it.Negated {
				b = append(b, '!')
			}
			for _, x := range it.Ranges {
				b = appendRune(appendRune(append(b, 'r'), x[0]), x[1])
			}
			b = append(b, ';')
		case ItemAnyOne, ItemAnyStar:
		}
	}
	return string(b)
}
