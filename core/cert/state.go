package cert

import "planproof/core/lattice"

// AState is an abstract state: the variables that are surely bound, each with
// the rules of which it may carry raw data (data that no sanitizer of the rule
// cleaned), and the states that each automaton may be in. It is immutable.
// (astate; a fact about a variable that is not bound says nothing there, and is
// not kept here)
type AState struct {
	env  lattice.Map[lattice.Set]
	auts []lattice.Set
}

// bound: is the variable surely bound? (a_bound)
func (a AState) bound(x int) bool { return a.env.Get(x) != nil }

// val are the rules of which x may carry raw data. (val_of)
func (a AState) val(x int) lattice.Set {
	if v := a.env.Get(x); v != nil {
		return *v
	}
	return lattice.Set{}
}

// put is a with x bound to a value that may carry raw data of the given rules.
// (put)
func (a AState) put(x int, raw lattice.Set) AState {
	a.env = a.env.With(x, &raw)
	return a
}

// leq: whatever a says may happen, b does, of the variables that can still be
// read in b. (leqb)
func leq(a, b AState) bool {
	for i := range b.auts {
		if !a.auts[i].Subset(b.auts[i]) {
			return false
		}
	}
	return lattice.Diff(a.env, b.env, func(_ int, x, y *lattice.Set) bool {
		return y == nil || x != nil && x.Subset(*y)
	})
}

// join keeps what is bound in both and unites what may happen. (join)
func join(a, b AState) AState {
	out := AState{auts: make([]lattice.Set, len(a.auts))}
	for i := range a.auts {
		out.auts[i] = a.auts[i].Union(b.auts[i])
	}
	out.env = lattice.Merge(a.env, b.env, func(_ int, x, y *lattice.Set) *lattice.Set {
		if y.Subset(*x) {
			return x
		}
		u := x.Union(*y)
		return &u
	})
	return out
}

// headOf writes a whole state.
func headOf(a AState) *Head {
	h := &Head{Whole: true, Automata: a.auts}
	lattice.Diff(lattice.Map[lattice.Set]{}, a.env, func(x int, _, raw *lattice.Set) bool {
		h.Known = append(h.Known, Known{x, *raw})
		return true
	})
	return h
}

// start is everything known before the first step. (start)
func (m *Model) start() AState {
	var a AState
	for _, in := range m.Inputs {
		raw := a.val(in.Var)
		for k := range m.Rules {
			for l := range in.Labels.All() {
				if m.Rules[k].srcMatch(l) {
					raw = raw.With(k)
				}
			}
		}
		a = a.put(in.Var, raw)
	}
	for i := range m.Automata {
		a.auts = append(a.auts, lattice.SetOf(m.Automata[i].Init))
	}
	return a
}
