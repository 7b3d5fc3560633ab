package smt

// Str returns the string constant s, in generalized UTF-8.
func (b *Builder) Str(s string) Term {
	return b.cons(node{op: opText, kind: KindStr, pay: b.text(s)})
}

// Len returns the number of code points of a string, or of elements of a list.
func (b *Builder) Len(t Term) Term {
	n := &b.nodes[t]
	switch {
	case n.op == opText:
		return b.Int(int64(runeCount(b.texts[n.pay])))
	case n.op == opList:
		return b.Int(int64(len(n.args)))
	case n.op == opLower: // case is one letter for one letter
		return b.Len(n.args[0])
	case n.kind != KindStr && n.kind != KindList:
		return b.FreshOf(SortInt, "the length of "+n.kind.String())
	}
	return b.cons(node{op: opLen, kind: KindInt, args: []Term{t}})
}

// notStr is the answer of string operators to another sort.
func (b *Builder) notStr(s Sort, t Term) (Term, bool) {
	if b.kind(t) == KindStr {
		return 0, false
	}
	return b.FreshOf(s, "a string operation on "+b.Sort(t).String()), true
}

// Dom returns the total domain of a string: t in lower case when it has no
// '@'; the lower-cased part after the '@' when t is one address (DomOK); else "".
// Only A-Z have a lower case.
func (b *Builder) Dom(t Term) Term {
	if r, bad := b.notStr(SortStr, t); bad {
		return r
	}
	n := &b.nodes[t]
	switch n.op {
	case opText:
		return b.Str(domTotal(b.texts[n.pay], b.bad))
	case opDom:
		return t
	case opLower:
		return b.Dom(n.args[0])
	}
	return b.cons(node{op: opDom, kind: KindStr, args: []Term{t}})
}

// At returns "t contains '@'".
func (b *Builder) At(t Term) Term { return b.address(opHasAt, t) }

// DomOK returns "t is exactly one address": p@d with non-empty parts, one '@' and
// no letter that is bad in an address.
func (b *Builder) DomOK(t Term) Term { return b.address(opDomOK, t) }

// DomDefined returns "t has no '@' or is exactly one address": where the partial
// domain function is defined.
func (b *Builder) DomDefined(t Term) Term { return b.Or(b.Not(b.At(t)), b.DomOK(t)) }

func (b *Builder) address(o op, t Term) Term {
	if r, bad := b.notStr(SortBool, t); bad {
		return r
	}
	n := &b.nodes[t]
	switch {
	case n.op == opText && o == opHasAt:
		return b.Bool(hasAt(b.texts[n.pay]))
	case n.op == opText:
		return b.Bool(domOK(b.texts[n.pay], b.bad))
	case n.op == opDom:
		return False
	case n.op == opLower:
		return b.address(o, n.args[0])
	}
	return b.cons(node{op: o, kind: KindBool, args: []Term{t}})
}

// Lower returns t with A-Z replaced by a-z.
func (b *Builder) Lower(t Term) Term {
	if r, bad := b.notStr(SortStr, t); bad {
		return r
	}
	n := &b.nodes[t]
	switch n.op {
	case opText:
		return b.Str(lowerText(b.texts[n.pay]))
	case opDom, opLower:
		return t
	}
	return b.cons(node{op: opLower, kind: KindStr, args: []Term{t}})
}

// Glob returns "t is in the pattern p".
func (b *Builder) Glob(t Term, p Pattern) Term {
	if r, bad := b.notStr(SortBool, t); bad {
		return r
	}
	p = p.canonical()
	for _, it := range p {
		if it.Kind == ItemClass && !it.Negated && len(it.Ranges) == 0 {
			return False
		}
	}
	n := &b.nodes[t]
	switch {
	case n.op == opText:
		return b.Bool(p.match(runesOf(b.texts[n.pay])))
	case len(p) == 1 && p[0].Kind == ItemAnyStar:
		return True
	case n.op == opLower:
		q, ok := p.foldCase()
		if !ok {
			return False
		}
		return b.Glob(n.args[0], q)
	}
	if r, ok := b.globSimple(t, p); ok {
		return r
	}
	return b.cons(node{op: opGlob, kind: KindBool, pay: b.pattern(p), args: []Term{t}})
}

// globSimple turns patterns that are constants or lengths into those.
func (b *Builder) globSimple(t Term, p Pattern) (Term, bool) {
	word := make([]rune, 0, len(p))
	for _, it := range p {
		if it.Kind == ItemRune {
			word = append(word, it.Rune)
		}
	}
	ones := p.anyOnes()
	switch {
	case len(word) == len(p):
		return b.Eq(t, b.Str(textOf(word))), true
	case ones == len(p):
		return b.Eq(b.Len(t), b.Int(int64(ones))), true
	case ones == len(p)-1 && p[len(p)-1].Kind == ItemAnyStar:
		return b.Le(b.Int(int64(ones)), b.Len(t)), true
	}
	return 0, false
}

// Prefix returns "t begins with the constant c".
func (b *Builder) Prefix(t Term, c string) Term { return b.Glob(t, append(Literal(c), Any)) }

// Suffix returns "t ends with the constant c".
func (b *Builder) Suffix(t Term, c string) Term {
	return b.Glob(t, append(Pattern{Any}, Literal(c)...))
}

// Contains returns "t contains the constant c".
func (b *Builder) Contains(t Term, c string) Term {
	return b.Glob(t, append(append(Pattern{Any}, Literal(c)...), Any))
}

// maxSubstrings bounds the list that InText expands to.
const maxSubstrings = 4096

// InText returns "the constant c contains t": t is one of the finitely many
// substrings of c. Fresh when there are more than 4,096.
func (b *Builder) InText(t Term, c string) Term {
	if r, bad := b.notStr(SortBool, t); bad {
		return r
	}
	rs := runesOf(c)
	if n := len(rs); n*(n+1)/2 > maxSubstrings {
		return b.Fresh("a substring of a long text")
	}
	alts := []Term{b.Eq(t, b.Str(""))}
	seen := map[string]bool{}
	for i := range rs {
		for j := i + 1; j <= len(rs); j++ {
			if s := textOf(rs[i:j]); !seen[s] {
				seen[s] = true
				alts = append(alts, b.Eq(t, b.Str(s)))
			}
		}
	}
	return b.Or(alts...)
}

// In returns "t equals one of ts".
func (b *Builder) In(t Term, ts ...Term) Term {
	alts := make([]Term, len(ts))
	for i, u := range ts {
		alts[i] = b.Eq(t, u)
	}
	return b.Or(alts...)
}
