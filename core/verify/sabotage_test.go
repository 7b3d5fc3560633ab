package verify

import (
	"math/rand/v2"
	"testing"

	"planproof/core/doc"
	"planproof/core/flow"
	"planproof/core/internal/progen"
	"planproof/core/internal/soundtest"
	"planproof/core/ir"
	"planproof/core/lattice"
)

// sabotage breaks the verifier in one way: in the program that it gets, or in
// how it walks.
type sabotage struct {
	name    string
	program func(*ir.Program)
	walker  func(*walker)
}

var sabotages = []sabotage{
	{name: "a loop's exit is not joined", walker: func(w *walker) {
		w.meet = func(entry, _ flow.State, _ string) flow.State { return entry }
	}},
	{name: "a loop's entry is not joined", walker: func(w *walker) {
		w.meet = func(_, exit flow.State, _ string) flow.State { return exit }
	}},
	{name: "a loop's guarantees survive the join", walker: func(w *walker) {
		meet := w.meet
		w.meet = func(entry, exit flow.State, path string) flow.State {
			out := meet(entry, exit, path)
			for slot := range w.p.Names {
				if b, e := out.Lookup(ir.Slot(slot)), entry.Lookup(ir.Slot(slot)); b != nil && e != nil {
					kept := *b
					kept.Value.Sanitized = e.Value.Sanitized
					out = out.Bind(ir.Slot(slot), &kept)
				}
			}
			return out
		}
	}},
	{name: "a sanitizer cleans for every rule", program: eachTool(func(p *ir.Program, t *ir.Tool) {
		if !t.Sanitizes.Empty() {
			t.Sanitizes = lattice.UpTo(len(p.Rules))
		}
	})},
	{name: "every tool is a sanitizer", program: eachTool(func(p *ir.Program, t *ir.Tool) {
		t.Sanitizes = lattice.UpTo(len(p.Rules))
	})},
	{name: "fresh output of a source is sanitized", program: eachTool(func(_ *ir.Program, t *ir.Tool) { t.Sources = lattice.Set{} })},
	{name: "source labels are dropped", program: eachTool(func(_ *ir.Program, t *ir.Tool) { t.Labels = lattice.Set{} })},
	{name: "sink labels are dropped", program: eachTool(func(_ *ir.Program, t *ir.Tool) { t.SinkLabels = lattice.Set{} })},
	{name: "every tool is allowed", program: eachTool(func(_ *ir.Program, t *ir.Tool) { t.Allowed = true })},
	{name: "preconditions are skipped", program: eachTool(func(_ *ir.Program, t *ir.Tool) { t.Pre = nil })},
	{name: "invariants are skipped", program: eachTool(func(_ *ir.Program, t *ir.Tool) { t.Invariants = nil })},
	{name: "guards that are not certain are FALSE", program: eachTransition(func(a *ir.Automaton, q int) {
		var kept []*ir.Transition
		for _, t := range a.From[q] {
			if t.Guard == nil {
				kept = append(kept, t)
			}
		}
		a.From[q] = kept
	})},
	{name: "guards that are not certain are TRUE: the first one fires", program: eachTransition(func(a *ir.Automaton, q int) {
		for _, t := range a.From[q] {
			t.Guard = nil
		}
	})},
	{name: "the last transition wins", program: eachTransition(func(a *ir.Automaton, q int) {
		for i, j := 0, len(a.From[q])-1; i < j; i, j = i+1, j-1 {
			a.From[q][i], a.From[q][j] = a.From[q][j], a.From[q][i]
		}
	})},
	{name: "wildcard transitions are ignored", program: eachTransition(func(a *ir.Automaton, q int) {
		for _, t := range a.From[q] {
			t.AnyTool = false
		}
	})},
	{name: "a rule's condition is taken to be false", program: func(p *ir.Program) {
		eachCall(p.Body, func(c *ir.Call) {
			var kept []ir.Sink
			for _, s := range c.Sinks {
				if s.Rule.Condition == nil {
					kept = append(kept, s)
				}
			}
			c.Sinks = kept
		})
	}},
	{name: "only the first argument is a sink", program: func(p *ir.Program) {
		eachCall(p.Body, func(c *ir.Call) {
			if len(c.Sinks) > 1 {
				c.Sinks = c.Sinks[:1]
			}
		})
	}},
	{name: "references inside lists and objects are ignored", program: func(p *ir.Program) {
		eachCall(p.Body, func(c *ir.Call) {
			for i := range c.Args {
				if refs := c.Args[i].Refs; len(refs) > 0 && refs[0].Inside != "" {
					c.Args[i].Refs = nil
				}
			}
		})
	}},
	{name: "else sides are ignored", program: func(p *ir.Program) {
		eachBranch(p.Body, func(b *ir.Branch) { b.Else = nil })
	}},
	{name: "a loop's body binds nothing", program: func(p *ir.Program) {
		eachLoop(p.Body, func(l *ir.Loop) { eachCall(l.Body, func(c *ir.Call) { c.Bind = ir.None }) })
	}},
}

