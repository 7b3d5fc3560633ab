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

// env evaluates names under an assignment.
type env struct {
	names []Named
	a     *assignment
}

// Lookup returns the concrete value of a name.
func (e env) Lookup(name string) (value.Value, bool) {
	s, ok := lookup(e.names, name)
	if !ok {
		return nil, false
	}
	return e.a.of(s), true
}

// run evaluates a condition under an assignment. ok is false when a limit was hit: then nothing is known.
func run(c *cond.Expr, names []Named, a *assignment) (o cond.Outcome, ok bool) {
	v, err := c.Eval(env{names, a})
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
	return a.satisfies(facts)
}

func (a *assignment) satisfies(facts []Fact) bool {
	for i := range facts {
		f := &facts[i]
		want := cond.CanFalse
		if f.Holds {
			want = cond.CanTrue
		}
		if o, ok := run(f.Cond, f.Names, a); !ok || o != want {
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
