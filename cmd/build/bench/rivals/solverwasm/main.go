//go:build js

// Command solverwasm is our solver alone as a wasm binary, for the bench: it
// sets planproofAnswer(script) and reports that it is ready.
package main

import (
	"syscall/js"

	"planproof/smt"
	"planproof/smt/smtlib"
)

func main() {
	js.Global().Set("planproofAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		s, err := smtlib.Read(args[0].String())
		if err != nil {
			return smt.Unknown.String()
		}
		return s.Builder.Solve(s.Assertions, smt.Budget{}).Status.String()
	}))
	js.Global().Get("planproofReady").Invoke()
	select {}
}
