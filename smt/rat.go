package smt

import (
	"math/big"
	"strconv"
)

// Rat is an exact rational number. The zero value is 0. Rats are immutable
// and compared with Cmp, never with ==.
type Rat struct {
	n   int64    // the value when big is nil
	big *big.Rat // otherwise; never a value that fits n
}

// RatInt returns the integer n.
func RatInt(n int64) Rat { return Rat{n: n} }

// RatBig returns r; r is copied.
func RatBig(r *big.Rat) Rat {
	if r.IsInt() && r.Num().IsInt64() {
		return Rat{n: r.Num().Int64()}
	}
	return Rat{big: new(big.Rat).Set(r)}
}

// Big returns the number as a new big.Rat.
func (a Rat) Big() *big.Rat {
	if a.big != nil {
		return new(big.Rat).Set(a.big)
	}
	return new(big.Rat).SetInt64(a.n)
}

// view is Big without the copy; the result must not be changed.
func (a Rat) view() *big.Rat {
	if a.big != nil {
		return a.big
	}
	return new(big.Rat).SetInt64(a.n)
}

// IsInt reports whether the number is an integer.
func (a Rat) IsInt() bool { return a.big == nil || a.big.IsInt() }

// Int64 returns the number when it is an integer of 64 bits.
func (a Rat) Int64() (int64, bool) { return a.n, a.big == nil }

// Sign returns -1, 0 or 1.
func (a Rat) Sign() int {
	if a.big != nil {
		return a.big.Sign()
	}
	switch {
	case a.n < 0:
		return -1
	case a.n > 0:
		return 1
	}
	return 0
}

// Cmp returns -1, 0 or 1 as a is less than, equal to or greater than b.
func (a Rat) Cmp(b Rat) int {
	if a.big == nil && b.big == nil {
		switch {
		case a.n < b.n:
			return -1
		case a.n > b.n:
			return 1
		}
		return 0
	}
	return a.view().Cmp(b.view())
}

// Add returns a + b.
func (a Rat) Add(b Rat) Rat {
	if a.big == nil && b.big == nil {
		if s := a.n + b.n; (s > a.n) == (b.n > 0) {
			return Rat{n: s}
		}
	}
	return RatBig(new(big.Rat).Add(a.view(), b.view()))
}

// Neg returns -a.
func (a Rat) Neg() Rat {
	if a.big == nil && a.n != -a.n {
		return Rat{n: -a.n}
	}
	return RatBig(new(big.Rat).Neg(a.view()))
}

// Sub returns a - b.
func (a Rat) Sub(b Rat) Rat { return a.Add(b.Neg()) }

// Mul returns a * b.
func (a Rat) Mul(b Rat) Rat {
	const half = 1 << 31
	if a.big == nil && b.big == nil && -half < a.n && a.n < half && -half < b.n && b.n < half {
		return Rat{n: a.n * b.n}
	}
	return RatBig(new(big.Rat).Mul(a.view(), b.view()))
}

// Quo returns a / b; b must not be 0.
func (a Rat) Quo(b Rat) Rat {
	if a.big == nil && b.big == nil && b.n > 0 && a.n%b.n == 0 {
		return Rat{n: a.n / b.n}
	}
	return RatBig(new(big.Rat).Quo(a.view(), b.view()))
}

// Floor returns the greatest integer not above a.
func (a Rat) Floor() Rat {
	if a.IsInt() {
		return a
	}
	var q, m big.Int
	q.DivMod(a.big.Num(), a.big.Denom(), &m) // Euclidean = floor: the denominator is positive
	return RatBig(new(big.Rat).SetInt(&q))
}

// Ceil returns the least integer not below a.
func (a Rat) Ceil() Rat { return a.Neg().Floor().Neg() }

// String returns the number as "n" or "n/d"; equal numbers print equally.
func (a Rat) String() string {
	if a.big == nil {
		return strconv.FormatInt(a.n, 10)
	}
	return a.big.RatString()
}
