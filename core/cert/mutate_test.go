package cert

import (
	"slices"

	"planproof/core/lattice"
)

// mutate is a copy of a certificate with a few entries changed.
func (g *gen) mutate(c *Certificate) *Certificate {
	m := &Certificate{Heads: make([]*Head, len(c.Heads))}
	for i, h := range c.Heads {
		if h != nil && !g.chance(0.03) {
			m.Heads[i] = g.mutateHead(h)
		}
	}
	if g.chance(0.4) { // leave the table alone
		m.Table = c.Table
		return m
	}
	m.Table = g.mutateTable(&c.Table)
	return m
}

func (g *gen) mutateHead(h *Head) *Head {
	out := &Head{Whole: true}
	for _, k := range h.Known {
		if g.chance(0.05) {
			continue
		}
		for r := range g.w.Rules {
			if g.chance(0.05) {
				if k.Raw.Has(r) {
					k.Raw = k.Raw.Minus(lattice.SetOf(r))
				} else {
					k.Raw = k.Raw.With(r)
				}
			}
		}
		out.Known = append(out.Known, k)
	}
	if x := g.n(genVars); g.chance(0.05) && !slices.ContainsFunc(out.Known, func(k Known) bool { return k.Var == x }) {
		out.Known = append(out.Known, Known{Var: x})
	}
	for _, s := range h.Automata {
		if q := g.n(genStates - 1); g.chance(0.3) {
			if s.Has(q) && g.chance(0.3) {
				s = s.Minus(lattice.SetOf(q))
			} else {
				s = s.With(q)
			}
		}
		out.Automata = append(out.Automata, s)
	}
	return out
}

func (g *gen) mutateTable(t *Table) Table {
	var out Table
	for _, n := range t.Next {
		if g.chance(0.05) {
			continue
		}
		n.Fires = slices.Clone(n.Fires)
		if g.chance(0.1) {
			n.Stays = !n.Stays
		}
		if len(n.Fires) > 0 && g.chance(0.1) {
			n.Fires = n.Fires[1:]
		}
		if g.chance(0.1) {
			n.Fires = append(n.Fires, g.n(7))
		}
		out.Next = append(out.Next, n)
		if g.chance(0.05) { // another row about the same: the first counts
			n.Fires, n.Stays = g.some(2, 6), g.chance(0.5)
			out.Next = append(out.Next, n)
		}
	}
	for _, e := range t.NoRule {
		if !g.chance(0.1) {
			out.NoRule = append(out.NoRule, e)
		}
	}
	for _, e := range t.Holds {
		if !g.chance(0.1) {
			out.Holds = append(out.Holds, e)
		}
	}
	if g.calls > 0 && g.chance(0.5) {
		out.NoRule = append(out.NoRule, NoRule{Call: g.n(g.calls), Rule: g.n(3)})
	}
	if g.calls > 0 && g.chance(0.5) {
		out.Holds = append(out.Holds, Holds{Call: g.n(g.calls), Pre: g.n(2)})
	}
	return out
}
