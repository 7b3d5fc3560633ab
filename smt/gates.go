package smt

import "planproof/smt/sat"

// Lit, with the constants, is used throughout the encoders.
type lit = sat.Lit

const (
	litTrue  = sat.True
	litFalse = sat.False
)

// gates builds clauses for Boolean circuits (Tseitin); equal gates are shared.
// Every clause of a gate is a definition, so the clauses are satisfiable for all
// values of the inputs.
type gates struct {
	cnf   *sat.CNF
	memo  map[[2]lit]lit
	limit int
	buf   []lit
}

func newGates(limit int) *gates {
	return &gates{cnf: sat.NewCNF(), memo: map[[2]lit]lit{}, limit: limit}
}

// full reports whether the size limit is reached; encoders stop then, and the
// answer is Unknown.
func (g *gates) full() bool { return g.cnf.Len() > g.limit }

func (g *gates) fresh() lit { return g.cnf.NewVar() }

func (g *gates) add(ls ...lit) { g.cnf.Add(ls...) }

// implies adds a clause "all of premises imply some of the conclusions".
func (g *gates) implies(premises []lit, conclusions ...lit) {
	g.buf = g.buf[:0]
	for _, l := range premises {
		g.buf = append(g.buf, l.Not())
	}
	g.buf = append(g.buf, conclusions...)
	g.cnf.Add(g.buf...)
}

// same adds x <=> y, under a premise.
func (g *gates) same(premise, x, y lit) {
	g.add(premise.Not(), x.Not(), y)
	g.add(premise.Not(), x, y.Not())
}

func (g *gates) and(x, y lit) lit {
	switch {
	case x == litFalse || y == litFalse || x == y.Not():
		return litFalse
	case x == litTrue || x == y:
		return y
	case y == litTrue:
		return x
	}
	if x > y {
		x, y = y, x
	}
	if r, ok := g.memo[[2]lit{x, y}]; ok {
		return r
	}
	r := g.fresh()
	g.memo[[2]lit{x, y}] = r
	g.add(r.Not(), x)
	g.add(r.Not(), y)
	g.add(r, x.Not(), y.Not())
	return r
}

func (g *gates) or(x, y lit) lit { return g.and(x.Not(), y.Not()).Not() }

func (g *gates) iff(x, y lit) lit { return g.xor(x, y).Not() }

// xor is the exclusive or; signs move out, so four gates share one.
func (g *gates) xor(x, y lit) lit {
	flip := (x ^ y) & 1
	x, y = x&^1, y&^1
	if x > y {
		x, y = y, x
	}
	switch {
	case x == y:
		return litFalse ^ flip
	case x == litTrue:
		return y ^ 1 ^ flip
	}
	key := [2]lit{-x - 1, y} // negative: not the key of an and-gate
	r, ok := g.memo[key]
	if !ok {
		r = g.fresh()
		g.memo[key] = r
		g.add(r.Not(), x, y)
		g.add(r.Not(), x.Not(), y.Not())
		g.add(r, x.Not(), y)
		g.add(r, x, y.Not())
	}
	return r ^ flip
}

// all is the conjunction of xs, which it may overwrite.
func (g *gates) all(xs []lit) lit {
	ys := xs[:0]
	for _, x := range xs {
		switch x {
		case litFalse:
			return litFalse
		case litTrue:
			continue
		}
		ys = append(ys, x)
	}
	switch len(ys) {
	case 0:
		return litTrue
	case 1:
		return ys[0]
	case 2:
		return g.and(ys[0], ys[1])
	}
	r := g.fresh()
	for _, y := range ys {
		g.add(r.Not(), y)
	}
	g.buf = append(g.buf[:0], r)
	for _, y := range ys {
		g.buf = append(g.buf, y.Not())
	}
	g.cnf.Add(g.buf...)
	return r
}

// any is the disjunction of xs, which it may overwrite.
func (g *gates) any(xs []lit) lit {
	for i := range xs {
		xs[i] = xs[i].Not()
	}
	return g.all(xs).Not()
}
