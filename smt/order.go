package smt

import (
	"sort"
	"strconv"
)

// orderSpace is a finite set of numbers over which a component of order
// constraints is decided (Theorems I and R), with the order encoding: a term is
// the vector of literals "term >= points[k]" (Crawford and Baker 1994; Tamura et
// al. 2009). There are no adders and unit propagation is arc consistent.
type orderSpace struct {
	g       *gates
	points  []Rat // ascending
	nextInt []int // the first k' >= k with an integer point; len(points) if none
	zero    int   // the index of 0
}

// spaceSpec is what the points are computed from.
type spaceSpec struct {
	consts []Rat
	ints   int         // integer terms that are not constants
	reals  int         // decimal terms that are not constants
	delta  int         // 2 when lower-bound differences of 2 occur (integers only), else 1
	upTo   int         // all integers 0..upTo are points too
	exact  []int       // bounds E of groups whose lengths may not be compressed
	limit  int         // at most so many points
	rows   []linearRow // of the linear system, beside those of its atoms
	mixed  []mixedRow
	cap    int   // when positive, at most so many binary digits
	scale  int64 // of the decimals in sums
}

// newOrderSpace computes the points; nil when there would be too many.
func newOrderSpace(g *gates, spec spaceSpec) *orderSpace {
	ks := append([]Rat{{}}, spec.consts...)
	for i := 1; i <= spec.upTo; i++ {
		ks = append(ks, RatInt(int64(i)))
	}
	ks = sortRats(ks)
	if broken("order-ints") && spec.ints > 1 {
		spec.ints--
	}
	if broken("order-reals") && spec.reals > 0 {
		spec.reals--
	}
	n := spec.ints + spec.reals
	if len(ks)*(spec.delta*n+1) > 4*spec.limit && spec.reals == 0 && len(ks) > spec.limit {
		return nil
	}
	var pts []Rat
	for j := -spec.delta * n; j < 0; j++ {
		pts = append(pts, ks[0].Floor().Add(RatInt(int64(j))))
	}
	for i, k := range ks {
		pts = append(pts, k)
		if i+1 < len(ks) {
			pts = spec.gap(pts, k, ks[i+1])
		} else {
			pts = above(pts, k, spec.delta*n)
		}
		if len(pts) > spec.limit {
			return nil
		}
	}
	pts = sortRats(pts)
	s := &orderSpace{g: g, points: pts}
	s.index()
	return s
}

// above appends the n least integers above k.
func above(pts []Rat, k Rat, n int) []Rat {
	f := k.Floor()
	for j := 1; j <= n; j++ {
		pts = append(pts, f.Add(RatInt(int64(j))))
	}
	return pts
}

// gap appends the points strictly between two neighboring constants a and b.
func (spec *spaceSpec) gap(pts []Rat, a, b Rat) []Rat {
	first := a.Floor().Add(RatInt(1))
	last := b.Ceil().Sub(RatInt(1))
	need := RatInt(int64(spec.delta * (spec.ints + spec.reals)))
	if count := last.Sub(first).Add(RatInt(1)); count.Cmp(need) >= 0 {
		n, _ := need.Int64()
		return above(pts, a, int(n))
	}
	lo := a
	for v := first; v.Cmp(last) <= 0; v = v.Add(RatInt(1)) {
		pts = append(spread(pts, lo, v, spec.reals), v)
		lo = v
	}
	return spread(pts, lo, b, spec.reals)
}

// spread appends n numbers strictly between a and b that are no integers; no
// integer lies strictly between a and b.
func spread(pts []Rat, a, b Rat, n int) []Rat {
	step := b.Sub(a).Quo(RatInt(int64(n + 1)))
	for j := 1; j <= n; j++ {
		a = a.Add(step)
		pts = append(pts, a)
	}
	return pts
}

// sortRats sorts and removes duplicates.
func sortRats(rs []Rat) []Rat {
	sort.Slice(rs, func(i, j int) bool { return rs[i].Cmp(rs[j]) < 0 })
	out := rs[:0]
	for _, r := range rs {
		if len(out) == 0 || out[len(out)-1].Cmp(r) != 0 {
			out = append(out, r)
		}
	}
	return out
}

