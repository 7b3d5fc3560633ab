//go:build js && !engine

package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"planproof/ui/pane"
	"planproof/ui/viewmodel"
)

func document() js.Value { return js.Global().Get("document") }

func one(selector string) js.Value { return document().Call("querySelector", selector) }

func host(name string) js.Value { return one(`[data-host="` + name + `"]`) }

// textHost shows a piece of HTML and remembers it.
type textHost struct {
	el   js.Value
	html string
	set  bool
}

func (h *textHost) show(html string) {
	if !h.set || html != h.html {
		h.el.Set("innerHTML", html)
		h.html, h.set = html, true
	}
}

// parts are the numbered elements of a drawing and how they look now.
type parts struct {
	els  [][]js.Value
	now  []viewmodel.PartState
	text []js.Value // the text element of a part, where it has one
}

// collect finds the elements of a drawing. Several may share a number.
func collect(root js.Value, n int) *parts {
	p := &parts{els: make([][]js.Value, n), now: make([]viewmodel.PartState, n), text: make([]js.Value, n)}
	list := root.Call("querySelectorAll", "[data-k]")
	for i := 0; i < list.Length(); i++ {
		el := list.Index(i)
		k, err := strconv.Atoi(el.Get("dataset").Get("k").String())
		if err != nil || k >= n {
			continue
		}
		p.els[k] = append(p.els[k], el)
		p.now[k].Class = attribute(el, "class")
		if t := el.Call("querySelector", "text"); !t.IsNull() {
			p.text[k] = t
		}
	}
	return p
}

func attribute(el js.Value, name string) string {
	if v := el.Call("getAttribute", name); !v.IsNull() {
		return v.String()
	}
	return ""
}

// apply changes what differs; most steps touch a handful of elements.
func (p *parts) apply(looks []viewmodel.PartState) {
	for k, look := range looks {
		if k >= len(p.els) {
			return
		}
		if look.Class != p.now[k].Class {
			for _, el := range p.els[k] {
				el.Call("setAttribute", "class", look.Class)
			}
		}
		if look.Text != p.now[k].Text && !p.text[k].IsUndefined() {
			p.text[k].Set("textContent", look.Text)
		}
		p.now[k] = look
	}
}

// graphHost holds the drawing of the plan.
type graphHost struct {
	el    js.Value
	parts *parts
}

func (g *graphHost) set(html string) {
	g.el.Set("innerHTML", html)
	g.parts = nil
}

func (g *graphHost) looks(looks []viewmodel.PartState) {
	if g.parts == nil {
		g.parts = collect(g.el, len(looks))
	}
	g.parts.apply(looks)
}

// sectionHost shows the sections of a pane and replaces those that changed.
type sectionHost struct {
	el    js.Value
	shown []shownSection
}

type shownSection struct {
	pane.Section
	el    js.Value
	parts *parts
	over  map[string]string
	body  js.Value // of the table with rows
}

func (h *sectionHost) show(sections []pane.Section) {
	if !h.same(sections) {
		h.rebuild(sections)
	}
	for i := range sections {
		s := &h.shown[i]
		if s.HTML != sections[i].HTML {
			h.replace(s, sections[i].HTML)
		}
		s.update(sections[i])
		h.rows(s, sections[i].Rows)
	}
}

// rows replaces the rows of a table that changed.
func (h *sectionHost) rows(s *shownSection, rows []string) {
	if s.Rows == nil {
		if len(rows) == 0 {
			return
		}
		s.body = s.el.Call("querySelector", "[data-rows]")
	}
	if len(s.Rows) != len(rows) {
		focus := h.focused()
		s.body.Set("innerHTML", strings.Join(rows, ""))
		h.refocus(focus)
	} else {
		for i, r := range rows {
			if r != s.Rows[i] {
				focus := h.focused()
				s.body.Get("children").Index(i).Set("outerHTML", r)
				h.refocus(focus)
			}
		}
	}
	s.Rows = rows
}

// same tells whether the sections are those on the screen, apart from text.
func (h *sectionHost) same(sections []pane.Section) bool {
	if len(sections) != len(h.shown) {
		return false
	}
	for i := range sections {
		if sections[i].ID != h.shown[i].ID {
			return false
		}
	}
	return true
}

func (h *sectionHost) rebuild(sections []pane.Section) {
	html := ""
	for _, s := range sections {
		html += s.HTML
	}
	focus := h.focused()
	h.el.Set("innerHTML", html)
	h.shown = h.shown[:0]
	children := h.el.Get("children")
	for i, s := range sections {
		s.Rows = nil
		h.shown = append(h.shown, shownSection{Section: s, el: children.Index(i)})
	}
	h.refocus(focus)
}

func (h *sectionHost) replace(s *shownSection, html string) {
	focus := h.focused()
	box := document().Call("createElement", "template")
	box.Set("innerHTML", html)
	el := box.Get("content").Get("firstElementChild")
	s.el.Call("replaceWith", el)
	s.el, s.HTML, s.parts, s.over, s.Rows = el, html, nil, nil, nil
	h.refocus(focus)
}

// focused remembers the focus by what the element does, since replacing a
// section replaces the element.
func (h *sectionHost) focused() string {
	el := document().Get("activeElement")
	if el.IsNull() || !h.el.Call("contains", el).Bool() {
		return ""
	}
	if do := attribute(el, "data-do"); do != "" {
		return `[data-do="` + do + `"][data-arg="` + cssString(attribute(el, "data-arg")) + `"]`
	}
	if change := attribute(el, "data-change"); change != "" {
		return `[data-change="` + change + `"]`
	}
	return ""
}

func cssString(s string) string { return js.Global().Get("CSS").Call("escape", s).String() }

func (h *sectionHost) refocus(selector string) {
	if selector == "" {
		return
	}
	if el := h.el.Call("querySelector", selector); !el.IsNull() {
		el.Call("focus", map[string]any{"preventScroll": true})
	}
}

func (s *shownSection) update(n pane.Section) {
	if len(n.Parts) > 0 {
		if s.parts == nil {
			s.parts = collect(s.el, len(n.Parts))
		}
		s.parts.apply(n.Looks)
		for k, attr := range n.Data {
			for _, el := range s.parts.els[k] {
				el.Call("setAttribute", attr[0], attr[1])
			}
		}
	}
	for name, markup := range n.Over {
		if s.over == nil {
			s.over = map[string]string{}
		}
		if old, ok := s.over[name]; ok && old == markup {
			continue
		}
		s.over[name] = markup
		if g := s.el.Call("querySelector", `[data-over="`+name+`"]`); !g.IsNull() {
			g.Set("innerHTML", markup)
		}
	}
}

func after(ms int, f func()) {
	var cb js.Func
	cb = js.FuncOf(func(js.Value, []js.Value) any {
		cb.Release()
		f()
		return nil
	})
	js.Global().Call("setTimeout", cb, ms)
}

func isDark() bool {
	switch attribute(document().Get("documentElement"), "data-theme") {
	case "dark":
		return true
	case "light":
		return false
	}
	return js.Global().Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool()
}
