package sat

import "strconv"

// Proof is a refutation in LRAT form: clauses, each with the clauses that prove
// it by unit propagation, in order. Clauses of the CNF are numbered from 1, steps
// follow. The last step is the clause of negated assumptions (empty without
// any): it says which assumptions can not hold together.
type Proof struct {
	First int32 // the number of the first step
	lits  []Lit
	hints []int32
	ends  []stepEnd
}

type stepEnd struct{ lit, hint int32 }

// Len returns the number of steps.
func (p *Proof) Len() int { return len(p.ends) }

// Step returns clause and hints of step i; they must not be changed.
func (p *Proof) Step(i int) (lits []Lit, hints []int32) {
	var a stepEnd
	if i > 0 {
		a = p.ends[i-1]
	}
	b := p.ends[i]
	return p.lits[a.lit:b.lit], p.hints[a.hint:b.hint]
}

// Add appends a step and returns its number.
func (p *Proof) Add(lits []Lit, hints []int32) int32 {
	p.lits = append(p.lits, lits...)
	p.hints = append(p.hints, hints...)
	p.ends = append(p.ends, stepEnd{int32(len(p.lits)), int32(len(p.hints))})
	return p.First + int32(len(p.ends)) - 1
}

// AppendLRAT appends the proof as LRAT text, for other checkers.
func (p *Proof) AppendLRAT(dst []byte) []byte {
	for i := range p.ends {
		lits, hints := p.Step(i)
		dst = strconv.AppendInt(dst, int64(p.First)+int64(i), 10)
		for _, l := range lits {
			dst = strconv.AppendInt(append(dst, ' '), int64(l.Dimacs()), 10)
		}
		dst = append(dst, " 0"...)
		for _, h := range hints {
			dst = strconv.AppendInt(append(dst, ' '), int64(h), 10)
		}
		dst = append(dst, " 0\n"...)
	}
	return dst
}
