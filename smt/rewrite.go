package smt

// rewriter removes lists, choices between values and integer division from
// terms. What remains is scalar: leaves, theory atoms and Boolean structure.
type rewriter struct {
	b     *Builder
	memo  map[Term]Term
	side  []Term // definitions of the leaves it made; true in every model
	lists map[Term]*listSlots
	order []Term // the lists, in order of appearance
}

// listSlots is the finite stand-in for one list variable (Theorem L).
//
// The slots 0..fixed-1 are the elements at these positions, the others are
// witnesses at further positions. Every quantifier over the list needs at most
// one witness for each choice of the elements it depends on, and a list that is
// not empty needs one element; all other elements may repeat slot 0 without
// changing any quantifier. The length is a number of its own.
type listSlots struct {
	list     Term
	fixed    int
	slots    int
	quants   []Term // the quantifiers over it
	cyclic   bool   // witnesses depend on each other without end
	elements []Term
	used     []Term
}

// maxSlots bounds the slots of one list.
const maxSlots = 96

func newRewriter(b *Builder) *rewriter {
	return &rewriter{b: b, memo: map[Term]Term{}, lists: map[Term]*listSlots{}}
}

// roots rewrites all assertions; the flags say whether there is anything to do.
func (w *rewriter) roots(ts []Term) []Term {
	var flags feature
	for _, t := range ts {
		flags |= w.b.nodes[t].flags
	}
	if flags&(hasList|hasIte|hasDiv) == 0 {
		return ts
	}
	if flags&hasList != 0 {
		w.planLists(ts)
	}
	out := make([]Term, len(ts))
	for i, t := range ts {
		out[i] = w.rewrite(t)
	}
	return out
}

// rewrite works bottom-up with an explicit stack; it re-enters itself only for
// quantifier bodies, at most maxNesting deep.
func (w *rewriter) rewrite(t Term) Term {
	stack := []Term{t}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		if _, done := w.memo[x]; done {
			stack = stack[:len(stack)-1]
			continue
		}
		n := w.b.nodes[x]
		if n.flags&(hasList|hasIte|hasDiv) == 0 || w.b.isLeaf(x) || n.op == opAll || n.op == opAny || n.op == opIndex {
			w.memo[x] = w.node(x, nil)
			continue
		}
		args := make([]Term, len(n.args))
		ready := true
		for i, a := range n.args {
			if args[i] = w.memo[a]; args[i] == 0 {
				stack = append(stack, a)
				ready = false
			}
		}
		if ready {
			w.memo[x] = w.node(x, args)
		}
	}
	return w.memo[t]
}

// node rewrites one node whose arguments are rewritten.
func (w *rewriter) node(x Term, args []Term) Term {
	n := w.b.nodes[x]
	switch n.op {
	case opAll, opAny:
		return w.quantifier(n)
	case opIndex:
		l := w.lists[n.args[0]]
		return l.elements[n.pay]
	case opIte:
		return w.choice(n, args)
	case opDiv, opMod:
		return w.division(n, args[0])
	}
	if args == nil {
		return x
	}
	return w.b.rebuild(x, args)
}

// choice names an if-then-else value.
func (w *rewriter) choice(n node, args []Term) Term {
	b := w.b
	t := b.Ite(args[0], args[1], args[2])
	if b.nodes[t].op != opIte {
		return t
	}
	a := b.nodes[t].args
	v := b.cons(node{op: opSlot, kind: n.kind, pay: -1, args: []Term{t}})
	w.side = append(w.side, b.Or(b.Not(a[0]), b.Eq(v, a[1])), b.Or(a[0], b.Eq(v, a[2])))
	return v
}

// division names quotient and remainder: t = c*q + r, 0 <= r < c.
func (w *rewriter) division(n node, t Term) Term {
	b := w.b
	c := b.rats[n.pay]
	if b.isConst(t) {
		return b.division(n.op, t, b.Num(c))
	}
	div := b.cons(node{op: opDiv, kind: KindInt, pay: n.pay, args: []Term{t}})
	mod := b.cons(node{op: opMod, kind: KindInt, pay: n.pay, args: []Term{t}})
	q := b.cons(node{op: opSlot, kind: KindInt, pay: -2, args: []Term{div}})
	r := b.cons(node{op: opSlot, kind: KindInt, pay: -2, args: []Term{mod}})
	w.side = append(w.side, b.Eq(t, b.Add(b.MulConst(c, q), r)),
		b.Le(b.Int(0), r), b.Le(r, b.Num(c.Sub(RatInt(1)))))
	if n.op == opDiv {
		return q
	}
	return r
}

