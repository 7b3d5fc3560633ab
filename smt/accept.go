package smt

import (
	"sync/atomic"

	"planproof/smt/sat"
)

// mutant names a deliberate error, for tests of the tests: each one must be found
// by the brute-force comparisons. It is empty outside tests.
var mutant string

// broken reports whether the named error is switched on.
func broken(name string) bool { return mutant == name }

// rejected counts models that the evaluator did not accept although every atom
// was inside a fragment. It must stay 0: such a model is an encoding error (and
// its question was answered Unknown). Tests read it.
var rejected atomic.Int64

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
	rejected.Add(1)
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
	m := &Model{b: p.b, value: map[Term]Value{}, preds: map[predKey]Point{}}
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
	p.decodePredicates(m, holds)
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

// decodePredicates notes the predicates that are applied to constants.
func (p *problem) decodePredicates(m *Model, holds func(lit) bool) {
	for t, l := range p.more {
		n := &m.b.nodes[t]
		v, _ := m.Eval(n.args[0])
		m.setPoint(n.pay, Point{m.b.texts[n.pay], v, holds(l)})
	}
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
