package smt

import "sort"

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
	preds map[predKey]Point
}

// Point says what an uninterpreted predicate is at one value. Where a model says
// nothing the predicate is false.
type Point struct {
	Pred  string
	Value Value
	Holds bool
}

// NewModel makes a model from values for variables, such as one that was read.
// Variables without a value have the default of their sort. It is not checked;
// evaluate the assertions under it.
func (b *Builder) NewModel(values []Binding, points []Point) *Model {
	m := &Model{b: b, value: map[Term]Value{}, preds: map[predKey]Point{}}
	for _, v := range values {
		m.vars = append(m.vars, v.Term)
		m.value[v.Term] = v.Value
	}
	for _, p := range points {
		m.setPoint(b.text(p.Pred), p)
	}
	return m
}

func (m *Model) setPoint(name int32, p Point) {
	m.preds[predKey{name, predArg(p.Value)}] = p
}

// Points returns what the model says of uninterpreted predicates, in the order
// of their names and values.
func (m *Model) Points() []Point {
	out := make([]Point, 0, len(m.preds))
	for _, p := range m.preds {
		out = append(out, p)
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Pred != out[j].Pred {
			return out[i].Pred < out[j].Pred
		}
		return predArg(out[i].Value) < predArg(out[j].Value)
	})
	return out
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
