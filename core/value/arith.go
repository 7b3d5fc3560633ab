package value

import (
	"math"
	"math/big"
	"math/bits"
	"strings"
)

// pow10 returns 10^e as a fresh integer.
func pow10(e int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(e)), nil)
}

// align writes n and m over one exponent: n = a·10^exp, m = b·10^exp.
func align(n, m Number) (a, b *big.Int, exp int) {
	a, x := n.parts()
	b, y := m.parts()
	switch {
	case x > y:
		return new(big.Int).Mul(a, pow10(x-y)), b, y
	case y > x:
		return a, new(big.Int).Mul(b, pow10(y-x)), x
	}
	return a, b, x
}

// normal makes a Number of coef·10^exp: no trailing zeros, an int64 where it fits, ErrLimit beyond the limits.
func normal(coef *big.Int, exp int) (Number, error) {
	if coef.Sign() == 0 {
		return Number{}, nil
	}
	coef, exp = strip(coef, exp)
	// 10^19 is no int64, so larger exponents need no multiplication to know that the value is wide.
	if exp >= 0 && exp <= 18 {
		whole := coef
		if exp > 0 {
			whole = new(big.Int).Mul(coef, pow10(exp))
		}
		if whole.IsInt64() {
			return Int(whole.Int64()), nil
		}
	}
	if exp > MaxExponent || exp < -MaxExponent || tooLong(coef) {
		return Number{}, ErrLimit
	}
	return Number{wide: &wide{coef: coef, exp: exp}}, nil
}

// strip moves the trailing decimal zeros of coef into the exponent.
func strip(coef *big.Int, exp int) (*big.Int, int) {
	if coef.TrailingZeroBits() == 0 { // odd: no factor 10
		return coef, exp
	}
	text := coef.String()
	zeros := len(text) - len(strings.TrimRight(text, "0"))
	if zeros == 0 {
		return coef, exp
	}
	return new(big.Int).Quo(coef, pow10(zeros)), exp + zeros
}

// tooLong tells whether c has more than MaxDigits digits: 10^1000 has 3,322 bits.
func tooLong(c *big.Int) bool {
	return c.BitLen() >= 3322 && len(new(big.Int).Abs(c).String()) > MaxDigits
}

// Add returns n + m, or ErrLimit.
func (n Number) Add(m Number) (Number, error) {
	if n.isSmall() && m.isSmall() {
		if sum := n.small + m.small; (sum > n.small) == (m.small > 0) {
			return Int(sum), nil
		}
	}
	a, b, exp := align(n, m)
	return normal(new(big.Int).Add(a, b), exp)
}

// Sub returns n - m, or ErrLimit.
func (n Number) Sub(m Number) (Number, error) { return n.Add(m.Neg()) }

// Mul returns n · m, or ErrLimit.
func (n Number) Mul(m Number) (Number, error) {
	if n.isSmall() && m.isSmall() && n.small != math.MinInt64 && m.small != math.MinInt64 {
		if hi, lo := bits.Mul64(uint64(abs64(n.small)), uint64(abs64(m.small))); hi == 0 && lo <= math.MaxInt64 {
			return Int(n.small * m.small), nil
		}
	}
	a, x := n.parts()
	b, y := m.parts()
	return normal(new(big.Int).Mul(a, b), x+y)
}

// FloorDiv returns the greatest whole number not above n / m (Python's //), ErrDivision or ErrLimit.
func (n Number) FloorDiv(m Number) (Number, error) {
	if m.Sign() == 0 {
		return Number{}, ErrDivision
	}
	quo, _, _ := divide(n, m)
	return normal(quo, 0)
}

// Mod returns n - m·(n // m), which has the sign of m (Python's %), ErrDivision or ErrLimit.
func (n Number) Mod(m Number) (Number, error) {
	if m.Sign() == 0 {
		return Number{}, ErrDivision
	}
	_, rem, exp := divide(n, m)
	return normal(rem, exp)
}

// divide returns n = quo·m + rem·10^exp with the quotient floored.
func divide(n, m Number) (quo, rem *big.Int, exp int) {
	a, b, exp := align(n, m)
	quo, rem = new(big.Int).QuoRem(a, b, new(big.Int))
	if rem.Sign() != 0 && rem.Sign() != b.Sign() { // truncated, not floored
		quo.Sub(quo, big.NewInt(1))
		rem.Add(rem, b)
	}
	return quo, rem, exp
}

// Neg returns -n; it never exceeds a limit. A text that n was read with is kept, with its sign changed.
func (n Number) Neg() Number {
	out := n.negated()
	if n.wide == nil || n.wide.text == "" || n.Sign() == 0 {
		return out
	}
	if body, neg := strings.CutPrefix(n.wide.text, "-"); neg {
		return out.withText(body)
	}
	return out.withText("-" + n.wide.text)
}

func (n Number) negated() Number {
	if n.isSmall() && n.small != math.MinInt64 {
		return Int(-n.small)
	}
	coef, exp := n.parts()
	coef = new(big.Int).Neg(coef)
	if exp == 0 && coef.IsInt64() {
		return Int(coef.Int64())
	}
	coef, exp = strip(coef, exp)
	return Number{wide: &wide{coef: coef, exp: exp}}
}

// Abs returns the absolute value of n; it never exceeds a limit.
func (n Number) Abs() Number {
	if n.Sign() < 0 {
		return n.Neg()
	}
	return n
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
