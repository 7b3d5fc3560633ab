// Package refint is a small reference interpreter for tests: it runs a bundle
// on concrete values, naively and straight from the specification, and says
// what every step saw. It shares the documents and the condition evaluator
// with the product and nothing else; in particular it never looks at the
// abstract domain, so that it can serve as an oracle for it.
//
//	refint.go     a plan prepared for runs; steps, conditionals, loops
//	call.go       one tool call, in the order of the executor
//	taint.go      labels, provenance and sanitizations of one value
//	automaton.go  first match; a guard without a value is a violation
//	condition.go  conditions with their names and constants
//	value.go      random values of a declared type
//	run.go        how a run ended
package refint
