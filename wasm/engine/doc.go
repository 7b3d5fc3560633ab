//go:build js

// Command engine is the verifier as a library for JavaScript: a wasm binary
// without an interface, and the module js/engine.js that loads it.
//
//	main.go      hands the functions to the loader
//	door/        what the functions do, pure Go
//	js/          engine.js, its types, and package.json
//	enginetest/  tests under node and in a browser
//
// `go run ./cmd/build engine` puts the parts together in dist/engine.
package main
