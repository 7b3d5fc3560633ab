package smt

import (
	"errors"
	"math/bits"
	"strings"
)

// maxText bounds the strings a model may contain.
const maxText = 1 << 20

var errLong = errors.New("a model would need a text of more than a million letters")

// classDecoder builds strings from classes, as the proof of Theorem A does.
type classDecoder struct {
	e      *classes
	holds  func(lit) bool
	root   []int          // by term: the first equal term
	value  map[int]string // by root
	kind   map[int]int    // by root: 0 no '@' or unknown, 1 address, 2 malformed
	domain map[int]int    // by root of a variable: root of its dom-term
	low    map[int]bool   // by root: a lower class
	used   map[string]bool
	letter map[rune]bool // letters of constants
}

func (e *classes) decode(m *Model, holds func(lit) bool) error {
	d := &classDecoder{e: e, holds: holds, value: map[int]string{}, kind: map[int]int{},
		domain: map[int]int{}, low: map[int]bool{}, used: map[string]bool{}, letter: map[rune]bool{}}
	for _, c := range e.consts {
		d.used[c] = true
		for _, r := range c {
			d.letter[r] = true
		}
	}
	d.findRoots()
	if e.gr.kind == KindOpaque {
		d.opaque(m)
		return nil
	}
	if err := d.build(); err != nil {
		return err
	}
	for _, l := range e.gr.leaves {
		m.value[l] = Value{Kind: KindStr, Text: d.value[d.root[e.at[l]]]}
	}
	d.predicates(m)
	return nil
}

// findRoots reads the equivalence and the constants.
func (d *classDecoder) findRoots() {
	e := d.e
	d.root = make([]int, len(e.terms))
	for i := range e.terms {
		d.root[i] = i
		for j := 0; j < i; j++ {
			if d.holds(e.eq(i, j)) {
				d.root[i] = d.root[j]
				break
			}
		}
		if d.root[i] != i {
			continue
		}
		for c, s := range e.consts {
			if e.is[i][c] != litFalse && d.holds(e.is[i][c]) {
				d.value[i] = s
			}
		}
	}
}

// opaque numbers the classes that are no constants.
func (d *classDecoder) opaque(m *Model) {
	numbers := map[int]int{}
	for _, l := range d.e.gr.leaves {
		r := d.root[d.e.at[l]]
		v := Value{Kind: KindOpaque}
		if s, ok := d.value[r]; ok {
			v.Text = s
		} else {
			if numbers[r] == 0 {
				numbers[r] = int(d.e.gr.leaves[0])*1000 + len(numbers) + 1
			}
			v.Any = numbers[r]
		}
		m.value[l] = v
	}
	d.predicates(m)
}

func (d *classDecoder) predicates(m *Model) {
	for k, l := range d.e.preds {
		if v, ok := m.value[d.e.terms[k.term]]; ok {
			m.setPoint(k.name, Point{m.b.texts[k.name], v, d.holds(l)})
		}
	}
}

