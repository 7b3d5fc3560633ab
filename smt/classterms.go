package smt

import "math/bits"

// encodeTerm makes the constant literals of term i and B2 for its length.
func (e *classes) encodeTerm(i int) {
	g := e.p.g
	e.is[i] = make([]lit, len(e.consts))
	e.gen[i] = g.fresh()
	some := []lit{e.gen[i]}
	for c, s := range e.consts {
		if e.varOf[i] >= 0 && !e.isLow(s) && !broken("a-low") { // B5
			e.is[i][c] = litFalse
			continue
		}
		e.is[i][c] = g.fresh()
		some = append(some, e.is[i][c])
	}
	g.add(some...)
	if len(e.consts) > maxPairwise {
		e.codes[i] = e.encodeCode(i)
	} else {
		atMostOne(g, some)
	}
	if !e.active {
		return
	}
	e.lens[i] = e.space.term(true, true)
	for c, s := range e.consts {
		if e.is[i][c] != litFalse {
			e.space.isUnder(e.is[i][c], e.lens[i], RatInt(int64(runeCount(s))))
		}
	}
	if !broken("a-empty") {
		g.add(e.gen[i].Not(), e.space.ge(e.lens[i], RatInt(1))) // B6
	}
}

// maxPairwise is the largest number of constants for which "at most one" is
// spelled out; with more, terms carry the number of their constant in binary.
const maxPairwise = 8

// atMostOne adds that at most one of xs holds.
func atMostOne(g *gates, xs []lit) {
	for i, x := range xs {
		for _, y := range xs[i+1:] {
			g.add(x.Not(), y.Not())
		}
	}
}

// encodeCode ties the constants of term i, and being generic, to a number.
func (e *classes) encodeCode(i int) []lit {
	g := e.p.g
	code := make([]lit, bits.Len(uint(len(e.consts))))
	for k := range code {
		code[k] = g.fresh()
	}
	for c := 0; c <= len(e.consts); c++ {
		x := e.gen[i]
		if c < len(e.consts) {
			x = e.is[i][c]
		}
		for k, b := range code {
			g.add(x.Not(), onlyIf(b, c>>k&1 == 1))
		}
	}
	return code
}

// sameConstant adds q => i and j are the same constant, or none.
func (e *classes) sameConstant(q lit, i, j int) {
	g := e.p.g
	for c := range e.consts {
		if e.codes[i] == nil {
			g.same(q, e.is[i][c], e.is[j][c])
		}
		g.add(q, e.is[i][c].Not(), e.is[j][c].Not())
	}
	for k := range e.codes[i] {
		g.same(q, e.codes[i][k], e.codes[j][k])
	}
}

// eq returns the literal of "terms i and j are equal".
func (e *classes) eq(i, j int) lit {
	if i == j {
		return litTrue
	}
	k := [2]int{min(i, j), max(i, j)}
	if l, ok := e.eqs[k]; ok {
		return l
	}
	l := e.p.g.fresh()
	e.eqs[k] = l
	return l
}

// encodeEqualities adds B1 without the address part: an equivalence that agrees
// with the constants and with lengths.
func (e *classes) encodeEqualities() {
	g := e.p.g
	n := len(e.terms)
	for i := 0; i < n; i++ {
		for j := i + 1; j < n; j++ {
			q := e.eq(i, j)
			e.sameConstant(q, i, j)
			if e.active {
				e.space.sameUnder(q, e.lens[i], e.lens[j])
			}
			for k := j + 1; k < n; k++ {
				a, b, c := q, e.eq(j, k), e.eq(i, k)
				g.add(a.Not(), b.Not(), c)
				g.add(a.Not(), b, c.Not())
				g.add(a, b.Not(), c.Not())
			}
			if g.full() {
				return
			}
		}
	}
}
