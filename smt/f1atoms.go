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

// glob returns "the term is in the pattern".
func (e *positional) glob(t Term, id int32, p Pattern) lit {
	if l, ok := e.globs[globAt{id, t}]; ok && id >= 0 {
		return l
	}
	l := e.runGlob(e.view(t), p)
	e.globs[globAt{id, t}] = l
	return l
}

// runGlob simulates the pattern's automaton: state q has consumed items 0..q-1.
func (e *positional) runGlob(v view, p Pattern) lit {
	g := e.p.g
	start := make([]lit, len(p)+1)
	for q := range start {
		start[q] = litFalse
	}
	start[0] = litTrue
	skipStars(g, p, start)
	if v.p == nil {
		acc := e.runWord(v.d, p, start, v.fold, 0)
		return acc[len(p)]
	}
	accP := e.runWord(v.p, p, start, false, 1)
	hasP, hasD := notEmpty(v.p), notEmpty(v.d)
	next := step(g, p, accP, func(it Item) lit { return onlyIf(litTrue, it.has('@')) })
	for q := range next {
		next[q] = g.or(g.and(hasP, next[q]), g.and(hasP.Not(), start[q]))
	}
	accD := e.runWord(v.d, p, next, false, 0)
	malformed := g.and(hasP, hasD.Not())
	return g.or(g.and(malformed, accP[len(p)]), g.and(malformed.Not(), accD[len(p)]))
}

// skipStars closes a state set: a star may match nothing.
func skipStars(g *gates, p Pattern, s []lit) {
	for q, it := range p {
		if it.Kind == ItemAnyStar {
			s[q+1] = g.or(s[q+1], s[q])
		}
	}
}

// step moves a state set over one letter; accepts says whether it fits an item.
func step(g *gates, p Pattern, s []lit, accepts func(Item) lit) []lit {
	out := make([]lit, len(s))
	for q := range out {
		out[q] = litFalse
	}
	for q, it := range p {
		if s[q] == litFalse {
			continue
		}
		if it.Kind == ItemAnyStar {
			out[q] = g.or(out[q], s[q])
		} else {
			out[q+1] = g.or(out[q+1], g.and(s[q], accepts(it)))
		}
	}
	skipStars(g, p, out)
	return out
}

// runWord returns, per state, "the automaton is there when w ends", for words of
// at least from letters.
func (e *positional) runWord(w *word, p Pattern, s []lit, fold bool, from int) []lit {
	g := e.p.g
	ends := make([][]lit, len(s))
	for i := 0; ; i++ {
		if i >= from {
			end := e.end(w, i)
			for q := range s {
				if s[q] != litFalse {
					ends[q] = append(ends[q], g.and(end, s[q]))
				}
			}
		}
		if i == len(w.alive) || g.full() {
			break
		}
		s = step(g, p, s, func(it Item) lit { return e.accepts(w, i, fold, it) })
	}
	out := make([]lit, len(s))
	for q := range out {
		out[q] = g.any(ends[q])
	}
	return out
}

// accepts returns "letter i of w fits the item".
func (e *positional) accepts(w *word, i int, fold bool, it Item) lit {
	switch it.Kind {
	case ItemRune:
		return e.letterIs(w, i, it.Rune, fold)
	case ItemClass:
		return e.letterIn(w, i, fold, it.has)
	case ItemAnyOne, ItemAnyStar:
	}
	return w.alive[i]
}

func (e *positional) length(t Term) []lit { return e.lenV[t] }

// makeLength returns the length of a term as a number: index k above 0 is the
// k-th point above 0.
func (e *positional) makeLength(t Term) []lit {
	v := e.view(t)
	s := e.space
	o := make([]lit, len(s.points))
	for k := range o {
		switch j := k - s.zero; {
		case j <= 0:
			o[k] = litTrue
		default:
			o[k] = e.atLeast(v, j)
		}
	}
	top := len(s.points) - s.zero
	e.p.g.add(e.atLeast(v, top).Not())
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
