package pattern

import "unicode"

// node is a part of an expression: a sealed sum.
type node interface{ isNode() }

type (
	sequence  []node
	choice    []node
	character struct{ r rune }
	set       struct {
		class  class
		negate bool
	}
	repeat struct {
		of       node
		min, max int // max < 0: no limit
		lazy     bool
	}
	look struct {
		of             node
		behind, negate bool
	}
	anchor struct{ kind rune } // ^ $ b B
)

func (sequence) isNode()  {}
func (choice) isNode()    {}
func (character) isNode() {}
func (set) isNode()       {}
func (repeat) isNode()    {}
func (look) isNode()      {}
func (anchor) isNode()    {}

// matcher runs one search. The continuation style makes every choice point a
// call, so giving up is returning.
type matcher struct {
	text []rune
	fold bool
	left int
}

type then func(at int) bool

func (m *matcher) match(n node, at int, k then) bool {
	if m.left--; m.left <= 0 {
		return false
	}
	switch n := n.(type) {
	case sequence:
		return m.sequence(n, at, k)
	case choice:
		for _, option := range n {
			if m.match(option, at, k) {
				return true
			}
		}
		return false
	case character:
		return at < len(m.text) && m.same(n.r, m.text[at]) && k(at+1)
	case set:
		return at < len(m.text) && m.in(n, m.text[at]) && k(at+1)
	case repeat:
		return m.repeat(n, 0, at, k)
	case look:
		return m.look(n, at) && k(at)
	case anchor:
		return m.anchored(n.kind, at) && k(at)
	}
	return false
}

func (m *matcher) sequence(n sequence, at int, k then) bool {
	if len(n) == 0 {
		return k(at)
	}
	return m.match(n[0], at, func(next int) bool { return m.sequence(n[1:], next, k) })
}

func (m *matcher) repeat(n repeat, done, at int, k then) bool {
	again := func() bool {
		if n.max >= 0 && done >= n.max {
			return false
		}
		return m.match(n.of, at, func(next int) bool {
			if next == at && done >= n.min { // an empty match leads nowhere new
				return false
			}
			return m.repeat(n, done+1, next, k)
		})
	}
	if done < n.min {
		return again()
	}
	if n.lazy {
		return k(at) || again()
	}
	return again() || k(at)
}

func (m *matcher) look(n look, at int) bool {
	found := false
	if n.behind {
		for start := at; start >= 0 && !found; start-- {
			found = m.match(n.of, start, func(end int) bool { return end == at })
		}
	} else {
		found = m.match(n.of, at, func(int) bool { return true })
	}
	return found != n.negate
}

func (m *matcher) anchored(kind rune, at int) bool {
	switch kind {
	case '^':
		return at == 0
	case '$':
		return at == len(m.text) || at == len(m.text)-1 && m.text[at] == '\n'
	}
	boundary := m.wordAt(at-1) != m.wordAt(at)
	return boundary == (kind == 'b')
}

func (m *matcher) wordAt(at int) bool { return at >= 0 && at < len(m.text) && isWord(m.text[at]) }

func (m *matcher) same(a, b rune) bool {
	return a == b || m.fold && unicode.ToLower(a) == unicode.ToLower(b)
}

func (m *matcher) in(n set, r rune) bool {
	in := n.class.has(r)
	if !in && m.fold {
		in = n.class.has(unicode.ToLower(r)) || n.class.has(unicode.ToUpper(r))
	}
	return in != n.negate
}
