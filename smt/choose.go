package smt

// choose splits the atoms and picks an engine for every group. Atoms outside the
// fragments become free, which may disconnect others, so it repeats until
// nothing changes.
func (p *problem) choose() {
	for {
		before := len(p.free)
		p.comps = p.split()
		for _, c := range p.comps {
			c.screen(p)
		}
		if len(p.free) == before {
			break
		}
	}
	for _, c := range p.comps {
		for _, gr := range c.groups {
			gr.engine = gr.pick(p)
		}
	}
}

// screen frees the atoms that no engine takes.
func (c *component) screen(p *problem) {
	reason := ""
	if c.linear {
		reason = c.linearReason(p)
	}
	for _, t := range c.atoms {
		if n := &p.b.nodes[t]; n.op == opPred {
			p.setFree(t, "a predicate of a number")
		} else if p.b.nodes[n.args[0]].op == opLin && reason != "" {
			p.setFree(t, reason)
		}
	}
	for _, gr := range c.groups {
		gr.scan(p)
		gr.screen(p, c)
	}
}

// screen frees atoms of one group; see the fragments in doc.go.
func (gr *group) screen(p *problem, c *component) {
	if gr.kind == KindOpaque {
		return
	}
	f := gr.feats
	positional := f&(gGlob|gLexConst) != 0
	for _, t := range gr.atoms {
		a := p.b.atomFeature(t)
		switch {
		case a&gNegated != 0:
			p.setFree(t, "a pattern with a large or negated class")
		case a&gLexVar != 0 && !gr.onlyOrder(p):
			p.setFree(t, "order between two texts together with other conditions on them")
		case a&gPred != 0 && (positional || f&(gLower|gDom) != 0):
			p.setFree(t, "a predicate of a text")
		case a&gLower != 0 && f&(gDom|gOK) != 0:
			p.setFree(t, "lower and domain_of of the same text")
		}
	}
}

// onlyOrder reports whether the group is inside Theorem O: order and equality
// between variables and constants and nothing else.
func (gr *group) onlyOrder(p *problem) bool {
	if len(gr.lens) > 0 {
		return false
	}
	return gr.feats&^(gLexVar|gLexConst) == 0
}

// pick returns the engine for a screened group.
func (gr *group) pick(p *problem) stringEngine {
	f := gr.feats
	switch {
	case gr.kind == KindOpaque:
		return newClasses(p, gr)
	case f&gLexVar != 0:
		return newLexical(p, gr)
	case f&(gGlob|gLexConst) != 0 || f&gLower != 0 && f&gAt != 0:
		return newPositional(p, gr)
	}
	return newClasses(p, gr)
}

// maxPoints bounds the number space of one component.
const maxPoints = 6000

// encode makes the clauses of a component: the number space first, since its
// size depends on all groups, then groups, then numeric atoms.
func (c *component) encode(p *problem) string {
	spec := spaceSpec{delta: 1, limit: maxPoints, scale: c.scale, cap: p.cap}
	for _, l := range c.leaves {
		if p.b.kind(l) == KindInt {
			spec.ints++
		} else {
			spec.reals++
		}
	}
	for _, t := range c.atoms {
		if c.linear {
			spec.atomRow(p.b, &p.b.nodes[t])
		}
		for _, a := range p.b.nodes[t].args {
			if r, ok := p.b.numValue(a); ok {
				spec.consts = append(spec.consts, r)
			}
		}
	}
	for _, gr := range c.groups {
		if reason := gr.engine.plan(&spec); reason != "" {
			return reason
		}
	}
	if reason := c.makeSpace(p, spec); reason != "" {
		return reason
	}
	for _, gr := range c.groups {
		gr.engine.encode(c.space)
		if p.g.full() {
			return "the question is too large"
		}
		for _, t := range gr.atoms {
			p.lits[t] = gr.engine.atom(t)
		}
		p.stats.Bounds = append(p.stats.Bounds, gr.engine.bound())
	}
	c.encodeNumbers(p)
	return ""
}

// makeSpace makes the number space of the component, if it needs one.
func (c *component) makeSpace(p *problem, spec spaceSpec) string {
	if c.linear {
		for range c.leaves {
			spec.rows = append(spec.rows, linearRow{1, 0}) // x >= 0
		}
		s := newBinarySpace(p.g, spec)
		if s == nil {
			return "arithmetic with too large numbers"
		}
		c.space = s
		return ""
	}
	if reason := spec.uncompressed(); reason != "" {
		return reason
	}
	if spec.reals > 0 && spec.delta > 1 {
		return "decimals compared with lengths of addresses"
	}
	if len(c.atoms) > 0 || len(c.leaves) > 0 {
		s := newOrderSpace(p.g, spec)
		if s == nil {
			return "too many numbers to tell apart"
		}
		c.space = s
	}
	return ""
}

// maxExact bounds lengths that have to be spelled out.
const maxExact = 400

// uncompressed handles groups whose lengths are arithmetic (an address and its
// domain both compared): values up to k + N(E+3) suffice, and all of them are
// points, so that every length is exact.
func (spec *spaceSpec) uncompressed() string {
	if len(spec.exact) == 0 {
		return ""
	}
	if len(spec.exact) > 1 || spec.reals > 0 || spec.delta > 1 {
		return "lengths of addresses and of their domains together"
	}
	top := RatInt(0)
	for _, c := range spec.consts {
		if c.Cmp(top) > 0 {
			top = c
		}
	}
	n, ok := top.Add(RatInt(int64((spec.ints + 1) * (spec.exact[0] + 3)))).Int64()
	if !ok || n > maxExact {
		return "lengths of addresses and of their domains together, with large numbers"
	}
	spec.upTo = max(spec.upTo, int(n))
	return ""
}
