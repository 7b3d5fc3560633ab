//go:build js && !engine

package main

import (
	"syscall/js"

	"planproof/ui/session"
)

// keydown runs the command of a key. In a field the letters are the user's;
// Escape gives the keys back.
func (p *page) keydown(ev js.Value) {
	if ev.Get("ctrlKey").Bool() || ev.Get("metaKey").Bool() || ev.Get("altKey").Bool() {
		return
	}
	key := ev.Get("key").String()
	el := document().Get("activeElement")
	if key == "F6" {
		ev.Call("preventDefault")
		p.nextPane(ev.Get("shiftKey").Bool())
		return
	}
	if field(el) {
		if key == "Escape" && typing(el) && p.s.Dialog == "" && !ev.Get("defaultPrevented").Bool() {
			one("#pane").Call("focus")
		}
		return
	}
	if p.s.Dialog != "" || !one("dialog[open]").IsNull() || p.roving(ev, el, key) {
		return
	}
	if key == "Enter" || key == " " {
		if path := el.Get("dataset").Get("path"); !path.IsUndefined() {
			ev.Call("preventDefault")
			p.do("at", path.String())
			return
		}
		if tag := el.Get("tagName").String(); tag == "BUTTON" || tag == "A" || tag == "SUMMARY" {
			return
		}
	}
	if name, arg := session.Key(key, ev.Get("shiftKey").Bool()); name != "" {
		ev.Call("preventDefault")
		p.do(name, arg)
	}
}

// typing tells the text areas and the editors over them.
func typing(el js.Value) bool {
	return el.Get("tagName").String() == "TEXTAREA" || el.Get("isContentEditable").Truthy()
}

func field(el js.Value) bool {
	if typing(el) {
		return true
	}
	switch el.Get("tagName").String() {
	case "SELECT":
		return true
	case "INPUT":
		return attribute(el, "type") != "range"
	}
	return false
}

// roving moves between the tabs of a list and the nodes of a drawing: each of
// them is one tab stop.
func (p *page) roving(ev, el js.Value, key string) bool {
	step := map[string]int{"ArrowRight": 1, "ArrowDown": 1, "ArrowLeft": -1, "ArrowUp": -1}[key]
	if step == 0 {
		return false
	}
	group, items := el.Call("closest", "[role=tablist]"), "[role=tab]"
	if group.IsNull() {
		group, items = el.Call("closest", "svg"), "[tabindex]"
		if group.IsNull() {
			return false
		}
	}
	list := group.Call("querySelectorAll", items)
	for i := 0; i < list.Length(); i++ {
		if !list.Index(i).Equal(el) {
			continue
		}
		ev.Call("preventDefault")
		next := list.Index((i + step + list.Length()) % list.Length())
		next.Call("focus")
		if items == "[role=tab]" {
			p.do(next.Get("dataset").Get("do").String(), optional(next.Get("dataset").Get("arg")))
		}
		return true
	}
	return false
}

// nextPane moves the focus from pane to pane.
func (p *page) nextPane(back bool) {
	editor := "#editor-" + p.s.Doc
	stops := []string{editor + " .cm-content," + editor + " textarea", `[data-host="graph"]`, "#pane", "[data-testid=transport-next]"}
	at := -1
	el := document().Get("activeElement")
	for i, area := range []string{".docs", ".plan", ".inspector", ".transport"} {
		if one(area).Call("contains", el).Bool() {
			at = i
		}
	}
	if back {
		at += len(stops) - 1
	} else {
		at++
	}
	one(stops[(at+len(stops))%len(stops)]).Call("focus")
}
