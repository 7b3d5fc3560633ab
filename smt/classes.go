package smt

import (
	"math/bits"
	"sort"
	"strconv"
)

// classes decides equality, membership, Dom (or Lower) and lengths without a
// single character variable (Theorem A). A term is a class: one of the constants
// C or generic. The axioms B1-B7 say which assignments of classes, lengths, at
// and ok come from strings; decodeClasses builds the strings.
//
// Opaque values use the same encoding with names for constants and no axioms
// but B1.
type classes struct {
	p  *problem
	gr *group

	consts []string // C, ascending
	index  map[string]int
	terms  []Term // T: leaves, then the dom-terms
	at     map[Term]int
	domOf  []int // by term: its dom-term, or -1
	varOf  []int // by dom-term: its variable, or -1
	nd     int   // number of dom-terms
	w      int   // mask bits
	s1     bool  // all one-letter words are in C
	varC   map[string][]string
	lower  bool // Lower instead of Dom: '@' is an ordinary letter
	length_

	is    [][]lit // is[t][c]: term t is constant c
	gen   []lit   // t is no constant
	codes [][]lit // the number of t's constant in binary; when there are many
	eqs   map[[2]int]lit
	hasA  []lit
	okA   []lit
	masks [][]lit
	preds map[predAt]lit
	space numberSpace
}

// length_ holds the length vectors, nil when lengths do not matter.
type length_ struct {
	lens   [][]lit
	active bool
}

type predAt struct {
	name int32
	term int
}

func newClasses(p *problem, gr *group) *classes {
	return &classes{p: p, gr: gr, index: map[string]int{}, at: map[Term]int{},
		varC: map[string][]string{}, eqs: map[[2]int]lit{}, preds: map[predAt]lit{}}
}

// maxTerms bounds the terms of one group: transitivity is cubic.
const maxTerms = 120

// plan collects terms and constants and closes the constants.
func (e *classes) plan(spec *spaceSpec) string {
	b := e.p.b
	e.lower = e.gr.feats&gLower != 0
	e.active = len(e.gr.lens) > 0
	for _, l := range e.gr.leaves {
		e.addTerm(l)
	}
	set := map[string]bool{}
	for _, t := range e.gr.lens {
		e.addDomArg(t)
	}
	for _, t := range e.gr.atoms {
		n := &b.nodes[t]
		for _, a := range n.args {
			if c := &b.nodes[a]; c.op == opText || c.op == opNamed {
				set[b.texts[c.pay]] = true
			} else {
				e.addDomArg(a)
			}
		}
		if n.op == opHasAt || n.op == opDomOK {
			e.addDom(n.args[0], b.Dom(n.args[0]))
		}
	}
	if len(e.terms) > maxTerms {
		return "too many texts compared with each other"
	}
	if e.gr.kind == KindStr {
		if reason := e.closeConstants(set); reason != "" {
			return reason
		}
	}
	e.setConstants(set)
	e.planLengths(spec)
	return ""
}

func (e *classes) addTerm(t Term) int {
	if i, ok := e.at[t]; ok {
		return i
	}
	i := len(e.terms)
	e.at[t] = i
	e.terms = append(e.terms, t)
	e.domOf = append(e.domOf, -1)
	e.varOf = append(e.varOf, -1)
	return i
}

// addDomArg registers a dom- or lower-term that occurs as an argument.
func (e *classes) addDomArg(t Term) {
	if n := &e.p.b.nodes[t]; n.op == opDom || n.op == opLower {
		e.addDom(n.args[0], t)
	}
}

func (e *classes) addDom(x, d Term) {
	i, j := e.addTerm(x), e.addTerm(d)
	if e.domOf[i] < 0 {
		e.domOf[i], e.varOf[j] = j, i
		e.nd++
	}
}

// dom is the function that the dom-terms of this group apply.
func (e *classes) dom(c string) string {
	if e.lower {
		return lowerText(c)
	}
	return domTotal(c, e.p.b.bad)
}

// isLow reports whether c can be the value of a dom-term.
func (e *classes) isLow(c string) bool { return lowerText(c) == c && (e.lower || !hasAt(c)) }

// isClean reports whether c can be the domain of an address.
func (e *classes) isClean(c string) bool { return c != "" && domOK("x@"+c, e.p.b.bad) && e.isLow(c) }

// closeConstants closes the set under dom and the rules S1, S2, and checks H.
func (e *classes) closeConstants(set map[string]bool) string {
	set[""] = true
	if e.nd == 0 {
		return ""
	}
	if !e.lower && !broken("a-at") {
		set["@"] = true
	}
	for _, c := range sortedTexts(set) {
		set[e.dom(c)] = true
	}
	e.w = bits.Len(uint(e.nd))
	one := 0
	for c := range set {
		if len(c) == 1 && isLowerLetter(rune(c[0])) {
			one++
		}
	}
	if e.nd > 26-one && !broken("a-s1") {
		e.s1 = true
		for r := 'a'; r <= 'z'; r++ {
			set[string(r)], set[string(upperRune(r))] = true, true
		}
	}
	for _, c := range sortedTexts(set) {
		if e.isLow(c) {
			e.saturate(set, c)
		}
	}
	return e.hall(set)
}

