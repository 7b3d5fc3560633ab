package forms

import (
	"slices"
	"strings"
	"unicode"
)

// IBAN is an account number without spaces and hyphens, in capitals; ok says
// that it has the shape and the check digits of ISO 13616.
func IBAN(s string) (iban string, ok bool) {
	var b strings.Builder
	for _, r := range s {
		if r == ' ' || r == '-' || r == 0xA0 || r == 0x202F {
			continue
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	iban = b.String()
	return iban, len(iban) >= 15 && len(iban) <= 34 && hasShape(iban) && checksum(iban) == 1
}

func hasShape(s string) bool {
	for i := 0; i < len(s); i++ {
		digit, letter := s[i] >= '0' && s[i] <= '9', s[i] >= 'A' && s[i] <= 'Z'
		if i < 2 && !letter || i >= 2 && i < 4 && !digit || !digit && !letter {
			return false
		}
	}
	return true
}

// checksum is the number modulo 97 with its first four characters at the end
// and letters as 10 to 35.
func checksum(s string) int {
	n := 0
	for _, c := range []byte(s[4:] + s[:4]) {
		if c <= '9' {
			n = (n*10 + int(c-'0')) % 97
		} else {
			n = (n*100 + int(c-'A') + 10) % 97
		}
	}
	return n
}

// FindIBAN finds an account number in any grouping.
func FindIBAN(text []rune, iban string) []Span {
	var out []Span
	for i := range text {
		if end, ok := ibanAt(text, i, iban); ok {
			out = append(out, Span{Start: i, End: end})
		}
	}
	return out
}

// ibanAt matches an account number from a position; single spaces and hyphens
// may stand inside.
func ibanAt(text []rune, at int, iban string) (int, bool) {
	if at > 0 && isAlnum(text[at-1]) {
		return 0, false
	}
	n := 0
	for at < len(text) && n < len(iban) {
		r := unicode.ToUpper(text[at])
		switch {
		case r == rune(iban[n]):
			n++
		case n > 0 && isGroupMark(r) && at+1 < len(text) && isAlnum(text[at+1]) && isAlnum(text[at-1]):
		default:
			return 0, false
		}
		at++
	}
	return at, n == len(iban) && (at == len(text) || !isAlnum(text[at]))
}

func isGroupMark(r rune) bool { return r == ' ' || r == '-' || r == 0xA0 || r == 0x202F }

// Accounts finds everything that has the shape of an account number, whatever
// its check digits.
func Accounts(text []rune) []Span {
	var out []Span
	for i := 0; i < len(text); i++ {
		if i > 0 && isAlnum(text[i-1]) || !isAlnum(text[i]) {
			continue
		}
		if end := accountEnd(text, i); end > i {
			out = append(out, Span{Start: i, End: end})
			i = end
		}
	}
	return out
}

// accountEnd is the end of the account number at a position: two letters, two
// digits, and at least eleven letters or digits more, of which groups behind
// the first have at most four. A number written in one run ends with it, one
// in groups where its check digits are right. The position itself when there
// is none.
func accountEnd(text []rune, at int) int {
	if at+4 > len(text) || !capital(text[at]) || !capital(text[at+1]) || !unicode.IsDigit(text[at+2]) || !unicode.IsDigit(text[at+3]) {
		return at
	}
	n, end := 0, at
	for i := at; i < len(text) && n < 34; i++ {
		switch {
		case capital(text[i]) || unicode.IsDigit(text[i]):
			n++
			end = i + 1
		case isGroupMark(text[i]) && i+1 < len(text) && grouped(text, i+1) && !complete(text[at:i]):
		default:
			i = len(text)
		}
	}
	if n < 15 || end < len(text) && isAlnum(text[end]) {
		return at
	}
	return end
}

// complete: an account number needs no more groups.
func complete(text []rune) bool {
	if len(text) < 15 {
		return false
	}
	_, ok := IBAN(string(text))
	return ok || !slices.ContainsFunc(text, isGroupMark)
}

// grouped: a group of at most four capitals and digits, at least one of them a
// digit.
func grouped(text []rune, at int) bool {
	n, digits := 0, 0
	for ; at < len(text) && isAlnum(text[at]); at++ {
		if !capital(text[at]) && !unicode.IsDigit(text[at]) {
			return false
		}
		if n++; unicode.IsDigit(text[at]) {
			digits++
		}
	}
	return n > 0 && n <= 4 && digits > 0
}

func capital(r rune) bool { return r >= 'A' && r <= 'Z' }
