//go:build js

package room

import (
	"syscall/js"

	"planproof/core"
	"planproof/ui/lab"
)

// Serve answers for rooms until the worker is terminated. A panic ends the
// module: its state can not be trusted any more, and the page starts a fresh
// one.
func Serve(rooms lab.Rooms) {
	self := js.Global()
	s := &server{self: self, rooms: rooms}
	self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if m := args[0].Get("data"); m.Get("t").String() == "ask" {
			s.answer(m)
		}
		return nil
	}))
	self.Call("postMessage", map[string]any{"t": "ready", "version": "planproof " + core.Version})
	select {}
}

type server struct {
	self  js.Value
	rooms lab.Rooms
	docs  lab.Docs // the last that were sent; they come only when they changed
}

func (s *server) answer(m js.Value) {
	reply := lab.Reply{HTML: `<p class="note">Not in this version.</p>`}
	if room := s.rooms[m.Get("room").String()]; room != nil {
		reply = room.Handle(s.ask(m))
	}
	effects := make([]any, len(reply.Effects))
	for i, e := range reply.Effects {
		with := map[string]any{"do": e.Do}
		for _, f := range e.With {
			with[f.Name] = f.Value
		}
		effects[i] = with
	}
	s.self.Call("postMessage", map[string]any{
		"t": "answer", "id": m.Get("id").Int(), "html": reply.HTML, "same": reply.Same, "fresh": reply.Fresh,
		"title": reply.Title, "say": reply.Say, "data": reply.Data, "effects": effects,
	})
}

func (s *server) ask(m js.Value) lab.Ask {
	c := m.Get("context")
	if d := c.Get("docs"); d.Truthy() {
		s.docs = lab.Docs{Workflow: d.Get("workflow").String(), Policy: d.Get("policy").String(), Tools: d.Get("tools").String()}
	}
	a := lab.Ask{Do: m.Get("do").String(), Arg: m.Get("arg").String(), Context: lab.Context{
		Docs: s.docs, Strict: c.Get("strict").Bool(), Lenient: c.Get("lenient").Bool(), Title: c.Get("title").String(),
		Example: c.Get("example").String(), State: c.Get("state").String(), Cursor: c.Get("cursor").String(),
		Event: c.Get("event").Int(), Open: c.Get("open").Int(), Tab: c.Get("tab").String(), Dark: c.Get("dark").Bool(),
		Address: c.Get("address").String(),
	}}
	form := m.Get("form")
	for i := 0; i < form.Length(); i++ {
		a.Form = append(a.Form, lab.Field{Name: form.Index(i).Index(0).String(), Value: form.Index(i).Index(1).String()})
	}
	return a
}
