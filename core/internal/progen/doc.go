// Package progen makes random bundles for property tests: the same seed gives
// the same bytes. Programs are well formed most of the time and touch every
// feature of the language: taint rules with wildcards, conditions and
// sanitizers, automata with guards, contracts, nested conditionals and loops,
// rebinding, structured arguments, defaults; rarely they use a name that is
// out of scope, shadow one, or give a value of the wrong type.
//
//	progen.go    the bundle; json.go writes it
//	tools.go     tools with typed parameters, labels and contracts
//	policy.go    rules and automata over these tools
//	workflow.go  steps over typed variables
//	condition.go conditions over typed names
package progen
