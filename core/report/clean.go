package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"planproof/core/value"
)

// clean makes a text harmless on one line: control characters (a terminal
// obeys them), line breaks, invisible and direction-changing characters (they
// make a text look like another one) and lone surrogates are written as
// escapes. Everything else stays as it is.
func clean(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= 0x7F {
			return cleanFrom(s, i)
		}
	}
	return s
}

func cleanFrom(s string, from int) string {
	var b strings.Builder
	b.WriteString(s[:from])
	for i := from; i < len(s); {
		g, size := glyphAt(s[i:])
		b.WriteString(g)
		i += size
	}
	return b.String()
}

// glyphAt is what stands for the first code point of s, and its size in s.
func glyphAt(s string) (glyph string, size int) {
	r, size := value.DecodeRune(s)
	switch {
	case r == utf8.RuneError && size <= 1:
		return fmt.Sprintf(`\x%02x`, s[0]), max(size, 1)
	case !hidden(r):
		return s[:size], size
	case r == '\n':
		return `\n`, size
	case r == '\r':
		return `\r`, size
	case r == '\t':
		return `\t`, size
	case r > 0xFFFF:
		return fmt.Sprintf(`\U%08x`, r), size
	}
	return fmt.Sprintf(`\u%04x`, r), size
}

// hidden reports whether a code point does not show as itself: controls (Cc),
// formats such as joiners and direction marks (Cf), separators (Zl, Zp),
// surrogates, private use, and blanks other than the common ones.
func hidden(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7F
	}
	return value.IsSurrogate(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) ||
		r == 0x034F || r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0 || r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF
}

// wide has the East Asian wide and emoji blocks (Unicode UAX 11), by first and
// last code point: such characters take two cells of a terminal.
var wide = [][2]rune{
	{0x1100, 0x115F}, {0x231A, 0x231B}, {0x2329, 0x232A}, {0x23E9, 0x23EC}, {0x2E80, 0x303E}, {0x3041, 0x33FF},
	{0x3400, 0x4DBF}, {0x4E00, 0xA4CF}, {0xA960, 0xA97F}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F},
	{0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x1FA70, 0x1FAFF},
	{0x20000, 0x3FFFD},
}

// cells is how many cells of a terminal a visible code point takes.
func cells(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	}
	for _, block := range wide {
		if r >= block[0] && r <= block[1] {
			return 2
		}
	}
	return 1
}

// width is how many cells a cleaned text takes.
func width(s string) int {
	n := 0
	for _, r := range s {
		n += cells(r)
	}
	return n
}

// pad fills a cleaned text up to n cells.
func pad(s string, n int) string {
	if w := width(s); w < n {
		return s + strings.Repeat(" ", n-w)
	}
	return s
}
