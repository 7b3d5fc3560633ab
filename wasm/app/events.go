//go:build js && !engine

package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"planproof/core/doc"
	"planproof/ui/paste"
	"planproof/ui/session"
	"planproof/ui/shell"
)

// listen binds the page's events once: clicks and changes are delegated to
// the document by data-do and data-change, keys are commands outside of
// fields, edits go to the session.
func (p *page) listen() {
	d := document()
	listen(d, "click", p.click)
	listen(d, "change", p.change)
	listen(d, "input", p.input)
	listen(d, "keydown", p.keydown)
	listen(d, "selectionchange", func(js.Value) { p.request() })
	listen(js.Global(), "resize", func(js.Value) { p.request() })
	listen(js.Global(), "hashchange", func(js.Value) { p.openAddress() })
	listen(d, "dragover", func(ev js.Value) { ev.Call("preventDefault") })
	listen(d, "drop", p.drop)
	listen(one("#file"), "change", func(ev js.Value) { p.take(ev.Get("target").Get("files")) })
}

// click finds the element with a command around what was clicked.
func (p *page) click(ev js.Value) {
	target := ev.Get("target").Call("closest", "[data-do],[data-path],[data-node],.ta-gutter .cm-gutterElement")
	if target.IsNull() {
		return
	}
	data := target.Get("dataset")
	switch {
	case !data.Get("do").IsUndefined():
		if target.Get("tagName").String() == "A" {
			ev.Call("preventDefault")
		}
		p.do(data.Get("do").String(), optional(data.Get("arg")))
	case !data.Get("path").IsUndefined():
		if ev.Get("target").Call("closest", "a,button,input,select").IsNull() {
			p.do("at", data.Get("path").String())
		}
	case target.Get("classList").Call("contains", "cm-gutterElement").Bool():
		p.gutter(target)
	}
}

func optional(v js.Value) string {
	if v.IsUndefined() || v.IsNull() {
		return ""
	}
	return v.String()
}

// gutter moves the cursor to the step of a line.
func (p *page) gutter(el js.Value) {
	line := 0
	for prev := el.Get("previousElementSibling"); !prev.IsNull(); prev = prev.Get("previousElementSibling") {
		line++
	}
	p.do("line", strconv.Itoa(line))
}

func (p *page) change(ev js.Value) {
	if name := ev.Get("target").Get("dataset").Get("change"); !name.IsUndefined() {
		p.do(name.String(), ev.Get("target").Get("value").String())
	}
}

func (p *page) input(ev js.Value) {
	t := ev.Get("target")
	if name := t.Get("dataset").Get("doc"); !name.IsUndefined() {
		a := p.editors.all[name.String()]
		p.s.Edit(name.String(), a.read())
		p.verifySoon()
		p.request()
		return
	}
	if attribute(t, "data-testid") == "transport-slider" {
		p.s.Go(t.Get("valueAsNumber").Int() - 1)
		p.request()
	}
}

// verifySoon verifies when the user has paused for a moment.
func (p *page) verifySoon() {
	p.debts++
	debt := p.debts
	after(150, func() {
		if p.debts == debt && p.s.State == session.Stale {
			p.verify()
		}
	})
}

// do runs a command and what it asks the browser for.
func (p *page) do(name, arg string) {
	switch name {
	case "home":
		p.do("doc", doc.DocWorkflow)
		return
	case "problem":
		if pr := p.s.Problem; pr != nil && pr.Span != nil {
			p.s.Reveal, p.s.Doc = pr.Span, pr.Span.Doc
		}
	case "example":
		p.s.Dialog = ""
		p.example(arg)
	case "file":
		one("#file").Call("click")
	case "format":
		p.format()
	default:
		// Commands of the page's scripts: history, undo, redo.
		if f := js.Global().Get("planproof").Get("commands").Get(name); f.Truthy() {
			f.Invoke()
			break
		}
		p.effect(p.s.Do(name, arg))
	}
	p.request()
}

