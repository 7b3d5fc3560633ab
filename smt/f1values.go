package smt

import (
	"slices"
	"strings"
)

// f1Value is the value of a text while it is made longer.
type f1Value struct {
	leaf Term
	p, d []rune
}

func (x *f1Value) runes() []rune {
	switch {
	case len(x.p) == 0:
		return x.d
	case len(x.d) == 0:
		return x.p
	}
	return append(append(slices.Clone(x.p), '@'), x.d...)
}

// decode reads the words; compressed lengths above the bound are restored.
func (e *positional) decode(m *Model, holds func(lit) bool) error {
	var vals []*f1Value
	for _, l := range e.gr.leaves {
		t := e.texts[l]
		v := &f1Value{leaf: l, d: e.read(t.d, holds)}
		if t.p != nil {
			v.p = e.read(t.p, holds)
		}
		vals = append(vals, v)
	}
	if e.lim.compressed {
		for _, t := range e.gr.lens {
			if err := e.restore(t, vals, holds); err != nil {
				return err
			}
		}
	}
	for _, v := range vals {
		m.value[v.leaf] = Value{Kind: KindStr, Text: textOf(v.runes())}
	}
	return nil
}

// read returns the letters of a word.
func (e *positional) read(w *word, holds func(lit) bool) []rune {
	var out []rune
	for i, a := range w.alive {
		if !holds(a) {
			break
		}
		c := 0
		for j, b := range w.bits[i] {
			if holds(b) {
				c |= 1 << j
			}
		}
		r := e.letters[c-1]
		if e.casing && holds(w.upper[i]) {
			r = upperRune(r)
		}
		out = append(out, r)
	}
	return out
}

// restore gives the term t the length that its index stands for, by growing a
// block of letters that no pattern needs.
func (e *positional) restore(t Term, vals []*f1Value, holds func(lit) bool) error {
	n := e.space.value(e.lenV[t], holds)
	want, ok := n.Int64()
	if !ok || want > maxText {
		return errLong
	}
	leaf, onDom := t, false
	if k := e.p.b.nodes[t].op; k == opDom {
		leaf, onDom = e.p.b.nodes[t].args[0], true
	}
	var v *f1Value
	for _, x := range vals {
		if x.leaf == leaf {
			v = x
		}
	}
	have := len(v.runes())
	if onDom {
		have = len(v.d)
	}
	if extra := int(want) - have; extra > 0 {
		return e.grow(v, vals, extra, onDom)
	}
	return nil
}

// grow inserts extra letters into the first part of v (and of the texts equal to
// it), or into its second part and that of every text with the same one.
func (e *positional) grow(v *f1Value, vals []*f1Value, extra int, onDom bool) error {
	if !onDom && len(v.p) > 0 {
		same := e.sharing(vals, func(x *f1Value) bool { return slices.Equal(x.p, v.p) && slices.Equal(x.d, v.d) })
		if e.growPart(same, extra, true) {
			return nil
		}
	}
	key := lowerText(textOf(v.d))
	same := e.sharing(vals, func(x *f1Value) bool {
		if !e.casing {
			return slices.Equal(x.d, v.d)
		}
		return lowerText(textOf(x.d)) == key
	})
	if len(v.d) > 0 && e.growPart(same, extra, false) {
		return nil
	}
	return errNoRoom
}

func (e *positional) sharing(vals []*f1Value, in func(*f1Value) bool) []*f1Value {
	var out []*f1Value
	for _, x := range vals {
		if in(x) {
			out = append(out, x)
		}
	}
	return out
}

// growPart replaces the letters no one needs by one new letter and puts extra
// ones into the longest block of them; false when no block is long enough.
func (e *positional) growPart(same []*f1Value, extra int, first bool) bool {
	part := func(x *f1Value) []rune {
		if first {
			return x.p
		}
		return x.d
	}
	mark := make([]bool, len(part(same[0])))
	for _, x := range same {
		e.markNeeded(x, mark, first)
		for i, r := range part(x) {
			mark[i] = mark[i] || r != part(same[0])[i]
		}
	}
	from, to := longestBlock(mark)
	if to-from <= e.lim.q {
		return false
	}
	f := e.newLetter()
	for _, x := range same {
		w := slices.Clone(part(x))
		for i := range w {
			if !mark[i] {
				w[i] = f
			}
		}
		w = append(append(w[:from:from], []rune(strings.Repeat(string(f), extra))...), w[from:]...)
		if first {
			x.p = w
		} else {
			x.d = w
		}
	}
	return true
}

// markNeeded marks the letters of one part of x that true patterns use, that
// order can see, or that make a text malformed.
func (e *positional) markNeeded(x *f1Value, mark []bool, first bool) {
	whole := x.runes()
	shift := 0
	if !first {
		shift = len(whole) - len(x.d)
	}
	note := func(all []bool, shift int) {
		for i := range mark {
			mark[i] = mark[i] || all[i+shift]
		}
	}
	for _, t := range e.gr.atoms {
		n := &e.p.b.nodes[t]
		if n.op != opGlob || e.p.polar[t]&1 == 0 {
			continue
		}
		if n.args[0] == x.leaf {
			note(e.markGlob(e.p.b.patterns[n.pay], whole), shift)
		} else if a := &e.p.b.nodes[n.args[0]]; a.op == opDom && a.args[0] == x.leaf && !first {
			note(e.markGlob(e.p.b.patterns[n.pay], runesOf(lowerText(textOf(x.d)))), 0)
		}
	}
	for i := range mark {
		at := i + shift
		r := whole[at]
		mark[i] = mark[i] || at < e.lim.lex || i < e.lim.lex || r == '@' || e.split && e.p.b.bad(r) && first && len(x.d) == 0
	}
}

// markGlob returns the letters that the fixed items of a true pattern use.
func (e *positional) markGlob(p Pattern, s []rune) []bool {
	mark := make([]bool, len(s))
	p.marks(s, mark)
	return mark
}

func longestBlock(mark []bool) (from, to int) {
	start := 0
	for i := 0; i <= len(mark); i++ {
		if i < len(mark) && !mark[i] {
			continue
		}
		if i-start > to-from {
			from, to = start, i
		}
		start = i + 1
	}
	return from, to
}

// newLetter returns a letter that is in no alphabet of the question.
func (e *positional) newLetter() rune {
	p := e.p
	for {
		p.nextLetter++
		if _, known := e.code[p.nextLetter]; !known && !p.b.bad(p.nextLetter) {
			return p.nextLetter
		}
	}
}
