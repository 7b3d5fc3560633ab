package prove

import (
	"planproof/core/cond"
	"planproof/core/value"
	"planproof/smt"
)

func (t *translator) call(n *cond.Call) sval {
	args := make([]sval, len(n.Args))
	for i, a := range n.Args {
		args[i] = t.value(a)
	}
	switch n.Fn {
	case cond.Len:
		return t.map1(args[0], t.lengthOf)
	case cond.DomainOf:
		return t.map1(args[0], t.domainOf)
	case cond.Lower:
		return t.map1(args[0], t.lower)
	case cond.Abs:
		return t.map1(args[0], t.abs)
	case cond.Min, cond.Max:
		return t.extreme(n.Fn, args)
	case cond.Contains:
		return t.test(args[1], args[0], t.contained)
	case cond.StartsWith, cond.EndsWith, cond.Matches:
		return t.test(args[0], args[1], func(x, y *alt) relation { return t.onTexts(n.Fn, x, y) })
	}
	return nothing
}

// test is a function with a Boolean result.
func (t *translator) test(x, y sval, relate func(a, b *alt) relation) sval {
	return t.map2(x, y, func(a, b *alt) sval {
		r := relate(a, b)
		v := one(alt{shape: shBool, term: r.holds})
		v.def = r.def
		return v
	})
}

func (t *translator) lengthOf(a *alt) sval {
	switch a.shape {
	case shNull, shBool, shNumber:
		return nothing
	case shOpaque, shOther:
		return t.beyond("len", a)
	case shText, shList, shSeq, shOpen, shObject:
	}
	return numberAlt(t.length(a))
}

// domainOf is partial on texts, element by element on lists, and nothing to anything else.
func (t *translator) domainOf(a *alt) sval {
	b := t.b
	switch a.shape {
	case shText:
		v := one(alt{shape: shText, term: b.Dom(a.term)})
		v.def = b.DomDefined(a.term)
		return v
	case shList:
		if b.Sort(a.term).Elem != smt.KindStr || a.dom {
			return one(*a)
		}
		v := one(alt{shape: shList, term: a.term, dom: true})
		v.def = b.All(a.term, b.DomDefined)
		return v
	case shSeq:
		v := alt{shape: shSeq, tuple: a.tuple}
		def := []smt.Term{}
		for _, item := range a.items {
			item.def = smt.True
			d := t.map1(item, t.domainOf)
			v.items, def = append(v.items, d), append(def, d.def)
		}
		out := one(v)
		out.def = b.And(def...)
		return out
	case shOpen, shOpaque, shOther:
		return t.beyond("domain_of", a)
	case shNull, shBool, shNumber, shObject:
	}
	return one(*a)
}

func (t *translator) lower(a *alt) sval {
	switch {
	case a.shape == shText:
		return one(alt{shape: shText, term: t.b.Lower(a.term)})
	case a.vague():
		return t.beyond("lower", a)
	}
	return nothing
}

// abs has two alternatives, one for either sign.
func (t *translator) abs(a *alt) sval {
	n, ok := t.number(a)
	switch {
	case !ok && a.vague():
		return t.beyond("abs", a)
	case !ok:
		return nothing
	}
	c := choice{t: t}
	minus := t.b.Lt(n, t.b.Int(0))
	c.add(minus, numberAlt(t.b.Neg(n)))
	c.add(t.b.Not(minus), numberAlt(n))
	return c.value()
}

// extreme is min or max: step by step the better of the best so far and the next.
func (t *translator) extreme(fn cond.Fn, args []sval) sval {
	if len(args) == 1 {
		return t.map1(args[0], func(a *alt) sval {
			switch {
			case a.shape == shSeq && len(a.items) > 0:
				return t.best(fn, a.items)
			case a.shape == shList:
				e := t.scalar(a, t.b.Index(a.term, 0)).alts[0]
				v := t.beyondOf(fn.String(), e.shape, t.b.Sort(e.term), a)
				v.def = t.b.Ne(t.b.Len(a.term), t.b.Int(0))
				return v
			case a.shape == shOpen || a.vague():
				return t.beyond(fn.String(), a)
			}
			return nothing
		})
	}
	return t.best(fn, args)
}

func (t *translator) best(fn cond.Fn, items []sval) sval {
	op := cond.Lt
	if fn == cond.Max {
		op = cond.Gt
	}
	best := items[0]
	for _, v := range items[1:] {
		r := t.compare(op, v, best)
		c := choice{t: t}
		c.add(r.holds, v)
		c.add(t.b.Not(r.holds), best)
		next := c.value(best, v)
		next.def = t.b.And(next.def, r.def)
		best = t.limited(next)
	}
	return best
}

// onTexts is startswith, endswith and matches, against a constant or of one.
func (t *translator) onTexts(fn cond.Fn, x, y *alt) relation {
	switch {
	case x.shape != shText && !x.vague(), y.shape != shText && !y.vague():
		return refused
	case x.vague() || y.vague():
		return t.unrelated(fn.String(), x, y)
	}
	c, constant := t.b.Text(y.term)
	switch {
	case fn == cond.Matches && constant:
		return t.matches(x, c)
	case fn == cond.Matches:
		return t.unrelated(fn.String(), x, y) // the pattern may be malformed
	case x.term == y.term:
		return relation{smt.True, smt.True}
	case constant && fn == cond.StartsWith:
		return relation{smt.True, t.b.Prefix(x.term, c)}
	case constant:
		return relation{smt.True, t.b.Suffix(x.term, c)}
	}
	if whole, ok := t.b.Text(x.term); ok && len(whole) <= 256 {
		return relation{smt.True, t.b.In(y.term, t.ends(fn, whole)...)}
	}
	return relation{smt.True, t.unrelated(fn.String(), x, y).holds}
}

// ends are the texts that a constant begins or ends with.
func (t *translator) ends(fn cond.Fn, whole string) []smt.Term {
	out := []smt.Term{t.b.Str("")}
	for i := 0; i < len(whole); {
		_, size := value.DecodeRune(whole[i:])
		if fn == cond.StartsWith {
			out = append(out, t.b.Str(whole[:i+size]))
		} else {
			out = append(out, t.b.Str(whole[i:]))
		}
		i += size
	}
	return out
}

func (t *translator) matches(x *alt, pattern string) relation {
	g, err := cond.ParseGlob(pattern)
	if err != nil {
		return refused
	}
	return relation{smt.True, t.b.Glob(x.term, PatternOf(g))}
}

// PatternOf is a glob as the solver's pattern.
func PatternOf(g *cond.Glob) smt.Pattern {
	p := smt.Pattern{}
	for _, it := range g.Items() {
		switch it.Kind {
		case cond.GlobLetter:
			p = append(p, smt.Item{Kind: smt.ItemRune, Rune: it.Letter})
		case cond.GlobOne:
			p = append(p, smt.Item{Kind: smt.ItemAnyOne})
		case cond.GlobStar:
			p = append(p, smt.Any)
		case cond.GlobClass:
			item := smt.Item{Kind: smt.ItemClass}
			for _, r := range it.Class {
				item.Ranges = append(item.Ranges, [2]rune{r.First, r.Last})
			}
			p = append(p, item)
		}
	}
	return p
}
