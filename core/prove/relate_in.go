package prove

import "planproof/smt"

// contained is x in y.
func (t *translator) contained(x, y *alt) relation {
	switch y.shape {
	case shText:
		return t.inText(x, y)
	case shSeq, shList, shOpen:
		return relation{smt.True, t.inList(x, y)}
	case shObject:
		return t.inObject(x, y)
	case shOpaque, shOther:
		return t.unrelated("in", x, y)
	case shNull, shBool, shNumber:
	}
	return refused
}

// inText: a substring of a constant is one of finitely many texts, a constant substring is a pattern.
func (t *translator) inText(x, y *alt) relation {
	switch {
	case x.vague():
		return t.unrelated("in", x, y)
	case x.shape != shText:
		return refused
	case x.term == y.term:
		return relation{smt.True, smt.True}
	}
	if c, ok := t.b.Text(x.term); ok {
		return relation{smt.True, t.b.Contains(y.term, c)}
	}
	if c, ok := t.b.Text(y.term); ok {
		return relation{smt.True, t.b.InText(x.term, c)}
	}
	return relation{smt.True, t.unrelated("in", x, y).holds}
}

// inList: a list is in a list when it has elements and all of them are; anything else when it equals an element.
func (t *translator) inList(x, y *alt) smt.Term {
	b := t.b
	switch {
	case x.shape == shOther && !y.tuple:
		return t.unrelated("in", x, y).holds
	case x.shape == shOpaque && !y.tuple: // it may be a list, whose elements must then be in y
		t.asksList = true
		isList := b.Pred("list", x.term)
		return b.Or(b.And(b.Not(isList), t.isElement(one(*x), y)), b.And(isList, t.truthy(x), t.unrelated("in", x, y).holds))
	case y.tuple || !x.listLike():
		return t.isElement(one(*x), y)
	}
	if y.shape == shSeq && len(y.items) == 0 {
		return smt.False
	}
	filled := b.Ne(t.length(x), b.Int(0))
	switch x.shape {
	case shSeq:
		parts := []smt.Term{filled}
		for i := 0; i < len(x.items) && t.work <= maxWork; i++ {
			parts = append(parts, t.isElement(x.items[i], y))
		}
		return b.And(parts...)
	case shList:
		return b.And(filled, b.All(x.term, func(e smt.Term) smt.Term { return t.isElement(t.scalar(x, e), y) }))
	case shNull, shBool, shNumber, shText, shOpen, shObject, shOpaque, shOther:
	}
	return b.And(filled, b.Ne(t.length(y), b.Int(0)), t.unrelated("in", x, y).holds)
}

// isElement: x equals an element of y.
func (t *translator) isElement(x sval, y *alt) smt.Term {
	b := t.b
	switch y.shape {
	case shSeq:
		var some []smt.Term
		for i := 0; i < len(y.items) && t.work <= maxWork; i++ {
			some = append(some, t.equal(x, y.items[i]))
		}
		return b.Or(some...)
	case shList:
		return b.Any(y.term, func(e smt.Term) smt.Term { return t.equal(x, t.scalar(y, e)) })
	case shNull, shBool, shNumber, shText, shOpen, shObject, shOpaque, shOther:
	}
	if len(x.alts) != 1 {
		return b.And(b.Ne(t.length(y), b.Int(0)), t.fresh("element|"+identityOf(x)+"|"+identity(y), smt.SortBool, "`in` of "+outside(y)))
	}
	return b.And(b.Ne(t.length(y), b.Int(0)), t.unrelated("in", &x.alts[0], y).holds)
}

// scalar is the element e of a list of scalars.
func (t *translator) scalar(list *alt, e smt.Term) sval {
	switch t.b.Sort(e).Kind {
	case smt.KindStr:
		if list.dom {
			e = t.b.Dom(e)
		}
		return one(alt{shape: shText, term: e})
	case smt.KindBool:
		return one(alt{shape: shBool, term: e})
	case smt.KindInt, smt.KindReal:
		return one(alt{shape: shNumber, term: e})
	case smt.KindOpaque, smt.KindList:
	}
	return one(alt{shape: shOpaque, term: e})
}

// elementAt is the element of a list at a position below its length.
func (t *translator) elementAt(list *alt, i int) sval {
	switch list.shape {
	case shSeq:
		return list.items[i]
	case shList:
		return t.scalar(list, t.b.Index(list.term, i))
	case shNull, shBool, shNumber, shText, shOpen, shObject, shOpaque, shOther:
	}
	return t.item(list.open, i)
}

// length is len of something that has one.
func (t *translator) length(a *alt) smt.Term {
	switch a.shape {
	case shText, shList:
		return t.b.Len(a.term)
	case shSeq:
		return t.b.Int(int64(len(a.items)))
	case shOpen:
		return a.open.len
	case shObject:
		if a.obj.open {
			return a.obj.len
		}
		return t.b.Int(int64(len(a.obj.fields)))
	case shNull, shBool, shNumber, shOpaque, shOther:
	}
	return t.fresh("len|"+identity(a), smt.SortInt, "the length of "+outside(a))
}

// inObject looks for a key: a text may be one, other scalars are none, lists and objects are refused.
func (t *translator) inObject(x, y *alt) relation {
	switch {
	case x.vague() || x.shape == shSeq && x.tuple:
		return t.unrelated("in", x, y)
	case x.shape == shNull || x.shape == shBool || x.shape == shNumber:
		return never
	case x.shape != shText:
		return refused
	}
	if key, ok := t.b.Text(x.term); ok {
		return relation{smt.True, t.member(y.obj, key).has}
	}
	if y.obj.open {
		return relation{smt.True, t.b.And(t.b.Ne(y.obj.len, t.b.Int(0)), t.unrelated("in", x, y).holds)}
	}
	var keys []smt.Term
	for _, f := range y.obj.fields {
		keys = append(keys, t.b.Str(f.key))
	}
	return relation{smt.True, t.b.In(x.term, keys...)}
}
