package smt

// narrowWidths are the widths that binary numbers are tried with first.
var narrowWidths = [...]int{5, 12, 32}

// encodeNumbers makes the vectors of the numeric leaves and the literals of
// the numeric atoms of a component.
func (c *component) encodeNumbers(p *problem) {
	if c.space == nil {
		return
	}
	vecs := map[Term][]lit{}
	var names []string
	for _, l := range c.leaves {
		n := &p.b.nodes[l]
		vecs[l] = c.space.term(n.kind == KindInt, n.op == opLen)
		if n.op == opVar {
			names = append(names, p.b.texts[n.pay])
		}
	}
	c.vecs = vecs
	for _, t := range c.atoms {
		if !p.isFree(t) {
			p.lits[t] = c.compare(p, t)
		}
		if p.g.full() {
			return
		}
	}
	if s, ok := c.space.(*binarySpace); ok {
		for i, w := range narrowWidths {
			if w < s.width {
				p.narrow[i] = append(p.narrow[i], s.narrow(w, i < 2))
			}
		}
	}
	if len(c.atoms) > 0 {
		fragment, detail := c.space.describe()
		p.stats.Bounds = append(p.stats.Bounds, Bound{Fragment: fragment, Vars: names, Detail: detail})
	}
}

// vector returns the order literals of a numeric term.
func (c *component) vector(p *problem, t Term) []lit {
	if v, ok := c.vecs[t]; ok {
		return v
	}
	s := p.b.nodes[t].args[0] // of a length
	v := c.groupOf(p, s).engine.length(s)
	c.vecs[t] = v
	return v
}

// groupOf returns the group of a string term.
func (c *component) groupOf(p *problem, t Term) *group {
	for _, gr := range c.groups {
		for _, u := range gr.lens {
			if u == t {
				return gr
			}
		}
	}
	return nil
}

// compare returns the literal of p <= q or p == q.
func (c *component) compare(p *problem, t Term) lit {
	n := &p.b.nodes[t]
	x, y := n.args[0], n.args[1]
	if p.b.nodes[x].op == opLin {
		return c.sumAtom(p, c.space.(*binarySpace), n)
	}
	if s, ok := c.space.(*binarySpace); ok {
		return c.compareDecimals(p, s, n)
	}
	if r, ok := p.b.numValue(y); ok { // constants need no vector
		o := c.vector(p, x)
		atMost := c.space.above(o, r).Not()
		if n.op == opEq {
			return p.g.and(c.space.ge(o, r), atMost)
		}
		return atMost
	}
	if r, ok := p.b.numValue(x); ok {
		return c.space.ge(c.vector(p, y), r)
	}
	if n.op == opEq {
		return c.space.eq(c.vector(p, x), c.vector(p, y))
	}
	return c.space.le(c.vector(p, x), c.vector(p, y))
}

// decode reads the values of all leaves of the component.
func (c *component) decode(p *problem, m *Model, holds func(lit) bool) error {
	for _, l := range c.leaves {
		v := Value{Kind: p.b.kind(l)}
		if c.space != nil {
			v.Num = c.space.value(c.vecs[l], holds)
			if s, ok := c.space.(*binarySpace); ok && v.Kind == KindReal {
				v.Num = v.Num.Quo(RatInt(s.scale))
			}
		}
		m.value[l] = v
	}
	for _, gr := range c.groups {
		if err := gr.engine.decode(m, holds); err != nil {
			return err
		}
	}
	return nil
}
