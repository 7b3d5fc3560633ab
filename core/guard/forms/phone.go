package forms

import (
	"strings"
	"unicode"
)

// Phone is a telephone number as its digits, with a + before an international
// one; ok says that it has at least seven digits and nothing else but
// separators.
func Phone(s string) (digits string, ok bool) {
	text := []rune(strings.TrimSpace(s))
	end, digits := phoneAt(text, 0)
	return digits, end == len(text) && len(strings.TrimPrefix(digits, "+")) >= 7
}

// FindPhone finds a number of the form that Phone returns.
func FindPhone(text []rune, digits string) []Span {
	var out []Span
	for i := 0; i < len(text); i++ {
		if i > 0 && (isAlnum(text[i-1]) || text[i-1] == '+') {
			continue
		}
		end, found := phoneAt(text, i)
		if found == digits && found != "" {
			out = append(out, Span{Start: i, End: end})
			i = end
		}
	}
	return out
}

// phoneAt reads the longest number at a position: its end and its digits.
func phoneAt(text []rune, at int) (end int, digits string) {
	var b strings.Builder
	end = at
	for i := at; i < len(text); i++ {
		r := text[i]
		switch {
		case unicode.IsDigit(r):
			b.WriteRune(r)
			end = i + 1
		case r == '+' && b.Len() == 0:
			b.WriteByte('+')
		case r == '(' || r == ')' || r == '-' || r == '.' || r == '/' || r == ' ' || r == 0xA0:
			if b.Len() == 0 && r != '(' {
				return at, ""
			}
		default:
			i = len(text)
		}
	}
	if end < len(text) && unicode.IsLetter(text[end]) {
		return at, ""
	}
	digits = b.String()
	if rest, ok := strings.CutPrefix(digits, "00"); ok {
		digits = "+" + rest
	}
	return end, digits
}