func (s *orderSpace) describe() (string, string) {
	return "R", strconv.Itoa(len(s.points)) + " values"
}

func (s *orderSpace) index() {
	n := len(s.points)
	s.nextInt = make([]int, n+1)
	s.nextInt[n] = n
	for k := n - 1; k >= 0; k-- {
		s.nextInt[k] = s.nextInt[k+1]
		if s.points[k].IsInt() {
			s.nextInt[k] = k
		}
	}
	s.zero = s.atLeast(RatInt(0))
}

// atLeast returns the index of the first point >= c.
func (s *orderSpace) atLeast(c Rat) int {
	return sort.Search(len(s.points), func(k int) bool { return s.points[k].Cmp(c) >= 0 })
}

// term returns the literals of a new term that ranges over the points (over the
// integers among them, over those >= 0).
func (s *orderSpace) term(isInt, nonNegative bool) []lit {
	n := len(s.points)
	o := make([]lit, n)
	lowest := 0
	if isInt {
		lowest = s.nextInt[0]
	}
	if nonNegative {
		lowest = s.zero
	}
	prev := litTrue
	for k := range o {
		switch {
		case k <= lowest:
			o[k] = litTrue
		case isInt && s.nextInt[k] != k:
			continue // filled from behind
		default:
			o[k] = s.g.fresh()
			s.g.add(o[k].Not(), prev)
		}
		prev = o[k]
	}
	s.fillFractions(o, isInt, lowest)
	return o
}

// fillFractions gives fractional points the literal of the next integer: an
// integer is >= 1/2 exactly when it is >= 1.
func (s *orderSpace) fillFractions(o []lit, isInt bool, lowest int) {
	if !isInt {
		return
	}
	for k := lowest + 1; k < len(o); k++ {
		if j := s.nextInt[k]; j == len(o) {
			o[k] = litFalse
		} else {
			o[k] = o[j]
		}
	}
}

// ge returns "the term is >= c" for a point c.
func (s *orderSpace) ge(o []lit, c Rat) lit {
	if k := s.atLeast(c); k < len(o) {
		return o[k]
	}
	return litFalse
}

// above returns "the term is > c".
func (s *orderSpace) above(o []lit, c Rat) lit {
	k := sort.Search(len(s.points), func(k int) bool { return s.points[k].Cmp(c) > 0 })
	if k < len(o) {
		return o[k]
	}
	return litFalse
}

// le returns a <= b. Both directions are spelled out for every point, so that
// bounds propagate whichever way the literal is decided: a <= b means that b is
// wherever a is, a > b that a is one point above wherever b is.
func (s *orderSpace) le(a, b []lit) lit {
	r := s.g.fresh()
	for k := range a {
		s.g.add(r.Not(), a[k].Not(), b[k])
		next := litFalse
		if k+1 < len(a) {
			next = a[k+1]
		}
		s.g.add(r, b[k].Not(), next)
	}
	return r
}

// eq returns a == b.
func (s *orderSpace) eq(a, b []lit) lit { return s.g.and(s.le(a, b), s.le(b, a)) }

// sameUnder adds premise => a == b.
func (s *orderSpace) sameUnder(premise lit, a, b []lit) {
	for k := range a {
		s.g.same(premise, a[k], b[k])
	}
}

// isUnder adds premise => a == c for a point c.
func (s *orderSpace) isUnder(premise lit, a []lit, c Rat) {
	k := s.atLeast(c)
	s.g.add(premise.Not(), a[k])
	if k+1 < len(a) {
		s.g.add(premise.Not(), a[k+1].Not())
	}
}

// farAbove adds premise => a >= b + d over integers.
func (s *orderSpace) farAbove(premises []lit, a, b []lit, d int64) {
	for k := range b {
		if !s.points[k].IsInt() {
			continue
		}
		s.g.implies(append(premises[:len(premises):len(premises)], b[k]), s.ge(a, s.points[k].Add(RatInt(d))))
	}
}

// value returns the point that a term has in a model.
func (s *orderSpace) value(o []lit, holds func(lit) bool) Rat {
	k := sort.Search(len(o), func(k int) bool { return !holds(o[k]) })
	return s.points[k-1]
}
