package smt

import (
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
		spec.rows = append(spec.rows, linearRow{1, float64(longest)}, linearRow{2, 1}, linearRow{1, float64(e.w)}, linearRow{2, 2})
		for range i {
			spec.rows = append(spec.rows, linearRow{2, 1})
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
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}
