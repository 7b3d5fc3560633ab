package smt

// Proof is the propositional part of a refutation.
type Proof struct{}
