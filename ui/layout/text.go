package layout

import (
	"strings"
	"unicode/utf8"
)

// Font is a face and size of the page's stylesheet.
type Font struct {
	Mono bool
	Size float64
}

// The fonts of the drawings.
var (
	FontTool  = Font{true, 12}
	FontArgs  = Font{true, 11}
	FontBind  = Font{true, 11.5}
	FontLabel = Font{false, 11}
	FontState = Font{false, 13}
)

// monoAdvance is the widest advance of the mono faces that the stylesheet
// names, in em; bold has the same.
const monoAdvance = 0.605

// sansAdvance has the advance of the printable ASCII letters in thousandths of
// an em, for the widest of the common sans faces.
var sansAdvance = [95]int16{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// Width is an upper estimate of the width of s in a font.
func Width(s string, f Font) float64 {
	em := 0.0
	for _, r := range s {
		em += advance(r, f.Mono)
	}
	return em * f.Size
}

func advance(r rune, mono bool) float64 {
	switch {
	case r < ' ' || r == 0x7f:
		return 0
	case r >= 0x1100 && wide(r):
		return 1.25
	case mono:
		return monoAdvance
	case r <= '~':
		// Semibold runs about a sixteenth wider than regular.
		return float64(sansAdvance[r-' ']) / 1000 * 1.06
	default:
		return 0.8
	}
}

// wide tells the letters that take two columns.
func wide(r rune) bool {
	return r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 ||
		r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 ||
		r >= 0x1f300 && r <= 0x1faff || r >= 0x20000
}

// Clip shortens s to at most n letters, the last one an ellipsis.
func Clip(s string, n int) string {
	s = strings.Map(printable, s)
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	i := 0
	for k := 0; k < n-1; k++ {
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s[:i] + "…"
}

// printable keeps a drawing on its lines whatever the document contains.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
		return '·'
	}
	return r
}

// wrap breaks words into lines no wider than width; a word that is wider has
// a line of its own.
func wrap(words []string, f Font, width float64) []string {
	var lines []string
	space := Width(" ", f)
	line, used := "", 0.0
	for _, w := range words {
		ww := Width(w, f)
		if line != "" && used+space+ww > width {
			lines = append(lines, line)
			line, used = "", 0
		}
		if line != "" {
			line += " "
			used += space
		}
		line += w
		used += ww
	}
	return append(lines, line)
}

func widest(words []string, f Font) float64 {
	w := 0.0
	for _, s := range words {
		w = max(w, Width(s, f))
	}
	return w
}
