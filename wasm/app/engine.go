//go:build js && !engine

package main

import (
	"syscall/js"

	"planproof/wasm/answer"
)

// engine owns the worker. It asks one question at a time; a newer question
// ends an older one. Ending is terminating: a goroutine that computes does not
// hear the event loop, so there is nothing gentler that works.
type engine struct {
	worker js.Value
	ready  bool
	asked  int // id of the last question
	open   bool
	since  float64
	wait   *answer.Request // asked before the worker was ready

	onReady  func(version string)
	onAnswer func(json string, failed bool, ms float64)
	onCrash  func(why string, ms float64)
}

// adopt takes over the worker that the page started.
func (e *engine) adopt() {
	boot := js.Global().Get("planproof")
	e.worker = boot.Get("worker")
	e.worker.Set("onmessage", nil)
	e.attend()
	for heard := boot.Get("heard"); heard.Length() > 0; {
		e.hear(heard.Call("shift"))
	}
}

// start makes a fresh worker from the compiled module.
func (e *engine) start() {
	e.ready = false
	e.worker = js.Global().Get("Worker").New("worker.js")
	e.attend()
	e.worker.Call("postMessage", map[string]any{"t": "boot", "module": module()})
}

// module is the verifier's compiled module, undefined while it is compiled.
func module() js.Value { return js.Global().Get("planproof").Get("module") }

// attend listens to the worker as long as it is the current one.
func (e *engine) attend() {
	w := e.worker
	listen(w, "message", func(ev js.Value) {
		if w.Equal(e.worker) {
			e.hear(ev.Get("data"))
		}
	})
	listen(w, "error", func(ev js.Value) {
		ev.Call("preventDefault")
		if w.Equal(e.worker) {
			e.crash(ev.Get("message").String())
		}
	})
}

func (e *engine) hear(m js.Value) {
	switch m.Get("t").String() {
	case "ready":
		e.ready = true
		e.onReady(m.Get("version").String())
		if e.wait != nil {
			r := *e.wait
			e.wait = nil
			e.ask(r)
		}
	case "answer":
		if e.open && m.Get("id").Int() == e.asked {
			e.open = false
			e.onAnswer(m.Get("json").String(), m.Get("failed").Bool(), m.Get("ms").Float())
		}
	case "exit":
		e.crash(m.Get("why").String())
	}
}

// ask verifies documents; an open question is dropped.
func (e *engine) ask(r answer.Request) {
	if e.open {
		e.stop()
	}
	e.since = now()
	if !e.ready {
		e.wait = &r
		return
	}
	e.asked++
	e.open = true
	e.worker.Call("postMessage", map[string]any{
		"t": "verify", "id": e.asked, "workflow": r.Workflow, "policy": r.Policy, "tools": r.Tools,
		"strict": r.Strict, "lenient": r.Lenient, "trace": r.Trace,
	})
}

// stop ends the worker and starts a fresh one. A worker whose module is still
// being compiled does nothing yet and stays.
func (e *engine) stop() {
	e.open, e.wait = false, nil
	if module().IsUndefined() {
		return
	}
	e.worker.Call("terminate")
	e.start()
}

// crash replaces a worker that died. The question that killed it is not asked
// again.
func (e *engine) crash(why string) {
	asked := e.open
	took := now() - e.since
	e.stop()
	if asked {
		e.onCrash(why, took)
	}
}

// listen calls f on every event of a kind. Page and worker listeners live as
// long as the page, so the function is never released.
func listen(target js.Value, kind string, f func(ev js.Value)) {
	target.Call("addEventListener", kind, js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	}))
}
