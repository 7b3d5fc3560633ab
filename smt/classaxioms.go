package smt

// constIs returns the literal of "term i is the constant c".
func (e *classes) constIs(i int, c string) lit {
	if k, ok := e.index[c]; ok {
		return e.is[i][k]
	}
	return litFalse
}

// addressAxioms adds B2-B5 for variable i and its dom-term.
func (e *classes) addressAxioms(i int) {
	g := e.p.g
	d := e.domOf[i]
	at, ok := litFalse, litFalse
	if !e.lower {
		at, ok = g.fresh(), g.fresh()
	}
	e.hasA[i], e.okA[i] = at, ok
	for c, s := range e.consts { // B2
		x := e.is[i][c]
		g.add(x.Not(), e.constIs(d, e.dom(s)))
		if !e.lower {
			g.add(x.Not(), onlyIf(at, hasAt(s)))
			g.add(x.Not(), onlyIf(ok, domOK(s, e.p.b.bad)))
		}
		if e.is[d][c] != litFalse && !e.isClean(s) && !broken("a-clean") { // B3
			g.add(ok.Not(), e.is[d][c].Not())
		}
	}
	g.add(ok.Not(), at)
	mal := g.and(at, ok.Not())
	g.add(mal.Not(), e.constIs(d, "")) // B4
	for u := range e.terms {           // B5
		if e.varOf[u] >= 0 {
			g.add(e.eq(i, u).Not(), at.Not())
			g.add(e.eq(i, u).Not(), e.eq(d, u))
		}
	}
	e.lengthAxioms(i, at, ok, mal)
	for _, c := range e.consts { // B7a
		vs := e.varC[c]
		if vs == nil {
			continue
		}
		clause := []lit{at, e.constIs(d, c).Not()}
		for _, v := range vs {
			clause = append(clause, e.constIs(i, v))
		}
		g.add(clause...)
	}
}

// lengthAxioms adds the parts of B3-B5 about lengths.
func (e *classes) lengthAxioms(i int, at, ok, mal lit) {
	g := e.p.g
	d := e.domOf[i]
	if e.active {
		far := int64(2)
		if broken("a-far") {
			far = 1
		}
		e.space.farAbove([]lit{ok}, e.lens[i], e.lens[d], far)
		if !broken("a-malformed") {
			g.add(mal.Not(), e.constIs(i, "@"), e.space.ge(e.lens[i], RatInt(2)))
		}
		e.space.sameUnder(at.Not(), e.lens[i], e.lens[d])
	}
}

// onlyIf returns l or its complement.
func onlyIf(l lit, positive bool) lit {
	if positive {
		return l
	}
	return l.Not()
}

// maskAxioms adds the rest of B1 and B7b. A mask tells the case variants of one
// lower-case string of few letters apart; without lengths it is not needed.
func (e *classes) maskAxioms() {
	g := e.p.g
	if e.active && !broken("a-mask") {
		for i := range e.terms {
			if e.domOf[i] >= 0 {
				e.makeMask(i)
			}
		}
	}
	for i := range e.terms {
		for j := i + 1; j < len(e.terms); j++ {
			if e.domOf[i] < 0 || e.domOf[j] < 0 {
				continue
			}
			q := e.eq(i, j)
			doms := e.eq(e.domOf[i], e.domOf[j])
			g.add(q.Not(), doms)
			g.same(q, e.hasA[i], e.hasA[j])
			g.same(q, e.okA[i], e.okA[j])
			if !e.active || broken("a-mask") {
				continue
			}
			clause := []lit{e.hasA[i], e.hasA[j], e.gen[e.domOf[i]].Not(), doms.Not(), q}
			for k := range e.masks[i] {
				g.same(q, e.masks[i][k], e.masks[j][k])
				clause = append(clause, g.iff(e.masks[i][k], e.masks[j][k]).Not())
			}
			g.add(clause...)
		}
	}
}

// makeMask makes the mask of variable i: zero exactly when the variable is its
// own lower case, and bit k needs k+1 letters.
func (e *classes) makeMask(i int) {
	g := e.p.g
	d := e.domOf[i]
	premise := []lit{e.hasA[i].Not(), e.gen[d]}
	same := e.eq(i, d)
	nonZero := []lit{}
	for k := 0; k < e.w; k++ {
		m := g.fresh()
		e.masks[i] = append(e.masks[i], m)
		nonZero = append(nonZero, m)
		g.implies(append(premise[:2:2], same), m.Not())
		g.implies(append(premise[:2:2], m), e.space.ge(e.lens[i], RatInt(int64(k+1))))
		if e.s1 { // letters of length 1 are constants
			g.implies(append(premise[:2:2], m), e.space.ge(e.lens[i], RatInt(2)))
		}
	}
	g.implies(premise, append(nonZero, same)...)
}

// predAxioms makes the literals of predicates and their congruence.
func (e *classes) predAxioms() {
	var names []int32
	for _, t := range e.gr.atoms {
		if n := &e.p.b.nodes[t]; n.op == opPred && !containsInt(names, n.pay) {
			names = append(names, n.pay)
		}
	}
	g := e.p.g
	for _, name := range names {
		for i := range e.terms {
			l := g.fresh()
			e.preds[predAt{name, i}] = l
			for j := 0; j < i; j++ {
				g.same(e.eq(i, j), l, e.preds[predAt{name, j}])
			}
			for c, s := range e.consts {
				g.same(e.is[i][c], l, e.p.predLit(e.p.b.Pred(e.p.b.texts[name], e.constant(s))))
			}
		}
	}
}

// constant returns the constant term of this group's kind.
func (e *classes) constant(s string) Term {
	if e.gr.kind == KindOpaque {
		return e.p.b.Opaque(s)
	}
	return e.p.b.Str(s)
}

func containsInt(xs []int32, x int32) bool {
	for _, y := range xs {
		if x == y {
			return true
		}
	}
	return false
}
