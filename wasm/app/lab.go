//go:build js && !engine

package main

import (
	"strings"
	"syscall/js"

	"planproof/core/doc"
	"planproof/ui/editor"
	"planproof/ui/pane"
	"planproof/ui/session"
)

// publish is what the scripts of the page (lab.js) need of the interface: what
// it shows, and doors to change it.
func (p *page) publish() {
	api := map[string]any{
		"context": p.context(),
		"load":    p.action(func(v js.Value) { p.load(v) }),
		"at":      p.action(func(v js.Value) { p.arriveAt(v.String()) }),
		"do": js.FuncOf(func(_ js.Value, args []js.Value) any {
			p.do(args[0].String(), optional(args[1]))
			return nil
		}),
		"mark": js.FuncOf(func(_ js.Value, args []js.Value) any {
			p.mark(args[0].String(), args[1].Int(), args[2].Int())
			return nil
		}),
	}
	js.Global().Get("planproof").Set("page", api)
}

func (p *page) action(f func(js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	})
}

// context is ui/lab.Context as an object.
func (p *page) context() js.Func {
	return js.FuncOf(func(js.Value, []js.Value) any {
		s := p.s
		c := map[string]any{
			"workflow": s.Docs.Workflow, "policy": s.Docs.Policy, "tools": s.Docs.Tools,
			"strict": s.Strict, "lenient": s.Lenient, "title": s.Title, "example": s.Example, "state": string(s.State),
			"cursor": "", "event": -1, "open": s.Look.Open, "tab": s.Look.Tab, "dark": s.Dark,
			"address": strings.SplitN(js.Global().Get("location").Get("href").String(), "#", 2)[0],
		}
		if s.Live() {
			c["cursor"], c["event"] = s.Model.CursorAt(s.Look.At), s.Look.At
		}
		return c
	})
}

// load replaces the documents as a room asks (ui/lab.Load).
func (p *page) load(v js.Value) {
	text := func(name string) string { return optional(v.Get(name)) }
	p.s.Load(session.Documents{Workflow: text("workflow"), Policy: text("policy"), Tools: text("tools")}, text("title"), text("origin"))
	p.s.Example, p.s.Strict = text("example"), text("strict") != ""
	p.s.Aim(text("at"), text("view"))
	if notes := text("notes"); notes != "" {
		p.s.Notes = strings.Split(notes, "\n")
	}
	p.verify()
}

// arriveAt moves the cursor to a semantic cursor or the number of an event.
func (p *page) arriveAt(cursor string) {
	if p.s.Live() {
		p.s.Go(p.s.Place(cursor))
		p.request()
	}
}

// mark selects a range of a document.
func (p *page) mark(name string, start, end int) {
	text := p.s.Docs.Get(name)
	if start < 0 || end > len(text) || start > end {
		return
	}
	p.s.Reveal = &doc.Span{Doc: name, Start: editor.Position(text, start), End: editor.Position(text, end)}
	p.s.Doc, p.s.Pane = name, "text"
	p.request()
}

// follow opens a fragment that only the workers can read.
func (p *page) follow(fragment string) {
	lab := js.Global().Get("planproof").Get("lab")
	if lab.IsUndefined() { // its script is on its way: this one was faster
		after(20, func() { p.follow(fragment) })
		return
	}
	then(lab.Call("ask", "link", "open", fragment), func(reply js.Value) {
		if why := reply.Get("data").String(); why != "" {
			p.s.Refuse(why)
			p.request()
		}
	})
}

// syncLab lets the rooms on the page follow what changed.
func (p *page) syncLab() {
	if lab := js.Global().Get("planproof").Get("lab"); !lab.IsUndefined() && (pane.Hosted(p.s.Look.Tab) || lab.Get("open").Truthy()) {
		lab.Call("sync")
	}
}
