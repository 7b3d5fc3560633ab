package smt

// again asks for a model that does not depend on anything outside the fragments:
// every assertion must hold whatever the outside atoms are. This is strong Kleene
// logic as two terms per node, "surely true" and "surely false". A model of it is
// a model of the question; without one the answer stays Unknown.
func (p *problem) again(reason string) Result {
	if p.strict {
		return Result{Reason: reason, Stats: p.done()}
	}
	q := &problem{b: p.b, budget: p.budget, given: p.given, simp: p.simp, lists: p.lists,
		free: map[Term]string{}, nextLetter: firstFresh, strict: true}
	r := newRails(p)
	for _, t := range p.roots {
		q.roots = append(q.roots, r.of(t))
	}
	for _, t := range p.side { // definitions stay as they are, without outside parts
		if s := r.of(t); s != False {
			q.side = append(q.side, s)
		}
	}
	for _, t := range p.order {
		if p.b.nodes[t].op == opVar {
			q.vars = append(q.vars, t)
		}
	}
	for _, t := range q.roots {
		if t == False {
			return Result{Reason: reason, Stats: p.done()}
		}
	}
	defer q.release()
	q.order = q.b.reach(append(append([]Term(nil), q.roots...), q.side...))
	q.findPolarity()
	if q.encode() == "" {
		if s := q.answer(); s.Status == Sat {
			return s
		}
	}
	return Result{Reason: reason, Stats: p.done()}
}

// rails computes surely-true and surely-false terms.
type rails struct {
	p   *problem
	yes map[Term]Term
	no  map[Term]Term
}

func newRails(p *problem) *rails {
	r := &rails{p: p, yes: map[Term]Term{}, no: map[Term]Term{}}
	for _, t := range p.order {
		if p.b.kind(t) == KindBool {
			r.node(t)
		}
	}
	return r
}

// of returns the surely-true term of a reachable Boolean term.
func (r *rails) of(t Term) Term { return r.yes[t] }

// node computes both terms from those of the arguments.
func (r *rails) node(t Term) {
	b := r.p.b
	n := b.nodes[t]
	switch {
	case r.p.isFree(t) || n.op == opFresh || b.isAtom(t) && n.flags&hasFresh != 0:
		r.yes[t], r.no[t] = False, False
		return
	case b.isLeaf(t) || b.isAtom(t) || n.op == opBool:
		r.yes[t], r.no[t] = t, b.Not(t)
		return
	}
	yes, no := make([]Term, len(n.args)), make([]Term, len(n.args))
	for i, a := range n.args {
		yes[i], no[i] = r.yes[a], r.no[a]
	}
	switch n.op {
	case opNot:
		r.yes[t], r.no[t] = no[0], yes[0]
	case opAnd:
		r.yes[t], r.no[t] = b.And(yes...), b.Or(no...)
	case opOr:
		r.yes[t], r.no[t] = b.Or(yes...), b.And(no...)
	case opEq:
		r.yes[t] = b.Or(b.And(yes[0], yes[1]), b.And(no[0], no[1]))
		r.no[t] = b.Or(b.And(yes[0], no[1]), b.And(no[0], yes[1]))
	}
}
