package smt

import (
	"strings"
	"unicode/utf8"
)

// maxRune is the largest code point; there are maxRune+1 letters.
const maxRune = 0x10FFFF

// decodeRune reads one code point of generalized UTF-8: like utf8, but a
// surrogate in three-byte form is itself. An invalid byte is U+FFFD of size 1.
func decodeRune(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xED &&
		s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return rune(s[0]&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, n
}

// appendRune is the inverse of decodeRune.
func appendRune(dst []byte, r rune) []byte {
	if 0xD800 <= r && r <= 0xDFFF {
		return append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(dst, r)
}

// runesOf returns the code points of s.
func runesOf(s string) []rune {
	if utf8.ValidString(s) {
		return []rune(s)
	}
	out := make([]rune, 0, len(s))
	for s != "" {
		r, n := decodeRune(s)
		out = append(out, r)
		s = s[n:]
	}
	return out
}

// textOf is the inverse of runesOf.
func textOf(rs []rune) string {
	b := make([]byte, 0, len(rs))
	for _, r := range rs {
		b = appendRune(b, r)
	}
	return string(b)
}

// runeCount returns the number of code points of s.
func runeCount(s string) int {
	n := 0
	for s != "" {
		if s[0] < utf8.RuneSelf {
			s = s[1:]
		} else {
			_, k := decodeRune(s)
			s = s[k:]
		}
		n++
	}
	return n
}

// lowerRune maps A-Z to a-z and nothing else.
func lowerRune(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// upperRune maps a-z to A-Z and nothing else.
func upperRune(r rune) rune {
	if isLowerLetter(r) {
		return r - 'a' + 'A'
	}
	return r
}

func isLowerLetter(r rune) bool { return 'a' <= r && r <= 'z' }

func isASCIILetter(r rune) bool { return isLowerLetter(lowerRune(r)) }

// lowerText is lowerRune on every letter.
func lowerText(s string) string {
	for i := 0; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				b[i] = byte(lowerRune(rune(b[i])))
			}
			return string(b)
		}
	}
	return s
}

// hasAt reports whether s contains '@'.
func hasAt(s string) bool { return strings.IndexByte(s, '@') >= 0 }

// domOK reports whether s is exactly one address: p@d with non-empty p and d,
// one '@' and no letter for which bad holds.
func domOK(s string, bad func(rune) bool) bool {
	i := strings.IndexByte(s, '@')
	if i <= 0 || i == len(s)-1 || strings.LastIndexByte(s, '@') != i {
		return false
	}
	for s != "" {
		r, n := decodeRune(s)
		if bad(r) {
			return false
		}
		s = s[n:]
	}
	return true
}

// domTotal is the total domain function: lower(s) without '@', the lower-cased
// part after the '@' of an address, "" for anything else.
func domTotal(s string, bad func(rune) bool) string {
	i := strings.IndexByte(s, '@')
	if i < 0 {
		return lowerText(s)
	}
	if domOK(s, bad) {
		return lowerText(s[i+1:])
	}
	return ""
}
