package prove

import (
	"planproof/core/value"
	"planproof/smt"
)

// index is x[i].
func (t *translator) index(x, i sval) sval {
	return t.map2(x, i, func(a, at *alt) sval {
		if a.vague() || at.vague() {
			return t.beyond("x[i]", a, at)
		}
		if a.shape == shObject {
			return t.memberAt(a, at)
		}
		n, ok := t.number(at)
		if !ok {
			return nothing
		}
		switch a.shape {
		case shSeq:
			return t.seqAt(a, at, n)
		case shText, shList, shOpen:
			return t.listAt(a, at, n)
		case shNull, shBool, shNumber, shObject, shOpaque, shOther:
		}
		return nothing
	})
}

// seqAt chooses among the elements of a list of known length; negative positions count from the end.
func (t *translator) seqAt(a, at *alt, n smt.Term) sval {
	const most = 32
	size := len(a.items)
	if !t.constantNumber(n) && size > most {
		return t.beyond("x[i]", a, at)
	}
	c := choice{t: t}
	for i, item := range a.items {
		here := t.b.Or(t.b.Eq(n, t.b.Int(int64(i))), t.b.Eq(n, t.b.Int(int64(i-size))))
		defined := item
		defined.def = smt.True // it was evaluated with the list
		c.add(here, defined)
	}
	return c.value()
}

// listAt is the element of a list or the letter of a text at a constant position; other positions are beyond the
// theories, but whether there is such an element is not.
func (t *translator) listAt(a, at *alt, n smt.Term) sval {
	b := t.b
	length := t.length(a)
	inside := b.And(b.Le(b.Neg(length), n), b.Lt(n, length))
	var v sval
	r, constant := b.Number(n)
	i, small := r.Int64()
	switch {
	case constant && !r.IsInt():
		return nothing
	case constant && small && i >= 0 && i < 64 && a.shape != shText:
		v = t.elementAt(a, int(i))
		inside = b.Lt(n, length)
	case a.shape == shText:
		v = t.beyondOf("x[i]", shText, smt.SortStr, a, at)
		if constant && small && i > -64 && i < 64 {
			v.alts[0].letter = &letterOf{a.term, int(i)}
		}
	case a.shape == shList:
		e := t.scalar(a, b.Index(a.term, 0)).alts[0]
		v = t.beyondOf("x[i]", e.shape, b.Sort(e.term), a, at)
	default:
		v = one(alt{shape: shOther, key: "x[i]|" + identity(a) + "|" + identity(at)})
	}
	v.def = inside
	if !constant && b.Sort(n) == smt.SortReal { // a position is a whole number
		v.def = b.And(v.def, t.fresh("whole|"+identity(at), smt.SortBool, "whether a number is whole"))
	}
	return v
}

// isLetter: the letter is c.
func (t *translator) isLetter(l *letterOf, c string) smt.Term {
	r, size := value.DecodeRune(c)
	if size != len(c) || c == "" {
		return smt.False
	}
	p := smt.Pattern{}
	for i := 0; i < l.at; i++ {
		p = append(p, smt.Item{Kind: smt.ItemAnyOne})
	}
	if l.at < 0 {
		p = append(p, smt.Any)
	}
	p = append(p, smt.Item{Kind: smt.ItemRune, Rune: r})
	for i := l.at; i < -1; i++ {
		p = append(p, smt.Item{Kind: smt.ItemAnyOne})
	}
	if l.at >= 0 {
		p = append(p, smt.Any)
	}
	return t.b.Glob(l.text, p)
}

// memberAt is x['key'].
func (t *translator) memberAt(a, at *alt) sval {
	if at.shape != shText {
		return nothing
	}
	if key, ok := t.b.Text(at.term); ok {
		return t.memberValue(a.obj, key)
	}
	if a.obj.open {
		return t.beyond("x[key]", a, at)
	}
	c := choice{t: t}
	for _, f := range a.obj.fields {
		defined := f.value
		defined.def = smt.True
		c.add(t.b.Eq(at.term, t.b.Str(f.key)), defined)
	}
	return c.value()
}

func (t *translator) memberValue(o *object, key string) sval {
	f := t.member(o, key)
	v := f.value
	v.def = f.has
	return v
}

// field is x.name, of objects only.
func (t *translator) field(x sval, name string) sval {
	return t.map1(x, func(a *alt) sval {
		switch {
		case a.vague():
			return t.beyond("x."+name, a)
		case a.shape == shObject:
			return t.memberValue(a.obj, name)
		}
		return nothing
	})
}
