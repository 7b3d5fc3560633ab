//go:build js

// Command app is the page's one wasm binary. It has two roles: on the main
// thread it is the interface, in a worker it is the verifier. Both run from
// the same compiled module, which the page compiles once and posts over.
//
//	main.go     chooses the role
//	worker.go   the verifier's side of the border
//	engine.go   the interface's side: start, ask, stop, watch
//	page.go     the page: what is shown, painted once per frame
//	events.go   clicks, keys and edits become commands
//	hosts.go    elements that are drawn by hand, and what changes in them
//	editors.go  the three text areas
//	dialogs.go  help and paste
package main
