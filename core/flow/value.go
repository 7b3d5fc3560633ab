package flow

import (
	"planproof/core/ir"
	"planproof/core/lattice"
)

// Value is what is known of one value, over the universes of an ir.Program.
//
//	Labels      labels it may carry           ⊆, join ∪
//	Provenance  tools that may have contributed, transitively  ⊆, ∪
//	Sources     tools that may have produced it directly       ⊆, ∪
//	Sanitized   rules it is sanitized for on every path        ⊇, ∩
//
// A rule that a value does not carry is in Sanitized: there is nothing to
// sanitize. So "violates r at a sink" is "r ∉ Sanitized".
type Value struct {
	Labels, Provenance, Sources, Sanitized lattice.Set
}

// Values is the lattice of Value: the product of three powersets and one
// powerset upside down.
type Values struct{}

type (
	up   = lattice.Powerset
	down = lattice.Dual[lattice.Powerset, lattice.Set]
)

// Join is the component-wise least upper bound.
func (Values) Join(a, b Value) Value {
	return Value{
		Labels:     up{}.Join(a.Labels, b.Labels),
		Provenance: up{}.Join(a.Provenance, b.Provenance),
		Sources:    up{}.Join(a.Sources, b.Sources),
		Sanitized:  down{}.Join(a.Sanitized, b.Sanitized),
	}
}

// Leq holds when it holds in each component.
func (Values) Leq(a, b Value) bool {
	return up{}.Leq(a.Labels, b.Labels) && up{}.Leq(a.Provenance, b.Provenance) &&
		up{}.Leq(a.Sources, b.Sources) && down{}.Leq(a.Sanitized, b.Sanitized)
}

// Equal holds when it holds in each component.
func (Values) Equal(a, b Value) bool { return Values{}.Leq(a, b) && Values{}.Leq(b, a) }

// Domain has the universes of one program and the values of its constants.
type Domain struct {
	p         *ir.Program
	rules     lattice.Set // all rules
	anySource lattice.Set // those with source "*"
	// sourceOf are, for each tool, the rules that name it as their source.
	sourceOf []lattice.Set

	versions map[versionKey]*Version
	facts    map[string]*Fact
}

// NewDomain prepares the domain of a program.
func NewDomain(p *ir.Program) *Domain {
	d := &Domain{p: p, rules: lattice.UpTo(len(p.Rules)), versions: map[versionKey]*Version{}, facts: map[string]*Fact{}}
	var anySource lattice.Builder
	sourceOf := make([]lattice.Builder, len(p.Tools))
	for _, r := range p.Rules {
		switch {
		case r.AnySource:
			anySource.Add(r.Index)
		case r.Source >= 0:
			sourceOf[r.Source].Add(r.Index)
		}
	}
	d.anySource = anySource.Set()
	for i := range sourceOf {
		d.sourceOf = append(d.sourceOf, sourceOf[i].Set())
	}
	return d
}

// Literal is the value of a literal: it contributes nothing.
func (d *Domain) Literal() Value { return Value{Sanitized: d.rules} }

// Input is the value of an input variable.
func (d *Domain) Input() Value { return d.pseudo(d.p.Input()) }

// Undefined is the value of a reference that is not in scope.
func (d *Domain) Undefined() Value { return d.pseudo(d.p.Unknown()) }

func (d *Domain) pseudo(tool int) Value {
	s := lattice.SetOf(tool)
	return Value{Provenance: s, Sources: s, Sanitized: d.rules}
}

// Result is the value of a call's result, given the values of its arguments:
// labels and provenance accumulate, and a rule stays sanitized unless the
// tool is its source or an argument that carries it is not sanitized for it
// and the tool is no sanitizer. Fresh output of a source is never sanitized.
func (d *Domain) Result(tool *ir.Tool, args []Value) Value {
	v := Value{Labels: tool.Labels, Provenance: lattice.SetOf(tool.Index), Sources: lattice.SetOf(tool.Index)}
	sanitized := d.rules
	for i := range args {
		v.Labels = v.Labels.Union(args[i].Labels)
		v.Provenance = v.Provenance.Union(args[i].Provenance)
		sanitized = sanitized.Intersect(args[i].Sanitized)
	}
	v.Sanitized = sanitized.Union(tool.Sanitizes).Minus(tool.Sources)
	return v
}

// Controlled is the value of a result that was computed only because control
// said so: it carries what control carries (an implicit flow).
func (d *Domain) Controlled(v, control Value) Value {
	v.Labels = v.Labels.Union(control.Labels)
	v.Provenance = v.Provenance.Union(control.Provenance)
	v.Sanitized = v.Sanitized.Intersect(control.Sanitized)
	return v
}

// Carries are the rules that a value carries: those whose source tool is in
// its provenance, and for source "*" all of them when it has a label.
func (d *Domain) Carries(v Value) lattice.Set {
	var out lattice.Set
	if !v.Labels.Empty() {
		out = d.anySource
	}
	for tool := range v.Provenance.All() {
		if tool < len(d.sourceOf) {
			out = out.Union(d.sourceOf[tool])
		}
	}
	return out
}

// CarriesRule reports whether a value carries one rule.
func (d *Domain) CarriesRule(v Value, r *ir.Rule) bool {
	if r.AnySource {
		return !v.Labels.Empty()
	}
	return r.Source >= 0 && v.Provenance.Has(r.Source)
}
