package smt

import (
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"
)

// numberSpace is how the numbers of one component are encoded. A term is a
// vector of literals that only its space understands.
type numberSpace interface {
	term(isInt, nonNegative bool) []lit
	ge(o []lit, c Rat) lit                        // o >= c
	above(o []lit, c Rat) lit                     // o > c
	le(a, b []lit) lit                            // a <= b
	eq(a, b []lit) lit                            // a == b
	sameUnder(premise lit, a, b []lit)            // premise => a == b
	isUnder(premise lit, a []lit, c Rat)          // premise => a == c
	farAbove(premises []lit, a, b []lit, d int64) // premises => a >= b + d
	value(o []lit, holds func(lit) bool) Rat      // in a model
	describe() (fragment, detail string)
}

// binarySpace decides linear arithmetic over numbers of a fixed width in two's
// complement, sums being exact (LIA). Decimals are whole multiples of a fraction
// 1/scale, see decimals.go.
//
// Whatever truth values the atoms have, a component is a system of linear
// equations and inequalities over n integers. If it has a solution, it has one
// with absolute values at most (n+1)*M, M the largest absolute value of a
// subdeterminant of the system with its right-hand side (von zur Gathen and
// Sieveking 1978). A subdeterminant has at most n rows, so by Hadamard's
// inequality the product of the n largest row lengths is an upper bound of M.
type binarySpace struct {
	g      *gates
	width  int
	scale  int64 // decimals are held times this; at least 1
	leaves []binaryLeaf
}

// binaryLeaf is a number that the search may choose, of which the last digits,
// as many as shift says, are behind the point.
type binaryLeaf struct {
	digits []lit
	shift  int
}

// maxWidth bounds the binary digits of one number.
const maxWidth = 400

// linearRow is a row of the system in integers: the sum of the squares of its
// coefficients, and the absolute value of its right-hand side.
type linearRow struct{ coefs, k float64 }

// newBinarySpace computes the width; nil when it would be too large.
func newBinarySpace(g *gates, spec spaceSpec) *binarySpace {
	n := spec.ints + spec.reals
	logM := logMinors(spec.scaledRows(), n)
	if !(logM < maxWidth) { // also when entries are beyond float64
		return nil
	}
	width := int(math.Ceil(logM+math.Log2(float64(n+1)))) + 2 // a sign, and one for rounding
	if broken("lia-width") {
		width = width/3 + 1
	}
	if spec.cap > 0 {
		width = min(width, spec.cap)
	}
	if width > maxWidth {
		return nil
	}
	return &binarySpace{g: g, width: width, scale: spec.scale}
}

// logMinors returns the logarithm of an upper bound of the minors of at most n
// rows, right-hand sides included. One is the product of the n longest rows. For
// the other, a minor with the right-hand sides is expanded along them: it is at
// most n times the largest of them times a minor of n-1 rows of coefficients.
func logMinors(rows []linearRow, n int) float64 {
	var whole, coefs []float64
	k := 0.0
	for _, r := range rows {
		whole = append(whole, r.coefs+r.k*r.k)
		coefs = append(coefs, r.coefs)
		k = max(k, r.k)
	}
	expanded := math.Log2(max(float64(n)*k, 1)) + logProduct(coefs, n-1)
	return min(logProduct(whole, n), max(expanded, logProduct(coefs, n)))
}

// logProduct returns the logarithm of the product of the n largest row lengths,
// given their squares.
func logProduct(squares []float64, n int) float64 {
	sort.Slice(squares, func(i, j int) bool { return squares[i] > squares[j] })
	sum := 0.0
	for _, s := range squares[:max(0, min(n, len(squares)))] {
		sum += math.Log2(max(s, 1)) / 2
	}
	return sum
}

func (s *binarySpace) describe() (string, string) {
	d := strconv.Itoa(s.width) + " binary digits"
	if s.scale > 1 {
		d += ", fractions of " + strconv.FormatInt(s.scale, 10)
	}
	return "LIA", d
}

func (s *binarySpace) term(isInt, nonNegative bool) []lit {
	o := make([]lit, s.width)
	for k := range o {
		o[k] = s.g.fresh()
	}
	if nonNegative {
		o[s.width-1] = litFalse
	}
	leaf := binaryLeaf{digits: o}
	if !isInt {
		for s.scale>>(leaf.shift+1) != 0 {
			leaf.shift++
		}
	}
	s.leaves = append(s.leaves, leaf)
	return o
}

// number returns the vector of a constant, just wide enough.
func (s *binarySpace) number(c Rat) []lit {
	n := c.view().Num()
	abs := new(big.Int).Abs(n)
	o := make([]lit, abs.BitLen()+1)
	if n.Sign() < 0 { // -n = not (n-1)
		abs.Sub(abs, big.NewInt(1))
	}
	for k := range o {
		o[k] = onlyIf(litFalse, abs.Bit(k) == 0)
		if n.Sign() < 0 {
			o[k] = o[k].Not()
		}
	}
	return o
}

// bit returns digit k, extending the sign.
func bit(o []lit, k int) lit { return o[min(k, len(o)-1)] }

