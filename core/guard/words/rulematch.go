package words

import (
	"slices"
	"strings"
)

// Match is a place where a rule matches.
type Match struct {
	Family     string
	From, To   int // tokens
	Start, End int // code points of the text as written
}

// Reading is a text as rules read it: tokens, and where sentences begin.
type Reading struct {
	Tokens []Token
	starts []bool
}

// Layout says what begins a sentence beside . ! ? and white space.
type Layout uint8

// Lines: every line begins a sentence, and none goes on beyond its line.
// Flowing: line breaks are blanks. Paragraphs: an empty line begins one.
const (
	Lines Layout = iota
	Flowing
	Paragraphs
)

// NewReading lays tokens out.
func NewReading(tokens []Token, l Layout) *Reading {
	r := &Reading{Tokens: tokens, starts: make([]bool, len(tokens)+1)}
	for i, t := range tokens {
		r.starts[i] = i == 0 || l == Lines && t.Line || l == Paragraphs && t.Blank || t.Space && stops(tokens, i-1)
	}
	r.starts[len(tokens)] = true
	return r
}

// stops reports that the token ends a sentence: . ! ?, or a quote behind one.
func stops(tokens []Token, i int) bool {
	for i > 0 && (tokens[i].Text == "\"" || tokens[i].Text == "'" || tokens[i].Text == ")") {
		i--
	}
	return i >= 0 && isStop(tokens[i].Text)
}

func isStop(s string) bool { return s == "." || s == "!" || s == "?" || s == "…" }

// Unread is the family of a match that covers a whole reading: looking through
// it took more steps than are allowed, so that nobody knows what is in it.
const Unread = "unread"

// Find lists the matches of the rules whose family is wanted; one for each
// rule and place where it begins. A reading that is too intricate to be looked
// through is one match of Unread beside what was found.
func (rs *Rules) Find(r *Reading, wanted func(family string) bool) []Match {
	var out []Match
	steps := maxSteps(len(r.Tokens))
	for i := range r.Tokens {
		for _, list := range [2][]int{rs.heads[r.Tokens[i].Text], rs.stems} {
			for _, n := range list {
				rule := &rs.rules[n]
				if !wanted(rule.family) {
					continue
				}
				m := ruleMatcher{r: r, left: &steps}
				if end, ok := m.match(rule.items, i); ok && end > i {
					out = append(out, Match{rule.family, i, end, r.Tokens[i].Start, r.Tokens[end-1].End})
				}
			}
		}
	}
	if n := len(r.Tokens); steps < 0 {
		out = append(out, Match{Unread, 0, n, r.Tokens[0].Start, r.Tokens[n-1].End})
	}
	return out
}

// maxSteps is linear in the text, so that a long one can not hold up a
// decision.
func maxSteps(tokens int) int { return 400*tokens + 100_000 }

// maxRepeats is how often a repeatable item may stand in a row.
const maxRepeats = 6

// ruleMatcher matches the items of one rule, with backtracking over optional
// items and gaps.
type ruleMatcher struct {
	r    *Reading
	left *int
}

func (m *ruleMatcher) match(items []item, at int) (end int, ok bool) {
	if *m.left--; *m.left < 0 {
		return 0, false
	}
	if len(items) == 0 {
		return at, true
	}
	it := &items[0]
	switch it.kind {
	case startItem:
		return m.ifThen(m.begins(at, false), items[1:], at)
	case openItem:
		return m.ifThen(m.begins(at, true), items[1:], at)
	case gapItem:
		return m.gap(items, at)
	case numberItem, urlItem, wordItem:
		return m.one(items, at)
	}
	return 0, false
}

func (m *ruleMatcher) ifThen(ok bool, rest []item, at int) (int, bool) {
	if !ok {
		return 0, false
	}
	return m.match(rest, at)
}

// one matches an item that takes tokens: as many as it may, or else fewer.
func (m *ruleMatcher) one(items []item, at int) (int, bool) {
	it := &items[0]
	ends := [maxRepeats + 1]int{at}
	n, most := 0, 1
	if it.many {
		most = maxRepeats
	}
	for n < most {
		width := m.width(it, ends[n])
		if width == 0 {
			break
		}
		ends[n+1] = ends[n] + width
		n++
	}
	least := 1
	if it.optional {
		least = 0
	}
	for ; n >= least; n-- {
		if end, ok := m.match(items[1:], ends[n]); ok {
			return end, true
		}
	}
	return 0, false
}

func (m *ruleMatcher) gap(items []item, at int) (int, bool) {
	words := 0
	for ; at < len(m.r.Tokens); at++ {
		if end, ok := m.match(items[1:], at); ok {
			return end, true
		}
		if m.r.starts[at+1] {
			return 0, false
		}
		if m.r.Tokens[at].Word {
			if words++; words > items[0].n {
				return 0, false
			}
		}
	}
	return 0, false
}

// width is how many tokens the item takes at a place; 0 is none.
func (m *ruleMatcher) width(it *item, at int) int {
	if at >= len(m.r.Tokens) {
		return 0
	}
	t := &m.r.Tokens[at]
	switch it.kind {
	case numberItem:
		if t.Digit {
			return 1
		}
	case urlItem:
		return urlAt(m.r.Tokens[at:])
	case wordItem:
		if it.caps && !t.Caps {
			return 0
		}
		if it.words["#num"] && t.Digit || it.words[t.Text] || slices.ContainsFunc(it.stems, func(s string) bool { return strings.HasPrefix(t.Text, s) }) {
			return 1
		}
		if it.words["#url"] {
			return urlAt(m.r.Tokens[at:])
		}
	case gapItem, startItem, openItem:
	}
	return 0
}

// begins reports that a sentence begins at a token, also behind an opening
// quote or bracket; open adds places behind a colon and behind "and".
func (m *ruleMatcher) begins(at int, open bool) bool {
	for at > 0 && !m.r.starts[at] {
		prev := m.r.Tokens[at-1].Text
		if open && (prev == ":" || prev == "and" || prev == ";") {
			return true
		}
		if !strings.Contains("\"'([{*>-#", prev) {
			return false
		}
		at--
	}
	return true
}

// urlAt is how many tokens of a web address begin here: with a scheme, with
// www., or a host name with a known shape (letters behind the last dot).
func urlAt(ts []Token) int {
	text := func(i int) string {
		if i < len(ts) && (i == 0 || !ts[i].Space) {
			return ts[i].Text
		}
		return ""
	}
	if (text(0) == "http" || text(0) == "https") && text(1) == ":" && text(2) == "/" {
		return 3
	}
	if !ts[0].Word || text(1) != "." || len(ts) < 3 || ts[2].Space || !ts[2].Word {
		return 0
	}
	if ts[0].Text == "www" {
		return 3
	}
	last := []rune(ts[2].Text)
	if len(last) >= 2 && !ts[2].Digit {
		return 3
	}
	return 0
}
