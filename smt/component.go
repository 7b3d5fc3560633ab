package smt

import (
	"slices"
	"sort"
)

// component is a set of variables that atoms connect, with these atoms. An
// assignment of truth values to all atoms is consistent exactly when it is in
// every component, so each component may use its own fragment.
type component struct {
	leaves  []Term // numeric leaves
	atoms   []Term // atoms over numbers
	groups  []*group
	lengths bool           // some numeric atom contains the length of a string
	linear  bool           // some atom is over a sum
	scale   int64          // what decimals in sums are multiples of, see decimals.go
	scaled  map[Term][]lit // integer terms in the unit of decimals, when asked for
	space   numberSpace    // nil without numbers
	vecs    map[Term][]lit
}

// group is a set of string (or opaque) variables connected by equalities and
// orders; lengths alone do not connect.
type group struct {
	kind   Kind
	leaves []Term
	atoms  []Term
	lens   []Term // string terms whose length occurs in numeric atoms
	feats  groupFeature
	engine stringEngine
}

// groupFeature is what occurs in a group's atoms.
type groupFeature uint16

const (
	gDom      groupFeature = 1 << iota // Dom
	gOK                                // DomOK
	gAt                                // At
	gLower                             // Lower
	gGlob                              // a pattern
	gNegated                           // a pattern with a negated or large class
	gLexVar                            // order between two terms
	gLexConst                          // order against a constant
	gPred                              // a predicate
)

// stringEngine decides one group.
type stringEngine interface {
	// plan adds what the group needs from the number space.
	plan(spec *spaceSpec) (reason string)
	// encode makes the group's clauses.
	encode(space numberSpace)
	// atom returns the literal of one of the group's atoms.
	atom(t Term) lit
	// length returns the length of a string term of the group.
	length(t Term) []lit
	// decode stores the values of the leaves.
	decode(m *Model, holds func(lit) bool) error
	// bound describes the small model.
	bound() Bound
}

// split finds components and groups of the reachable atoms.
type splitter struct {
	p      *problem
	parent map[Term]Term // by leaf, connected in any way
	close  map[Term]Term // by leaf, connected by equality or order
	leaves []Term
	atoms  []Term
	lists  map[Term][]Term // leaves below an atom
}

func find(parent map[Term]Term, t Term) Term {
	for parent[t] != t {
		parent[t] = parent[parent[t]]
		t = parent[t]
	}
	return t
}

func union(parent map[Term]Term, s, t Term) {
	if s, t = find(parent, s), find(parent, t); s != t {
		parent[max(s, t)] = min(s, t)
	}
}

// isAtom reports whether a Boolean node is a theory atom.
func (b *Builder) isAtom(t Term) bool {
	n := &b.nodes[t]
	switch n.op {
	case opEq:
		return b.kind(n.args[0]) != KindBool
	case opLt, opLe, opHasAt, opDomOK, opGlob, opPred:
		return true
	}
	return false
}

// atomLeaves returns the leaves below an atom, without repetition. Arguments of
// atoms are shallow: len(dom(x)), sums of those.
func (b *Builder) atomLeaves(t Term, out []Term) []Term {
	for _, a := range b.nodes[t].args {
		if b.isLeaf(a) {
			if !slices.Contains(out, a) {
				out = append(out, a)
			}
		} else {
			out = b.atomLeaves(a, out)
		}
	}
	return out
}

func (p *problem) split() []*component {
	s := &splitter{p: p, parent: map[Term]Term{}, close: map[Term]Term{}, lists: map[Term][]Term{}}
	for _, t := range p.order {
		if p.b.isLeaf(t) && p.b.kind(t) != KindBool {
			s.parent[t], s.close[t] = t, t
			s.leaves = append(s.leaves, t)
		}
		if p.b.isAtom(t) && !p.isFree(t) {
			s.connect(t)
		}
	}
	return s.build()
}

