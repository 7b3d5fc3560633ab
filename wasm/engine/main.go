//go:build js

package main

import (
	"syscall/js"

	"planproof/core"
	"planproof/core/evaluate"
	"planproof/wasm/engine/door"
)

// handoff is where the loader waits for the functions. It is there only while
// the module starts, so that the page keeps a clean global object and two
// modules that start at the same time do not meet.
const handoff = "planproof.handoff"

// Bytes cross the border, not strings: the documents are read as they are,
// and the answer is the one that the command line prints.
func main() {
	to := js.Global().Get(handoff)
	to.Set("version", core.Version)
	to.Set("verify", js.FuncOf(func(_ js.Value, args []js.Value) any {
		o := args[1]
		return toJS(verify(documents(args[0]), door.Options{
			Strict: o.Get("strict").Truthy(), Lenient: o.Get("lenient").Truthy(), Trace: o.Get("trace").Truthy(),
		}))
	}))
	to.Set("evaluate", js.FuncOf(func(_ js.Value, args []js.Value) any {
		line, _ := evaluate.JSON(string(toGo(args[0])), string(toGo(args[1])))
		return toJS(line)
	}))
	select {}
}

// documents takes an array of one bundle, or of workflow, policy and tools.
func documents(parts js.Value) door.Documents {
	if parts.Length() == 1 {
		return door.Documents{Bundle: toGo(parts.Index(0))}
	}
	return door.Documents{Workflow: toGo(parts.Index(0)), Policy: toGo(parts.Index(1)), Tools: toGo(parts.Index(2))}
}

func toGo(v js.Value) []byte {
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}

func toJS(b []byte) js.Value {
	v := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(v, b)
	return v
}
