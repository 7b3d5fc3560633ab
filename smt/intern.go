package smt

// hash mixes operator, payload and arguments (FNV-1a over words).
func (n *node) hash() uint32 {
	h := uint32(2166136261)
	mix := func(x uint32) { h = (h ^ x) * 16777619 }
	mix(uint32(n.op)<<8 | uint32(n.kind)<<4 | uint32(n.elem))
	mix(uint32(n.pay))
	for _, a := range n.args {
		mix(uint32(a))
	}
	return h ^ h>>15
}

func (n *node) same(m *node) bool {
	if n.op != m.op || n.kind != m.kind || n.elem != m.elem || n.pay != m.pay || len(n.args) != len(m.args) {
		return false
	}
	for i, a := range n.args {
		if a != m.args[i] {
			return false
		}
	}
	return true
}

// cons returns the Term of n, making it if it is new. args are copied.
func (b *Builder) cons(n node) Term {
	mask := uint32(len(b.table) - 1)
	i := n.hash() & mask
	for ; b.table[i] != 0; i = (i + 1) & mask {
		if b.nodes[b.table[i]].same(&n) {
			return b.table[i]
		}
	}
	for _, a := range n.args {
		n.flags |= b.nodes[a].flags
	}
	n.flags |= ownFlags(&n)
	n.args = b.keep(n.args)
	t := Term(len(b.nodes))
	b.nodes = append(b.nodes, n)
	b.table[i] = t
	if len(b.nodes)*2 > len(b.table) {
		b.grow()
	}
	return t
}

// ownFlags returns the features the node itself adds.
func ownFlags(n *node) feature {
	switch n.op {
	case opElem:
		return hasElem | hasList
	case opFresh:
		return hasFresh
	case opIte:
		return hasIte
	case opDiv, opMod:
		return hasDiv
	case opLin:
		return hasLin
	case opVar:
		if n.kind == KindList {
			return hasList
		}
	}
	return 0
}

// keep copies args into the slab.
func (b *Builder) keep(args []Term) []Term {
	if len(args) == 0 {
		return nil
	}
	if cap(b.slab)-len(b.slab) < len(args) {
		b.slab = make([]Term, 0, max(512, len(args)))
	}
	n := len(b.slab)
	b.slab = append(b.slab, args...)
	return b.slab[n:len(b.slab):len(b.slab)]
}

func (b *Builder) grow() {
	b.table = make([]Term, 2*len(b.table))
	mask := uint32(len(b.table) - 1)
	for t := 1; t < len(b.nodes); t++ {
		i := b.nodes[t].hash() & mask
		for b.table[i] != 0 {
			i = (i + 1) & mask
		}
		b.table[i] = Term(t)
	}
}

// text interns s.
func (b *Builder) text(s string) int32 {
	if i, ok := b.textIdx[s]; ok {
		return i
	}
	i := int32(len(b.texts))
	b.texts = append(b.texts, s)
	b.textIdx[s] = i
	return i
}

// rat interns r.
func (b *Builder) rat(r Rat) int32 {
	if n, small := r.Int64(); small {
		i, ok := b.smallIdx[n]
		if !ok {
			i = int32(len(b.rats))
			b.rats = append(b.rats, r)
			if b.smallIdx == nil {
				b.smallIdx = map[int64]int32{}
			}
			b.smallIdx[n] = i
		}
		return i
	}
	k := r.String()
	i, ok := b.ratIdx[k]
	if !ok {
		i = int32(len(b.rats))
		b.rats = append(b.rats, r)
		if b.ratIdx == nil {
			b.ratIdx = map[string]int32{}
		}
		b.ratIdx[k] = i
	}
	return i
}

// pattern interns p.
func (b *Builder) pattern(p Pattern) int32 {
	if b.patIdx == nil {
		b.patIdx = map[string]int32{}
	}
	k := p.key()
	if i, ok := b.patIdx[k]; ok {
		return i
	}
	i := int32(len(b.patterns))
	b.patterns = append(b.patterns, append(Pattern(nil), p...))
	b.patIdx[k] = i
	return i
}
