package lattice

import "math/bits"

// Set is an immutable subset of {0, 1, 2, …}, a bit set. The zero value is
// the empty set. Sets below 64 need no allocation, which is why the first
// word is inline. Equal sets need not be == ; use Equal.
type Set struct {
	low  uint64
	high []uint64 // elements 64 and above; never modified once built
}

// SetOf builds the set of the given elements (each ≥ 0).
func SetOf(elems ...int) Set {
	var s Set
	for _, e := range elems {
		s = s.With(e)
	}
	return s
}

// UpTo is the set {0, …, n-1}.
func UpTo(n int) Set {
	if n < 64 {
		return Set{low: 1<<uint(n) - 1}
	}
	s := Set{low: ^uint64(0), high: make([]uint64, (n-64+63)/64)}
	for i := range s.high {
		s.high[i] = ^uint64(0)
	}
	if r := uint(n % 64); r != 0 && len(s.high) > 0 {
		s.high[len(s.high)-1] = 1<<r - 1
	}
	return s
}

// With is s ∪ {e}.
func (s Set) With(e int) Set {
	if e < 64 {
		s.low |= 1 << uint(e)
		return s
	}
	if s.Has(e) {
		return s
	}
	w := e/64 - 1
	high := make([]uint64, max(len(s.high), w+1))
	copy(high, s.high)
	high[w] |= 1 << uint(e%64)
	s.high = high
	return s
}

// Builder makes a Set element by element, without a copy for each. The zero
// value is ready; Set may be called at any time.
type Builder struct {
	s     Set
	owned bool // s.high is ours to change
}

// Add adds an element.
func (b *Builder) Add(e int) {
	if e < 64 {
		b.s.low |= 1 << uint(e)
		return
	}
	w := e/64 - 1
	if !b.owned || w >= len(b.s.high) {
		high := make([]uint64, max(len(b.s.high), w+1))
		copy(high, b.s.high)
		b.s.high, b.owned = high, true
	}
	b.s.high[w] |= 1 << uint(e%64)
}

// Set is the set so far.
func (b *Builder) Set() Set {
	b.owned = false
	return b.s
}

// Has reports e ∈ s.
func (s Set) Has(e int) bool {
	if e < 64 {
		return s.low>>uint(e)&1 != 0
	}
	w := e/64 - 1
	return w < len(s.high) && s.high[w]>>uint(e%64)&1 != 0
}

// Empty reports s = ∅.
func (s Set) Empty() bool {
	if s.low != 0 {
		return false
	}
	for _, w := range s.high {
		if w != 0 {
			return false
		}
	}
	return true
}

// Len is |s|.
func (s Set) Len() int {
	n := bits.OnesCount64(s.low)
	for _, w := range s.high {
		n += bits.OnesCount64(w)
	}
	return n
}

// Min is the smallest element, -1 for the empty set.
func (s Set) Min() int {
	for e := range s.All() {
		return e
	}
	return -1
}

// All yields the elements in ascending order.
func (s Set) All() func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for w := -1; w < len(s.high); w++ {
			word := s.low
			if w >= 0 {
				word = s.high[w]
			}
			for ; word != 0; word &= word - 1 {
				if !yield((w+1)*64 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// word is the i-th word of the high part, 0 beyond its end.
func (s Set) word(i int) uint64 {
	if i < len(s.high) {
		return s.high[i]
	}
	return 0
}

// combine applies op word by word; it shares an operand's high part when the
// result equals it, so that joins of equal sets do not allocate.
func combine(a, b Set, op func(x, y uint64) uint64) Set {
	out := Set{low: op(a.low, b.low)}
	n := max(len(a.high), len(b.high))
	if n == 0 {
		return out
	}
	sameA, sameB := len(a.high) == n, len(b.high) == n
	for i := 0; i < n && (sameA || sameB); i++ {
		w := op(a.word(i), b.word(i))
		sameA = sameA && w == a.word(i)
		sameB = sameB && w == b.word(i)
	}
	if sameA {
		out.high = a.high
		return out
	}
	if sameB {
		out.high = b.high
		return out
	}
	out.high = make([]uint64, n)
	for i := range out.high {
		out.high[i] = op(a.word(i), b.word(i))
	}
	return out
}

// Union is a ∪ b.
func (s Set) Union(t Set) Set {
	if len(s.high)+len(t.high) == 0 {
		return Set{low: s.low | t.low}
	}
	return combine(s, t, func(x, y uint64) uint64 { return x | y })
}

// Intersect is a ∩ b.
func (s Set) Intersect(t Set) Set {
	if len(s.high)+len(t.high) == 0 {
		return Set{low: s.low & t.low}
	}
	return combine(s, t, func(x, y uint64) uint64 { return x & y })
}

// Minus is a ∖ b.
func (s Set) Minus(t Set) Set {
	if len(s.high)+len(t.high) == 0 {
		return Set{low: s.low &^ t.low}
	}
	return combine(s, t, func(x, y uint64) uint64 { return x &^ y })
}

// Subset reports s ⊆ t.
func (s Set) Subset(t Set) bool {
	if s.low&^t.low != 0 {
		return false
	}
	for i, w := range s.high {
		if w&^t.word(i) != 0 {
			return false
		}
	}
	return true
}

// Equal reports s = t.
func (s Set) Equal(t Set) bool { return s.Subset(t) && t.Subset(s) }

// Powerset is the lattice of subsets: ⊆, ∪, ∩. Its bottom is the empty set.
type Powerset struct{}

// Join is the union.
func (Powerset) Join(a, b Set) Set { return a.Union(b) }

// Meet is the intersection.
func (Powerset) Meet(a, b Set) Set { return a.Intersect(b) }

// Leq is ⊆.
func (Powerset) Leq(a, b Set) bool { return a.Subset(b) }

// Equal is set equality.
func (Powerset) Equal(a, b Set) bool { return a.Equal(b) }
