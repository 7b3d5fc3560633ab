package lattice

// Semilattice is a join-semilattice over E. Every implementation satisfies,
// for all a, b, c:
//
//	idempotent   Join(a, a) = a
//	commutative  Join(a, b) = Join(b, a)
//	associative  Join(a, Join(b, c)) = Join(Join(a, b), c)
//	order        Leq(a, b) ⇔ Join(a, b) = b; Leq is reflexive, transitive, antisymmetric
//	upper bound  Leq(a, Join(a, b)), and Join(a, b) is the least such
//
// "=" is Equal. Implementations are zero-size types: the zero value is ready.
type Semilattice[E any] interface {
	Join(a, b E) E
	Leq(a, b E) bool
	Equal(a, b E) bool
}

// Lattice adds the meet, with the dual laws and absorption:
// Join(a, Meet(a, b)) = a = Meet(a, Join(a, b)).
type Lattice[E any] interface {
	Semilattice[E]
	Meet(a, b E) E
}

// Dual is the lattice L upside down.
type Dual[L Lattice[E], E any] struct{ l L }

// Of is the dual of a given lattice (one that is not its type's zero value).
func (Dual[L, E]) Of(l L) Dual[L, E] { return Dual[L, E]{l} }

// Join is L's meet.
func (d Dual[L, E]) Join(a, b E) E { return d.l.Meet(a, b) }

// Meet is L's join.
func (d Dual[L, E]) Meet(a, b E) E { return d.l.Join(a, b) }

// Leq is L's order reversed.
func (d Dual[L, E]) Leq(a, b E) bool { return d.l.Leq(b, a) }

// Equal is L's equality.
func (d Dual[L, E]) Equal(a, b E) bool { return d.l.Equal(a, b) }

// Couple is an element of Pair.
type Couple[A, B any] struct {
	First  A
	Second B
}

// Pair is the product of two semilattices, ordered component by component.
type Pair[LA Semilattice[A], LB Semilattice[B], A, B any] struct {
	la LA
	lb LB
}

// Join joins each component.
func (p Pair[LA, LB, A, B]) Join(a, b Couple[A, B]) Couple[A, B] {
	return Couple[A, B]{p.la.Join(a.First, b.First), p.lb.Join(a.Second, b.Second)}
}

// Leq holds when it holds in each component.
func (p Pair[LA, LB, A, B]) Leq(a, b Couple[A, B]) bool {
	return p.la.Leq(a.First, b.First) && p.lb.Leq(a.Second, b.Second)
}

// Equal holds when it holds in each component.
func (p Pair[LA, LB, A, B]) Equal(a, b Couple[A, B]) bool {
	return p.la.Equal(a.First, b.First) && p.lb.Equal(a.Second, b.Second)
}
