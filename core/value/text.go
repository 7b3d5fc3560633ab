package value

import "unicode/utf8"

// Texts are kept in generalized UTF-8: every code point, a lone surrogate included, is encoded by the rule of UTF-8.
// So nothing that JSON or Python can write is lost, and bytewise order is code point order.

const (
	surrogateMin = 0xD800
	surrogateMax = 0xDFFF
)

// IsSurrogate reports whether r is a lone surrogate, the one kind of code point that UTF-8 proper can not carry.
func IsSurrogate(r rune) bool { return r >= surrogateMin && r <= surrogateMax }

// DecodeRune returns the first code point of s and its length in bytes. Surrogates are code points. A byte that is
// not generalized UTF-8 counts as one utf8.RuneError of length 1; "" gives (utf8.RuneError, 0).
func DecodeRune(s string) (r rune, size int) {
	if s != "" && s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	r, size = utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 && len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2]&0xC0 == 0x80 {
		return surrogateMin | rune(s[1]&0x1F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, size
}

// DecodeLastRune is DecodeRune from the end of s.
func DecodeLastRune(s string) (r rune, size int) {
	if n := len(s); n >= 3 && s[n-3] == 0xED && s[n-2] >= 0xA0 {
		if r, size := DecodeRune(s[n-3:]); size == 3 {
			return r, size
		}
	}
	return utf8.DecodeLastRuneInString(s)
}

// AppendRune appends the encoding of r; surrogates are kept, anything beyond Unicode becomes utf8.RuneError.
func AppendRune(dst []byte, r rune) []byte {
	if IsSurrogate(r) {
		return append(dst, 0xED, byte(0x80|r>>6&0x3F), byte(0x80|r&0x3F))
	}
	return utf8.AppendRune(dst, r)
}

// RuneCount counts the code points of s, surrogates as one each: Python's len.
func RuneCount(s string) int {
	n := 0
	for i := 0; i < len(s); {
		size := 1
		if s[i] >= utf8.RuneSelf {
			_, size = DecodeRune(s[i:])
		}
		i += size
		n++
	}
	return n
}

// RuneAt returns the code point of s with index i (from 0), as a text of its own.
func RuneAt(s string, i int) (string, bool) {
	for ; s != ""; i-- {
		_, size := DecodeRune(s)
		if i == 0 {
			return s[:size], true
		}
		s = s[size:]
	}
	return "", false
}

// Lower replaces the letters A–Z by a–z and nothing else.
func Lower(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			return lowerFrom([]byte(s), i)
		}
	}
	return s
}

func lowerFrom(b []byte, i int) string {
	for ; i < len(b); i++ {
		if b[i] >= 'A' && b[i] <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}
