package palette

import (
	"slices"
	"strings"
	"unicode"
)

// hit is an entry that fits, with the letters that were found.
type hit struct {
	entry *entry
	runes []rune // of the words
	at    []int  // places in runes
	score int
}

// search lists the entries that have the letters of the query in its order,
// the best first; entries that fit as well stay in their order. Blanks of the
// query do not count.
func search(entries []entry, query string) []hit {
	var out []hit
	letters := []rune(strings.ToLower(strings.Join(strings.Fields(query), "")))
	for i := range entries {
		if h, ok := match(&entries[i], letters); ok {
			out = append(out, h)
		}
	}
	slices.SortStableFunc(out, func(a, b hit) int { return b.score - a.score })
	return out
}

// farthest is how far apart scattered letters may lie, for each of them.
const farthest = 4

// match looks for the letters, first as one piece at the beginning of a word,
// then as one piece anywhere, then scattered. What is found in the words
// outranks what is found in the kind alone.
func match(e *entry, letters []rune) (hit, bool) {
	h := hit{entry: e, runes: []rune(e.words)}
	if len(letters) == 0 {
		return h, true
	}
	lower := []rune(strings.ToLower(e.words))
	if len(lower) != len(h.runes) { // letters whose lower case is longer
		lower = h.runes
	}
	if at, start := piece(lower, letters); at >= 0 {
		for i := range letters {
			h.at = append(h.at, at+i)
		}
		h.score = 300 - min(at, 99)
		if start {
			h.score += 300
		}
		return h, true
	}
	if h.at = scattered(lower, letters); h.at != nil {
		if spread := h.at[len(h.at)-1] - h.at[0]; spread <= farthest*len(letters) {
			h.score = 100 - min(spread, 99)
			return h, true
		}
		h.at = nil
	}
	return h, strings.HasPrefix(e.kind, string(letters))
}

// piece finds the letters in one piece, ignoring blanks in between, and
// prefers the beginning of a word.
func piece(text, letters []rune) (at int, start bool) {
	at = -1
	for i := 0; i+len(letters) <= len(text); i++ {
		if !slices.Equal(text[i:i+len(letters)], letters) {
			continue
		}
		if i == 0 || !unicode.IsLetter(text[i-1]) && !unicode.IsDigit(text[i-1]) {
			return i, true
		}
		if at < 0 {
			at = i
		}
	}
	return at, false
}

// scattered finds the letters one after the other: each as early as it can be
// once the last one is fixed, so that they lie close together.
func scattered(text, letters []rune) []int {
	at := make([]int, len(letters))
	next := 0
	for i, c := range letters {
		n := slices.Index(text[next:], c)
		if n < 0 {
			return nil
		}
		at[i] = next + n
		next = at[i] + 1
	}
	for i := len(at) - 2; i >= 0; i-- {
		for j := at[i+1] - 1; j > at[i]; j-- {
			if text[j] == letters[i] {
				at[i] = j
				break
			}
		}
	}
	return at
}
