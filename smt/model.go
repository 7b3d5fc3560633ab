package smt

// Binding is the value of one variable.
type Binding struct {
	Term  Term
	Name  string
	Value Value
}

// Model gives a value to every variable of the assertions.
type Model struct {
	b     *Builder
	vars  []Term
	value map[Term]Value
	preds map[predKey]bool
}

// predKey is one point of an uninterpreted predicate.
type predKey struct {
	name  int32
	value string
}

// Vars returns the values of the variables in order of creation.
func (m *Model) Vars() []Binding {
	var out []Binding
	for _, t := range m.vars {
		if m.b.nodes[t].op == opVar {
			out = append(out, Binding{Term: t, Name: m.b.Name(t), Value: m.value[t]})
		}
	}
	return out
}

// Value returns the value of a variable; the default of its sort when the
// assertions did not mention it.
func (m *Model) Value(t Term) Value {
	if v, ok := m.value[t]; ok {
		return v
	}
	return zeroValue(m.b.kind(t))
}

// Eval returns the value of any term; ok is false when it depends on a Fresh.
func (m *Model) Eval(t Term) (v Value, ok bool) { return newEval(m.b, m).of(t) }
