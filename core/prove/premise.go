package prove

import (
	"strings"

	"planproof/core/cond"
	"planproof/smt"
)

// Premise is one assumption that a refutation used: a fact of the question, or
// what is declared of a variable beyond its kind.
type Premise struct {
	Fact  int    // index into Question.Facts; -1 for a declaration
	Var   string // the variable that the declaration is about
	Path  string // the part of it that it is about, "" for the whole
	Words string // what is declared of it: "at least 0", "one of ["a","b"]"
}

// compare orders premises: facts in the question's order, then declarations.
func (p Premise) compare(q Premise) int {
	switch {
	case p.Fact != q.Fact && p.Fact >= 0 && q.Fact >= 0:
		return p.Fact - q.Fact
	case p.Fact != q.Fact:
		return q.Fact - p.Fact
	case p.Var != q.Var:
		return strings.Compare(p.Var, q.Var)
	case p.Path != q.Path:
		return strings.Compare(p.Path, q.Path)
	}
	return strings.Compare(p.Words, q.Words)
}

// MergeCores is everything that any of the refutations used, each once.
func MergeCores(cores ...[]Premise) []Premise {
	var out []Premise
	for _, core := range cores {
		for _, p := range core {
			out = insert(out, p)
		}
	}
	return out
}

// insert keeps a few premises in order, each once.
func insert(ps []Premise, p Premise) []Premise {
	i := len(ps)
	for i > 0 && p.compare(ps[i-1]) < 0 {
		i--
	}
	if i > 0 && ps[i-1] == p {
		return ps
	}
	ps = append(ps, p)
	copy(ps[i+1:], ps[i:])
	ps[i] = p
	return ps
}

// MinimalCore are premises from which it follows that the outcomes in none are
// impossible, and none of which can be missed. ok is false when the solver does
// not establish that. It asks as many questions as there are premises.
func MinimalCore(q Question, none cond.Outcome, budget smt.Budget) (core []Premise, ok bool) {
	u := unknownsOf(&q)
	if len(u.vars) == 0 {
		return nil, false
	}
	budget.MinimizeCore = true
	t := newTranslator(&q, u)
	r := t.solve(none, budget)
	return t.core(r.Core), r.Status == smt.Unsat
}

// assertion is one term of a question with the premise it stands for; about is
// nil for the goal and for what is true of every value.
type assertion struct {
	term  smt.Term
	about *Premise
}

// core are the premises behind some assertions of the last question.
func (t *translator) core(indices []int) []Premise {
	var out []Premise
	for _, i := range indices {
		if p := t.asked[i].about; p != nil {
			out = append(out, *p)
		}
	}
	return MergeCores(out)
}
