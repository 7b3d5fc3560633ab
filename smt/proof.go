package smt

import (
	"bytes"
	"errors"
	"slices"

	"planproof/smt/proof"
	"planproof/smt/sat"
)

// Proof is a refutation: the clauses a question was translated to, one
// assumption per assertion, and an LRAT proof that they exclude each other.
type Proof struct {
	cnf    *sat.CNF
	assume []sat.Lit
	steps  *sat.Proof
}

// Check replays the proof with the independent checker.
func (p *Proof) Check() error { return proof.Check(p.cnf, p.assume, p.steps) }

// Len returns the number of proof steps.
func (p *Proof) Len() int { return p.steps.Len() }

// AppendDimacs appends the clauses as DIMACS text, the assumptions as unit
// clauses at the end, for other solvers.
func (p *Proof) AppendDimacs(dst []byte) []byte {
	c := sat.NewCNF()
	for c.NumVars() < p.cnf.NumVars() {
		c.NewVar()
	}
	for i := 0; i < p.cnf.Len(); i++ {
		c.Add(p.cnf.Clause(i)...)
	}
	for _, a := range p.assume {
		c.Add(a)
	}
	return c.AppendDimacs(dst)
}

// AppendLRAT appends the steps as LRAT text over the clauses without the
// assumptions.
func (p *Proof) AppendLRAT(dst []byte) []byte { return p.steps.AppendLRAT(dst) }

// ErrOtherQuestion says that a proof does not belong to the assertions.
var ErrOtherQuestion = errors.New("the proof is about another question")

// CheckFor verifies that the proof refutes exactly these assertions: it translates
// them again, demands the same clauses, and replays the steps.
func (p *Proof) CheckFor(b *Builder, assertions []Term) error {
	q := &problem{b: b, budget: Budget{}.defaults(), given: assertions, free: map[Term]string{}, nextLetter: firstFresh}
	defer q.release()
	q.scalarize()
	if reason := q.encode(); reason != "" {
		return errors.New(reason)
	}
	guards, falsified := q.guard()
	if falsified >= 0 || !slices.Equal(guards, p.assume) ||
		!bytes.Equal(q.g.cnf.AppendDimacs(nil), p.cnf.AppendDimacs(nil)) {
		return ErrOtherQuestion
	}
	return p.Check()
}

// minimizeCore drops assertions from a core as long as the rest is refuted: no
// assertion of the result can be missed, unless a budget ended.
func minimizeCore(b *Builder, given []Term, core []int, budget Budget) []int {
	budget.MinimizeCore, budget.Proof = false, false
	for k := 0; k < len(core); {
		var rest []Term
		for i, a := range core {
			if i != k {
				rest = append(rest, given[a])
			}
		}
		r := b.Solve(rest, budget)
		if r.Status != Unsat {
			k++
			continue
		}
		var next []int
		kept := 0
		for _, i := range r.Core { // indices into rest
			if i >= k {
				i++
			}
			if i < k {
				kept++
			}
			next = append(next, core[i])
		}
		core, k = next, kept
	}
	return core
}