func eachTool(f func(*ir.Program, *ir.Tool)) func(*ir.Program) {
	return func(p *ir.Program) {
		for _, t := range p.Tools {
			f(p, t)
		}
	}
}

func eachTransition(f func(a *ir.Automaton, from int)) func(*ir.Program) {
	return func(p *ir.Program) {
		for _, a := range p.Automata {
			for q := range a.From {
				f(a, q)
			}
		}
	}
}

func eachStep(steps []ir.Step, f func(ir.Step)) {
	for _, s := range steps {
		f(s)
		switch s := s.(type) {
		case *ir.Branch:
			eachStep(s.Then, f)
			eachStep(s.Else, f)
		case *ir.Loop:
			eachStep(s.Body, f)
		case *ir.Call:
		}
	}
}

func eachCall(steps []ir.Step, f func(*ir.Call)) {
	eachStep(steps, func(s ir.Step) {
		if c, ok := s.(*ir.Call); ok {
			f(c)
		}
	})
}

func eachBranch(steps []ir.Step, f func(*ir.Branch)) {
	eachStep(steps, func(s ir.Step) {
		if b, ok := s.(*ir.Branch); ok {
			f(b)
		}
	})
}

func eachLoop(steps []ir.Step, f func(*ir.Loop)) {
	eachStep(steps, func(s ir.Step) {
		if l, ok := s.(*ir.Loop); ok {
			f(l)
		}
	})
}

// TestSoundnessTestCanFail: each sabotage is noticed by the promises that
// core's TestSoundness holds the verifier to, within 2,000 programs.
func TestSoundnessTestCanFail(t *testing.T) {
	for _, s := range sabotages {
		noticed := false
		for seed := uint64(0); seed < 2000 && !noticed; seed++ {
			if why := s.noticed(t, seed); why != nil {
				t.Logf("%-58s program %4d: %.150s", s.name, seed, why)
				noticed = true
			}
		}
		if !noticed {
			t.Errorf("%s: not noticed within 2,000 programs", s.name)
		}
	}
}

// noticed runs one sabotaged verification and says which promise it broke.
func (s *sabotage) noticed(t *testing.T, seed uint64) error {
	b, derr := doc.ReadBundle(progen.Bundle(seed), doc.ReadOptions{})
	if derr != nil {
		t.Fatal(derr)
	}
	p, derr := ir.Build(b)
	if derr != nil {
		t.Fatal(derr)
	}
	if s.program != nil {
		s.program(p)
	}
	w := newWalker(p, Options{Detail: DetailFull})
	if s.walker != nil {
		s.walker(w)
	}
	r := w.run()
	subject, rng := soundtest.New(b, r), rand.New(rand.NewPCG(seed, 7))
	for range 8 {
		if _, err := subject.Check(rng); err != nil {
			return err
		}
	}
	return nil
}
