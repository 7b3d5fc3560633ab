package smt

import (
	"math/big"
	"slices"
)

// sum is a linear combination under construction.
type sum struct {
	b     *Builder
	terms []Term // ascending
	coefs []Rat
	k     Rat
}

func newSum(b *Builder) *sum { return &sum{b: b} }

// add adds c times t.
func (s *sum) add(c Rat, t Term) {
	n := &s.b.nodes[t]
	switch n.op {
	case opNum:
		s.k = s.k.Add(c.Mul(s.b.rats[n.pay]))
	case opLin:
		l := s.b.lins[n.pay]
		s.k = s.k.Add(c.Mul(l.k))
		for i, a := range n.args {
			s.addTerm(c.Mul(l.coefs[i]), a)
		}
	default:
		s.addTerm(c, t)
	}
}

func (s *sum) addTerm(c Rat, t Term) {
	i, found := slices.BinarySearch(s.terms, t)
	if !found {
		s.terms, s.coefs = append(s.terms, t), append(s.coefs, Rat{})
		copy(s.terms[i+1:], s.terms[i:])
		copy(s.coefs[i+1:], s.coefs[i:])
		s.terms[i], s.coefs[i] = t, Rat{}
	}
	s.coefs[i] = s.coefs[i].Add(c)
	if s.coefs[i].Sign() == 0 {
		s.terms = append(s.terms[:i], s.terms[i+1:]...)
		s.coefs = append(s.coefs[:i], s.coefs[i+1:]...)
	}
}

// term returns the sum as a Term.
func (s *sum) term() Term {
	if len(s.terms) == 0 {
		return s.b.Num(s.k)
	}
	if len(s.terms) == 1 && s.k.Sign() == 0 && s.coefs[0].Cmp(RatInt(1)) == 0 {
		return s.terms[0]
	}
	kind := KindReal
	if s.integral() && s.k.IsInt() {
		kind = KindInt
	}
	return s.b.cons(node{op: opLin, kind: kind, pay: s.payload(), args: s.terms})
}

// integral reports whether every term is an integer with an integer coefficient.
func (s *sum) integral() bool {
	for i, t := range s.terms {
		if s.b.kind(t) != KindInt || !s.coefs[i].IsInt() {
			return false
		}
	}
	return true
}

// payload interns coefficients and constant.
func (s *sum) payload() int32 {
	b := s.b
	key := s.k.String()
	for _, c := range s.coefs {
		key += "," + c.String()
	}
	if b.linIdx == nil {
		b.linIdx = map[string]int32{}
	}
	if i, ok := b.linIdx[key]; ok {
		return i
	}
	i := int32(len(b.lins))
	b.lins = append(b.lins, lin{coefs: slices.Clone(s.coefs), k: s.k})
	b.linIdx[key] = i
	return i
}

// compare returns "sum <o> 0".
func (s *sum) compare(o op) Term {
	b := s.b
	if len(s.terms) == 0 {
		return b.compare(o, b.Num(s.k), b.Int(0))
	}
	s.normalize()
	rhs := s.k.Neg()
	s.k = Rat{}
	if s.integral() && !rhs.IsInt() {
		if o == opEq {
			return False
		}
		o, rhs = opLe, rhs.Floor() // sum < 1/2 and sum <= 1/2 are sum <= 0
	}
	if s.coefs[0].Sign() < 0 && o == opEq {
		s.scale(RatInt(-1))
		rhs = rhs.Neg()
	}
	if len(s.terms) == 1 { // its coefficient is 1 or -1
		if s.coefs[0].Sign() > 0 {
			return b.compareSimple(o, s.terms[0], b.Num(rhs))
		}
		return b.compareSimple(o, b.Num(rhs.Neg()), s.terms[0])
	}
	if o == opLt && s.integral() {
		o, rhs = opLe, rhs.Sub(RatInt(1))
	}
	if t, ok := s.difference(o, rhs); ok {
		return t
	}
	if o == opLt { // p < q is not q <= p
		s.scale(RatInt(-1))
		return b.Not(b.cons(node{op: opLe, kind: KindBool, args: []Term{s.term(), b.Num(rhs.Neg())}}))
	}
	return b.cons(node{op: o, kind: KindBool, args: []Term{s.term(), b.Num(rhs)}})
}

// difference returns "sum <o> rhs" as a plain comparison when the sum is p - q
// and the order of p and q decides it: always for rhs 0, and p - q <= -1 is p < q
// for integers.
func (s *sum) difference(o op, rhs Rat) (t Term, ok bool) {
	strict := o == opLe && s.integral() && rhs.Cmp(RatInt(-1)) == 0
	if len(s.terms) != 2 || rhs.Sign() != 0 && !strict || s.coefs[0].Cmp(s.coefs[1].Neg()) != 0 {
		return 0, false
	}
	if strict {
		o = opLt
	}
	if s.coefs[0].Sign() > 0 {
		return s.b.compareSimple(o, s.terms[0], s.terms[1]), true
	}
	return s.b.compareSimple(o, s.terms[1], s.terms[0]), true
}

// normalize divides by a positive factor so that the coefficients become
// coprime integers (a single one becomes 1 or -1).
func (s *sum) normalize() {
	var g, d big.Int
	d.SetInt64(1)
	for _, c := range s.coefs { // common denominator
		den := c.view().Denom()
		var t big.Int
		t.GCD(nil, nil, &d, den)
		d.Div(d.Mul(&d, den), &t)
	}
	s.scale(RatBig(new(big.Rat).SetInt(&d)))
	for _, c := range s.coefs {
		g.GCD(nil, nil, &g, new(big.Int).Abs(c.view().Num()))
	}
	s.scale(RatInt(1).Quo(RatBig(new(big.Rat).SetInt(&g))))
}

func (s *sum) scale(f Rat) {
	if f.Cmp(RatInt(1)) == 0 {
		return
	}
	for i := range s.coefs {
		s.coefs[i] = s.coefs[i].Mul(f)
	}
	s.k = s.k.Mul(f)
}