func (s *splitter) connect(t Term) {
	ls := s.p.b.atomLeaves(t, nil)
	if len(ls) == 0 {
		return // a predicate of a constant
	}
	s.atoms = append(s.atoms, t)
	s.lists[t] = ls
	n := &s.p.b.nodes[t]
	numbers := s.p.b.kind(n.args[0]).numeric()
	for _, l := range ls[1:] {
		union(s.parent, ls[0], l)
		if !numbers {
			union(s.close, ls[0], l)
		}
	}
}

func (s *splitter) build() []*component {
	comps := map[Term]*component{}
	groups := map[Term]*group{}
	var out []*component
	for _, l := range s.leaves {
		root := find(s.parent, l)
		c := comps[root]
		if c == nil {
			c = &component{}
			comps[root] = c
			out = append(out, c)
		}
		k := s.p.b.kind(l)
		if k.numeric() {
			c.leaves = append(c.leaves, l)
			continue
		}
		gr := groups[find(s.close, l)]
		if gr == nil {
			gr = &group{kind: k}
			groups[find(s.close, l)] = gr
			c.groups = append(c.groups, gr)
		}
		gr.leaves = append(gr.leaves, l)
	}
	for _, t := range s.atoms {
		s.place(t, comps[find(s.parent, s.lists[t][0])], groups)
	}
	return out
}

// place adds an atom to its component and group.
func (s *splitter) place(t Term, c *component, groups map[Term]*group) {
	b := s.p.b
	n := &b.nodes[t]
	if !b.kind(n.args[0]).numeric() {
		gr := groups[find(s.close, s.lists[t][0])]
		gr.atoms = append(gr.atoms, t)
		return
	}
	c.atoms = append(c.atoms, t)
	for _, a := range n.args {
		parts := []Term{a}
		if b.nodes[a].op == opLin {
			c.linear = true
			parts = b.nodes[a].args
		}
		for _, u := range parts {
			if b.nodes[u].op == opLen && !b.isLeaf(u) {
				c.lengths = true
				str := b.nodes[u].args[0]
				gr := groups[find(s.close, b.atomLeaves(u, nil)[0])]
				if !slices.Contains(gr.lens, str) {
					gr.lens = append(gr.lens, str)
				}
			}
		}
	}
}

// scan computes the features of a group from its atoms.
func (gr *group) scan(p *problem) {
	b := p.b
	gr.feats = 0
	for _, t := range gr.lens {
		gr.feats |= b.termFeature(t)
	}
	for _, t := range gr.atoms {
		gr.feats |= b.atomFeature(t)
	}
}

func (b *Builder) termFeature(t Term) groupFeature {
	switch b.nodes[t].op {
	case opDom:
		return gDom
	case opLower:
		return gLower
	}
	return 0
}

// atomFeature returns what one string atom brings.
func (b *Builder) atomFeature(t Term) groupFeature {
	n := &b.nodes[t]
	var f groupFeature
	for _, a := range n.args {
		f |= b.termFeature(a)
	}
	switch n.op {
	case opHasAt:
		return f | gAt
	case opDomOK:
		return f | gOK
	case opPred:
		return f | gPred
	case opGlob:
		if !b.patterns[n.pay].small() {
			return f | gNegated
		}
		return f | gGlob
	case opLt:
		if b.isConst(n.args[0]) || b.isConst(n.args[1]) {
			return f | gLexConst
		}
		return f | gLexVar
	}
	return f
}

// maxClassLetters bounds the letters of classes that become letters of the
// alphabet.
const maxClassLetters = 160

// small reports whether the classes of the pattern are finite sets that the
// alphabet can contain entirely.
func (p Pattern) small() bool {
	n := 0
	for _, it := range p {
		if it.Kind != ItemClass {
			continue
		}
		if it.Negated {
			return false
		}
		for _, r := range it.Ranges {
			n += int(r[1]-r[0]) + 1
		}
	}
	return n <= maxClassLetters
}

// sortedTexts returns the keys in code point order.
func sortedTexts(m map[string]bool) []string {
	out := make([]string, 0, len(m))
	for s := range m {
		out = append(out, s)
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}
