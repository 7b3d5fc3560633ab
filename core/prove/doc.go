// Package prove decides which outcomes a condition can have when some of its names have no known value: can it hold,
// can it be false, can evaluating it fail? It is the bridge between the condition language (core/cond) and the solver
// (smt), and what the checks of contracts, guards and taint conditions ask.
//
//	Question   a condition, what its names stand for, and facts that hold here
//	Sym        what a name stands for: Known, *Var, *SymList, *SymObject
//	Var        one unknown value with its declared type, enum and range, which are assumed
//	Decide     the three outcomes: No, Yes with a witness, or Unknown with the reason
//
// # How
//
// Concrete questions are evaluated. Otherwise the three-valued evaluator excludes outcomes, assignments made from the
// constants at hand are tried, and what is still open is translated to terms and solved. A Yes always rests on an
// evaluation of the condition under its witness by core/cond, also when a model of the solver gave the witness; a No
// rests on the three-valued evaluator or on a refutation.
//
// # Translation
//
// Evaluation is partial, so every Boolean node has two rails, T ("evaluates, truthy") and F ("evaluates, falsy"), and F
// is not the negation of T; "can not be evaluated" is neither. A value is a choice between guarded alternatives of one
// kind each, over which all operators distribute: this covers Optional and union types, values of type Any, and the
// operands that and/or return. Members of objects and elements of lists of mixed kinds become variables of their own
// when they are asked for. What no theory covers is a fresh unknown, the same for the same operands, with a definedness
// of its own: a refutation stays right, and a model that depends on it is Unknown with the reason named.
//
// Not counted as outcomes are the limits of exact arithmetic and of work (cond.KindLimit). A value of a type whose name
// is not known can be compared for equality and has a truth value; beyond that nothing is concluded from it.
package prove
