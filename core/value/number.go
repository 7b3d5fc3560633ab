package value

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
)

// Limits of a Number, as written and as a result of arithmetic.
const (
	MaxDigits   = 1000 // digits of the significand
	MaxExponent = 1000 // size of the decimal exponent
)

// Errors of reading numbers and of arithmetic.
var (
	ErrNumber   = errors.New("not a number")
	ErrLimit    = errors.New("number too long: at most 1,000 digits and an exponent within ±1,000")
	ErrDivision = errors.New("division by zero")
)

// A Number is an exact decimal. It remembers the text that it was read with; results of arithmetic print canonically.
// Numbers have one kind: 1 and 1.0 differ in their text only. Compare with Cmp, never with ==.
type Number struct {
	small int64
	wide  *wide // nil: the value is small, and so is the text
}

// wide carries what does not fit: a value coef·10^exp outside int64, or a text that is not the canonical one.
type wide struct {
	coef *big.Int // nil: the value is Number.small. Otherwise without trailing zeros, and the value is no int64
	exp  int
	text string // as read; "" = canonical
}

// Int returns the number n.
func Int(n int64) Number { return Number{small: n} }

func (n Number) isSmall() bool { return n.wide == nil || n.wide.coef == nil }

// parts returns n as coef·10^exp. The caller must not change coef.
func (n Number) parts() (coef *big.Int, exp int) {
	if n.isSmall() {
		return big.NewInt(n.small), 0
	}
	return n.wide.coef, n.wide.exp
}

// IsInt reports whether n is a whole number (1.0 and 1e3 are).
func (n Number) IsInt() bool { return n.isSmall() || n.wide.exp >= 0 }

// Int64 returns n when it is a whole number in the range of int64.
func (n Number) Int64() (int64, bool) { return n.small, n.isSmall() }

// Rat returns n as a new fraction.
func (n Number) Rat() *big.Rat {
	coef, exp := n.parts()
	r := new(big.Rat).SetInt(coef)
	if exp == 0 {
		return r
	}
	scale := new(big.Rat).SetInt(pow10(max(exp, -exp)))
	if exp < 0 {
		return r.Quo(r, scale)
	}
	return r.Mul(r, scale)
}

// Sign returns -1, 0 or 1.
func (n Number) Sign() int {
	switch {
	case !n.isSmall():
		return n.wide.coef.Sign()
	case n.small < 0:
		return -1
	case n.small > 0:
		return 1
	}
	return 0
}

// Cmp returns -1, 0 or 1 as n is less than, equal to or greater than m, exactly.
func (n Number) Cmp(m Number) int {
	if n.isSmall() && m.isSmall() {
		switch {
		case n.small < m.small:
			return -1
		case n.small > m.small:
			return 1
		}
		return 0
	}
	if s, t := n.Sign(), m.Sign(); s != t {
		return cmpInt(s, t)
	}
	a, b, _ := align(n, m)
	return a.Cmp(b)
}

func cmpInt(a, b int) int {
	if a < b {
		return -1
	}
	return 1
}

// String returns the text n was read with, or else the canonical one; ParseNumber reads it back, and so does JSON.
func (n Number) String() string {
	if n.wide != nil && n.wide.text != "" {
		return n.wide.text
	}
	if n.isSmall() {
		return strconv.FormatInt(n.small, 10)
	}
	return canonical(n.wide.coef, n.wide.exp)
}

// maxPadding is how many zeros the canonical text writes out before it turns to an exponent.
const maxPadding = 24

func canonical(coef *big.Int, exp int) string {
	digits, sign := coef.String(), ""
	if digits[0] == '-' {
		digits, sign = digits[1:], "-"
	}
	point := len(digits) + exp // digits before the decimal point
	switch {
	case exp == 0:
		return sign + digits
	case exp > maxPadding || point < -maxPadding:
		return sign + scientific(digits, exp)
	case exp > 0:
		return sign + digits + strings.Repeat("0", exp)
	case point > 0:
		return sign + digits[:point] + "." + digits[point:]
	}
	return sign + "0." + strings.Repeat("0", -point) + digits
}

// scientific writes digits·10^exp. A number that was read may have an exponent beyond MaxExponent once its zeros are
// stripped (1000e1000); it gets them back, so that the text can be read again.
func scientific(digits string, exp int) string {
	switch {
	case exp > MaxExponent:
		return digits + strings.Repeat("0", exp-MaxExponent) + "e" + strconv.Itoa(MaxExponent)
	case exp >= -MaxExponent:
		return digits + "e" + strconv.Itoa(exp)
	}
	shift := -MaxExponent - exp // places to move the point to the left
	if shift < len(digits) {
		digits = digits[:len(digits)-shift] + "." + digits[len(digits)-shift:]
	} else {
		digits = "0." + strings.Repeat("0", shift-len(digits)) + digits
	}
	return digits + "e" + strconv.Itoa(-MaxExponent)
}
