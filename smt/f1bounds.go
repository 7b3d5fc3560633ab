package smt

import "slices"

// measure computes the bounds of Theorem F1 for the group.
//
// Take a model and a set of literals, true in it, that satisfies the assertions
// on its own (an implicant). Only these have to be kept, so only patterns that
// occur positively count for fixed, and of the branches of a disjunction only the
// most expensive; only patterns that occur negatively count for q; only constants
// that must be met count for k. The rest is the theorem's argument: keep the
// letters that the patterns use, replace the others by a letter of the value's
// own, shorten every block of these to q+1 letters.
func (e *positional) measure() {
	b := e.p.b
	lim := &e.lim
	lim.n = len(e.gr.leaves)
	total := 0
	seen := map[globAt]bool{}
	for _, t := range e.gr.atoms {
		n := &b.nodes[t]
		polar := e.p.polar[t]
		switch n.op {
		case opGlob:
			pat := b.patterns[n.pay]
			if polar&1 != 0 && !seen[globAt{n.pay, n.args[0]}] {
				total += pat.fixed()
			}
			if polar&2 != 0 {
				lim.q = max(lim.q, pat.anyOnes())
			}
			seen[globAt{n.pay, n.args[0]}] = true
		case opHasAt:
			total++
		case opEq, opLt:
			e.measureConstants(n, polar)
		}
	}
	lim.fixed = total
	if len(e.gr.lens) == 0 {
		lim.fixed = min(total, e.weight())
	}
	if broken("f1-fixed") {
		lim.fixed /= 2
	}
	if broken("f1-lex") {
		lim.lex = 0
	}
	e.lengthBounds()
}

// measureConstants takes the constants of an equality or an order atom.
func (e *positional) measureConstants(n *node, polar uint8) {
	for _, a := range n.args {
		c, ok := e.p.b.textValue(a)
		switch {
		case ok && n.op == opLt:
			e.lim.lex = max(e.lim.lex, runeCount(c))
		case ok && polar&1 != 0:
			e.lim.k = max(e.lim.k, runeCount(c))
		}
	}
}

func (e *positional) lengthBounds() {
	lim := &e.lim
	m := lim.q + 1
	if broken("f1-block") {
		m = 1
	}
	block := func(marks int) int { return max(lim.k, marks+(marks+1)*m) }
	if !e.casing {
		lim.ed = block(lim.fixed + lim.lex)
		lim.e = lim.ed
		return
	}
	lim.ed = block(lim.fixed + (lim.n+1)*lim.lex + lim.n)
	lim.e = lim.ed
	if e.split {
		lim.ep = block(lim.fixed + lim.lex + 2)
		if broken("f1-malformed") {
			lim.ep = 1
		}
		lim.e = lim.ep + 1 + lim.ed
	}
}

// weight returns an upper bound of the fixed letters of the patterns in some
// implicant: the sum over conjunctions, the maximum over disjunctions.
func (e *positional) weight() int {
	const most = 1 << 20
	p := e.p
	pos := make([]int32, len(p.lits))
	neg := make([]int32, len(p.lits))
	for _, t := range e.gr.atoms {
		switch n := &p.b.nodes[t]; n.op {
		case opGlob:
			pos[t] = int32(p.b.patterns[n.pay].fixed())
		case opHasAt:
			pos[t] = 1
		}
	}
	for _, t := range p.order {
		n := &p.b.nodes[t]
		if n.kind != KindBool || p.b.isLeaf(t) || p.b.isAtom(t) {
			continue
		}
		switch n.op {
		case opNot:
			pos[t], neg[t] = neg[n.args[0]], pos[n.args[0]]
		case opAnd, opOr:
			for _, a := range n.args {
				x, y := pos[a], neg[a]
				if n.op == opAnd {
					pos[t], neg[t] = min(pos[t]+x, most), max(neg[t], y)
				} else {
					pos[t], neg[t] = max(pos[t], x), min(neg[t]+y, most)
				}
			}
		case opEq:
			x, y := n.args[0], n.args[1]
			pos[t] = min(max(pos[x]+pos[y], neg[x]+neg[y]), most)
			neg[t] = min(max(pos[x]+neg[y], neg[x]+pos[y]), most)
		}
	}
	sum := int32(0)
	for _, ts := range [][]Term{p.roots, p.side} {
		for _, t := range ts {
			sum = min(sum+pos[t], most)
		}
	}
	return int(sum)
}

