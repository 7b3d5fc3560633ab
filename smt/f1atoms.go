package smt

// view is a string term as words: p is nil for terms without a first part, and
// fold says that capitals count as small letters.
type view struct {
	p, d *word
	fold bool
}

// view returns the words of a string term of the group.
func (e *positional) view(t Term) view {
	n := &e.p.b.nodes[t]
	switch n.op {
	case opDom, opLower:
		return view{d: e.texts[n.args[0]].d, fold: true}
	}
	x := e.texts[t]
	return view{p: x.p, d: x.d}
}

func (e *positional) atom(t Term) lit {
	n := &e.p.b.nodes[t]
	switch n.op {
	case opHasAt:
		if x := e.texts[n.args[0]]; e.split {
			return notEmpty(x.p)
		}
		return e.glob(n.args[0], -1, Pattern{Any, {Kind: ItemRune, Rune: '@'}, Any})
	case opDomOK:
		x := e.texts[n.args[0]]
		return e.p.g.and(notEmpty(x.p), notEmpty(x.d))
	case opGlob:
		return e.glob(n.args[0], n.pay, e.p.b.patterns[n.pay])
	case opLt:
		return e.less(n)
	}
	if c, ok := e.p.b.textValue(n.args[1]); ok {
		return e.isText(e.view(n.args[0]), c)
	}
	return e.same(e.view(n.args[0]), e.view(n.args[1]))
}

// isText returns "the term is the constant c".
func (e *positional) isText(v view, c string) lit {
	g := e.p.g
	rs := runesOf(c)
	empty := func(w *word) lit {
		if w == nil {
			return litTrue
		}
		return notEmpty(w).Not()
	}
	switch {
	case !e.split || v.p == nil || !hasAt(c):
		return g.and(empty(v.p), e.wordIs(v.d, rs, v.fold))
	case domOK(c, e.p.b.bad):
		i := 0
		for rs[i] != '@' {
			i++
		}
		return g.and(e.wordIs(v.p, rs[:i], false), e.wordIs(v.d, rs[i+1:], false))
	}
	return g.and(empty(v.d), e.wordIs(v.p, rs, false))
}

// wordIs returns "w is the word rs".
func (e *positional) wordIs(w *word, rs []rune, fold bool) lit {
	if len(rs) > len(w.alive) {
		return litFalse
	}
	xs := []lit{e.end(w, len(rs))}
	for i, r := range rs {
		xs = append(xs, e.letterIs(w, i, r, fold))
	}
	return e.p.g.all(xs)
}

// same returns the equality of two terms.
func (e *positional) same(v, w view) lit {
	g := e.p.g
	l := e.sameWord(v.d, w.d, v.fold, w.fold)
	switch {
	case v.p != nil && w.p != nil:
		return g.and(l, e.sameWord(v.p, w.p, false, false))
	case v.p != nil:
		return g.and(l, notEmpty(v.p).Not())
	case w.p != nil:
		return g.and(l, notEmpty(w.p).Not())
	}
	return l
}

// sameWord compares letter by letter; positions behind the end are code 0.
func (e *positional) sameWord(v, w *word, foldV, foldW bool) lit {
	g := e.p.g
	if v == w && foldV == foldW {
		return litTrue
	}
	var xs []lit
	for i := range v.alive {
		for j := range v.bits[i] {
			xs = append(xs, g.iff(v.bits[i][j], w.bits[i][j]))
		}
		if e.casing {
			xs = append(xs, g.iff(upperAt(v, i, foldV), upperAt(w, i, foldW)))
		}
	}
	return g.all(xs)
}

func upperAt(w *word, i int, fold bool) lit {
	if fold {
		return litFalse
	}
	return w.upper[i]
}

func (e *positional) length(t Term) []lit { return e.lenV[t] }

// makeLength returns the length of a term as a number: index k is the k-th
// point of the space. Only whole points above 0 are lengths; a point between
// two of them, which a decimal in the component brings in, is reached by a
// text of the next whole length.
func (e *positional) makeLength(t Term) []lit {
	v := e.view(t)
	s := e.space
	o := make([]lit, len(s.points))
	whole := 0
	for k := range o {
		switch {
		case k <= s.zero:
			o[k] = litTrue
		case s.points[k].IsInt() || broken("f1-fractions"):
			whole++
			o[k] = e.atLeast(v, whole)
		default:
			o[k] = e.atLeast(v, whole+1)
		}
	}
	e.p.g.add(e.atLeast(v, whole+1).Not())
	return o
}

// atLeast returns "the text has at least k > 0 letters".
func (e *positional) atLeast(v view, k int) lit {
	g := e.p.g
	longer := func(w *word, k int) lit {
		switch {
		case k <= 0:
			return litTrue
		case k > len(w.alive):
			return litFalse
		}
		return w.alive[k-1]
	}
	if v.p == nil {
		return longer(v.d, k)
	}
	var sums []lit // an address has |p| + 1 + |d|
	for i := 1; i <= len(v.p.alive) && i <= k; i++ {
		sums = append(sums, g.and(longer(v.p, i), longer(v.d, k-1-i)))
	}
	hasP, hasD := notEmpty(v.p), notEmpty(v.d)
	address := g.and(g.and(hasP, hasD), g.any(sums))
	plain := g.and(hasP.Not(), longer(v.d, k))
	malformed := g.and(hasD.Not(), longer(v.p, k))
	return g.or(address, g.or(plain, malformed))
}
