// Package smt decides quantifier-free conditions over Booleans, integers,
// exact decimals, strings, opaque values and lists. It is the solver behind
// planproof's static checks and knows nothing of workflows or policies.
//
// Every answer is a proof or a checked model, never a guess:
//
//   - Sat comes with a Model, and the model was evaluated: every assertion is
//     true under it by the package's own term evaluator.
//   - Unsat comes with a Core: those assertions alone already exclude every
//     model. The search space that was refuted is finite, but its bound was
//     computed from the formula and is proved sufficient (small-model theorem).
//   - Unknown comes with a Reason. Callers must fail closed on it.
//
// # Use
//
//	b := smt.NewBuilder()
//	to := b.Var("to", smt.SortStr)
//	ok := b.Or(b.Eq(b.Dom(to), b.Str("a.com")), b.Eq(b.Dom(to), b.Str("b.org")))
//	r := b.Solve([]smt.Term{b.Not(ok)}, smt.Budget{})
//
// # Concepts
//
//	Term     a hash-consed, simplified expression of a Builder; always total:
//	         partial operations are made total here, and the caller states
//	         where they are defined (DomDefined, Len(xs) > k, ...)
//	Fresh    a stand-in for something outside the language: Unsat stays
//	         right, Sat becomes Unknown unless it holds whatever the stand-in is
//	fragment a set of atoms with a small-model theorem, chosen per connected
//	         component of variables; see the table below
//	Model    exact values for every variable
//	Core     indices of the assertions used by the refutation
//
// # Fragments
//
//	I/R  order of integers and exact decimals, constants of any size
//	A    string equality, membership, Dom, Lower, lengths; opaque values
//	O    lexicographic order between string variables and constants
//	F1   patterns, prefixes, suffixes, order against constants, plus all of A
//	L    lists: length, bounded quantifiers, constant indices
//	LIA  linear arithmetic of integers and decimals within a limit of size
//
// Semantics: strings are sequences of code points held as generalized UTF-8
// (a lone surrogate keeps its three-byte form), so byte order is code point
// order and Len counts code points. Real means exact rationals and Int embeds
// in it. Opaque values can be compared for equality and given to uninterpreted
// predicates, nothing else.
package smt
