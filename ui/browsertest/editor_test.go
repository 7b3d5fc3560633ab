//go:build browser

package browsertest

import (
	"encoding/json"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"planproof/cmd/build/site"
	"planproof/examples"
)

const (
	plainBundle = "// This page was built without"
	workflow    = "planproof.cm.workflow.view"
)

// edits opens a page and waits for the editor; a page that was built without
// it skips the test.
func edits(t *testing.T, url string) *tab {
	t.Helper()
	b := open(t, url, 1440, 900)
	b.editor()
	return b
}

func (b *tab) editor() {
	b.t.Helper()
	if js[bool](b, "fetch('editor.js').then(r=>r.text()).then(s=>s.startsWith('"+plainBundle+"'))") {
		b.t.Skip("the page was built without npm")
	}
	b.wait("planproof.cm && document.querySelectorAll('.editor.cm').length === 3")
}

func (b *tab) chord(key string, modifiers ...chromedp.Modifier) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(key, chromedp.KeyModifiers(modifiers...)))
}

// enter presses Enter as a keyboard does: no character follows when the page
// has taken the key.
func (b *tab) enter() {
	b.t.Helper()
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
		p := input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13}
		if _, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, p); err != nil {
			b.t.Fatal(err)
		}
	}
}

// value is the text of a document as a test (or an assistive tool) reads it.
func (b *tab) value(name string) string {
	b.t.Helper()
	return js[string](b, "document.querySelector('[data-testid=editor-"+name+"]').value")
}

// caretAt puts the caret of the workflow's editor behind a text that occurs in
// it.
func (b *tab) caretAt(text string) {
	b.t.Helper()
	quoted, _ := json.Marshal(text)
	js[bool](b, `(()=>{const v=`+workflow+`, at=v.state.doc.toString().indexOf(`+string(quoted)+`);
		if (at < 0) throw new Error("not there"); v.focus(); v.dispatch({selection:{anchor:at+`+string(quoted)+`.length}, scrollIntoView: true}); return true})()`)
}

func (b *tab) scheme(features ...*emulation.MediaFeature) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		b.t.Fatal(err)
	}
}

// The editor shows the step at the cursor in every size and theme.
func TestEditorLooks(t *testing.T) {
	url := address(t)
	for _, size := range []struct {
		name string
		w, h int64
	}{{"1440x900", 1440, 900}, {"1280x720", 1280, 720}, {"390x844", 390, 844}} {
		for _, theme := range []string{"light", "dark", "contrast"} {
			t.Run(size.name+"-"+theme, func(t *testing.T) {
				t.Parallel()
				at := url + "/?theme=" + theme
				b := open(t, strings.TrimSuffix(at, "?theme=contrast"), size.w, size.h)
				if theme == "contrast" {
					b.scheme(&emulation.MediaFeature{Name: "prefers-contrast", Value: "more"}, &emulation.MediaFeature{Name: "forced-colors", Value: "active"})
				}
				b.waitState("done")
				b.editor()
				if size.w < 700 {
					b.click(`.paneswitch [data-arg="text"]`)
				}
				b.wait("document.querySelectorAll('.cm-host .cm-line.pp-lit').length > 0")
				b.wait("(l => { const r = l.getBoundingClientRect(); return r.top > 0 && r.bottom < innerHeight && r.height > 0 })(document.querySelector('.cm-host .cm-line.pp-lit'))")
				b.shot("editor-" + size.name + "-" + theme)
			})
		}
	}
}

