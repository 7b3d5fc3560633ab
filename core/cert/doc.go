// Package cert checks certificates: short evidence that a plan breaks no taint
// rule, drives no automaton into an error state, and meets every precondition
// and invariant.
//
//	Certificate  one abstract state for each loop, and a table of what the
//	             conditions at each call can do, with the reason for every entry
//	Model        what the checker reads of a program: everything is a number
//	Check        one pass, no fixpoint, no solver
//
// The checker is proved sound in proofs/: every function here that has a
// counterpart there names it. It shares with the analysis only core/ir, the
// sets and maps of core/lattice and the concrete evaluator of core/cond; it
// does not trust what produced the certificate.
package cert