// example opens an example through the address. One that is open already is
// opened again: its documents may have been edited.
func (p *page) example(id string) {
	location := js.Global().Get("location")
	if location.Get("hash").String() == "#example="+id {
		p.openAddress()
		return
	}
	location.Set("hash", "example="+id)
}

func (p *page) effect(e session.Effect) {
	switch e {
	case session.Verify:
		p.verify()
	case session.Stop:
		p.engine.stop()
	case session.Theme:
		theme := "light"
		if p.s.Dark {
			theme = "dark"
		}
		document().Get("documentElement").Get("dataset").Set("theme", theme)
		js.Global().Get("planproof").Call("keep", "planproof.theme", theme)
	case session.Tick:
		p.tick()
	case session.None:
	}
}

// tick plays: one event at a time until the end, a breakpoint or a pause.
func (p *page) tick() {
	if p.ticking {
		return
	}
	p.ticking = true
	after(500, func() {
		p.ticking = false
		if p.s.Advance() {
			p.tick()
		}
		p.request()
	})
}

// pasted sorts a text into the documents. What it does not contain stays.
func (p *page) pasted(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	s := paste.Sort(text)
	if lab := js.Global().Get("planproof").Get("lab"); !s.Recognized && !lab.IsUndefined() {
		lab.Call("given", text) // by those who know more formats
		return
	}
	d := p.s.Docs
	for _, part := range []struct{ to, from *string }{{&d.Workflow, &s.Workflow}, {&d.Policy, &s.Policy}, {&d.Tools, &s.Tools}} {
		if *part.from != "" {
			*part.to = *part.from
		}
	}
	p.s.Load(d, s.Title, "")
	p.s.Notes, p.s.Dialog = s.Notes, ""
	p.verify()
}

func (p *page) drop(ev js.Value) {
	ev.Call("preventDefault")
	p.take(ev.Get("dataTransfer").Get("files"))
}

// take reads files as if their text was pasted.
func (p *page) take(files js.Value) {
	for i := 0; i < files.Length(); i++ {
		then(files.Index(i).Call("text"), func(text js.Value) { p.pasted(text.String()) })
	}
}

func then(promise js.Value, f func(js.Value)) {
	var cb js.Func
	cb = js.FuncOf(func(_ js.Value, args []js.Value) any {
		cb.Release()
		f(args[0])
		return nil
	})
	promise.Call("then", cb)
}

// openAddress follows the fragment (ui/share.Link): examples are opened here,
// links with documents in them by the room that can read them. Without a
// fragment the first example opens.
func (p *page) openAddress() {
	hash := strings.TrimPrefix(js.Global().Get("location").Get("hash").String(), "#")
	what, more, _ := strings.Cut(hash, "&")
	id, ok := strings.CutPrefix(what, "example=")
	switch {
	case what == "blank":
		p.s.Load(session.Documents{}, "", "")
		p.request()
		return
	case !ok && hash != "":
		p.follow(hash)
		return
	case !ok:
		id = "inbox-digest"
	}
	then(js.Global().Get("planproof").Call("example", id), func(text js.Value) {
		if text.IsNull() {
			return
		}
		s := paste.Sort(text.String())
		p.s.Load(session.Documents{Workflow: s.Workflow, Policy: s.Policy, Tools: s.Tools}, s.Title, "example")
		p.s.Example = id
		p.s.Aim(moment(more))
		p.verify()
	})
}

// moment is the cursor and the tab that stand behind an example's name.
func moment(more string) (at, view string) {
	for _, part := range strings.Split(more, "&") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "at":
			at = unescape(value)
		case "view":
			for _, t := range shell.Tabs {
				if t.ID == value {
					view = value
				}
			}
		}
	}
	return at, view
}

// unescape undoes percent signs; what has wrong ones stays as it is.
func unescape(s string) (text string) {
	defer func() {
		if recover() != nil {
			text = s
		}
	}()
	return js.Global().Call("decodeURIComponent", s).String()
}

// format prints the document shown in the canonical form.
func (p *page) format() {
	name := p.s.Doc
	text, ok := formatted(name, p.s.Docs.Get(name))
	if ok {
		p.s.Edit(name, text)
		p.verifySoon()
	}
}