// The text area is the document: what is typed in the editor is its value, what
// is set or typed there is in the editor.
func TestEditorAndTextArea(t *testing.T) {
	b := edits(t, address(t))
	b.waitState("done")
	if js[string](b, workflow+".state.doc.toString()") != b.value("workflow") {
		t.Error("the editor does not have the text area's text")
	}
	b.caretAt(`"goal": "`)
	b.key("Please ")
	b.wait("document.querySelector('[data-testid=editor-workflow]').value.includes('\"goal\": \"Please ')")
	b.waitState("done")
	if got := js[string](b, "planproof.page.context().workflow"); got != b.value("workflow") {
		t.Error("the page does not know what was typed")
	}
	b.set(id("editor-workflow"), `{"goal": "set", "steps": []}`)
	if got := js[string](b, workflow+".state.doc.toString()"); got != `{"goal": "set", "steps": []}` {
		t.Errorf("the editor has %q", got)
	}
	b.waitState("done")
	// Keys that arrive in the text area itself, as a script of the reader may send them.
	js[bool](b, "(()=>{const t=document.querySelector('[data-testid=editor-workflow]'); t.focus(); t.setSelectionRange(10,10); return document.activeElement===t})()")
	b.key("re")
	b.wait(workflow + `.state.doc.toString() === '{"goal": "reset", "steps": []}'`)
	b.wait(`planproof.page.context().workflow === '{"goal": "reset", "steps": []}'`)
	// Line breaks are those of a text area.
	b.set(id("editor-workflow"), "{\r\n\"goal\": \"a\",\r\"steps\": []}")
	if got := b.value("workflow"); got != "{\n\"goal\": \"a\",\n\"steps\": []}" {
		t.Errorf("%q", got)
	}
}

// Findings stand where the verifier says: the underline is the span, the gutter
// has the mark, the note is under the lit line.
func TestEditorFindings(t *testing.T) {
	b := edits(t, address(t))
	b.waitState("done")
	b.wait("document.querySelector('.cm-host .pp-note.pp-lit')")
	text := b.value("workflow")
	marks := js[[]struct{ From, To int }](b, workflow+".state.values.flatMap(v=>v?.list||[]).map(m=>({from:m.from,to:m.to}))")
	if len(marks) < 4 {
		t.Fatalf("%d findings", len(marks))
	}
	for _, m := range marks {
		if part := text[m.From:m.To]; part == "" || strings.Contains(part, "\n\n") {
			t.Errorf("a finding at %q", part)
		}
	}
	line := js[string](b, "document.querySelector('.cm-host .pp-note.pp-lit').previousElementSibling.innerText")
	if !strings.Contains(line, `"c"`) {
		t.Errorf("the note is below %q", line)
	}
	b.wait("document.querySelectorAll('.cm-host .cm-gutter-lint .gm').length > 0")
	// References carry the letters of their labels.
	b.wait(`[...document.querySelectorAll('.cm-host .cm-ref[data-labels]')].some(e => e.dataset.labels === 'E' && e.innerText.includes('"c"'))`)
	// F8 goes from finding to finding.
	b.caretAt(`"steps": [`)
	b.do(chromedp.KeyEvent(kb.F8))
	if got := js[int](b, workflow+".state.selection.main.head"); got != marks[minIndex(marks)].From {
		t.Errorf("F8 went to %d", got)
	}
	// An edit takes the findings away and marks the line, until the next verdict.
	b.key("x")
	b.wait("document.querySelectorAll('.cm-host .cm-gutter-lint .edit').length === 1 && !document.querySelector('.cm-host .pp-lit')")
	b.chord("z", chromedp.ModifierCtrl)
	b.waitState("done")
	b.wait("document.querySelectorAll('.cm-host .cm-gutter-lint .edit').length === 0")
}

func minIndex(list []struct{ From, To int }) (best int) {
	for i := range list {
		if list[i].From < list[best].From {
			best = i
		}
	}
	return best
}

