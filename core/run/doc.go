// Package run executes plans under a monitor: the third act, after generating
// and verifying. It makes the checks of the verifier again, on concrete values
// and in the same order, so that a plan that slipped through, or a tool whose
// spec lies, is stopped before the call.
//
//	verified.go  Verified: a plan that may run, which only verification makes
//	options.go   inputs, tools, budgets, approval, watching
//	result.go    how a run ended; the trace of its calls
//	violation.go why it was stopped: check, rule, step
//	start.go     what is checked before the first step
//	machine.go   steps, conditionals, loops over snapshots
//	env.go       names and what they are bound to; scope
//	call.go      one call, in the order of SPEC-core §3.3
//	monitor.go   its checks on concrete values
//	automaton.go first match; a guard without a value is a violation
//	script.go    tools that answer from a script
//	rehearse.go  made-up inputs and answers for a plan
//	demonstrate.go  one finding shown by a run, and with an attacker's text in it
//	replay.go    findings that may be false alarms, tried on the executor; frame.go
//	             checks what a run does not
//	oracle.go    the inputs and answers of replays; shape.go and pool.go draw them,
//	             hints.go asks the prover for them
//
// The package does no I/O and knows no clock: tools are the caller's.
package run
