package cond

import (
	"strings"

	"planproof/core/value"
)

// number reads a number. Python lets a keyword follow directly (1and x), but no other letter.
func (l *lexer) number() token {
	start := l.pos
	l.pos += numberLen(l.rest())
	text := l.src[start:l.pos]
	if l.pos < l.end && l.src[l.pos]|0x20 == 'j' {
		l.fail(KindGrammar, start, l.pos+1, "complex numbers are outside the condition language")
	} else if n := nameLen(l.rest()); n > 0 && !mayFollowNumber(l.rest()) {
		l.fail(KindSyntax, start, l.pos+n, "`"+clip(text+l.rest()[:n])+"` is not a number, and a name does not start with a digit")
	}
	num, err := value.ParseNumber(text)
	switch err {
	case nil:
		return token{kind: tokNumber, pos: start, end: start + len(text), number: num}
	case value.ErrLimit:
		l.fail(KindLimit, start, start+len(text), err.Error())
	default:
		l.fail(KindSyntax, start, start+len(text), badNumber(text))
	}
	return token{kind: tokEOF, pos: l.end, end: l.end}
}

func badNumber(text string) string {
	if len(text) > 1 && text[0] == '0' && isDigit(text[1]) {
		return "`" + clip(text) + "` starts with a zero: write the number without it, or 0o for base 8"
	}
	return "`" + clip(text) + "` is not a number"
}

// numberLen returns how much of s belongs to a number: digits, letters of a base, point and exponent. What comes out
// may still be malformed; value.ParseNumber decides.
func numberLen(s string) int {
	if len(s) > 1 && s[0] == '0' && strings.IndexByte("xXoObB", s[1]) >= 0 {
		i := 2
		for i < len(s) && (isDigit(s[i]) || s[i] == '_' || (s[1]|0x20 == 'x' && s[i]|0x20 >= 'a' && s[i]|0x20 <= 'f')) {
			i++
		}
		return i
	}
	i := digitsLen(s)
	if i < len(s) && s[i] == '.' {
		i++
		i += digitsLen(s[i:])
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if n := digitsLen(s[j:]); n > 0 && isDigit(s[j]) {
			i = j + n
		}
	}
	return i
}

func digitsLen(s string) int {
	i := 0
	for i < len(s) && (isDigit(s[i]) || s[i] == '_') {
		i++
	}
	return i
}

func mayFollowNumber(s string) bool {
	for _, k := range []string{"and", "or", "in", "is", "not", "if", "else", "for"} {
		if strings.HasPrefix(s, k) {
			return true
		}
	}
	return false
}

// clip shortens what is quoted in a message: to its first line, and to 40 bytes.
func clip(s string) string {
	const most = 40
	if i := strings.IndexAny(s, "\n\r"); i >= 0 {
		return clip(s[:i]) + "…"
	}
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && s[cut]&0xC0 == 0x80 {
		cut--
	}
	return s[:cut] + "…"
}
