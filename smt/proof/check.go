// Package proof checks refutations independently of the solver that found them.
// It shares only the clause container with it: a refutation is accepted when
// every step follows from earlier clauses by unit propagation along its hints
// (LRAT, Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp 2017), and the last
// step denies some of the assumptions.
package proof

import (
	"errors"
	"strconv"

	"planproof/smt/sat"
)

// ErrRejected is wrapped by every error that Check returns.
var ErrRejected = errors.New("the refutation does not check")

// rejected says why. Package fmt would be thirty kilobytes of the page.
type rejected string

func (r rejected) Error() string { return ErrRejected.Error() + ": " + string(r) }

// Unwrap makes every rejection an ErrRejected.
func (r rejected) Unwrap() error { return ErrRejected }

// Check verifies that the clauses of c can not hold together with all of
// assume. It returns nil only then.
func Check(c *sat.CNF, assume []sat.Lit, p *sat.Proof) error {
	if p == nil || p.Len() == 0 {
		return rejected("no steps")
	}
	if int(p.First) != c.Len()+1 {
		return rejected("numbered for other clauses")
	}
	k := &checker{cnf: c, proof: p, truth: make([]int8, c.NumVars())}
	for i := 0; i < p.Len(); i++ {
		if err := k.step(i); err != nil {
			return rejected("step " + strconv.Itoa(i) + ": " + err.Error())
		}
	}
	last, _ := p.Step(p.Len() - 1)
	return denies(last, assume)
}

// denies checks that every literal of the final clause is the complement of an
// assumption, so that the assumptions falsify it.
func denies(last, assume []sat.Lit) error {
	for _, l := range last {
		found := false
		for _, a := range assume {
			found = found || a == l.Not()
		}
		if !found {
			return rejected("the last step is not about the assumptions")
		}
	}
	return nil
}

// checker holds a partial assignment: 1 true, -1 false, by variable.
type checker struct {
	cnf   *sat.CNF
	proof *sat.Proof
	truth []int8
	set   []sat.Lit
}

// of returns 1, -1 or 0 for a literal.
func (k *checker) of(l sat.Lit) int8 {
	v := k.truth[l.Var()]
	if l.Neg() {
		return -v
	}
	return v
}

// assign makes a literal true.
func (k *checker) assign(l sat.Lit) {
	if l.Neg() {
		k.truth[l.Var()] = -1
	} else {
		k.truth[l.Var()] = 1
	}
	k.set = append(k.set, l)
}

func (k *checker) undo() {
	for _, l := range k.set {
		k.truth[l.Var()] = 0
	}
	k.set = k.set[:0]
}

// clause returns the clause with a number, which must be below limit.
func (k *checker) clause(number int32, limit int) ([]sat.Lit, error) {
	n := int(number) - 1
	switch {
	case n < 0 || n >= k.cnf.Len()+limit:
		return nil, errors.New("a hint to a clause that is not there yet")
	case n < k.cnf.Len():
		return k.cnf.Clause(n), nil
	}
	ls, _ := k.proof.Step(n - k.cnf.Len())
	return ls, nil
}

// step checks one step: with all its literals false, the hints must one after the
// other become unit, and the last one false.
func (k *checker) step(i int) error {
	defer k.undo()
	lits, hints := k.proof.Step(i)
	for _, l := range lits {
		if l.Var() <= 0 || l.Var() >= len(k.truth) {
			return errors.New("an unknown variable")
		}
		switch k.of(l) {
		case 1:
			return nil // a tautology
		case 0:
			k.assign(l.Not())
		}
	}
	for _, h := range hints {
		c, err := k.clause(h, i)
		if err != nil {
			return err
		}
		falsified, err := k.follow(c)
		if err != nil || falsified {
			return err
		}
	}
	return errors.New("the hints do not reach a contradiction")
}

// follow propagates one hint.
func (k *checker) follow(c []sat.Lit) (falsified bool, err error) {
	open := sat.False
	for _, l := range c {
		switch k.of(l) {
		case 1:
			return false, errors.New("a hint that is already true")
		case 0:
			if open != sat.False && open != l {
				return false, errors.New("a hint with two open literals")
			}
			open = l
		}
	}
	if open == sat.False {
		return true, nil
	}
	k.assign(open)
	return false, nil
}
