package ground

import (
	"unicode"

	"planproof/core/value"
)

// Span is a part of a text in code points; End is exclusive.
type Span struct{ Start, End int }

// Text is a text prepared for searches: without format characters (Unicode
// Cf), and every space separator (Zs) a plain space.
type Text struct {
	written string
	runes   []rune
	at      []int // where runes[i] is written, in code points
	folded  []rune
}

// NewText prepares a text. It may be searched any number of times.
func NewText(written string) *Text {
	t := &Text{written: written}
	for i, n := 0, 0; i < len(written); n++ {
		r, size := value.DecodeRune(written[i:])
		i += size
		if unicode.Is(unicode.Cf, r) {
			continue
		}
		t.runes = append(t.runes, plainSpace(r))
		t.at = append(t.at, n)
	}
	return t
}

// Written is the text as it was given.
func (t *Text) Written() string { return t.written }

// Quote is the part of the text that a span names, as written.
func (t *Text) Quote(s Span) string {
	start := byteOffset(t.written, s.Start)
	return t.written[start : start+byteOffset(t.written[start:], s.End-s.Start)]
}

// byteOffset is where code point n of s begins; the end of s when it has
// fewer.
func byteOffset(s string, n int) int {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		_, size := value.DecodeRune(s[at:])
		at += size
	}
	return at
}

// span is the written place of the runes from i to j, which are at least one.
func (t *Text) span(i, j int) Span { return Span{t.at[i], t.at[j-1] + 1} }

// fold are the runes as nocase reads them.
func (t *Text) fold() []rune {
	if t.folded == nil {
		t.folded = make([]rune, len(t.runes))
		for i, r := range t.runes {
			t.folded[i] = foldRune(r)
		}
	}
	return t.folded
}

// read is a value as matchers read it.
func read(s string) []rune { return NewText(s).runes }

func plainSpace(r rune) rune {
	if unicode.Is(unicode.Zs, r) {
		return ' '
	}
	return r
}

// foldRune lower-cases a letter whose lower case is one letter, and makes
// typographic dashes, minus signs and quotes plain.
func foldRune(r rune) rune {
	switch {
	case r < 0x80:
		return unicode.ToLower(r)
	case r == 0x130: // its lower case is an i and a combining dot
		return r
	case r >= 0x2010 && r <= 0x2015, r == 0x2212, r == 0xFE58, r == 0xFE63, r == 0xFF0D:
		return '-'
	case r >= 0x2018 && r <= 0x201B:
		return '\''
	case r >= 0x201C && r <= 0x201F:
		return '"'
	}
	return unicode.ToLower(r)
}

// isWord reports what continues a word: letters, numbers, combining marks and
// the underscore.
func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

func isAlnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

func isBlank(rs []rune) bool {
	for _, r := range rs {
		if !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}
