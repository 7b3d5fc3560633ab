package prove

import (
	"planproof/core/cond"
	"planproof/core/value"
)

// assignment gives every variable of a question a value.
type assignment struct {
	u      *unknowns
	values []value.Value // by position in u.vars
}

// of returns the concrete value that s stands for.
func (a *assignment) of(s Sym) value.Value {
	switch s := s.(type) {
	case Known:
		return s.Value
	case *Var:
		return a.values[a.u.index[s.ID]]
	case *Part:
		if v, ok := a.part(s); ok {
			return v
		}
		return value.Null{} // not an assignment that is looked at
	case *SymList:
		items := make(value.List, len(s.Items))
		for i, item := range s.Items {
			items[i] = a.of(item)
		}
		return items
	case *SymObject:
		members := make(value.Object, len(s.Members))
		for i, m := range s.Members {
			members[i] = value.Member{Key: m.Key, Value: a.of(m.Sym)}
		}
		return members
	}
	return value.Null{}
}

// bind gives the names of a condition their concrete values.
func (a *assignment) bind(c *cond.Expr, names []Named) cond.Bindings {
	uses := c.Names()
	out := make(cond.Bindings, 0, len(uses))
	for i := range uses {
		if s, ok := lookup(names, uses[i].Name); ok {
			out = append(out, cond.Binding{Name: uses[i].Name, Value: a.of(s)})
		}
	}
	return out
}

// run evaluates a condition under an assignment. ok is false when a limit was hit: then nothing is known.
func run(c *cond.Expr, names []Named, a *assignment) (o cond.Outcome, ok bool) {
	steps := cond.MaxWork
	return runWithin(c, names, a, &steps)
}

// runWithin is run with a budget that several evaluations share.
func runWithin(c *cond.Expr, names []Named, a *assignment, steps *int) (o cond.Outcome, ok bool) {
	*steps -= a.u.size
	v, err := c.EvalWithin(a.bind(c, names), steps)
	switch {
	case err != nil:
		return cond.CanError, err.Kind != cond.KindLimit
	case value.Truthy(v):
		return cond.CanTrue, true
	}
	return cond.CanFalse, true
}

// allowed reports whether an assignment is possible: every value passes the executor's checks, and every fact holds.
func (a *assignment) allowed(facts []Fact) bool {
	for i, v := range a.u.vars {
		if a.values[i] == nil || !v.admits(a.values[i]) {
			return false
		}
	}
	steps := cond.MaxWork
	return a.satisfies(facts, &steps)
}

func (a *assignment) satisfies(facts []Fact, steps *int) bool {
	if !a.hasParts() {
		return false
	}
	for i := range facts {
		f := &facts[i]
		want := cond.CanFalse
		if f.Holds {
			want = cond.CanTrue
		}
		if o, ok := runWithin(f.Cond, f.Names, a, steps); !ok || o != want {
			return false
		}
	}
	return true
}

// witness lists the variables of the condition with their values.
func (a *assignment) witness() []NamedValue {
	var out []NamedValue
	for i, v := range a.u.vars[:a.u.shown] {
		out = append(out, NamedValue{v.Name, a.values[i]})
	}
	return out
}
