package smt

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
