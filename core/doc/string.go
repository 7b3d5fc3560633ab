package doc

import (
	"strings"
	"unicode/utf8"

	"planproof/core/value"
)

// smartQuotes are the typographic quotes that word processors and models put around strings.
var smartQuotes = []string{"“", "”", "„", "‟"}

// quoteAt returns the quote that s starts with, or "".
func quoteAt(s string) string {
	if s == "" {
		return ""
	}
	if s[0] == '"' || s[0] == '\'' {
		return s[:1]
	}
	for _, q := range smartQuotes {
		if strings.HasPrefix(s, q) {
			return q
		}
	}
	return ""
}

// quotes returns the range of the content of a literal; a literal without quotes is its own content.
func quotes(literal string) (start, end int) {
	q := quoteAt(literal)
	if q == "" || len(literal) < 2*len(q) {
		return 0, len(literal)
	}
	return len(q), len(literal) - len(q)
}

// unit returns the bytes that the code point or escape at i takes, written and decoded.
func unit(s string, i int) (written, decoded int) {
	switch c := s[i]; {
	case c == '\\':
		r, size := escape(s[i:])
		return size, runeBytes(r)
	case c < utf8.RuneSelf:
		return 1, 1
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return size, size
}

// runeBytes is the length of value.AppendRune's output.
func runeBytes(r rune) int {
	if value.IsSurrogate(r) {
		return 3
	}
	return utf8.RuneLen(r)
}

// unescape decodes the content of a literal whose escapes the scanner has checked.
func unescape(s string) string {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	out := append(make([]byte, 0, len(s)), s[:i]...)
	for i < len(s) {
		r, size := escape(s[i:])
		out = value.AppendRune(out, r)
		rest := s[i+size:]
		n := strings.IndexByte(rest, '\\')
		if n < 0 {
			n = len(rest)
		}
		out = append(out, rest[:n]...)
		i += size + n
	}
	return string(out)
}

// escape decodes the escape that s starts with; size 0 means that it is none. The two halves of a surrogate pair are
// one escape; a lone surrogate stays itself. \', \xHH and \UHHHHHHHH are Python's, which only the tolerant scanner lets
// pass.
func escape(s string) (r rune, size int) {
	if len(s) < 2 {
		return 0, 0
	}
	switch s[1] {
	case '"', '\\', '/', '\'':
		return rune(s[1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		return unicodeEscape(s)
	case 'x':
		return hexEscape(s, 2)
	case 'U':
		return hexEscape(s, 8)
	}
	return 0, 0
}

func unicodeEscape(s string) (rune, int) {
	high, size := hexEscape(s, 4)
	if size == 0 || high < 0xD800 || high > 0xDBFF || !strings.HasPrefix(s[size:], `\u`) {
		return high, size
	}
	low, more := hexEscape(s[size:], 4)
	if more == 0 || low < 0xDC00 || low > 0xDFFF {
		return high, size
	}
	return 0x10000 + (high-0xD800)<<10 + (low - 0xDC00), size + more
}

// hexEscape reads n hexadecimal digits behind the two bytes of the escape.
func hexEscape(s string, n int) (rune, int) {
	if len(s) < 2+n {
		return 0, 0
	}
	r := rune(0)
	for _, c := range []byte(s[2 : 2+n]) {
		d := hexDigit(c)
		if d < 0 || r > utf8.MaxRune>>4 {
			return 0, 0
		}
		r = r<<4 | rune(d)
	}
	if r > utf8.MaxRune || n == 8 && value.IsSurrogate(r) {
		return 0, 0
	}
	return r, 2 + n
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
