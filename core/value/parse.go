package value

import (
	"math/big"
	"strconv"
	"strings"
)

// ParseNumber reads a JSON number or a Python number literal: an optional minus sign, then decimal digits with
// optional point, exponent and single underscores between digits, or 0x, 0o, 0b and digits of that base. It keeps a
// text that is a JSON number as it is. Errors: ErrNumber, ErrLimit.
func ParseNumber(text string) (Number, error) {
	if n, ok := parseSmall(text); ok {
		return n, nil
	}
	body, neg := strings.CutPrefix(text, "-")
	if len(body) > 2 && body[0] == '0' && strings.IndexByte("xXoObB", body[1]) >= 0 {
		return parseBase(body, neg)
	}
	mantissa, point, exp, err := scanDecimal(body)
	if err != nil {
		return Number{}, err
	}
	n, err := fromDecimal(mantissa, exp-point, neg)
	if err != nil {
		return Number{}, err
	}
	if n.canonicalText() != text && isJSONNumber(text) {
		n = n.withText(text)
	}
	return n, nil
}

// parseSmall reads the canonical text of a number of at most 18 digits without allocating.
func parseSmall(text string) (Number, bool) {
	digits, neg := strings.CutPrefix(text, "-")
	if len(digits) == 0 || len(digits) > 18 || (digits[0] == '0' && (len(digits) > 1 || neg)) {
		return Number{}, false
	}
	var n int64
	for i := 0; i < len(digits); i++ {
		d := digits[i] - '0'
		if d > 9 {
			return Number{}, false
		}
		n = n*10 + int64(d)
	}
	if neg {
		n = -n
	}
	return Int(n), true
}

func parseBase(body string, neg bool) (Number, error) {
	base := map[byte]int{'x': 16, 'o': 8, 'b': 2}[body[1]|0x20]
	digits, rest := scanDigits(strings.TrimPrefix(body[2:], "_"), base)
	if digits == "" || rest != "" {
		return Number{}, ErrNumber
	}
	if len(digits) > 4*MaxDigits { // 2^3322 has 1,001 decimal digits
		return Number{}, ErrLimit
	}
	coef, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return Number{}, ErrNumber
	}
	if tooLong(coef) {
		return Number{}, ErrLimit
	}
	if neg {
		coef.Neg(coef)
	}
	return normal(coef, 0)
}

// scanDecimal takes a decimal apart: its digits without the point, how many of them stand after the point, and the
// exponent.
func scanDecimal(s string) (mantissa string, point, exp int, err error) {
	whole, rest := scanDigits(s, 10)
	mantissa, isFloat := whole, false
	if strings.HasPrefix(rest, ".") {
		var frac string
		frac, rest = scanDigits(rest[1:], 10)
		mantissa, point, isFloat = whole+frac, len(frac), true
	}
	if mantissa == "" {
		return "", 0, 0, ErrNumber
	}
	if rest != "" && rest[0]|0x20 == 'e' {
		isFloat = true
		if exp, err = scanExponent(rest[1:]); err != nil {
			return "", 0, 0, err
		}
		rest = ""
	}
	// Python refuses 01 but takes 00 and 01.5.
	if rest != "" || (!isFloat && len(whole) > 1 && whole[0] == '0' && strings.Trim(whole, "0") != "") {
		return "", 0, 0, ErrNumber
	}
	if len(strings.TrimLeft(whole, "0"))+point > MaxDigits {
		return "", 0, 0, ErrLimit
	}
	return mantissa, point, exp, nil
}

func scanExponent(s string) (int, error) {
	sign := 1
	if s != "" && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	digits, rest := scanDigits(s, 10)
	if digits == "" || rest != "" {
		return 0, ErrNumber
	}
	digits = strings.TrimLeft(digits, "0")
	if len(digits) > 4 {
		return 0, ErrLimit
	}
	exp, _ := strconv.Atoi("0" + digits)
	if exp > MaxExponent {
		return 0, ErrLimit
	}
	return sign * exp, nil
}

// scanDigits reads digits of the base with single underscores between them; it returns the digits alone.
func scanDigits(s string, base int) (digits, rest string) {
	clean := true
	i := 0
	for i < len(s) {
		if s[i] == '_' && i > 0 && s[i-1] != '_' && i+1 < len(s) && digitOf(s[i+1]) < base {
			clean = false
		} else if digitOf(s[i]) >= base {
			break
		}
		i++
	}
	digits, rest = s[:i], s[i:]
	if !clean {
		digits = strings.ReplaceAll(digits, "_", "")
	}
	return digits, rest
}

func digitOf(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return 99
}

// fromDecimal makes the number; a readable text is within the limits of the text, so the value may have up to
// MaxDigits more in its exponent than a result of arithmetic may.
func fromDecimal(mantissa string, exp int, neg bool) (Number, error) {
	trimmed := strings.TrimRight(mantissa, "0")
	exp += len(mantissa) - len(trimmed)
	coef, ok := new(big.Int).SetString("0"+trimmed, 10)
	if !ok {
		return Number{}, ErrNumber
	}
	if coef.Sign() == 0 {
		return Number{}, nil
	}
	if neg {
		coef.Neg(coef)
	}
	if n, err := normal(coef, exp); err == nil {
		return n, nil
	}
	return Number{wide: &wide{coef: coef, exp: exp}}, nil
}

func (n Number) canonicalText() string {
	if n.isSmall() {
		return strconv.FormatInt(n.small, 10)
	}
	return canonical(n.wide.coef, n.wide.exp)
}

func (n Number) withText(text string) Number {
	w := wide{text: text}
	if n.wide != nil {
		w.coef, w.exp = n.wide.coef, n.wide.exp
	}
	return Number{small: n.small, wide: &w}
}

// isJSONNumber tells whether a text that ParseNumber understands is JSON as well: no underscore, no leading zero, and
// digits on both sides of the point.
func isJSONNumber(text string) bool {
	body := strings.TrimPrefix(text, "-")
	if strings.IndexByte(body, '_') >= 0 || body == "" || digitOf(body[0]) > 9 {
		return false
	}
	if body[0] == '0' && len(body) > 1 && digitOf(body[1]) <= 9 {
		return false
	}
	point := strings.IndexByte(body, '.')
	return point < 0 || (point+1 < len(body) && digitOf(body[point+1]) <= 9)
}