// What can not be read is marked at its place with its note, also behind
// letters that are more than one unit or byte.
func TestEditorProblem(t *testing.T) {
	b := edits(t, address(t))
	b.waitState("done")
	b.set(id("editor-workflow"), "{\"goal\": \"Grüße 💡💡\", \"steps\": [{\"label\": \"ü\", \"tool_call\": {\"tool_name\": 55}}]}")
	b.waitState("error")
	b.wait("document.querySelector('.cm-host .cm-lintRange-error')")
	if got := js[string](b, "[...document.querySelectorAll('.cm-host .cm-lintRange-error')].map(e=>e.innerText).join('')"); got != "55" {
		t.Errorf("marked is %q", got)
	}
	b.wait("document.querySelector('.cm-host .pp-note').innerText.includes('tool_name')")
	const note = "document.querySelector('.cm-host .pp-note > *').getBoundingClientRect()"
	b.click(id("error-position"))
	b.wait("document.activeElement.closest('#editor-workflow .cm-editor')")
	if got := js[string](b, "(s=>s.sliceDoc(s.selection.main.from, s.selection.main.to))("+workflow+".state)"); got != "55" {
		t.Errorf("selected is %q", got)
	}
	// The note is in sight, however far the text was scrolled.
	b.wait(workflow + ".scrollDOM.scrollLeft > 0")
	b.wait("(n => { const box = document.querySelector('#editor-workflow').getBoundingClientRect(); return n.left >= box.left && n.right <= box.right && n.width > 200 })(" + note + ")")
	b.shot("editor-problem")
}

// A click on a line's number goes to its step, and so does Ctrl Enter.
func TestEditorLineToStep(t *testing.T) {
	b := edits(t, address(t))
	b.waitState("done")
	js[bool](b, "(()=>{"+workflow+".scrollDOM.scrollTop = 0; return true})()")
	line := 1 + strings.Count(b.value("workflow")[:strings.Index(b.value("workflow"), `"summarize"`)], "\n")
	number := "[...document.querySelectorAll('#editor-workflow .cm-lineNumbers .cm-gutterElement')].find(e => e.textContent === '" + strconv.Itoa(line) + "')"
	b.wait(number)
	js[bool](b, "("+number+".click(), true)")
	b.wait(`document.querySelectorAll('.graph .is-now[data-testid="step-/workflow/steps/1"]').length === 1`)
	b.wait("document.querySelector('#editor-workflow .cm-line.pp-lit').innerText.includes('summarize')")
	b.caretAt(`"send_email"`)
	b.chord(kb.Enter, chromedp.ModifierCtrl)
	b.wait(`document.querySelectorAll('.graph .is-now[data-testid="step-/workflow/steps/5"]').length === 1`)
}

// Tools, parameters and names are offered and explained.
func TestEditorCompletion(t *testing.T) {
	b := edits(t, address(t))
	b.waitState("done")
	const offered = "[...document.querySelectorAll('.cm-tooltip-autocomplete li')].map(e=>e.querySelector('.cm-completionLabel').innerText)"
	b.caretAt(`"tool_name": "fetch_mail`)
	b.chord(kb.Backspace, chromedp.ModifierCtrl)
	b.key("lo")
	b.wait(offered + ".includes('lookup_contact')")
	b.shot("editor-completion")
	b.wait("document.querySelector('.cm-completionInfo').innerText.includes('Looks a person up')")
	b.enter()
	b.wait(workflow + `.state.doc.toString().includes('"tool_name": "lookup_contact",\n')`)
	// Escape closes the list and stays in the text.
	b.wait("!document.querySelector('.cm-tooltip-autocomplete')")
	b.caretAt(`"tool_name": "lookup_con`)
	b.chord(" ", chromedp.ModifierCtrl)
	b.wait("document.querySelector('.cm-tooltip-autocomplete')")
	b.do(press("Escape"))
	b.wait("!document.querySelector('.cm-tooltip-autocomplete') && document.activeElement.className.includes('cm-content')")
	// Names in scope, newest first; the choice replaces the whole string.
	b.caretAt(`"query": {"ref": "emails`)
	b.chord(" ", chromedp.ModifierCtrl)
	b.wait(offered + ".join() === 'emails'")
	b.chord(kb.Backspace, chromedp.ModifierCtrl)
	b.chord(" ", chromedp.ModifierCtrl)
	b.wait(offered + ".includes('summary') && !" + offered + ".includes('draft')")
	b.do(press("Escape"))
	// F1 explains what stands at the caret.
	b.waitState("done")
	b.caretAt(`"tool_name": "send_em`)
	b.do(chromedp.KeyEvent(kb.F1))
	b.wait("document.querySelector('.pp-hover') && document.querySelector('.pp-hover').innerText.includes('send_email(')")
	b.shot("editor-hover")
	b.click(id("doc-policy"))
	b.wait("document.querySelector('#editor-policy').clientHeight > 0")
	js[bool](b, "(()=>{const v=planproof.cm.policy.view; v.focus(); v.dispatch({selection:{anchor:v.state.doc.toString().indexOf('mail_stays_private')+3}}); return true})()")
	b.do(chromedp.KeyEvent(kb.F1))
	b.wait("[...document.querySelectorAll('.pp-hover')].some(e=>e.innerText.includes('no data of fetch_mail to post_status.text'))")
}

