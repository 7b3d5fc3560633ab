package smt

// word is a sequence of letters of unknown length.
type word struct {
	alive []lit   // alive[i]: the length is above i
	bits  [][]lit // the letter's code, least bit first; 0 behind the end
	upper []lit   // the letter is a capital; nil without casing
	is    map[[2]int]lit
	ends  []lit // ends[i]: the length is i
}

// newWord makes a word of at most n letters.
func (e *positional) newWord(n int) *word {
	g := e.p.g
	w := &word{is: map[[2]int]lit{}}
	prev := litTrue
	for i := 0; i < n; i++ {
		a := g.fresh()
		g.add(a.Not(), prev)
		prev = a
		w.alive = append(w.alive, a)
		code := make([]lit, e.bits)
		for j := range code {
			code[j] = g.fresh()
			g.add(a, code[j].Not())
		}
		g.implies([]lit{a}, code...)
		e.atMostCode(litTrue, code, len(e.letters))
		w.bits = append(w.bits, code)
		if e.casing {
			u := g.fresh()
			g.add(a, u.Not())
			if broken("f1-case") {
				g.add(u.Not())
			}
			e.atMostCode(u, code, 26)
			w.upper = append(w.upper, u)
		}
	}
	return w
}

// atMostCode adds premise => code <= top.
func (e *positional) atMostCode(premise lit, code []lit, top int) {
	for j := range code {
		if top>>j&1 == 1 {
			continue
		}
		clause := []lit{premise.Not(), code[j].Not()}
		for k := j + 1; k < len(code); k++ {
			if top>>k&1 == 1 {
				clause = append(clause, code[k].Not())
			}
		}
		e.p.g.add(clause...)
	}
}

// letterIs returns "letter i of w is r", or with fold "... is r in lower case".
func (e *positional) letterIs(w *word, i int, r rune, fold bool) lit {
	c, ok := e.code[r]
	upper := false
	if e.casing && r != lowerRune(r) {
		c, ok = e.code[lowerRune(r)]
		upper = true
		if fold {
			return litFalse
		}
	}
	if !ok {
		return litFalse
	}
	kind := 0
	if e.casing && !fold && isASCIILetter(r) {
		kind = 1
		if upper {
			kind = 2
		}
	}
	key := [2]int{i, c*3 + kind}
	if l, ok := w.is[key]; ok {
		return l
	}
	xs := make([]lit, 0, e.bits+1)
	for j, b := range w.bits[i] {
		xs = append(xs, onlyIf(b, c>>j&1 == 1))
	}
	if kind > 0 {
		xs = append(xs, onlyIf(w.upper[i], upper))
	}
	l := e.p.g.all(xs)
	w.is[key] = l
	return l
}

// letterIn returns "letter i of w satisfies in"; with fold its lower case does.
// A position behind the end satisfies nothing.
func (e *positional) letterIn(w *word, i int, fold bool, in func(rune) bool) lit {
	var xs []lit
	for _, r := range e.letters {
		switch lo := in(r); {
		case lo && (fold || !e.casing || !isLowerLetter(r)):
			xs = append(xs, e.letterIs(w, i, r, true))
		default:
			if lo {
				xs = append(xs, e.letterIs(w, i, r, false))
			}
			if !fold && e.casing && isLowerLetter(r) && in(upperRune(r)) {
				xs = append(xs, e.letterIs(w, i, upperRune(r), false))
			}
		}
	}
	return e.p.g.any(xs)
}

// end returns "the length of w is i".
func (e *positional) end(w *word, i int) lit {
	if w.ends == nil {
		w.ends = make([]lit, len(w.alive)+1)
		for k := range w.ends {
			l := litTrue
			if k > 0 {
				l = w.alive[k-1]
			}
			if k < len(w.alive) {
				l = e.p.g.and(l, w.alive[k].Not())
			}
			w.ends[k] = l
		}
	}
	return w.ends[i]
}

// wellFormed ties p and d of a text to the three cases.
func (e *positional) wellFormed(t *f1Text) {
	g := e.p.g
	hasP, hasD := notEmpty(t.p), notEmpty(t.d)
	for i := range t.d.alive { // d has no '@'; in an address nothing bad
		g.add(e.letterIs(t.d, i, '@', false).Not())
		g.add(hasP.Not(), e.letterIn(t.d, i, false, e.p.b.bad).Not())
	}
	var bads, ats []lit
	one, two := litFalse, litFalse // at least one, two '@' so far
	last := litFalse
	for i := range t.p.alive {
		at := e.letterIs(t.p, i, '@', false)
		bad := e.letterIn(t.p, i, false, e.p.b.bad)
		g.add(hasD.Not(), at.Not())
		g.add(hasD.Not(), bad.Not())
		bads, ats = append(bads, bad), append(ats, at)
		two = g.or(two, g.and(one, at))
		one = g.or(one, at)
		last = g.or(last, g.and(at, e.end(t.p, i+1)))
	}
	if len(ats) == 0 {
		return
	}
	malformed := g.and(hasP, hasD.Not())
	first := ats[0]
	g.add(malformed.Not(), g.any(ats))
	g.add(malformed.Not(), two, first, last, g.any(bads))
}

func notEmpty(w *word) lit {
	if len(w.alive) == 0 {
		return litFalse
	}
	return w.alive[0]
}
