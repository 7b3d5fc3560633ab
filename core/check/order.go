package check

import (
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/lattice"
)

// TaintOrder computes the order-based verdict of every rule: once a source of
// the rule may have run, every later call with a sink of it is flagged,
// whatever the data flow and the sanitizers say. Branches are united; a loop
// is saturated at once, since its body can only add the sources in it. It is
// above the precise verdict: a rule that is not flagged here is never
// violated.
func TaintOrder(p *ir.Program) []finding.OrderVerdict {
	o := &orderPass{}
	o.steps(p.Body, lattice.Set{})
	out := make([]finding.OrderVerdict, len(p.Rules))
	for i, r := range p.Rules {
		out[i] = finding.OrderVerdict{Rule: r.Name, Flagged: o.flagged.Has(i)}
	}
	return out
}

// orderPass carries the rules flagged so far; the set threaded through steps
// has the rules whose source may have run.
type orderPass struct{ flagged lattice.Set }

func (o *orderPass) steps(steps []ir.Step, ran lattice.Set) lattice.Set {
	for _, s := range steps {
		ran = o.step(s, ran)
	}
	return ran
}

func (o *orderPass) step(s ir.Step, ran lattice.Set) lattice.Set {
	switch s := s.(type) {
	case *ir.Call:
		for _, sink := range s.Sinks {
			if ran.Has(sink.Rule.Index) {
				o.flagged = o.flagged.With(sink.Rule.Index)
			}
		}
		return ran.Union(s.Tool.Sources)
	case *ir.Branch:
		return o.steps(s.Then, ran).Union(o.steps(s.Else, ran))
	case *ir.Loop:
		return o.steps(s.Body, ran.Union(sourcesIn(s.Body)))
	}
	return ran
}

// sourcesIn are the rules whose source is called anywhere in the steps.
func sourcesIn(steps []ir.Step) lattice.Set {
	var out lattice.Set
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.Call:
			out = out.Union(s.Tool.Sources)
		case *ir.Branch:
			out = out.Union(sourcesIn(s.Then)).Union(sourcesIn(s.Else))
		case *ir.Loop:
			out = out.Union(sourcesIn(s.Body))
		}
	}
	return out
}
