package smt

// List returns the list of exactly these scalar terms; elem is their kind.
func (b *Builder) List(elem Kind, ts ...Term) Term {
	return b.cons(node{op: opList, kind: KindList, elem: elem, args: ts})
}

// maxNesting bounds quantifiers inside quantifiers.
const maxNesting = 4

// All returns "p holds for every element of xs". p is called once, with a term
// that stands for the element (or once per element of a literal list), and must
// be a pure function of it.
func (b *Builder) All(xs Term, p func(elem Term) Term) Term { return b.quantify(opAll, xs, p) }

// Any returns "p holds for some element of xs"; see All.
func (b *Builder) Any(xs Term, p func(elem Term) Term) Term { return b.quantify(opAny, xs, p) }

func (b *Builder) quantify(o op, xs Term, p func(Term) Term) Term {
	n := b.nodes[xs]
	if n.kind != KindList {
		return b.Fresh("elements of " + n.kind.String())
	}
	if n.op == opList {
		parts := make([]Term, len(n.args))
		for i, t := range n.args {
			parts[i] = b.condition(p(t))
		}
		if o == opAll {
			return b.And(parts...)
		}
		return b.Or(parts...)
	}
	if len(b.scope) >= maxNesting {
		return b.Fresh("quantifiers nested too deeply")
	}
	e := b.cons(node{op: opElem, kind: n.elem, pay: int32(len(b.scope)), args: []Term{xs}})
	b.scope = append(b.scope, e)
	body := b.condition(p(e))
	b.scope = b.scope[:len(b.scope)-1]
	return b.closeQuantifier(o, xs, e, body)
}

// closeQuantifier simplifies constant bodies: they only ask whether xs is empty.
func (b *Builder) closeQuantifier(o op, xs, e, body Term) Term {
	switch {
	case body == True && o == opAll:
		return True
	case body == False && o == opAny:
		return False
	case body == False:
		return b.Eq(b.Len(xs), b.Int(0))
	case body == True:
		return b.Not(b.Eq(b.Len(xs), b.Int(0)))
	}
	return b.cons(node{op: o, kind: KindBool, pay: b.nodes[e].pay, args: []Term{xs, body}})
}

// Index returns the element of xs at the constant position i >= 0. It is total:
// behind the end it is the default of the element kind ("", 0, false or an
// unnamed opaque value); state i < Len(xs) where that matters.
func (b *Builder) Index(xs Term, i int) Term {
	n := b.nodes[xs]
	switch {
	case n.kind != KindList || i < 0 || i > maxIndex:
		return b.FreshOf(Sort{Kind: n.elem}, "an element at an unusual position")
	case n.op == opList && i < len(n.args):
		return n.args[i]
	case n.op == opList:
		return b.defaultOf(n.elem)
	}
	return b.cons(node{op: opIndex, kind: n.elem, pay: int32(i), args: []Term{xs}})
}

// maxIndex is the largest position Index reasons about.
const maxIndex = 64

// nothing is the name of the opaque default value.
const nothing = "\x00nothing"

// defaultOf returns the total value behind the end of a list.
func (b *Builder) defaultOf(k Kind) Term {
	switch k {
	case KindBool:
		return False
	case KindStr:
		return b.Str("")
	case KindOpaque:
		return b.Opaque(nothing)
	case KindInt, KindReal, KindList:
	}
	return b.Int(0)
}

// Has returns "some element of xs equals t".
func (b *Builder) Has(xs, t Term) Term {
	return b.Any(xs, func(e Term) Term { return b.Eq(e, t) })
}

// EqList returns "xs has exactly the elements ts in this order".
func (b *Builder) EqList(xs Term, ts ...Term) Term {
	parts := []Term{b.Eq(b.Len(xs), b.Int(int64(len(ts))))}
	for i, t := range ts {
		parts = append(parts, b.Eq(b.Index(xs, i), t))
	}
	return b.And(parts...)
}

// eqLists compares two list terms, one of which must be a literal.
func (b *Builder) eqLists(p, q Term) Term {
	if b.nodes[p].op != opList {
		p, q = q, p
	}
	if b.nodes[p].op != opList {
		return b.Fresh("equality of two unknown lists")
	}
	return b.EqList(q, b.nodes[p].args...)
}
