// Package check has the rules that a plan is held to, one file a family:
//
//	allowlist.go  allowed tools, tools without a spec
//	arguments.go  names, presence, types and values of arguments
//	scope.go      references and names in scope
//	taint.go      taint rules and sink labels; flowpath.go reads off the flow
//	automaton.go  security automata: guards, forks, error states
//	contract.go   preconditions and postconditions; frame.go the frames
//	condition.go  conditions of conditionals
//	order.go      the order-based taint verdict
//	lint*.go      policies that do not say what they seem to say
//
// A check looks at one Site (a call, with the abstract state before it) and
// reports to the Context. Package verify walks the plan and calls the checks
// in the order in which the executor makes them.
package check
