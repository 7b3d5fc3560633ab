package smt

import (
	"sort"
	"strconv"
)

// lexical decides order and equality between string variables and constants
// (Theorem O). Between two neighboring constants either finitely many strings lie
// and all are candidates, or as many candidates as there are variables suffice:
// an order-preserving map moves the values of a model there. The candidates are
// then numbered and encoded like numbers.
type lexical struct {
	p     *problem
	gr    *group
	words []string // candidates, ascending
	space *orderSpace
	vecs  map[Term][]lit
}

func newLexical(p *problem, gr *group) *lexical {
	return &lexical{p: p, gr: gr, vecs: map[Term][]lit{}}
}

func (x *lexical) plan(*spaceSpec) string {
	consts := map[string]bool{"": true}
	for _, t := range x.gr.atoms {
		for _, a := range x.p.b.nodes[t].args {
			if c, ok := x.p.b.textValue(a); ok {
				consts[c] = true
			}
		}
	}
	cs := sortedTexts(consts)
	n := len(x.gr.leaves)
	if (len(cs)+1)*(n+1) > maxPoints {
		return "too many texts to tell apart"
	}
	for i, a := range cs {
		x.words = append(x.words, a)
		if i+1 < len(cs) {
			x.words = between(x.words, a, cs[i+1], n)
		} else {
			x.words = padded(x.words, a, 1, n)
		}
	}
	return ""
}

// padded appends a followed by i..j letters U+0000.
func padded(dst []string, a string, i, j int) []string {
	for ; i <= j; i++ {
		dst = append(dst, a+string(make([]byte, i)))
	}
	return dst
}

// between appends the candidates strictly between neighbors a < b. Directly
// above a come a\0, a\0\0, ...; they are all strings below b exactly when b is one
// of them.
func between(dst []string, a, b string, n int) []string {
	z := 0
	if len(b) > len(a) && b[:len(a)] == a {
		for len(a)+z < len(b) && b[len(a)+z] == 0 {
			z++
		}
		if len(a)+z == len(b) {
			return padded(dst, a, 1, z-1)
		}
	}
	if broken("o-gap") {
		n--
	}
	return padded(dst, a, 1, z+n)
}

// encode numbers the candidates 0, 1, ...
func (x *lexical) encode(numberSpace) {
	x.space = &orderSpace{g: x.p.g}
	for i := range x.words {
		x.space.points = append(x.space.points, RatInt(int64(i)))
	}
	x.space.index()
	for _, l := range x.gr.leaves {
		x.vecs[l] = x.space.term(true, true)
	}
}

// number returns the number of a constant.
func (x *lexical) number(t Term) (Rat, bool) {
	c, ok := x.p.b.textValue(t)
	return RatInt(int64(sort.SearchStrings(x.words, c))), ok
}

func (x *lexical) atom(t Term) lit {
	n := &x.p.b.nodes[t]
	p, q := n.args[0], n.args[1]
	s := x.space
	if c, ok := x.number(q); ok {
		below := s.ge(x.vecs[p], c).Not()
		if n.op == opEq {
			return x.p.g.and(below.Not(), s.above(x.vecs[p], c).Not())
		}
		return below
	}
	if c, ok := x.number(p); ok {
		return s.above(x.vecs[q], c)
	}
	if n.op == opEq {
		return s.eq(x.vecs[p], x.vecs[q])
	}
	return s.le(x.vecs[q], x.vecs[p]).Not()
}

func (x *lexical) length(Term) []lit { return nil }

func (x *lexical) decode(m *Model, holds func(lit) bool) error {
	for _, l := range x.gr.leaves {
		i, _ := x.space.value(x.vecs[l], holds).Int64()
		m.value[l] = Value{Kind: KindStr, Text: x.words[i]}
	}
	return nil
}

func (x *lexical) bound() Bound {
	return Bound{Fragment: "O", Vars: x.p.names(x.gr.leaves), Detail: strconv.Itoa(len(x.words)) + " texts"}
}

// names returns the names of the variables among leaves.
func (p *problem) names(leaves []Term) []string {
	var out []string
	for _, l := range leaves {
		if n := &p.b.nodes[l]; n.op == opVar {
			out = append(out, p.b.texts[n.pay])
		}
	}
	return out
}
