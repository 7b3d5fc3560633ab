package lattice

// fan is the branching factor of a Map's trie.
const fan = 16

// Map is a persistent map from small non-negative integers to V: changing one
// key copies one path and shares the rest. Two maps that came from the same
// one are compared, merged and diffed in time proportional to what differs,
// which keeps the analysis linear in the number of steps (an environment is
// never copied). The zero value is the empty map.
//
// Values are pointers; the same pointer means the same value.
type Map[V any] struct {
	root   *node[V]
	height int // levels above the leaves; a map of height h has keys below fan^(h+1)
}

// node is an inner node (kids) or, at height 0, a leaf (vals).
type node[V any] struct {
	kids [fan]*node[V]
	vals *[fan]*V
}

// Get returns the value of a key, nil when it is missing.
func (m Map[V]) Get(key int) *V {
	n := m.root
	if key >= span(m.height) {
		return nil
	}
	for h := m.height; n != nil && h > 0; h-- {
		n = n.kids[key/span(h-1)%fan]
	}
	if n == nil {
		return nil
	}
	return n.vals[key%fan]
}

// With returns m with key bound to v; a nil v removes the key.
func (m Map[V]) With(key int, v *V) Map[V] {
	for key >= span(m.height) {
		m = m.grown()
	}
	if m.Get(key) == v {
		return m
	}
	return Map[V]{m.root.with(m.height, key, v), m.height}
}

// grown is m with one more level.
func (m Map[V]) grown() Map[V] {
	if m.root == nil {
		return Map[V]{nil, m.height + 1}
	}
	return Map[V]{&node[V]{kids: [fan]*node[V]{m.root}}, m.height + 1}
}

// span is the number of keys of a subtree of height h.
func span(h int) int {
	n := fan
	for ; h > 0; h-- {
		n *= fan
	}
	return n
}

func (n *node[V]) with(h, key int, v *V) *node[V] {
	out := &node[V]{}
	if n != nil {
		*out = *n
	}
	if h > 0 {
		i := key / span(h-1) % fan
		out.kids[i] = out.kids[i].with(h-1, key, v)
		return out
	}
	vals := [fan]*V{}
	if out.vals != nil {
		vals = *out.vals
	}
	vals[key%fan] = v
	out.vals = &vals
	return out
}

// level brings two maps to the same height.
func level[V any](a, b Map[V]) (Map[V], Map[V]) {
	for a.height < b.height {
		a = a.grown()
	}
	for b.height < a.height {
		b = b.grown()
	}
	return a, b
}

// Merge keeps the keys that both maps have. Where the two values are the same
// pointer that value stays, else f chooses; f may return either operand.
// Parts that come out equal to a's are a's.
func Merge[V any](a, b Map[V], f func(key int, x, y *V) *V) Map[V] {
	a, b = level(a, b)
	return Map[V]{merge(a.root, b.root, a.height, 0, f), a.height}
}

func merge[V any](a, b *node[V], h, base int, f func(int, *V, *V) *V) *node[V] {
	if a == b || a == nil || b == nil {
		if a == b {
			return a
		}
		return nil
	}
	if h == 0 {
		return mergeLeaf(a, b, base, f)
	}
	out, same := node[V]{}, true
	for i := range out.kids {
		out.kids[i] = merge(a.kids[i], b.kids[i], h-1, base+i*span(h-1), f)
		same = same && out.kids[i] == a.kids[i]
	}
	if same {
		return a
	}
	return &out
}

func mergeLeaf[V any](a, b *node[V], base int, f func(int, *V, *V) *V) *node[V] {
	vals, same := [fan]*V{}, true
	for i := range vals {
		x, y := a.vals[i], b.vals[i]
		switch {
		case x == y:
			vals[i] = x
		case x != nil && y != nil:
			vals[i] = f(base+i, x, y)
		}
		same = same && vals[i] == x
	}
	if same {
		return a
	}
	return &node[V]{vals: &vals}
}

// Diff calls f for every key whose values differ as pointers, in ascending
// order, with nil for a missing side, until f returns false. It reports
// whether it ran to the end.
func Diff[V any](a, b Map[V], f func(key int, x, y *V) bool) bool {
	a, b = level(a, b)
	return diff(a.root, b.root, a.height, 0, f)
}

func diff[V any](a, b *node[V], h, base int, f func(int, *V, *V) bool) bool {
	if a == b {
		return true
	}
	for i := 0; i < fan; i++ {
		if h > 0 {
			if !diff(a.kid(i), b.kid(i), h-1, base+i*span(h-1), f) {
				return false
			}
			continue
		}
		if x, y := a.val(i), b.val(i); x != y && !f(base+i, x, y) {
			return false
		}
	}
	return true
}

func (n *node[V]) kid(i int) *node[V] {
	if n == nil {
		return nil
	}
	return n.kids[i]
}

func (n *node[V]) val(i int) *V {
	if n == nil || n.vals == nil {
		return nil
	}
	return n.vals[i]
}

// MustMap is the lattice of maps whose missing keys are ⊤: a key survives a
// join only when both sides have it, and then its values are joined by L.
type MustMap[L Semilattice[V], V any] struct{ l L }

// Join joins key by key and keeps an operand's pointer when it is the result.
func (m MustMap[L, V]) Join(a, b Map[V]) Map[V] {
	return Merge(a, b, func(_ int, x, y *V) *V {
		j := m.l.Join(*x, *y)
		if m.l.Equal(j, *x) {
			return x
		}
		if m.l.Equal(j, *y) {
			return y
		}
		return &j
	})
}

// Leq holds when every key of b is in a with a smaller value.
func (m MustMap[L, V]) Leq(a, b Map[V]) bool {
	return Diff(a, b, func(_ int, x, y *V) bool {
		return y == nil || x != nil && m.l.Leq(*x, *y)
	})
}

// Equal is equality of keys and of their values.
func (m MustMap[L, V]) Equal(a, b Map[V]) bool {
	return Diff(a, b, func(_ int, x, y *V) bool {
		return x != nil && y != nil && m.l.Equal(*x, *y)
	})
}