// Loading an example is one step of the history: Ctrl Z brings all three
// documents back, also with what was typed before; Ctrl Y loads again.
func TestEditorUndoesLoading(t *testing.T) {
	b := edits(t, address(t))
	b.waitState("done")
	b.caretAt(`"goal": "`)
	b.key("MINE ")
	b.waitState("done")
	mine := [3]string{b.value("workflow"), b.value("policy"), b.value("tools")}
	b.click(`[data-do="gallery"]`)
	b.wait("document.querySelectorAll('[data-testid=gallery-item]').length === " + strconv.Itoa(len(examples.All())))
	b.click(`[data-testid="gallery-item"][data-arg="email-safe"]`)
	b.wait("planproof.page.context().title.includes('safe') && document.querySelector('[data-testid=status]').dataset.state === 'done'")
	b.wait("['workflow','policy','tools'].every(n=>document.querySelector('[data-testid=editor-'+n+']').value === planproof.page.context()[n])")
	b.waitState("done")
	theirs := [3]string{b.value("workflow"), b.value("policy"), b.value("tools")}
	if theirs[0] == mine[0] || theirs[1] == mine[1] || theirs[2] == mine[2] {
		t.Fatal("the example has the same documents")
	}
	is := func(want [3]string) {
		t.Helper()
		quoted, _ := json.Marshal(want)
		b.wait("JSON.stringify(['workflow','policy','tools'].map(n=>document.querySelector('[data-testid=editor-'+n+']').value)) === JSON.stringify(" + string(quoted) + ")")
		b.wait("JSON.stringify((c=>[c.workflow,c.policy,c.tools])(planproof.page.context())) === JSON.stringify(" + string(quoted) + ")")
		b.waitState("done")
	}
	// Not in a field: the keys are for the documents all the same.
	js[bool](b, "(document.querySelector('#pane').focus(), true)")
	b.chord("z", chromedp.ModifierCtrl)
	is(mine)
	b.wait("document.querySelector('.case h1').innerText === 'Inbox digest'")
	b.chord("y", chromedp.ModifierCtrl)
	is(theirs)
	b.wait("document.querySelector('.case h1').innerText.includes('safe')")
	// What was typed after loading goes with it; in another document than the one that is undone.
	b.click(id("doc-tools"))
	b.wait("document.querySelector('#editor-tools').clientHeight > 0")
	js[bool](b, "(()=>{const v=planproof.cm.tools.view; v.focus(); v.dispatch({selection:{anchor:v.state.doc.length}}); return true})()")
	b.key(" ")
	b.click(id("doc-workflow"))
	b.wait("document.querySelector('#editor-workflow').clientHeight > 0")
	js[bool](b, "("+workflow+".focus(), true)")
	b.chord("z", chromedp.ModifierCtrl)
	is(mine)
	b.chord("z", chromedp.ModifierCtrl)
	b.wait("!document.querySelector('[data-testid=editor-workflow]').value.includes('MINE')")
}

