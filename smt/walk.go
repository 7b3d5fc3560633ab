package smt

// isLeaf reports whether the theories see the node as a variable.
func (b *Builder) isLeaf(t Term) bool {
	n := &b.nodes[t]
	switch n.op {
	case opVar, opFresh, opSlot, opUsed:
		return true
	case opLen:
		return b.nodes[n.args[0]].kind == KindList
	}
	return false
}

// reach returns everything below the roots (roots included), ascending: a
// subterm always comes before its users. It does not look below leaves.
func (b *Builder) reach(roots []Term) []Term {
	b.seen = append(b.seen, make([]bool, len(b.nodes)-len(b.seen))...)
	seen := b.seen
	var out, stack []Term
	push := func(t Term) {
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
			stack = append(stack, t)
		}
	}
	for _, r := range roots {
		push(r)
	}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.isLeaf(t) {
			continue
		}
		for _, a := range b.nodes[t].args {
			push(a)
		}
	}
	for _, t := range out {
		seen[t] = false
	}
	sortTerms(out)
	return out
}

// rebuild applies the operator of node t to other arguments, simplifying.
func (b *Builder) rebuild(t Term, args []Term) Term {
	n := b.nodes[t]
	switch n.op {
	case opNot:
		return b.Not(args[0])
	case opAnd:
		return b.And(args...)
	case opOr:
		return b.Or(args...)
	case opEq:
		return b.Eq(args[0], args[1])
	case opLt:
		return b.Lt(args[0], args[1])
	case opLe:
		return b.Le(args[0], args[1])
	case opIte:
		return b.Ite(args[0], args[1], args[2])
	case opLen:
		return b.Len(args[0])
	case opDom:
		return b.Dom(args[0])
	case opLower:
		return b.Lower(args[0])
	case opHasAt:
		return b.At(args[0])
	case opDomOK:
		return b.DomOK(args[0])
	case opGlob:
		return b.Glob(args[0], b.patterns[n.pay])
	case opPred:
		return b.Pred(b.texts[n.pay], args[0])
	case opLin, opDiv, opMod:
		return b.rebuildNumber(n, args)
	case opAll, opAny:
		e := b.cons(node{op: opElem, kind: b.nodes[args[0]].elem, pay: n.pay, args: args[:1]})
		return b.closeQuantifier(n.op, args[0], e, args[1])
	case opFresh:
		n.args, n.flags = args, 0
		return b.cons(n)
	case opInvalid, opBool, opNum, opText, opNamed, opVar, opSlot, opUsed, opElem, opList, opIndex:
	}
	return t
}

// rebuildNumber is rebuild for arithmetic.
func (b *Builder) rebuildNumber(n node, args []Term) Term {
	switch n.op {
	case opDiv:
		return b.FloorDiv(args[0], b.Num(b.rats[n.pay]))
	case opMod:
		return b.Mod(args[0], b.Num(b.rats[n.pay]))
	}
	s := newSum(b)
	l := b.lins[n.pay]
	s.k = l.k
	for i, a := range args {
		s.add(l.coefs[i], a)
	}
	return s.term()
}

// substitute replaces the bound variable elem by u in t.
func (b *Builder) substitute(t, elem, u Term) Term {
	memo := map[Term]Term{elem: u}
	stack := []Term{t}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		n := b.nodes[x]
		if _, done := memo[x]; done || n.flags&hasElem == 0 || n.op == opElem || n.op != opFresh && b.isLeaf(x) {
			if !done {
				memo[x] = x
			}
			stack = stack[:len(stack)-1]
			continue
		}
		args := make([]Term, len(n.args))
		ready := true
		for i, a := range n.args {
			if args[i] = memo[a]; args[i] == 0 {
				stack = append(stack, a)
				ready = false
			}
		}
		if ready {
			memo[x] = b.rebuild(x, args)
			stack = stack[:len(stack)-1]
		}
	}
	return memo[t]
}