// saturate applies S2: when fewer than nd case variants of c are left outside C,
// all of them become constants.
func (e *classes) saturate(set map[string]bool, c string) {
	letters := 0
	for i := 0; i < len(c); i++ {
		if isLowerLetter(rune(c[i])) {
			letters++
		}
	}
	if letters > 16 || 1<<letters > 2*e.nd+len(set) {
		return
	}
	vs := caseVariants(c)
	inside := 0
	for _, v := range vs {
		if set[v] {
			inside++
		}
	}
	if len(vs)-inside >= e.nd || broken("a-saturate") {
		return
	}
	for _, v := range vs {
		set[v] = true
	}
	e.varC[c] = vs
}

// caseVariants returns all strings with lower case c; c is lower case.
func caseVariants(c string) []string {
	out := []string{c}
	for i := 0; i < len(c); i++ {
		if !isLowerLetter(rune(c[i])) {
			continue
		}
		for _, v := range out[:len(out):len(out)] {
			w := []byte(v)
			w[i] -= 'a' - 'A'
			out = append(out, string(w))
		}
	}
	return out
}

// hall checks rule H: enough words of 2..w letters for the lower classes that
// need all their letters for case variants.
func (e *classes) hall(set map[string]bool) string {
	power := 26
	for l := 2; l <= e.w; l++ {
		power *= 26
		used := 0
		for c := range set {
			if len(c) == l && allLetters(c) {
				used++
			}
		}
		if e.nd>>(l-1) > power-used {
			return "too many short constants"
		}
	}
	return ""
}

func allLetters(c string) bool {
	for i := 0; i < len(c); i++ {
		if !isLowerLetter(rune(c[i])) {
			return false
		}
	}
	return true
}

func (e *classes) setConstants(set map[string]bool) {
	e.consts = sortedTexts(set)
	for i, c := range e.consts {
		e.index[c] = i
	}
}

// planLengths adds what the length axioms need from the number space.
func (e *classes) planLengths(spec *spaceSpec) {
	if !e.active {
		return
	}
	spec.ints += len(e.terms)
	if e.nd > 0 && !e.lower {
		spec.delta = 2
		if broken("a-delta") {
			spec.delta = 1
		}
	}
	for i := 0; i <= max(e.w, 2); i++ {
		spec.consts = append(spec.consts, RatInt(int64(i)))
	}
	longest := 0
	for _, c := range e.consts {
		spec.consts = append(spec.consts, RatInt(int64(runeCount(c))))
		longest = max(longest, runeCount(c))
	}
	for i := range e.terms { // length of a constant, of any text, of a mask; differences
		spec.rows = append(spec.rows, row(1, float64(longest)), row(1, 1), row(1, float64(e.w)), row(1, 1, 2))
		for range i {
			spec.rows = append(spec.rows, row(1, 1))
		}
	}
}

// encode makes variables and axioms.
func (e *classes) encode(space numberSpace) {
	e.space = space
	n := len(e.terms)
	e.is = make([][]lit, n)
	e.gen = make([]lit, n)
	e.codes = make([][]lit, n)
	e.hasA, e.okA, e.masks = make([]lit, n), make([]lit, n), make([][]lit, n)
	if e.active {
		e.lens = make([][]lit, n)
	}
	for i := range e.terms {
		e.encodeTerm(i)
		if e.p.g.full() {
			return
		}
	}
	e.encodeEqualities()
	if e.nd > 0 {
		for i := range e.terms {
			if e.domOf[i] >= 0 {
				e.addressAxioms(i)
			}
		}
		e.maskAxioms()
	}
	e.predAxioms()
}

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

func (e *classes) atom(t Term) lit {
	n := &e.p.b.nodes[t]
	i := e.at[n.args[0]]
	switch n.op {
	case opHasAt:
		return e.hasA[i]
	case opDomOK:
		return e.okA[i]
	case opPred:
		return e.preds[predAt{n.pay, i}]
	}
	if c := &e.p.b.nodes[n.args[1]]; c.op == opText || c.op == opNamed {
		return e.constIs(i, e.p.b.texts[c.pay])
	}
	return e.eq(i, e.at[n.args[1]])
}

func (e *classes) length(t Term) []lit { return e.lens[e.at[t]] }

func (e *classes) bound() Bound {
	return Bound{Fragment: "A", Vars: e.p.names(e.gr.leaves),
		Detail: strconv.Itoa(len(e.consts)) + " constants, " + strconv.Itoa(len(e.terms)) + " terms"}
}

// sortedKeys returns the keys of m in ascending order.
func sortedKeys(m map[int]bool) []int {
	out := make([]int, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Ints(out)
	return out
}
