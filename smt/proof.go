package smt

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"planproof/smt/proof"
	"planproof/smt/sat"
)

// Proof is the certificate of an Unsat answer. For a question that reached the
// solver it is a refutation of its clauses, with one assumption for each
// assertion; a question that simplification alone decides has an assertion that
// is false once the definitions among the assertions are used.
type Proof struct {
	refutation *proof.Refutation // nil when folded
	folded     int               // the assertion that simplifies to false
}

// Check replays the proof with the independent checker, package smt/proof. It
// says nothing of what the clauses mean, and a folded proof has none.
func (p *Proof) Check() error {
	if p.refutation == nil {
		return nil
	}
	return p.refutation.Check()
}

// Len returns the number of proof steps, 0 when simplification decided.
func (p *Proof) Len() int {
	if p.refutation == nil {
		return 0
	}
	return p.refutation.Steps.Len()
}

// AppendDimacs appends the clauses as DIMACS text, the assumptions as unit
// clauses at the end, for other solvers. A folded proof is the empty clause.
func (p *Proof) AppendDimacs(dst []byte) []byte {
	c := sat.NewCNF()
	if p.refutation == nil {
		c.Add()
		return c.AppendDimacs(dst)
	}
	from := p.refutation.CNF
	for c.NumVars() < from.NumVars() {
		c.NewVar()
	}
	for i := 0; i < from.Len(); i++ {
		c.Add(from.Clause(i)...)
	}
	for _, a := range p.refutation.Assume {
		c.Add(a)
	}
	return c.AppendDimacs(dst)
}

// AppendLRAT appends the steps as LRAT text over the clauses without the
// assumptions.
func (p *Proof) AppendLRAT(dst []byte) []byte {
	if p.refutation == nil {
		return dst
	}
	return p.refutation.Steps.AppendLRAT(dst)
}

// foldedHeader begins the text of a proof by simplification; the number of the
// assertion follows, from 1.
const foldedHeader = "planproof folded 1\n"

// AppendText appends the proof as text: a refutation as smt/proof writes it, or
// the line "planproof folded 1" and the number of the assertion that is false.
func (p *Proof) AppendText(dst []byte) []byte {
	if p.refutation == nil {
		return append(strconv.AppendInt(append(dst, foldedHeader...), int64(p.folded)+1, 10), '\n')
	}
	return p.refutation.AppendText(dst)
}

// ReadProof reads what AppendText wrote; it does not check it.
func ReadProof(text string) (*Proof, error) {
	if rest, ok := strings.CutPrefix(text, foldedHeader); ok {
		n, err := strconv.ParseInt(strings.TrimSuffix(rest, "\n"), 10, 32)
		if err != nil || n < 1 || strconv.FormatInt(n, 10)+"\n" != rest {
			return nil, proof.ErrText
		}
		return &Proof{folded: int(n) - 1}, nil
	}
	r, err := proof.Read(text)
	return &Proof{refutation: r}, err
}

// Core are the indices of the assertions that the proof excludes together,
// without those whose definitions were used on the way.
func (p *Proof) Core() []int {
	if p.refutation == nil {
		return []int{p.folded}
	}
	return p.refutation.Denied()
}

// ErrOtherQuestion says that a proof does not belong to the assertions.
var ErrOtherQuestion = errors.New("the proof is about another question")

// CheckFor verifies that the proof refutes exactly these assertions: it translates
// them again, demands the same clauses, and replays the steps.
func (p *Proof) CheckFor(b *Builder, assertions []Term) error {
	q := &problem{b: b, budget: Budget{}.defaults(), given: assertions, free: map[Term]string{}, nextLetter: firstFresh}
	defer q.release()
	q.scalarize()
	folded := slices.Index(q.roots, False)
	if folded < 0 {
		if reason := q.encode(); reason != "" {
			return errors.New(reason)
		}
		var guards []lit
		if guards, folded = q.guard(); folded < 0 {
			return p.checkClauses(q.g.cnf, guards)
		}
	}
	if p.refutation != nil || p.folded != folded {
		return ErrOtherQuestion
	}
	return nil
}

// checkClauses verifies that the refutation is about these clauses and
// assumptions, and replays it.
func (p *Proof) checkClauses(c *sat.CNF, guards []lit) error {
	r := p.refutation
	if r == nil || !slices.Equal(guards, r.Assume) || !bytes.Equal(c.AppendDimacs(nil), r.CNF.AppendDimacs(nil)) {
		return ErrOtherQuestion
	}
	return r.Check()
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