// quantifier expands over the slots.
func (w *rewriter) quantifier(n node) Term {
	b := w.b
	l := w.lists[n.args[0]]
	if l.cyclic {
		return b.Fresh("quantifiers over lists that depend on each other")
	}
	elem := b.cons(node{op: opElem, kind: b.nodes[l.list].elem, pay: n.pay, args: n.args[:1]})
	parts := make([]Term, l.slots)
	for i := range parts {
		body := w.rewrite(b.substitute(n.args[1], elem, l.elements[i]))
		if n.op == opAll {
			parts[i] = b.Implies(l.used[i], body)
		} else {
			parts[i] = b.And(l.used[i], body)
		}
	}
	if n.op == opAll {
		return b.And(parts...)
	}
	return b.Or(parts...)
}

// planLists finds all lists, counts their slots and makes them.
func (w *rewriter) planLists(roots []Term) {
	for _, t := range w.b.reachAll(roots) {
		n := &w.b.nodes[t]
		switch n.op {
		case opAll, opAny:
			l := w.list(n.args[0])
			l.quants = append(l.quants, t)
		case opIndex:
			l := w.list(n.args[0])
			l.fixed = max(l.fixed, int(n.pay)+1)
		case opLen:
			if w.b.kind(n.args[0]) == KindList {
				w.list(n.args[0])
			}
		}
	}
	w.countSlots()
	for _, t := range w.order {
		w.makeSlots(w.lists[t])
	}
}

func (w *rewriter) list(t Term) *listSlots {
	if w.lists[t] == nil {
		w.lists[t] = &listSlots{list: t}
		w.order = append(w.order, t)
	}
	return w.lists[t]
}

// countSlots solves slots(xs) = fixed + max(1 if nothing is fixed, sum over
// quantifiers of the product of the slots of the lists they depend on) by
// iteration: without a cycle it is stable after as many rounds as lists.
func (w *rewriter) countSlots() {
	for round := 0; ; round++ {
		changed := false
		for _, t := range w.order {
			l := w.lists[t]
			if n := w.slotsOf(l); n != l.slots && !l.cyclic {
				l.slots, changed = n, true
				l.cyclic = round > len(w.order) || n > maxSlots
			}
		}
		if !changed {
			return
		}
	}
}

func (w *rewriter) slotsOf(l *listSlots) int {
	n := 0
	for _, q := range l.quants {
		m := 1
		for _, outer := range w.b.outerLists(q) {
			if o := w.list(outer); o.cyclic {
				m = maxSlots + 1
			} else {
				m = min(m*max(1, o.slots), maxSlots+1)
			}
		}
		n += m
	}
	if broken("l-slots") {
		n--
	}
	return max(1, l.fixed+n)
}

// outerLists returns the lists whose bound variables occur free in quantifier q,
// once per variable.
func (b *Builder) outerLists(q Term) []Term {
	var out []Term
	for _, t := range b.reachAll([]Term{b.nodes[q].args[1]}) {
		if n := &b.nodes[t]; n.op == opElem && n.pay < b.nodes[q].pay {
			out = append(out, n.args[0])
		}
	}
	return out
}

// reachAll is reach through everything, list variables included.
func (b *Builder) reachAll(roots []Term) []Term {
	seen := map[Term]bool{}
	var out []Term
	stack := append([]Term(nil), roots...)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] || b.nodes[t].flags&(hasList|hasElem) == 0 {
			continue
		}
		seen[t] = true
		out = append(out, t)
		stack = append(stack, b.nodes[t].args...)
	}
	return out
}

// makeSlots makes the leaves of a list and the definitions that tie them to
// its length.
func (w *rewriter) makeSlots(l *listSlots) {
	b := w.b
	if l.cyclic {
		l.slots = max(1, l.fixed)
	}
	size := b.Len(l.list)
	kind := b.nodes[l.list].elem
	w.side = append(w.side, b.Le(b.Int(0), size))
	for i := 0; i < l.slots; i++ {
		e := b.cons(node{op: opSlot, kind: kind, pay: int32(i), args: []Term{l.list}})
		u := b.cons(node{op: opUsed, kind: KindBool, pay: int32(i), args: []Term{l.list}})
		long := b.Lt(b.Int(int64(i)), size)
		switch {
		case i < l.fixed: // exactly the element at i, or its default
			w.side = append(w.side, b.Eq(u, long), b.Or(u, b.Eq(e, b.defaultOf(kind))))
		case i == 0:
			w.side = append(w.side, b.Eq(u, long))
		default:
			w.side = append(w.side, b.Implies(u, long), b.Implies(u, l.used[i-1]))
		}
		l.elements = append(l.elements, e)
		l.used = append(l.used, u)
	}
}
