//go:build js

// Command guard serves the Guard tab. It is a binary of its own since the
// guard shares little with the verifier, and most visitors never open it.
package main
