package cond

import (
	"errors"
	"sort"

	"planproof/core/value"
)

// MaxGlob is how many items and ranges of classes a glob may have.
const MaxGlob = 4096

// Errors of ParseGlob.
var (
	ErrGlobClass = errors.New("a `[` in the pattern is not closed, or its class is empty: write [a-z], or \\[ for the letter itself")
	ErrGlobRange = errors.New("a range in the pattern runs backwards: write [a-z]")
	ErrGlobQuote = errors.New("the pattern ends in a single `\\`: write \\\\ for the letter itself")
	ErrGlobLimit = errors.New("the pattern is too long: at most 4,096 letters and wildcards")
)

// GlobKind is the kind of an item of a glob.
type GlobKind uint8

// The kinds of items.
const (
	GlobLetter GlobKind = iota // one given code point
	GlobOne                    // ?: any one code point
	GlobStar                   // * or **: any text, the empty one, '/' and line breaks included
	GlobClass                  // [a-z]: one code point of the class
)

// GlobItem is one item of a parsed glob.
type GlobItem struct {
	Kind   GlobKind
	Letter rune        // of GlobLetter
	Class  []RuneRange // of GlobClass: ascending, disjoint, not adjacent; complements are written out
}

// RuneRange is the code points from First to Last.
type RuneRange struct{ First, Last rune }

// Glob is a parsed pattern. It matches a whole text, code point by code point; surrogates count as one each.
type Glob struct {
	items   []GlobItem
	machine *globMachine
}

// Items returns the items of the pattern; no two stars are adjacent.
func (g *Glob) Items() []GlobItem { return g.items }

// ParseGlob reads a pattern: `*` and `**` match any text, `?` one code point, `[a-z]` one of a class, `[!a-z]` or
// `[^a-z]` one outside of it, and `\` quotes the letter after it, inside classes too. A `]` first in a class is a
// letter, and so is a `-` first or last.
func ParseGlob(pattern string) (*Glob, error) {
	g, ranges := &Glob{}, 0
	for pattern != "" {
		r, size := value.DecodeRune(pattern)
		pattern = pattern[size:]
		item := GlobItem{Kind: GlobLetter, Letter: r}
		switch r {
		case '*':
			item = GlobItem{Kind: GlobStar}
		case '?':
			item = GlobItem{Kind: GlobOne}
		case '[':
			var err error
			if item, pattern, err = globClass(pattern); err != nil {
				return nil, err
			}
		case '\\':
			if pattern == "" {
				return nil, ErrGlobQuote
			}
			item.Letter, size = value.DecodeRune(pattern)
			pattern = pattern[size:]
		}
		if n := len(g.items); item.Kind == GlobStar && n > 0 && g.items[n-1].Kind == GlobStar {
			continue
		}
		if ranges += len(item.Class); len(g.items)+ranges >= MaxGlob {
			return nil, ErrGlobLimit
		}
		g.items = append(g.items, item)
	}
	g.machine = newGlobMachine(g.items)
	return g, nil
}

// globClass reads a class after its bracket and returns what follows it.
func globClass(s string) (GlobItem, string, error) {
	negated := s != "" && (s[0] == '!' || s[0] == '^')
	if negated {
		s = s[1:]
	}
	var ranges []RuneRange
	for first := true; ; first = false {
		if s == "" {
			return GlobItem{}, "", ErrGlobClass
		}
		if s[0] == ']' && !first {
			item := GlobItem{Kind: GlobClass, Class: normalRanges(ranges)}
			if negated {
				item.Class = complement(item.Class)
			}
			return item, s[1:], nil
		}
		r, rest, err := globRange(s)
		if err != nil {
			return GlobItem{}, "", err
		}
		if len(ranges) == MaxGlob {
			return GlobItem{}, "", ErrGlobLimit
		}
		ranges, s = append(ranges, r), rest
	}
}

// globRange reads a letter or a range of a class.
func globRange(s string) (RuneRange, string, error) {
	first, s, err := classLetter(s)
	if err != nil || len(s) < 2 || s[0] != '-' || s[1] == ']' {
		return RuneRange{first, first}, s, err
	}
	last, s, err := classLetter(s[1:])
	if err == nil && last < first {
		err = ErrGlobRange
	}
	return RuneRange{first, last}, s, err
}

func classLetter(s string) (rune, string, error) {
	r, size := value.DecodeRune(s)
	if r == '\\' {
		if s = s[size:]; s == "" {
			return 0, "", ErrGlobQuote
		}
		r, size = value.DecodeRune(s)
	}
	return r, s[size:], nil
}

// normalRanges sorts and merges.
func normalRanges(in []RuneRange) []RuneRange {
	sort.Slice(in, func(i, j int) bool { return in[i].First < in[j].First })
	out := in[:0]
	for _, r := range in {
		if n := len(out); n > 0 && r.First <= out[n-1].Last+1 {
			out[n-1].Last = max(out[n-1].Last, r.Last)
			continue
		}
		out = append(out, r)
	}
	return out
}

const maxRune = '\U0010FFFF'

func complement(in []RuneRange) []RuneRange {
	var out []RuneRange
	next := rune(0)
	for _, r := range in {
		if r.First > next {
			out = append(out, RuneRange{next, r.First - 1})
		}
		next = r.Last + 1
	}
	if next <= maxRune {
		out = append(out, RuneRange{next, maxRune})
	}
	return out
}

// matchesAny reports whether an item other than a star matches every letter.
func (it GlobItem) matchesAny() bool {
	return it.Kind == GlobOne ||
		it.Kind == GlobClass && len(it.Class) == 1 && it.Class[0] == RuneRange{0, maxRune}
}

// Literal returns the one text that the pattern matches, when it has no wildcard.
func (g *Glob) Literal() (string, bool) {
	var out []byte
	for _, it := range g.items {
		if it.Kind != GlobLetter {
			return "", false
		}
		out = value.AppendRune(out, it.Letter)
	}
	return string(out), true
}

// HasClass reports whether the pattern has a class in it.
func (g *Glob) HasClass() bool {
	for _, it := range g.items {
		if it.Kind == GlobClass {
			return true
		}
	}
	return false
}

// CoversNames reports whether the pattern matches every non-empty text: a star and at most one wildcard for a single
// letter. (A longer minimum misses the texts of one letter, and one letter that is fixed misses the others.)
func (g *Glob) CoversNames() bool {
	stars, ones := 0, 0
	for _, it := range g.items {
		switch {
		case it.Kind == GlobStar:
			stars++
		case it.matchesAny():
			ones++
		default:
			return false
		}
	}
	return stars > 0 && ones <= 1
}

// MatchesSomeName reports whether the pattern matches any non-empty text at all: it has an item, and no class of it
// is empty.
func (g *Glob) MatchesSomeName() bool {
	for _, it := range g.items {
		if it.Kind == GlobClass && len(it.Class) == 0 {
			return false
		}
	}
	return len(g.items) > 0
}
