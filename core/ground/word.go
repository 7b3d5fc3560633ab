package ground

import (
	"slices"
	"strings"
	"unicode"
)

// edges decides whether an occurrence of runes i to j stands for itself.
type edges func(rs []rune, i, j int) bool

// words are the occurrences of a value, or else of its short form, that pass
// the edges. They do not overlap.
func (t *Text) words(rs, want, short []rune, pass edges) []Span {
	var out []Span
	for i := 0; i < len(rs); {
		n := 0
		for _, w := range [][]rune{want, short} {
			if len(w) > 0 && startsWith(rs[i:], w) && pass(rs, i, i+len(w)) {
				n = len(w)
				break
			}
		}
		if n == 0 {
			i++
			continue
		}
		out = append(out, t.span(i, i+n))
		i += n
	}
	return out
}

func startsWith(rs, want []rune) bool {
	return len(rs) >= len(want) && slices.Equal(rs[:len(want)], want)
}

func anyEdges([]rune, int, int) bool { return true }

// joinsLeft and joinsRight are the characters that join a value to the word
// on their far side.
const (
	joinsLeft  = ".@-/:_+~\\&'"
	joinsRight = ".@-/:_+~\\&=%"
)

// tokenEdges: the occurrence neither continues a word on either side nor is
// joined to one, and a string of digits is no part of an identifier or of a
// row of numbers.
func tokenEdges(rs []rune, i, j int) bool {
	if i > 0 && (isWord(rs[i-1]) || joined(rs, i-1, -1, joinsLeft)) {
		return false
	}
	if j < len(rs) && (isWord(rs[j]) || joined(rs, j, 1, joinsRight)) {
		return false
	}
	return !allDigits(rs[i:j]) || !glued(rs, i, j)
}

// joined reports that rs[at] is one of the characters and a word is behind it
// in the given direction.
func joined(rs []rune, at, direction int, characters string) bool {
	far := at + direction
	return strings.ContainsRune(characters, rs[at]) && far >= 0 && far < len(rs) && isWord(rs[far])
}

// delimiters are what ends a value for the whole matcher, beside white space.
const delimiters = "\"'`()[]{}<>,;:!?"

// wholeEdges: the occurrence is delimited on both sides. A full stop behind it
// delimits when it ends a sentence.
func wholeEdges(rs []rune, i, j int) bool {
	return (i == 0 || delimits(rs[i-1])) && (j == len(rs) || delimits(rs[j]) || endsSentence(rs, j))
}

func delimits(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(delimiters, r) }

func endsSentence(rs []rune, at int) bool {
	return rs[at] == '.' && (at+1 == len(rs) || unicode.IsSpace(rs[at+1]))
}
