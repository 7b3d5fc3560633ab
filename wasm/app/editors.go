//go:build js && !engine

package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"planproof/core/doc"
	"planproof/ui/editor"
	"planproof/ui/markup"
	"planproof/ui/session"
)

var docNames = []string{doc.DocWorkflow, doc.DocPolicy, doc.DocTools}

// editors are the three text areas. Their text is the user's: it is written
// only when documents are loaded. The script ui/editor/js lays CodeMirror over
// them when the page is up; until then, and without it, they are drawn here.
type editors struct {
	all   map[string]*area
	shown string
}

type area struct {
	box, gutter, under, text js.Value
	value                    string // as last read or written
	view                     string // key of what is drawn behind
	lit                      [2]int // lines, [from, to)
	lines                    js.Value
	numbers                  js.Value
	plain                    bool
	cm                       js.Value // the editor of ui/editor/js, undefined without one
}

func newEditors() *editors {
	e := &editors{all: map[string]*area{}}
	for _, name := range docNames {
		box := one("#editor-" + name)
		e.all[name] = &area{
			box: box, gutter: box.Call("querySelector", ".ta-gutter"), under: box.Call("querySelector", ".ta-under"),
			text: box.Call("querySelector", "textarea"), view: "-",
		}
	}
	return e
}

func (e *editors) texts() session.Documents {
	return session.Documents{Workflow: e.all[doc.DocWorkflow].read(), Policy: e.all[doc.DocPolicy].read(), Tools: e.all[doc.DocTools].read()}
}

func (a *area) read() string {
	a.value = a.text.Get("value").String()
	return a.value
}

// write replaces the text, as loading a document does.
func (a *area) write(s string) {
	if a.value != s {
		a.text.Set("value", s)
		a.value = s
	}
}

// show draws what stands behind the text of the chosen document.
func (e *editors) show(s *session.Session) {
	for name, a := range e.all {
		a.write(s.Docs.Get(name))
		if e.shown != s.Doc {
			a.box.Set("hidden", name != s.Doc)
		}
	}
	e.shown = s.Doc
	a := e.all[s.Doc]
	a.meet(s.Doc)
	a.draw(s, s.Doc)
	a.light(s, s.Doc)
	if s.Reveal != nil {
		e.all[s.Doc].reveal(*s.Reveal)
		s.Reveal = nil
	}
}

// meet takes up the editor of a document when there is one.
func (a *area) meet(name string) {
	if cm := js.Global().Get("planproof").Get("cm"); !a.edits() && !cm.IsUndefined() {
		a.cm, a.view, a.plain = cm.Get(name), "-", false
	}
}

func (a *area) edits() bool { return !a.cm.IsUndefined() }

// caret is where the user types, in JavaScript's units.
func (a *area) caret() int {
	if a.edits() {
		return a.cm.Call("caret").Int()
	}
	return a.text.Get("selectionStart").Int()
}

// send gives the editor what it draws into the text, in two lists of fields;
// offsets are JavaScript's. A list is one string: it is the cheapest to build,
// and the border is crossed once.
func (a *area) send(s *session.Session, name string, marks []session.Mark) {
	var found, refs []string
	for _, m := range marks {
		found = append(found, a.units(m.Span.Start.Offset), a.units(m.Span.End.Offset), m.Lint, m.Class, m.Mark, m.Title, m.Text)
	}
	for _, r := range s.Labels(name) {
		refs = append(refs, a.units(r.Start), a.units(r.End), r.Class, r.Letters)
	}
	a.cm.Call("marks", fields(found), fields(refs), s.Problem != nil, s.State == session.Done || s.State == session.Failed)
}

func (a *area) units(offset int) string { return strconv.Itoa(editor.UTF16Offset(a.value, offset)) }

// fields joins texts with a separator that none of them has.
func fields(list []string) string {
	for i, f := range list {
		list[i] = strings.ReplaceAll(f, "\x1f", " ")
	}
	return strings.Join(list, "\x1f")
}

