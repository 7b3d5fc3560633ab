// Package verify walks a program once, abstractly: it runs both branches of
// every conditional, computes the least fixpoint of every loop, calls the
// checks of package check at every step in the executor's order, and records
// what it did.
//
//	verify.go    the entry point and its options
//	walk.go      steps, calls, conditionals
//	loop.go      H = entry ⊔ body(H), with monotonicity check and bound
//	recorder.go  the trace
package verify