// add returns the exact sum.
func (s *binarySpace) add(a, b []lit) []lit {
	g := s.g
	out := make([]lit, max(len(a), len(b))+1)
	carry := litFalse
	for k := range out {
		x, y := bit(a, k), bit(b, k)
		half := g.xor(x, y)
		out[k] = g.xor(half, carry)
		carry = g.or(g.and(x, y), g.and(half, carry))
	}
	return out
}

// times returns a times c for c >= 0, by shifts and sums.
func (s *binarySpace) times(a []lit, c *big.Int) []lit {
	out := []lit{litFalse}
	for k := 0; k < c.BitLen(); k++ {
		if c.Bit(k) == 1 {
			out = s.add(out, append(slices.Repeat([]lit{litFalse}, k), a...))
		}
	}
	return out
}

// le compares from the least digit up; the sign digits compare the other way.
func (s *binarySpace) le(a, b []lit) lit {
	g := s.g
	n := max(len(a), len(b))
	r := litTrue
	for k := 0; k < n; k++ {
		x, y := bit(a, k), bit(b, k)
		if k == n-1 {
			x, y = y, x
		}
		r = g.or(g.and(x.Not(), y), g.and(g.xor(x, y).Not(), r))
	}
	return r
}

func (s *binarySpace) eq(a, b []lit) lit {
	xs := make([]lit, max(len(a), len(b)))
	for k := range xs {
		xs[k] = s.g.xor(bit(a, k), bit(b, k)).Not()
	}
	return s.g.all(xs)
}

func (s *binarySpace) ge(o []lit, c Rat) lit { return s.le(s.number(c.Ceil()), o) }

func (s *binarySpace) above(o []lit, c Rat) lit { return s.le(o, s.number(c.Floor())).Not() }

func (s *binarySpace) sameUnder(premise lit, a, b []lit) {
	for k := range a {
		s.g.same(premise, a[k], b[k])
	}
}

func (s *binarySpace) isUnder(premise lit, a []lit, c Rat) {
	s.g.add(premise.Not(), s.eq(a, s.number(c)))
}

func (s *binarySpace) farAbove(premises []lit, a, b []lit, d int64) {
	s.g.implies(premises, s.le(s.add(b, s.number(RatInt(d))), a))
}

func (s *binarySpace) value(o []lit, holds func(lit) bool) Rat {
	n := new(big.Int)
	for k, l := range o {
		if holds(l) {
			n.SetBit(n, k, 1)
		}
	}
	if holds(o[len(o)-1]) {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(len(o))))
	}
	return RatBig(new(big.Rat).SetInt(n))
}

// narrow returns a literal that keeps all numbers within w digits, and whole
// where that is asked for. A search tries narrow numbers first; only a refutation
// without such a literal counts.
func (s *binarySpace) narrow(w int, whole bool) lit {
	l := s.g.fresh()
	for _, leaf := range s.leaves {
		o := leaf.digits
		if whole && leaf.shift > 0 {
			n := make([]lit, w)
			for k := range n {
				n[k] = s.g.fresh()
			}
			s.g.add(l.Not(), s.eq(o, s.times(n, big.NewInt(s.scale))))
			continue
		}
		for k := w + leaf.shift; k < len(o); k++ {
			s.g.same(l, o[k], o[w+leaf.shift-1])
		}
	}
	return l
}

// sumAtom returns the literal of "sum <= constant" or "sum == constant".
func (c *component) sumAtom(p *problem, s *binarySpace, n *node) lit {
	sumNode := &p.b.nodes[n.args[0]]
	l := p.b.lins[sumNode.pay]
	rhs, _ := p.b.numValue(n.args[1])
	k := rhs.Sub(l.k)
	unit := sumNode.kind // in what the terms are added
	if unit == KindReal {
		k = k.Mul(RatInt(s.scale))
	}
	left, right := []lit{litFalse}, []lit{litFalse}
	for i, t := range sumNode.args {
		v := c.vectorIn(p, s, unit, t)
		if l.coefs[i].Sign() > 0 {
			left = s.add(left, s.times(v, l.coefs[i].view().Num()))
		} else {
			right = s.add(right, s.times(v, l.coefs[i].Neg().view().Num()))
		}
		if p.g.full() {
			return litFalse
		}
	}
	if !k.IsInt() { // only of a free row: the scale clears the others
		if n.op == opEq {
			return litFalse
		}
		k = k.Floor()
	}
	if k.Sign() >= 0 {
		right = s.add(right, s.number(k))
	} else {
		left = s.add(left, s.number(k.Neg()))
	}
	if n.op == opEq {
		return s.eq(left, right)
	}
	return s.le(left, right)
}

// linearReason says why sums of this component are outside the fragment; "" when
// they are inside.
func (c *component) linearReason(p *problem) string {
	for _, gr := range c.groups {
		gr.scan(p)
		if len(gr.lens) > 0 && gr.feats&^(gDom|gOK|gAt|gLower|gPred) != 0 || gr.feats&gLower != 0 && gr.feats&gAt != 0 {
			return "arithmetic with lengths of texts that have patterns"
		}
	}
	if c.scale = c.denominators(p); c.scale == 0 {
		return "arithmetic with many decimals"
	}
	return ""
}
