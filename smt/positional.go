package smt

import (
	"errors"
	"slices"
	"strconv"
)

// positional decides patterns, prefixes, suffixes, order against constants and
// everything Theorem A has, over words of bounded length and a bounded alphabet
// (Theorem F1). A text with Dom is held as the two words p and d:
//
//	no '@'      p is empty            text = d
//	address     p and d not empty     text = p '@' d
//	malformed   d is empty            text = p
//
// so that the lower-cased d is its domain in all three cases and nothing has to
// be shifted.
type positional struct {
	p   *problem
	gr  *group
	lim f1Bounds

	letters []rune // alphabet; code = position + 1
	code    map[rune]int
	bits    int
	casing  bool // capitals are a code with the case bit
	split   bool // texts are p and d

	texts map[Term]*f1Text // by leaf
	space *orderSpace
	globs map[globAt]lit
	lenV  map[Term][]lit
}

// f1Bounds are the computed bounds of the small model.
type f1Bounds struct {
	n          int // texts
	fixed      int // letters that patterns which must hold can ask for
	q          int // most single wildcards of a pattern that must not hold
	k          int // longest constant that must be met
	lex        int // longest constant compared by order
	ep, ed, e  int // longest p, d and text of the small model
	compressed bool
	explicit   int // values of lengths are exact up to here when not compressed
}

type globAt struct {
	pattern int32
	term    Term
}

// f1Text is one leaf.
type f1Text struct{ p, d *word }

func newPositional(p *problem, gr *group) *positional {
	return &positional{p: p, gr: gr, texts: map[Term]*f1Text{}, code: map[rune]int{},
		globs: map[globAt]lit{}, lenV: map[Term][]lit{}}
}

// plan computes the bounds and adds what the group needs from the number space.
func (e *positional) plan(spec *spaceSpec) string {
	e.split = e.gr.feats&(gDom|gOK) != 0
	e.casing = e.split || e.gr.feats&gLower != 0
	e.measure()
	e.alphabet()
	if len(e.gr.lens) == 0 {
		return ""
	}
	spec.ints += len(e.gr.lens)
	e.lim.compressed = !e.split || len(e.gr.lens) == 1 || broken("f1-compress")
	if e.lim.compressed {
		spec.consts = append(spec.consts, RatInt(int64(e.lim.e)))
		spec.upTo = max(spec.upTo, e.lim.e)
		return ""
	}
	spec.exact = append(spec.exact, e.lim.e)
	return ""
}

// encode makes the words and their well-formedness.
func (e *positional) encode(numbers numberSpace) {
	space, _ := numbers.(*orderSpace)
	e.space = space
	capP, capD := e.lim.ep, e.lim.ed
	if len(e.gr.lens) > 0 {
		top := len(space.points) - 1 - space.zero
		capP, capD = max(capP, top), max(capD, top)
	}
	for _, l := range e.gr.leaves {
		t := &f1Text{d: e.newWord(capD)}
		if e.split {
			t.p = e.newWord(capP)
			e.wellFormed(t)
		}
		e.texts[l] = t
		if e.p.g.full() {
			return
		}
	}
	for _, t := range e.gr.lens {
		e.lenV[t] = e.makeLength(t)
	}
}

var errNoRoom = errors.New("a text could not be made as long as its length says")

// bound describes the small model.
func (e *positional) bound() Bound {
	d := "texts up to " + strconv.Itoa(e.lim.e) + " letters of " + strconv.Itoa(len(e.letters))
	if len(e.gr.lens) > 0 && e.lim.compressed {
		d += ", longer ones compressed"
	}
	return Bound{Fragment: "F1", Vars: e.p.names(e.gr.leaves), Detail: d}
}

// insert adds r to a sorted list of letters.
func insert(rs []rune, r rune) []rune {
	if i, found := slices.BinarySearch(rs, r); !found {
		rs = append(rs, r)
		copy(rs[i+1:], rs[i:])
		rs[i] = r
	}
	return rs
}
