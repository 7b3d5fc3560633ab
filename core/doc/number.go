package doc

import (
	"errors"
	"strconv"
	"strings"

	"planproof/core/value"
)

// number reads a number by the grammar of JSON.
func (s *scanner) number() (node, *Error) {
	start := s.pos
	i := start
	if s.text[i] == '-' {
		i++
	}
	whole := digitsEnd(s.text, i)
	if whole == i {
		return node{}, s.noDigits(start, "a number needs a digit after `-`")
	}
	if s.text[i] == '0' && whole > i+1 {
		return node{}, s.fail(start, whole, "a number with a leading zero", "write it without the zero, or as text in quotes")
	}
	i = whole
	if i < len(s.text) && s.text[i] == '.' {
		frac := digitsEnd(s.text, i+1)
		if frac == i+1 {
			return node{}, s.noDigits(start, "a number needs a digit after `.`")
		}
		i = frac
	}
	if i < len(s.text) && s.text[i]|0x20 == 'e' {
		digits := i + 1
		if digits < len(s.text) && (s.text[digits] == '+' || s.text[digits] == '-') {
			digits++
		}
		if i = digitsEnd(s.text, digits); i == digits {
			return node{}, s.noDigits(start, "a number needs a digit in its exponent")
		}
	}
	if i < len(s.text) && isWordByte(s.text[i]) {
		return node{}, s.noDigits(start, "not a number of JSON")
	}
	s.pos = i
	return node{Range: Range{int32(start), int32(i)}, kind: numberKind}, nil
}

func digitsEnd(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

func (s *scanner) noDigits(start int, message string) *Error {
	end := start
	for end < len(s.text) && (isWordByte(s.text[end]) || strings.IndexByte("+-.", s.text[end]) >= 0) {
		end++
	}
	return s.fail(start, end, message+": `"+short(s.text[start:end])+"`", "JSON writes numbers like 7, -0.5 and 2e10; text needs quotes")
}

var (
	errTooLarge = errors.New("a number too large for JSON: beyond the range of a double")
	errTooLong  = errors.New("a number with more than 1,000 digits or an exponent beyond ±1,000")
)

// parseNumber reads the text of a JSON number exactly. Integers may have any size up to 1,000 digits; a number with a
// fraction or an exponent must be finite as a double, because that is what every other reader makes of it: 1e999 would
// be infinite there, and JSON has no infinity.
func parseNumber(text string) (value.Number, error) {
	n, err := value.ParseNumber(text)
	if err != nil {
		return n, errTooLong
	}
	if strings.ContainsAny(text, ".eE") {
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			return n, errTooLarge
		}
	}
	return n, nil
}

// smallNumbers are the numbers up to three digits, ready in an interface: a list of millions of them is then no list of
// millions of allocations. Longer numbers are fewer in a document of bounded size.
var smallNumbers = func() (table [1000]value.Value) {
	for i := range table {
		table[i] = value.Int(int64(i))
	}
	return table
}()

// smallNumber returns the number when its text is 0 to 999.
func smallNumber(text string) (value.Value, bool) {
	n := 0
	for i := 0; i < len(text); i++ {
		d := text[i] - '0'
		if d > 9 || i == 3 {
			return nil, false
		}
		n = n*10 + int(d)
	}
	return smallNumbers[n], true
}
