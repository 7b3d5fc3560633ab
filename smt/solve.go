package smt

// problem is one question on its way to clauses.
type problem struct {
	b      *Builder
	g      *gates
	budget Budget
	given  []Term // the assertions as asked
	simp   *simplifier
	roots  []Term // the same, scalar
	side   []Term // definitions made on the way
	order  []Term // everything reachable, ascending
	held   *tables
	lits   []lit // by term
	more   map[Term]lit
	free   map[Term]string // atoms outside the fragments, with the reason
	comps  []*component
	polar  []uint8 // by term: 1 occurs positively, 2 negatively
	lists  []*listSlots
	stats  Stats
	narrow [len(narrowWidths)][]lit // assumptions that keep binary numbers small
	vars   []Term                   // variables that have no literals here but get a value
	strict bool                     // the second try, which may not use what is outside
	cap    int                      // when positive, numbers of sums have at most so many digits, and only Sat counts

	nextLetter rune // the next letter no value uses yet
}

// firstFresh is where new caseless letters are taken from (CJK ideographs).
const firstFresh = 0x4E00

// noLit marks a term without a literal yet.
const noLit lit = -1

// defaults fills in the budget.
func (budget Budget) defaults() Budget {
	if budget.MaxClauses == 0 {
		budget.MaxClauses = 400_000
	}
	if budget.MaxConflicts == 0 {
		budget.MaxConflicts = 200_000
	}
	return budget
}

func solve(b *Builder, given []Term, budget Budget) Result {
	p := &problem{b: b, budget: budget.defaults(), given: given, free: map[Term]string{}, nextLetter: firstFresh}
	for _, t := range given {
		if b.kind(t) != KindBool {
			return Result{Reason: "an assertion that is no condition"}
		}
	}
	defer p.release()
	p.scalarize()
	for i, t := range p.roots {
		if t == False {
			return p.foldedAt(i)
		}
	}
	if reason := p.encode(); reason != "" {
		return p.small(Result{Reason: reason, Stats: p.done()})
	}
	r := p.answer()
	if r.Status == Unsat && budget.MinimizeCore {
		r.Core = minimizeCore(b, given, r.Core, budget)
	}
	return r
}

// smallDigits is how many digits numbers have in the search for a small model.
const smallDigits = 5

// small looks for a model with small numbers when sums were too large to encode
// with all the digits that a refutation needs. A model is a model.
func (p *problem) small(r Result) Result {
	linear := false
	for _, c := range p.comps {
		linear = linear || c.linear
	}
	if !linear || p.cap > 0 {
		return r
	}
	q := &problem{b: p.b, budget: p.budget, given: p.given, free: map[Term]string{}, nextLetter: firstFresh, cap: smallDigits}
	p.release()
	defer q.release()
	q.scalarize()
	if q.encode() == "" {
		if s := q.answer(); s.Status == Sat {
			return s
		}
	}
	return r
}

// scalarize removes lists and the like and finds the reachable terms.
func (p *problem) scalarize() {
	p.simp = newSimplifier(p.b)
	w := newRewriter(p.b)
	p.roots = w.roots(p.simp.run(p.given))
	p.side = w.side
	for _, t := range w.order {
		p.lists = append(p.lists, w.lists[t])
	}
	p.order = p.b.reach(append(append([]Term(nil), p.roots...), p.side...))
	p.findPolarity()
}

// findPolarity marks for every Boolean node whether it occurs positively and
// negatively below the roots.
func (p *problem) findPolarity() {
	p.takeTables()
	for _, t := range p.roots {
		p.polar[t] |= 1
	}
	for _, t := range p.side {
		p.polar[t] |= 1
	}
	for i := len(p.order) - 1; i >= 0; i-- {
		t := p.order[i]
		n := &p.b.nodes[t]
		if n.kind != KindBool || p.b.isLeaf(t) || p.b.isAtom(t) {
			continue
		}
		q := p.polar[t]
		switch n.op {
		case opNot:
			q = q>>1 | q&1<<1
		case opEq:
			q = 3
		}
		for _, a := range n.args {
			p.polar[a] |= q
		}
	}
}

// tables are arrays by term that successive questions share: clearing costs as
// much as the question, not as much as the Builder.
type tables struct {
	lits  []lit   // noLit between questions
	polar []uint8 // 0 between questions
}

// takeTables gets the arrays, large enough for all terms made so far.
func (p *problem) takeTables() {
	t := p.b.tables
	if t == nil {
		t = &tables{}
	}
	p.b.tables, p.held = nil, t
	for len(t.lits) < len(p.b.nodes) {
		t.lits = append(t.lits, noLit)
	}
	t.polar = append(t.polar, make([]uint8, len(t.lits)-len(t.polar))...)
	p.lits, p.polar = t.lits, t.polar
}

// release gives the arrays back.
func (p *problem) release() {
	if p.held == nil {
		return
	}
	for _, t := range p.order {
		p.lits[t], p.polar[t] = noLit, 0
	}
	p.b.tables, p.held = p.held, nil
}

// encode builds all clauses; a reason means that the question is too large.
func (p *problem) encode() string {
	p.g = newGates(p.budget.MaxClauses)
	p.more = map[Term]lit{}
	p.choose()
	for _, c := range p.comps {
		if reason := c.encode(p); reason != "" {
			return reason
		}
		if p.g.full() {
			return "the question is too large"
		}
	}
	for _, t := range p.order {
		if p.b.kind(t) == KindBool && p.lits[t] == noLit {
			p.lits[t] = p.gate(t)
		}
	}
	if p.g.full() {
		return "the question is too large"
	}
	return ""
}

// gate makes the literal of a Boolean node whose arguments have theirs.
func (p *problem) gate(t Term) lit {
	n := &p.b.nodes[t]
	switch n.op {
	case opBool:
		if n.pay == 1 {
			return litTrue
		}
		return litFalse
	case opNot:
		return p.lits[n.args[0]].Not()
	case opAnd, opOr:
		xs := make([]lit, len(n.args))
		for i, a := range n.args {
			xs[i] = p.lits[a]
		}
		if n.op == opAnd {
			return p.g.all(xs)
		}
		return p.g.any(xs)
	case opEq:
		if p.b.kind(n.args[0]) == KindBool {
			return p.g.iff(p.lits[n.args[0]], p.lits[n.args[1]])
		}
	case opPred:
		if len(p.b.atomLeaves(t, nil)) == 0 {
			return p.predLit(t)
		}
	}
	return p.g.fresh() // a Boolean variable, or an atom outside the fragments
}

// predLit returns the literal of a predicate of a constant, made on demand.
func (p *problem) predLit(t Term) lit {
	if l, ok := p.more[t]; ok {
		return l
	}
	l := p.g.fresh()
	p.more[t] = l
	return l
}

// setFree takes an atom out of the fragments.
func (p *problem) setFree(t Term, reason string) { p.free[t] = reason }

func (p *problem) isFree(t Term) bool {
	_, ok := p.free[t]
	return ok
}
