//go:build js

// Command app has the two roles of the page: on the main thread it is the
// interface, in a worker it is the verifier. Each is a binary of its own, the
// second with the build tag engine; the page compiles both side by side.
//
//	main.go     the interface
//	worker.go   the verifier (tag engine): its side of the border
//	engine.go   the interface's side: start, ask, stop, watch
//	page.go     the page: what is shown, painted once per frame
//	events.go   clicks and edits become commands; keys.go keys
//	hosts.go    elements that are drawn by hand, and what changes in them
//	editors.go  the three text areas
//	dialogs.go  help and paste
package main
