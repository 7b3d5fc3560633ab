package flow

import (
	"math/rand/v2"

	"planproof/core/doc"
	"planproof/core/ir"
	"planproof/core/lattice"
)

// sample is a program with 3 tools, 3 labels, 70 rules (more than one word of
// a set), 4 names and an automaton of 5 states.
func sample() *ir.Program {
	p := &ir.Program{Labels: []string{"a", "b", "c"}, Names: []string{"w", "x", "y", "z"}, Inputs: []ir.Slot{0}}
	for i, name := range []string{"src", "relay", "clean"} {
		p.Tools = append(p.Tools, &ir.Tool{Index: i, Name: name, Params: map[string]*ir.Param{}})
	}
	for i := range 70 {
		p.Rules = append(p.Rules, &ir.Rule{Index: i, Source: i%4 - 1, AnySource: i%4 == 0, Doc: &doc.TaintRule{}})
	}
	p.Tools[0].Labels = lattice.SetOf(0, 1)
	p.Tools[0].Sources = lattice.SetOf(1, 5, 65)
	p.Tools[2].Sanitizes = lattice.SetOf(1, 2, 65, 69)
	p.Automata = []*ir.Automaton{{States: []string{"q0", "q1", "q2", "q3", "q4"}}}
	return p
}

func randomSet(rng *rand.Rand, universe int) lattice.Set {
	var s lattice.Set
	for range rng.IntN(4) {
		s = s.With(rng.IntN(universe))
	}
	return s
}

func randomValue(rng *rand.Rand, d *Domain) Value {
	v := Value{Labels: randomSet(rng, 3), Provenance: randomSet(rng, 5), Sources: randomSet(rng, 5)}
	v.Sanitized = d.rules.Minus(randomSet(rng, 70))
	return v
}

func values(d *Domain) []Value {
	rng := rand.New(rand.NewPCG(1, 1))
	out := []Value{d.Literal(), d.Input(), d.Undefined()}
	for range 14 {
		out = append(out, randomValue(rng, d))
	}
	return out
}

// states are random changes of one entry, so that they share structure as in
// an analysis.
func states(d *Domain) []State {
	rng := rand.New(rand.NewPCG(2, 2))
	out := []State{d.Entry()}
	for range 13 {
		s := out[rng.IntN(len(out))]
		for range rng.IntN(4) {
			s = changed(rng, d, s)
		}
		out = append(out, s)
	}
	return out
}

func changed(rng *rand.Rand, d *Domain, s State) State {
	slot := ir.Slot(rng.IntN(4))
	switch rng.IntN(6) {
	case 0:
		return s.Bind(slot, nil)
	case 1:
		return s.Move(0, s.Automaton(0).With(rng.IntN(5)))
	default:
		v := randomValue(rng, d)
		return s.Bind(slot, &Binding{Value: v, Origin: &Origin{Name: d.p.Names[slot], Value: v}, Version: d.slotVersion('r', "/test", slot)})
	}
}
