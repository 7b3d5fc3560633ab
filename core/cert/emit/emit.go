// Package emit makes certificates out of finished verifications. It belongs to
// the analysis: nothing here is trusted, since core/cert checks what it makes.
package emit

import (
	"planproof/core/cert"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/lattice"
	"planproof/core/verify"
)

// Certificate writes down what a verification ended on: the head of each loop,
// and what was excluded at each call.
func Certificate(p *ir.Program, v *verify.Converged) *cert.Certificate {
	e := &emitter{p: p, v: v, out: &cert.Certificate{Heads: make([]*cert.Head, p.Loops)}}
	e.loops(p.Body)
	for _, s := range v.Sites {
		if s != nil {
			e.call(s)
		}
	}
	cert.Settle(p, e.out)
	return e.out
}

type emitter struct {
	p   *ir.Program
	v   *verify.Converged
	out *cert.Certificate
	// labels are the rules that stand for the labels a tool's sinks must never
	// receive, in the order of cert's model: by tool, then label.
	labels []int
	pre    []int // first precondition of each tool in cert's model
}

func (e *emitter) loops(steps []ir.Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.Branch:
			e.loops(s.Then)
			e.loops(s.Else)
		case *ir.Loop:
			if head, ok := e.v.Heads[s.Index]; ok {
				e.out.Heads[s.Index] = e.head(s, head)
			}
			e.loops(s.Body)
		case *ir.Call:
		}
	}
}

// head writes the state at a loop's head as what the body changes: the names
// that it binds, and the automata.
func (e *emitter) head(l *ir.Loop, s flow.State) *cert.Head {
	h := &cert.Head{}
	for _, slot := range l.Binds {
		if b := s.Lookup(slot); b != nil { // else it is local to the body
			h.Known = append(h.Known, cert.Known{Var: int(slot), Raw: e.raw(b.Value)})
		}
	}
	for i := range e.p.Automata {
		h.Automata = append(h.Automata, s.Automaton(i))
	}
	return h
}

// raw are the rules of cert's model of which a value may carry raw data.
func (e *emitter) raw(v flow.Value) lattice.Set {
	out := lattice.UpTo(len(e.p.Rules)).Minus(v.Sanitized)
	if e.labels == nil {
		e.labels = []int{}
		for _, t := range e.p.Tools {
			for l := range t.SinkLabels.All() {
				e.labels = append(e.labels, l)
			}
		}
	}
	for i, l := range e.labels {
		if v.Labels.Has(l) {
			out = out.With(len(e.p.Rules) + i)
		}
	}
	return out
}
