// Package rivals measures the condition solver beside the solvers that a user
// would take instead: Z3 compiled to WebAssembly (the npm package z3-solver) in
// the same browser, and the native programs z3 and cvc5 where they are
// installed. None of them is a dependency: the package is fetched on demand
// into the user's cache, the programs are looked for on the PATH.
//
// What is timed is the same for all: one SMT-LIB script from its text to the
// answer, in a process that is already running and has answered before. Our
// time includes reading, solving and the certification of the answer.
//
//	queries.go     what is asked
//	native.go      ours and the programs, outside of a browser
//	browser.go     ours and z3-solver, as WebAssembly in Chromium
//	page/          the page they run in
//	solverwasm/    our solver alone, as a wasm binary
package rivals
