// Package latticetest has the laws of package lattice as reusable tests: a
// domain is a lattice when Laws passes on a sample of its elements, and a
// transfer function is fit for a fixpoint when Monotone does.
package latticetest

import (
	"testing"

	"planproof/core/lattice"
)

// Laws checks the semilattice laws on every triple of elems.
func Laws[E any](t *testing.T, l lattice.Semilattice[E], elems []E) {
	t.Helper()
	for i, a := range elems {
		check(t, l.Leq(a, a), "reflexive", i)
		check(t, l.Equal(l.Join(a, a), a), "join is idempotent", i)
		for j, b := range elems {
			pairLaws(t, l, a, b, i, j)
			for k, c := range elems {
				tripleLaws(t, l, a, b, c, i, j, k)
			}
		}
	}
}

func pairLaws[E any](t *testing.T, l lattice.Semilattice[E], a, b E, i, j int) {
	t.Helper()
	ab := l.Join(a, b)
	check(t, l.Equal(ab, l.Join(b, a)), "join is commutative", i, j)
	check(t, l.Leq(a, ab) && l.Leq(b, ab), "join is an upper bound", i, j)
	check(t, l.Leq(a, b) == l.Equal(ab, b), "order agrees with join", i, j)
	check(t, l.Equal(a, b) == (l.Leq(a, b) && l.Leq(b, a)), "antisymmetric", i, j)
}

func tripleLaws[E any](t *testing.T, l lattice.Semilattice[E], a, b, c E, i, j, k int) {
	t.Helper()
	check(t, l.Equal(l.Join(a, l.Join(b, c)), l.Join(l.Join(a, b), c)), "join is associative", i, j, k)
	check(t, !(l.Leq(a, c) && l.Leq(b, c)) || l.Leq(l.Join(a, b), c), "join is the least upper bound", i, j, k)
	check(t, !(l.Leq(a, b) && l.Leq(b, c)) || l.Leq(a, c), "transitive", i, j, k)
	check(t, !l.Leq(a, b) || l.Leq(l.Join(a, c), l.Join(b, c)), "join is monotone", i, j, k)
}

// MeetLaws checks the dual laws and absorption.
func MeetLaws[E any](t *testing.T, l lattice.Lattice[E], elems []E) {
	t.Helper()
	Laws[E](t, lattice.Dual[lattice.Lattice[E], E]{}.Of(l), elems)
	for i, a := range elems {
		for j, b := range elems {
			check(t, l.Equal(l.Join(a, l.Meet(a, b)), a), "absorption ⊔⊓", i, j)
			check(t, l.Equal(l.Meet(a, l.Join(a, b)), a), "absorption ⊓⊔", i, j)
		}
	}
}

// Monotone checks a ⊑ b ⇒ f(a) ⊑ f(b) on every pair of elems.
func Monotone[E, F any](t *testing.T, l lattice.Semilattice[E], m lattice.Semilattice[F], elems []E, f func(E) F) {
	t.Helper()
	for i, a := range elems {
		for j, b := range elems {
			check(t, !l.Leq(a, b) || m.Leq(f(a), f(b)), "monotone", i, j)
		}
	}
}

func check(t *testing.T, ok bool, law string, elems ...int) {
	t.Helper()
	if !ok {
		t.Errorf("%s fails on elements %v", law, elems)
	}
}
