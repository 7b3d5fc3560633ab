//go:build js && engine && crashtest

package main

import (
	"strings"

	"planproof/wasm/answer"
)

// verify of the crash test build dies or hangs when the goal of the workflow
// says so; everything else is verified as always. It exists because a verifier
// without defects can not show that its defects are survived.
var verify answer.Func = func(r answer.Request) (string, bool) {
	switch {
	case strings.Contains(r.Workflow, "crash-test: panic"):
		panic("asked to panic")
	case strings.Contains(r.Workflow, "crash-test: hang"):
		for {
		}
	}
	return answer.Verify(r)
}
