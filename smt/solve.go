package smt

import (
	"strconv"

	"planproof/smt/proof"
	"planproof/smt/sat"
)

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
	lits   []lit  // by term
	more   map[Term]lit
	free   map[Term]string // atoms outside the fragments, with the reason
	comps  []*component
	polar  []uint8 // by term: 1 occurs positively, 2 negatively
	lists  []*listSlots
	stats  Stats
	narrow [len(narrowWidths)][]lit // assumptions that keep binary numbers small
	vars   []Term                   // variables that have no literals here but get a value
	strict bool                     // the second try, which may not use what is outside

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
	for i, t := range given {
		if t == False {
			return Result{Status: Unsat, Core: []int{i}, Stats: Stats{Engine: "fold"}}
		}
	}
	p.scalarize()
	for i, t := range p.roots {
		if t == False {
			return Result{Status: Unsat, Core: p.simp.closeCore([]int{i}, given), Stats: p.done()}
		}
	}
	if reason := p.encode(); reason != "" {
		return Result{Reason: reason, Stats: p.done()}
	}
	r := p.answer()
	if r.Status == Unsat && budget.MinimizeCore {
		r.Core = minimizeCore(b, given, r.Core, budget)
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
	p.polar = make([]uint8, len(p.b.nodes))
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

// encode builds all clauses; a reason means that the question is too large.
func (p *problem) encode() string {
	p.g = newGates(p.budget.MaxClauses)
	p.lits = make([]lit, len(p.b.nodes))
	for i := range p.lits {
		p.lits[i] = noLit
	}
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

// answer runs the engine and turns its outcome into a result.
func (p *problem) answer() Result {
	guards, falsified := p.guard()
	if falsified >= 0 {
		return Result{Status: Unsat, Core: p.simp.closeCore([]int{falsified}, p.given), Stats: p.done()}
	}
	o, reason := p.run(guards)
	if reason != "" {
		return Result{Reason: reason, Stats: p.done()}
	}
	switch o.Answer {
	case sat.Satisfiable:
		return p.accept(&o)
	case sat.Unsatisfiable:
		return p.refuted(&o, guards)
	}
	return Result{Reason: "gave up after " + strconv.Itoa(o.Conflicts) + " conflicts", Stats: p.done()}
}

// guard adds the definitions and puts every assertion behind an assumption of
// its own; falsified is the index of an assertion that is false already, or -1.
func (p *problem) guard() (guards []lit, falsified int) {
	guards = make([]lit, len(p.roots))
	for i, t := range p.roots {
		guards[i] = p.lits[t]
		if guards[i] == litFalse {
			return nil, i
		}
	}
	for _, t := range p.side {
		p.g.add(p.lits[t])
	}
	for i, l := range guards {
		if l != litTrue {
			guards[i] = p.g.fresh()
			p.g.add(guards[i].Not(), l)
		}
	}
	return guards, -1
}

// run calls the propositional engine. A refutation by the own one is replayed
// by the independent checker before anyone believes it.
func (p *problem) run(guards []lit) (o sat.Outcome, reason string) {
	for _, extra := range p.narrow {
		if len(extra) > 0 {
			o, reason = p.runOnce(append(extra, guards...))
			if reason != "" || o.Answer == sat.Satisfiable || o.Answer == sat.Unsatisfiable && !overlap(o.Core, extra) {
				return o, reason
			}
		}
	}
	return p.runOnce(guards)
}

func overlap(a, b []lit) bool {
	for _, l := range a {
		for _, m := range b {
			if l == m {
				return true
			}
		}
	}
	return false
}

// runOnce calls the propositional engine with one set of assumptions.
func (p *problem) runOnce(assume []lit) (o sat.Outcome, reason string) {
	if p.budget.Engine == EngineGini {
		p.stats.Engine = "gini"
		return sat.Gini(p.g.cnf, assume), ""
	}
	p.stats.Engine = "own"
	o = sat.NewSolver(p.g.cnf, true).Solve(assume, p.budget.MaxConflicts)
	p.stats.Conflicts += o.Conflicts
	if o.Answer == sat.Unsatisfiable {
		if err := proof.Check(p.g.cnf, assume, o.Proof); err != nil {
			rejected++
			return sat.Outcome{}, "internal error: " + err.Error()
		}
	}
	return o, ""
}

// refuted maps the failed assumptions back to assertions.
func (p *problem) refuted(o *sat.Outcome, guards []lit) Result {
	r := Result{Status: Unsat, Stats: p.done()}
	if p.budget.Proof && o.Proof != nil {
		r.Proof = &Proof{cnf: p.g.cnf, assume: guards, steps: o.Proof}
	}
	for i, l := range guards {
		for _, c := range o.Core {
			if c == l {
				r.Core = append(r.Core, i)
				break
			}
		}
	}
	r.Core = p.simp.closeCore(r.Core, p.given)
	return r
}

// done completes the work counts.
func (p *problem) done() Stats {
	if p.g != nil {
		p.stats.Vars, p.stats.Clauses = p.g.cnf.NumVars(), p.g.cnf.Len()
	}
	if p.stats.Engine == "" {
		p.stats.Engine = "fold"
	}
	return p.stats
}

// mutant names a deliberate error, for tests of the tests: each one must be found
// by the brute-force comparisons. It is empty outside tests.
var mutant string

// broken reports whether the named error is switched on.
func broken(name string) bool { return mutant == name }

// rejected counts models that the evaluator did not accept although every atom
// was inside a fragment. It must stay 0: such a model is an encoding error (and
// its question was answered Unknown). Tests read it.
var rejected int

// accept decodes a propositional model, evaluates the assertions under it and
// only then says Sat.
func (p *problem) accept(o *sat.Outcome) Result {
	m, err := p.decode(o.Holds)
	if err == nil && p.check(m) {
		return Result{Status: Sat, Model: m, Stats: p.done()}
	}
	if reason := p.tainted(); reason != "" || p.strict {
		return p.again(reason)
	}
	if err != nil {
		return Result{Reason: err.Error(), Stats: p.done()}
	}
	rejected++
	return Result{Reason: "internal error: a model was rejected", Stats: p.done()}
}

// tainted returns the reason of something outside the fragments, or "".
func (p *problem) tainted() string {
	for _, t := range p.order {
		if reason, ok := p.free[t]; ok {
			return reason
		}
		if n := &p.b.nodes[t]; n.op == opFresh {
			return p.b.reasons[n.pay]
		}
	}
	return ""
}

// check evaluates every assertion.
func (p *problem) check(m *Model) bool {
	e := newEval(p.b, m)
	for _, t := range p.given {
		if v, ok := e.of(t); !ok || !v.Bool {
			return false
		}
	}
	return true
}

// decode reads the values of all leaves.
func (p *problem) decode(holds func(lit) bool) (*Model, error) {
	m := &Model{b: p.b, value: map[Term]Value{}, preds: map[predKey]bool{}}
	for _, t := range p.order {
		n := &p.b.nodes[t]
		if n.op == opVar {
			m.vars = append(m.vars, t)
		}
		if n.kind == KindBool && p.b.isLeaf(t) {
			m.value[t] = Value{Kind: KindBool, Bool: holds(p.lits[t])}
		}
	}
	for _, c := range p.comps {
		if err := c.decode(p, m, holds); err != nil {
			return nil, err
		}
	}
	for t, l := range p.more {
		arg := m.b.nodes[t].args[0]
		v, _ := m.Eval(arg)
		m.preds[predKey{m.b.nodes[t].pay, predArg(v)}] = holds(l)
	}
	for _, t := range p.vars { // of a first try
		if _, ok := m.value[t]; !ok {
			m.value[t] = zeroValue(p.b.kind(t))
			m.vars = append(m.vars, t)
		}
	}
	p.decodeLists(m)
	p.simp.complete(m)
	return m, nil
}

// decodeLists builds list values from their slots; elements without a slot
// repeat the last used one.
func (p *problem) decodeLists(m *Model) {
	for _, l := range p.lists {
		v := Value{Kind: KindList}
		size := p.b.Len(l.list)
		if n, ok := m.value[size]; ok {
			v.Length, _ = n.Num.Int64()
		}
		for i, u := range l.used {
			if m.Value(u).Bool && int64(i) < v.Length {
				v.Elems = append(v.Elems, m.Value(l.elements[i]))
			}
		}
		if len(v.Elems) == 0 && v.Length > 0 {
			v.Elems = append(v.Elems, m.Value(l.elements[0]))
		}
		m.value[l.list] = v
		m.vars = append(m.vars, l.list)
	}
}
