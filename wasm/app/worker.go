//go:build js && engine

package main

import (
	"syscall/js"

	"planproof/core"
	"planproof/wasm/answer"
)

// Messages are small objects with a type and plain strings. To the worker:
//
//	{t:"verify", id, workflow, policy, tools, strict, lenient, trace}
//
// From the worker, the answer as compact JSON in one string:
//
//	{t:"ready", version}
//	{t:"answer", id, failed, json, ms}
//	{t:"exit", why}            written by worker.js when the module ends
//
// main serves requests until the worker is terminated. A panic ends the
// module: its state can not be trusted any more, and the page starts a fresh
// one.
func main() {
	self := js.Global()
	self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		m := args[0].Get("data")
		if m.Get("t").String() == "verify" {
			serve(self, m)
		}
		return nil
	}))
	self.Call("postMessage", map[string]any{"t": "ready", "version": "planproof " + core.Version})
	select {}
}

func serve(self, m js.Value) {
	start := now()
	r := answer.Request{
		Workflow: m.Get("workflow").String(), Policy: m.Get("policy").String(), Tools: m.Get("tools").String(),
		Strict: m.Get("strict").Bool(), Lenient: m.Get("lenient").Bool(), Trace: m.Get("trace").Bool(),
	}
	json, failed := verify(r)
	self.Call("postMessage", map[string]any{
		"t": "answer", "id": m.Get("id").Int(), "failed": failed, "json": json, "ms": now() - start,
	})
}
