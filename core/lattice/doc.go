// Package lattice is a small library of finite lattices for abstract
// interpretation (Cousot and Cousot 1977). A lattice is a stateless type used
// as a type parameter; its elements are plain values.
//
//	Semilattice  join, order, equality; the laws are in its doc comment
//	Lattice      adds meet
//	Powerset     subsets of a finite universe, ⊆, ∪, ∩ (elements: Set)
//	Dual         a lattice upside down: order reversed, join and meet swapped
//	Pair         the component-wise product of two
//	Map          persistent maps whose missing keys are ⊤, joined key by key
//
// Package latticetest has the laws as reusable tests.
package lattice
