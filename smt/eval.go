package smt

import "strconv"

// evaluator computes values of terms under a model: the one judge of every Sat
// answer. A Fresh is unknown (strong Kleene logic).
type evaluator struct {
	b     *Builder
	m     *Model
	memo  map[Term]result
	bound map[Term]Value // opElem terms in scope
}

type result struct {
	v  Value
	ok bool
}

func newEval(b *Builder, m *Model) *evaluator {
	return &evaluator{b: b, m: m, memo: map[Term]result{}}
}

func truth(v bool) result { return result{Value{Kind: KindBool, Bool: v}, true} }

// of evaluates t with an explicit stack: terms may be deep.
func (e *evaluator) of(t Term) (Value, bool) {
	stack := []Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		if _, done := e.memo[u]; done {
			stack = stack[:len(stack)-1]
			continue
		}
		n := &e.b.nodes[u]
		size := len(stack)
		if n.op != opAll && n.op != opAny {
			for _, a := range n.args {
				if _, done := e.memo[a]; !done && e.b.kind(a) != KindList {
					stack = append(stack, a)
				}
			}
		}
		if len(stack) > size {
			continue
		}
		stack = stack[:size-1]
		e.memo[u] = e.node(u, n)
	}
	r := e.memo[t]
	return r.v, r.ok
}

// arg returns the value of an argument that was evaluated before.
func (e *evaluator) arg(n *node, i int) result { return e.memo[n.args[i]] }

// node evaluates one node whose scalar arguments are in memo.
func (e *evaluator) node(t Term, n *node) result {
	b := e.b
	switch n.op {
	case opBool:
		return truth(n.pay == 1)
	case opNum:
		return result{Value{Kind: n.kind, Num: b.rats[n.pay]}, true}
	case opText, opNamed:
		return result{Value{Kind: n.kind, Text: b.texts[n.pay]}, true}
	case opVar, opSlot, opUsed:
		return result{e.m.Value(t), true}
	case opFresh:
		return result{}
	case opElem:
		v, ok := e.bound[t]
		return result{v, ok}
	case opIndex, opList:
		return e.listNode(n)
	case opAll, opAny:
		return e.quantifier(n)
	case opLen:
		if b.kind(n.args[0]) == KindList {
			return result{Value{Kind: KindInt, Num: RatInt(e.list(n.args[0]).Length)}, true}
		}
	case opAnd, opOr:
		return e.junction(n)
	case opIte:
		return e.choice(n)
	case opLin:
		return e.linear(n)
	case opInvalid, opNot, opEq, opLt, opLe, opDom, opLower, opHasAt, opDomOK, opGlob, opPred, opDiv, opMod:
	}
	return e.strict(n)
}

// strict evaluates the operators that need all their arguments.
func (e *evaluator) strict(n *node) result {
	x := e.arg(n, 0)
	if !x.ok {
		return result{}
	}
	if len(n.args) == 2 {
		y := e.arg(n, 1)
		if !y.ok {
			return result{}
		}
		return e.relation(n.op, x.v, y.v)
	}
	b := e.b
	switch n.op {
	case opNot:
		return truth(!x.v.Bool)
	case opLen:
		return result{Value{Kind: KindInt, Num: RatInt(int64(runeCount(x.v.Text)))}, true}
	case opDom:
		return result{Value{Kind: KindStr, Text: domTotal(x.v.Text, b.bad)}, true}
	case opLower:
		return result{Value{Kind: KindStr, Text: lowerText(x.v.Text)}, true}
	case opHasAt:
		return truth(hasAt(x.v.Text))
	case opDomOK:
		return truth(domOK(x.v.Text, b.bad))
	case opGlob:
		return truth(b.patterns[n.pay].match(runesOf(x.v.Text)))
	case opPred:
		return truth(e.m.preds[predKey{n.pay, predArg(x.v)}].Holds)
	case opDiv, opMod:
		c := b.rats[n.pay]
		q := x.v.Num.Quo(c).Floor()
		if n.op == opMod {
			q = x.v.Num.Sub(q.Mul(c))
		}
		return result{Value{Kind: KindInt, Num: q}, true}
	}
	return result{}
}

// predArg is the key of a predicate's argument.
func predArg(v Value) string { return strconv.Itoa(int(v.Kind)) + v.String() }

func (e *evaluator) relation(o op, x, y Value) result {
	switch {
	case o == opEq:
		return truth(x.Equal(y))
	case x.Kind == KindStr:
		return truth(x.Text < y.Text || o == opLe && x.Text == y.Text)
	}
	c := x.Num.Cmp(y.Num)
	return truth(c < 0 || o == opLe && c == 0)
}

// junction is Kleene's And or Or.
func (e *evaluator) junction(n *node) result {
	zero := n.op == opOr // the value that decides alone
	out := truth(!zero)
	for i := range n.args {
		switch x := e.arg(n, i); {
		case x.ok && x.v.Bool == zero:
			return truth(zero)
		case !x.ok:
			out = result{}
		}
	}
	return out
}

func (e *evaluator) choice(n *node) result {
	c, p, q := e.arg(n, 0), e.arg(n, 1), e.arg(n, 2)
	switch {
	case c.ok && c.v.Bool:
		return p
	case c.ok:
		return q
	case p.ok && q.ok && p.v.Equal(q.v):
		return p
	}
	return result{}
}

func (e *evaluator) linear(n *node) result {
	l := e.b.lins[n.pay]
	s := l.k
	for i := range n.args {
		x := e.arg(n, i)
		if !x.ok {
			return result{}
		}
		s = s.Add(l.coefs[i].Mul(x.v.Num))
	}
	return result{Value{Kind: n.kind, Num: s}, true}
}

// list returns the value of a list term: a variable's, for literals are folded.
func (e *evaluator) list(t Term) Value { return e.m.Value(t) }

// listNode evaluates Index; a literal list is never an argument of a term.
func (e *evaluator) listNode(n *node) result {
	if n.op != opIndex {
		return result{}
	}
	if xs := e.list(n.args[0]); int64(n.pay) < xs.Length {
		return result{xs.At(int(n.pay)), true}
	}
	return result{zeroValue(n.kind), true}
}

// quantifier evaluates the body once for every explicit element.
func (e *evaluator) quantifier(n *node) result {
	xs := e.list(n.args[0])
	zero := n.op == opAny
	out := truth(!zero)
	elem := e.b.cons(node{op: opElem, kind: e.b.nodes[n.args[0]].elem, pay: n.pay, args: n.args[:1]})
	for i, x := range xs.Elems {
		if int64(i) >= xs.Length {
			break
		}
		sub := newEval(e.b, e.m)
		sub.bound = map[Term]Value{elem: x}
		for t, v := range e.bound {
			if t != elem {
				sub.bound[t] = v
			}
		}
		switch v, ok := sub.of(n.args[1]); {
		case ok && v.Bool == zero:
			return truth(zero)
		case !ok:
			out = result{}
		}
	}
	return out
}
