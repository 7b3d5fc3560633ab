package complete

// step is one level of the way from the root to a place: a member of an
// object, or an element of a list.
type step struct {
	in    *node
	key   string // of a member
	index int    // of an element
}

// place is where an offset is in a tree.
type place struct {
	path  []step
	in    *node // the innermost object or list around it
	token *node // the text or word at the offset, nil between tokens
	key   bool  // a key stands here, or may
	value bool  // a value stands here, or may
}

// last is the key of the value that the place is in: for an element of a list
// the key of the list.
func (p *place) last() string {
	for i := len(p.path) - 1; i >= 0; i-- {
		if p.path[i].in.kind == object {
			return p.path[i].key
		}
	}
	return ""
}

// around is the innermost object that the place is in or below.
func (p *place) around() *node {
	for i := len(p.path) - 1; i >= 0; i-- {
		if p.path[i].in.kind == object {
			return p.path[i].in
		}
	}
	return p.in
}

// owner is the object that has a key of the way as a member, the innermost one;
// nil when the way does not go through the key.
func (p *place) owner(key string) *node {
	for i := len(p.path) - 1; i >= 0; i-- {
		if p.path[i].in.kind == object && p.path[i].key == key {
			return p.path[i].in
		}
	}
	return nil
}

// inside is the object or list that stands at a key of the way, nil when the
// way does not go through it: the element itself for a list of objects.
func (p *place) inside(key string) *node {
	for i := len(p.path) - 1; i >= 0; i-- {
		if p.path[i].in.kind != object || p.path[i].key != key {
			continue
		}
		for _, s := range p.path[i+1:] {
			if s.in.kind == object {
				return s.in
			}
		}
		return p.in
	}
	return nil
}

// locate finds the place of an offset.
func locate(root *node, at int) place {
	p := place{in: root}
	for n := root; n != nil; {
		p.in = n
		switch n.kind {
		case object:
			n = p.member(n, at)
		case array:
			n = p.element(n, at)
		case text, bare:
			return p
		}
	}
	return p
}

// touches tells whether an offset is in a value: between the quotes or
// brackets, or at either end of a word.
func (n *node) touches(at int) bool {
	switch {
	case n.kind == bare:
		return n.start <= at && at <= n.end
	case n.closed:
		return n.start < at && at < n.end
	}
	return n.start < at && at <= n.end
}

// member goes into the member of an object that an offset is in; nil when the
// offset is at this level.
func (p *place) member(n *node, at int) *node {
	for i, m := range n.members {
		if m.key.touches(at) {
			p.token, p.key = m.key, true
			return nil
		}
		next := n.end
		if i+1 < len(n.members) {
			next = n.members[i+1].key.start
		}
		switch {
		case m.colon < 0 || at <= m.colon:
			continue
		case m.value == nil && at <= next:
			p.path, p.value = append(p.path, step{in: n, key: m.key.text}), true
			return nil
		case m.value != nil && (m.value.touches(at) || at <= m.value.start):
			p.path = append(p.path, step{in: n, key: m.key.text})
			return p.into(m.value, at)
		}
	}
	p.key = true
	return nil
}

// element is member for lists.
func (p *place) element(n *node, at int) *node {
	for i, v := range n.items {
		if v != nil && v.touches(at) {
			p.path = append(p.path, step{in: n, index: i})
			return p.into(v, at)
		}
	}
	p.path, p.value = append(p.path, step{in: n, index: len(n.items)}), true
	return nil
}

func (p *place) into(v *node, at int) *node {
	if v.kind == object || v.kind == array {
		if v.touches(at) {
			return v
		}
		p.value = true
		return nil
	}
	p.value = true
	if v.touches(at) {
		p.token = v
	}
	return nil
}