// build gives every class a value: lower classes first, then what lies over
// them.
func (d *classDecoder) build() error {
	d.classify()
	for i := range d.e.terms {
		if d.root[i] == i && d.low[i] {
			if err := d.lowerClass(i); err != nil {
				return err
			}
		}
	}
	for i := range d.e.terms {
		if _, done := d.value[i]; d.root[i] == i && !done {
			if err := d.overClass(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// classify finds the kind and domain of every class and the lower classes.
func (d *classDecoder) classify() {
	e := d.e
	for i := range e.terms {
		r := d.root[i]
		if e.varOf[i] >= 0 {
			d.low[r] = true
		}
		if k := e.domOf[i]; k >= 0 {
			d.domain[r] = d.root[k]
			switch {
			case d.holds(e.okA[i]):
				d.kind[r] = 1
			case d.holds(e.hasA[i]):
				d.kind[r] = 2
			}
		}
	}
	for i := range e.terms {
		r := d.root[i]
		if _, has := d.domain[r]; !has {
			d.low[r] = true
		}
		if _, isConst := d.value[r]; isConst {
			d.low[r] = false
		}
	}
}

// lengthOf returns the length of a generic class; without length atoms one
// that is large enough for everything above it.
func (d *classDecoder) lengthOf(i int) (int, error) {
	if !d.e.active {
		n := d.e.w + 3
		if d.kind[i] != 0 {
			n += runeCount(d.value[d.domain[i]]) + 5
		}
		return n, nil
	}
	n, ok := d.e.space.value(d.e.lens[i], d.holds).Int64()
	if !ok || n > maxText {
		return 0, errLong
	}
	return int(n), nil
}

// fresh returns a new caseless letter that is in no constant and good in an
// address.
func (d *classDecoder) fresh() string {
	p := d.e.p
	for d.letter[p.nextLetter] || p.b.bad(p.nextLetter) {
		p.nextLetter++
	}
	p.nextLetter++
	return string(p.nextLetter - 1)
}

// variantsOver returns the roots of the classes that differ from the lower class
// i only in case, ascending.
func (d *classDecoder) variantsOver(i int) []int {
	set := map[int]bool{}
	for x, dom := range d.domain {
		if dom == i && x != i && d.kind[x] == 0 {
			set[x] = true
		}
	}
	return sortedKeys(set)
}

// lowerClass gives class i the value a...a f...f with as many a as case variants
// need bits, or an unused word when there is no room for f.
func (d *classDecoder) lowerClass(i int) error {
	n, err := d.lengthOf(i)
	if err != nil {
		return err
	}
	vs := d.variantsOver(i)
	k := bits.Len(uint(len(vs)))
	word := ""
	if k < n {
		word = strings.Repeat("a", k) + strings.Repeat(d.fresh(), n-k)
	} else if word = d.unusedWord(n); word == "" {
		return errors.New("no unused word of this length")
	}
	d.set(i, word)
	for j, v := range vs {
		d.set(v, capitals(word, j+1))
	}
	return nil
}

func (d *classDecoder) set(i int, s string) {
	d.value[i] = s
	d.used[s] = true
}

// unusedWord returns a word of n letters a-z that is no value yet.
func (d *classDecoder) unusedWord(n int) string {
	if n == 0 || n > 8 {
		return ""
	}
	w := []byte(strings.Repeat("a", n))
	for {
		if !d.used[string(w)] {
			return string(w)
		}
		i := n - 1
		for ; i >= 0 && w[i] == 'z'; i-- {
			w[i] = 'a'
		}
		if i < 0 {
			return ""
		}
		w[i]++
	}
}

// capitals returns w with the letters in the bits of mask capitalized, counting
// only letters a-z.
func capitals(w string, mask int) string {
	b := []byte(w)
	k := 0
	for i := 0; i < len(b) && mask>>k != 0; i++ {
		if !isLowerLetter(rune(b[i])) {
			continue
		}
		if mask>>k&1 == 1 {
			b[i] -= 'a' - 'A'
		}
		k++
	}
	return string(b)
}

// overClass gives a value to an address, a malformed text or a case variant of
// a constant.
func (d *classDecoder) overClass(i int) error {
	n, err := d.lengthOf(i)
	if err != nil {
		return err
	}
	domain := d.value[d.domain[i]]
	switch d.kind[i] {
	case 1:
		k := n - runeCount(domain) - 1
		if k < 1 {
			return errors.New("an address without room")
		}
		d.set(i, strings.Repeat(d.fresh(), k)+"@"+domain)
		return nil
	case 2:
		d.set(i, "@"+strings.Repeat(d.fresh(), max(n-1, 1)))
		return nil
	}
	for mask := 1; mask <= len(d.used)+len(d.e.terms)+1; mask++ {
		if v := capitals(domain, mask); !d.used[v] {
			d.set(i, v)
			return nil
		}
	}
	return errors.New("no case variant left")
}