func (a *area) draw(s *session.Session, name string) {
	marks := s.Marks(name)
	key := a.value + "\x00" + strconv.Itoa(len(marks)) + string(s.State)
	for _, m := range marks {
		key += m.Title + strconv.Itoa(m.Span.Start.Offset)
	}
	if key == a.view {
		return
	}
	a.view = key
	if a.edits() {
		a.send(s, name, marks)
		a.lit = [2]int{}
		return
	}
	var list []editor.Mark
	for _, m := range marks {
		list = append(list, editor.Mark{Start: m.Span.Start.Offset, End: m.Span.End.Offset, Lint: m.Lint, Class: m.Class, Symbol: m.Mark, Title: m.Title, Text: m.Text})
	}
	v := editor.Render(a.value, list)
	a.plain = v.Plain
	a.box.Get("classList").Call("toggle", "live", !v.Plain)
	a.text.Set("rows", max(v.Count, 1))
	a.text.Set("cols", max(v.Cols+2, 20))
	a.under.Set("innerHTML", lines(v.Lines, "cm-line"))
	a.gutter.Set("innerHTML", lines(v.Gutter, "cm-gutterElement"))
	a.lines, a.numbers = a.under.Get("children"), a.gutter.Get("children")
	a.lit = [2]int{}
}

func lines(html []string, class string) string {
	var b strings.Builder
	for _, l := range html {
		b.WriteString(`<div class="` + class + `">` + l + `</div>`)
	}
	return b.String()
}

// light moves the highlighter to the lines of the step at the cursor.
func (a *area) light(s *session.Session, name string) {
	want := [2]int{}
	if r, ok := s.Lit(); ok && name == doc.DocWorkflow && int(r.End) <= len(a.value) {
		want = [2]int{editor.LineOf(a.value, int(r.Start)), editor.LineOf(a.value, int(r.End)) + 1}
		if isBlock(a.value, r) {
			want[1] = min(want[1], want[0]+4)
		}
	}
	if want == a.lit || a.plain {
		return
	}
	if a.edits() {
		a.cm.Call("lit", want[0], want[1])
		a.lit = want
		return
	}
	a.toggle(a.lit, false)
	a.toggle(want, true)
	a.lit = want
	if want[1] > want[0] {
		a.keepInView(want)
	}
}

// isBlock tells a branch or loop, of which only the head is lit.
func isBlock(text string, r doc.Range) bool {
	part := text[r.Start:r.End]
	return strings.Contains(part, `"loop"`) || strings.Contains(part, `"conditional"`)
}

func (a *area) toggle(r [2]int, on bool) {
	for i := r[0]; i < r[1] && i < a.lines.Length(); i++ {
		a.lines.Index(i).Get("classList").Call("toggle", "pp-lit", on)
		a.numbers.Index(i).Get("classList").Call("toggle", "pp-lit", on)
	}
}

const lineHeight = 20

// keepInView scrolls the box only when the lit lines are out of it, and never
// while the user is typing there.
func (a *area) keepInView(r [2]int) {
	if document().Get("activeElement").Equal(a.text) {
		return
	}
	top, h := a.box.Get("scrollTop").Int(), a.box.Get("clientHeight").Int()
	if from, to := r[0]*lineHeight, r[1]*lineHeight+8; from < top || to > top+h {
		a.box.Set("scrollTop", max(from-h/3, 0))
	}
}

// reveal selects a place and scrolls to it.
func (a *area) reveal(span doc.Span) {
	from, to := editor.UTF16Offset(a.value, span.Start.Offset), editor.UTF16Offset(a.value, span.End.Offset)
	if a.edits() {
		a.cm.Call("reveal", from, to)
		return
	}
	a.text.Call("focus", map[string]any{"preventScroll": true})
	a.text.Call("setSelectionRange", from, to)
	h := a.box.Get("clientHeight").Int()
	a.box.Set("scrollTop", max((span.Start.Line-1)*lineHeight-h/3, 0))
	a.box.Set("scrollLeft", 0)
}

// foot says what was understood and where the caret is.
func (e *editors) foot(s *session.Session) string {
	h := markup.New()
	switch {
	case s.Docs.Empty():
		h.El("span", "", "Empty")
	case s.Plan != nil:
		h.El("span", "", "Understood: "+s.Plan.Understood())
	default:
		h.El("span", "", "The workflow can not be read as it is")
	}
	a := e.all[s.Doc]
	at := editor.Position(a.value, editor.ByteOffset(a.value, a.caret()))
	h.Open("span", "class", "end").El("span", "", "Ln "+strconv.Itoa(at.Line)+", Col "+strconv.Itoa(at.Column))
	h.Open("button", "type", "button", "class", "link", "data-do", "history").Text("History").Close("button")
	h.Open("button", "type", "button", "class", "link", "data-do", "format").Text("Format").Close("button").Close("span")
	return h.String()
}
