package cond

import (
	"sort"

	"planproof/core/value"
)

// globMachine runs a pattern as a nondeterministic automaton with one bit a position (Shift-And: Baeza-Yates and
// Gonnet, CACM 1992), so that matching takes time linear in the text whatever the pattern. Position i is set when
// items[:i] match what has been read. Letters that no item tells apart share a cell and its mask.
type globMachine struct {
	words  int
	cells  []rune   // first letter of every cell, ascending, from 0
	accept []uint64 // words per cell: bit i+1 when item i is no star and accepts the cell
	stars  []uint64 // bit i+1 when item i is a star
}

func newGlobMachine(items []GlobItem) *globMachine {
	m := &globMachine{words: len(items)/64 + 1, cells: globCells(items)}
	m.accept = make([]uint64, m.words*len(m.cells))
	m.stars = make([]uint64, m.words)
	for i, it := range items {
		word, bit := (i+1)/64, uint64(1)<<((i+1)%64)
		if it.Kind == GlobStar {
			m.stars[word] |= bit
			continue
		}
		for _, r := range it.ranges() {
			for c := m.cell(r.First); c < len(m.cells) && m.cells[c] <= r.Last; c++ {
				m.accept[c*m.words+word] |= bit
			}
		}
	}
	return m
}

// cell returns the cell of the letter r.
func (m *globMachine) cell(r rune) int {
	return sort.Search(len(m.cells), func(i int) bool { return m.cells[i] > r }) - 1
}

// ranges returns what an item other than a star accepts.
func (it GlobItem) ranges() []RuneRange {
	switch it.Kind {
	case GlobLetter:
		return []RuneRange{{it.Letter, it.Letter}}
	case GlobOne:
		return []RuneRange{{0, maxRune}}
	case GlobClass:
		return it.Class
	case GlobStar:
	}
	return nil
}

// globCells cuts the code points where some item begins or ceases to accept.
func globCells(items []GlobItem) []rune {
	cuts := []rune{0}
	for _, it := range items {
		switch it.Kind {
		case GlobLetter:
			cuts = append(cuts, it.Letter, it.Letter+1)
		case GlobClass:
			for _, r := range it.Class {
				cuts = append(cuts, r.First, r.Last+1)
			}
		case GlobOne, GlobStar:
		}
	}
	sort.Slice(cuts, func(i, j int) bool { return cuts[i] < cuts[j] })
	out := cuts[:1]
	for _, c := range cuts[1:] {
		if c != out[len(out)-1] {
			out = append(out, c)
		}
	}
	return out
}

// Match reports whether the pattern matches the whole of s.
func (g *Glob) Match(s string) bool {
	m := g.machine
	at := make([]uint64, m.words)
	at[0] = 1
	m.skipStars(at)
	for s != "" {
		r, size := value.DecodeRune(s)
		s = s[size:]
		if !m.step(at, r) {
			return false
		}
	}
	last := len(g.items)
	return at[last/64]>>(last%64)&1 == 1
}

// step reads one letter: a position moves over an item that accepts it, and stays behind a star. It reports whether
// any position is left.
func (m *globMachine) step(at []uint64, r rune) bool {
	accept := m.accept[m.cell(r)*m.words:]
	carry, any := uint64(0), uint64(0)
	for w := range at {
		old := at[w]
		at[w] = (old<<1|carry)&accept[w] | old&m.stars[w]
		carry = old >> 63
		any |= at[w]
	}
	if any == 0 {
		return false
	}
	m.skipStars(at)
	return true
}

// skipStars lets positions move over a star without reading. Stars are never adjacent, so one step is enough.
func (m *globMachine) skipStars(at []uint64) {
	carry := uint64(0)
	for w := range at {
		old := at[w]
		at[w] |= (old<<1 | carry) & m.stars[w]
		carry = old >> 63
	}
}

// size is how much building the machine cost.
func (m *globMachine) size() int { return len(m.accept) }