// Format is one step of the history and keeps the caret at its letter.
func TestEditorFormat(t *testing.T) {
	b := edits(t, address(t))
	b.waitState("done")
	before := b.value("workflow")
	b.caretAt(`"post_sta`)
	b.click(`.foot [data-do="format"]`)
	quoted, _ := json.Marshal(before)
	b.wait("document.querySelector('[data-testid=editor-workflow]').value !== " + string(quoted))
	if at := js[string](b, "(s=>s.sliceDoc(s.selection.main.head-9, s.selection.main.head))("+workflow+".state)"); at != `"post_sta` {
		t.Errorf("the caret is behind %q", at)
	}
	b.waitState("done")
	js[bool](b, "("+workflow+".focus(), true)")
	b.chord("z", chromedp.ModifierCtrl)
	b.wait("document.querySelector('[data-testid=editor-workflow]').value === " + string(quoted))
}

// A clean page forgets: nothing is left to undo.
func TestEditorBlankForgets(t *testing.T) {
	b := edits(t, address(t))
	b.waitState("done")
	js[bool](b, "(location.hash = 'blank', true)")
	b.waitState("idle")
	js[bool](b, "("+workflow+".focus(), true)")
	b.chord("z", chromedp.ModifierCtrl)
	b.chord("z", chromedp.ModifierCtrl)
	if got := b.value("workflow") + b.value("policy") + b.value("tools"); got != "" {
		t.Errorf("undo brought back %.60q", got)
	}
}

// In the text keys are letters, Tab indents, and Escape then Tab leaves.
func TestEditorKeyboard(t *testing.T) {
	b := edits(t, address(t))
	b.waitState("done")
	b.do(press("F6"))
	b.wait("document.activeElement.matches('#editor-workflow .cm-content')")
	moment := b.text(id("cursor"))
	b.caretAt(`"goal": "`)
	b.key("nsr 1?")
	b.wait("document.querySelector('[data-testid=editor-workflow]').value.includes('nsr 1?')")
	b.waitState("done")
	if got := b.text(id("cursor")); got != moment || js[bool](b, "document.querySelector('#help').open") {
		t.Errorf("typing moved the cursor from %s to %s", moment, got)
	}
	b.caretAt(`"steps": [`)
	lines := strings.Count(b.value("workflow"), "\n")
	b.enter()
	b.do(press("Tab"))
	b.wait("document.activeElement.matches('.cm-content')")
	if got := strings.Count(b.value("workflow"), "\n"); got != lines+1 {
		t.Errorf("%d lines, %d before Enter:\n%s", got, lines, b.value("workflow"))
	}
	b.do(press("Escape"))
	b.wait("document.activeElement.id === 'pane'")
	b.do(press("Tab"))
	if js[bool](b, "!!document.activeElement.closest('.editor')") {
		t.Error("Tab came back into the text")
	}
	b.key("5")
	b.wait("document.querySelector('[data-testid=tab-loops]').getAttribute('aria-selected') === 'true'")
	// With something selected, the first Escape may be CodeMirror's: Tab leaves all the same.
	b.caretAt(`"goal": "`)
	b.chord(kb.ArrowRight, chromedp.ModifierShift)
	b.do(press("Escape"), press("Tab"))
	if js[bool](b, "!!document.activeElement.closest('.cm-content')") {
		t.Error("Escape, Tab does not leave the text when something is selected")
	}
	// The text area is no tab stop of its own.
	if js[bool](b, "[...document.querySelectorAll('textarea[data-doc]')].some(t => t.tabIndex >= 0)") {
		t.Error("a hidden text area is a tab stop")
	}
}

