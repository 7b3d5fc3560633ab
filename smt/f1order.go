package smt

// less returns an order atom; one side is a constant.
func (e *positional) less(n *node) lit {
	if c, ok := e.p.b.textValue(n.args[1]); ok {
		return e.below(e.view(n.args[0]), runesOf(c), false)
	}
	c, _ := e.p.b.textValue(n.args[0])
	return e.below(e.view(n.args[1]), runesOf(c), true).Not()
}

// below returns "the term is below c" or, with orEqual, "at most c".
func (e *positional) below(v view, c []rune, orEqual bool) lit {
	g := e.p.g
	if v.p == nil {
		return e.wordBelow(v.d, c, v.fold, orEqual)
	}
	// p '@' d: compare p, then the '@' and d where p ends inside c.
	inD := e.wordBelow(v.d, c, false, orEqual)
	malformed := e.wordBelow(v.p, c, false, orEqual)
	address := e.addressBelow(v, c, orEqual)
	return g.or(g.and(notEmpty(v.p).Not(), inD),
		g.and(notEmpty(v.p), g.or(g.and(notEmpty(v.d).Not(), malformed), g.and(notEmpty(v.d), address))))
}

// wordBelow compares w with c; nothing follows w.
func (e *positional) wordBelow(w *word, c []rune, fold bool, orEqual bool) lit {
	n := min(len(c), len(w.alive))
	r := litFalse // after n equal letters
	switch {
	case n < len(c) || orEqual && n == len(w.alive):
		r = litTrue // w is full and ends here
	case orEqual:
		r = w.alive[n].Not()
	}
	for i := n - 1; i >= 0; i-- {
		r = e.stepBelow(w, i, c[i], fold, r)
	}
	return r
}

// stepBelow returns "w is below from letter i on" given the same behind it.
func (e *positional) stepBelow(w *word, i int, c rune, fold bool, rest lit) lit {
	g := e.p.g
	smaller := e.letterIn(w, i, fold, func(r rune) bool { return r < c })
	return g.or(w.alive[i].Not(), g.or(smaller, g.and(e.letterIs(w, i, c, fold), rest)))
}

// addressBelow compares p '@' d with c.
func (e *positional) addressBelow(v view, c []rune, orEqual bool) lit {
	g := e.p.g
	n := min(len(c), len(v.p.alive))
	r := litFalse // p has more letters than c, which are all equal
	if n == len(v.p.alive) {
		r = e.tailBelow(v, c, n, orEqual)
	}
	for i := n - 1; i >= 0; i-- {
		smaller := e.letterIn(v.p, i, false, func(r rune) bool { return r < c[i] })
		go_ := g.or(smaller, g.and(e.letterIs(v.p, i, c[i], false), r))
		tail := e.tailBelow(v, c, i, orEqual)
		r = g.or(g.and(v.p.alive[i], go_), g.and(v.p.alive[i].Not(), tail))
	}
	if len(c) == 0 {
		return litFalse
	}
	return r
}

// tailBelow compares '@' d with c[i:].
func (e *positional) tailBelow(v view, c []rune, i int, orEqual bool) lit {
	switch {
	case i >= len(c) || c[i] < '@':
		return litFalse
	case c[i] > '@':
		return litTrue
	}
	return e.wordBelow(v.d, c[i+1:], false, orEqual)
}
