package ground

import (
	"strings"
	"unicode"
)

// glues are the characters that make a number part of an identifier.
const glues = ".@-/:_"

// glued reports that the digits from i to j are part of something longer:
// joined to a letter or digit, or one space away from a run of letters and
// digits that has a digit, as in an IBAN or a row of numbers.
func glued(rs []rune, i, j int) bool {
	return gluedAt(rs, i-1, -1) || gluedAt(rs, j, 1)
}

func gluedAt(rs []rune, at, direction int) bool {
	far := at + direction
	if at < 0 || at >= len(rs) || far < 0 || far >= len(rs) {
		return false
	}
	if strings.ContainsRune(glues, rs[at]) {
		return isAlnum(rs[far])
	}
	if rs[at] != ' ' {
		return false
	}
	for ; far >= 0 && far < len(rs) && isAlnum(rs[far]); far += direction {
		if unicode.IsDigit(rs[far]) {
			return true
		}
	}
	return false
}