// Search, folding and brackets.
func TestEditorSearchAndFold(t *testing.T) {
	b := edits(t, address(t))
	b.waitState("done")
	b.caretAt(`"steps": [`)
	b.chord("f", chromedp.ModifierCtrl)
	b.wait("document.activeElement.matches('.cm-search [name=search]')")
	b.key("post_status")
	b.do(press("Enter"))
	b.wait("document.querySelector('.cm-searchMatch-selected')")
	b.shot("editor-search")
	b.do(press("Escape"))
	b.wait("!document.querySelector('.cm-search') && document.activeElement.matches('.cm-content')")
	if got := js[string](b, "(s=>s.sliceDoc(s.selection.main.from, s.selection.main.to))("+workflow+".state)"); got != "post_status" {
		t.Errorf("found %q", got)
	}
	b.caretAt(`"steps": [`)
	b.wait("document.querySelectorAll('.cm-matchingBracket').length > 0")
	b.chord("{", chromedp.ModifierCtrl, chromedp.ModifierShift)
	b.wait("document.querySelector('.cm-foldPlaceholder')")
	// What is revealed is unfolded.
	b.click(`.finding.open .head .at a, .finding.open [data-do="span"]`)
	b.wait("!document.querySelector('.cm-foldPlaceholder')")
}

// A thousand edits leave no trace in memory.
func TestEditorMemory(t *testing.T) {
	b := edits(t, address(t))
	b.waitState("done")
	round := func(edits int) {
		t.Helper()
		js[bool](b, `(async()=>{
			const v = `+workflow+`, at = v.state.doc.toString().indexOf('"goal": "') + 9;
			for (let i = 0; i < `+strconv.Itoa(edits)+`; i++) {
				v.dispatch(i % 2 ? {changes: {from: at, to: at + 1}, userEvent: "delete.backward"} : {changes: {from: at, insert: "x"}, userEvent: "input.type"});
				if (i % 10 === 0) await new Promise(r => requestAnimationFrame(() => setTimeout(r)));
				if (i % 50 === 49) await new Promise(r => setTimeout(r, 400));
			}
			return true;
		})()`)
		b.waitState("done")
	}
	measure := func() (heap float64, memory int) {
		t.Helper()
		for range 2 {
			if _, err := chromedp.Call(b.ctx, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
				t.Fatal(err)
			}
		}
		usage, err := chromedp.Call(b.ctx, runtime.GetHeapUsage, cdp.Empty{})
		if err != nil {
			t.Fatal(err)
		}
		return usage.UsedSize, js[int](b, "planproof.memory()")
	}
	round(200)
	heap, memory := measure()
	for range 5 {
		round(200)
	}
	after, grown := measure()
	t.Logf("heap %.2f MB, after 1,000 edits %.2f MB; interface's memory %.1f MB, %.1f MB", heap/1e6, after/1e6, float64(memory)/1e6, float64(grown)/1e6)
	if after > heap+1.5e6 {
		t.Errorf("the heap grew by %.1f MB", (after-heap)/1e6)
	}
	if grown > memory+8<<20 {
		t.Errorf("the interface's memory grew by %d bytes", grown-memory)
	}
}

// Built without npm, the page keeps its text areas, colored and marked.
func TestPlainTextAreas(t *testing.T) {
	files, err := siteFiles(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		if files[i].Name == "editor.js" {
			files[i].Data = []byte(plainBundle + " npm.\n")
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go http.Serve(listener, site.Handler(files, 1))
	b := open(t, "http://"+listener.Addr().String(), 1440, 900)
	b.waitState("done")
	b.wait("document.querySelectorAll('.ta-under .cm-line.pp-lit').length > 0 && !document.querySelector('.cm-editor')")
	b.click(`.ta-gutter .cm-gutterElement:nth-child(5)`)
	b.wait(`document.querySelectorAll('.graph .is-now').length === 1`)
	b.set(id("editor-workflow"), `{"goal": 1}`)
	b.waitState("error")
	b.click(id("error-position"))
	b.wait("document.activeElement.dataset.testid === 'editor-workflow'")
	b.shot("editor-plain")
}
