//go:build js && crashtest

package main

import (
	"bytes"

	"planproof/wasm/engine/door"
)

// verify of the crash test build dies when a document says so: a verifier
// without defects can not show that its defects are survived.
func verify(d door.Documents, o door.Options) []byte {
	switch {
	case bytes.Contains(d.Bundle, []byte("crash-test: panic")):
		panic("asked to panic")
	case bytes.Contains(d.Bundle, []byte("crash-test: overflow")):
		return deep(d.Bundle, 1)
	case bytes.Contains(d.Bundle, []byte("crash-test: hang")):
		for {
		}
	}
	return door.Verify(d, o)
}

// deep never returns, and the compiler must not see that.
func deep(b []byte, n int) []byte {
	if n < 0 {
		return b
	}
	return append(deep(b, n+1), byte(n))
}