// alphabet computes the letters: those of the group's atoms, letters of the
// values' own, and what the order, case and address atoms can tell apart.
func (e *positional) alphabet() {
	var known []rune
	for _, t := range e.gr.atoms {
		known = e.atomLetters(t, known)
	}
	if e.split || e.gr.feats&gAt != 0 {
		known = insert(known, '@')
	}
	if e.casing {
		for r := 'a'; r <= 'z'; r++ {
			known = insert(insert(known, r), upperRune(r))
		}
	}
	n := e.lim.n
	if broken("f1-letters") {
		n--
	}
	all := slices.Clone(known)
	if e.gr.feats&gLexConst != 0 {
		all = e.gapLetters(known, all, 2*n)
	}
	if e.gr.feats&(gDom|gOK) != 0 {
		all = takeLetters(all, 0, n, e.p.b.bad)
		n *= 2
	}
	all = takeLetters(all, firstFresh, n, func(r rune) bool { return !e.p.b.bad(r) })
	e.setCodes(all)
}

// atomLetters inserts the letters that an atom names.
func (e *positional) atomLetters(t Term, known []rune) []rune {
	b := e.p.b
	n := &b.nodes[t]
	if n.op == opGlob {
		for _, it := range b.patterns[n.pay] {
			switch it.Kind {
			case ItemRune:
				known = insert(known, it.Rune)
			case ItemClass:
				for _, x := range it.Ranges {
					for r := x[0]; r <= x[1]; r++ {
						known = insert(known, r)
					}
				}
			}
		}
	}
	for _, a := range n.args {
		if c, ok := b.textValue(a); ok {
			for _, r := range runesOf(c) {
				known = insert(known, r)
			}
		}
	}
	return known
}

// gapLetters adds up to n letters of every gap between known letters, n good and
// n bad ones where addresses matter.
func (e *positional) gapLetters(known, all []rune, n int) []rune {
	lo := rune(-1)
	for i := 0; i <= len(known); i++ {
		hi := rune(maxRune + 1)
		if i < len(known) {
			hi = known[i]
		}
		if e.gr.feats&(gDom|gOK) == 0 {
			for r := lo + 1; r < hi && r <= lo+rune(n); r++ {
				all = insert(all, r)
			}
		} else {
			all = gapByKind(all, lo, hi, n, e.p.b.bad)
		}
		lo = hi
	}
	return all
}

// gapByKind takes n letters of each kind strictly between lo and hi.
func gapByKind(all []rune, lo, hi rune, n int, bad func(rune) bool) []rune {
	left := [2]int{n, n}
	for r := lo + 1; r < hi && left[0]+left[1] > 0; r++ {
		k := 0
		if bad(r) {
			k = 1
		}
		if left[k] > 0 {
			left[k]--
			all = insert(all, r)
		}
	}
	return all
}

// takeLetters adds the first n letters from r on that are new and accepted; fewer
// when there are no more.
func takeLetters(all []rune, r rune, n int, accept func(rune) bool) []rune {
	for ; n > 0 && r <= maxRune; r++ {
		if _, found := slices.BinarySearch(all, r); !found && accept(r) {
			all = insert(all, r)
			n--
		}
	}
	return all
}

// setCodes numbers the letters; with casing a-z come first, which is what the
// case bit relies on, and capitals have no code of their own.
func (e *positional) setCodes(all []rune) {
	if e.casing {
		for r := 'a'; r <= 'z'; r++ {
			e.letters = append(e.letters, r)
		}
	}
	for _, r := range all {
		if !e.casing || !isASCIILetter(r) {
			e.letters = append(e.letters, r)
		}
	}
	for i, r := range e.letters {
		e.code[r] = i + 1
	}
	for 1<<e.bits < len(e.letters)+1 {
		e.bits++
	}
}
