//go:build browser

package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// What was edited is kept in the browser: after a reload it is in the list, and
// a click brings it back, as a load that can be undone.
func TestLocalHistory(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	js[bool](b, "planproof.history.clear().then(()=>true)")
	theirs := b.value("workflow")
	b.set(id("editor-workflow"), strings.Replace(theirs, `"goal": "`, `"goal": "kept `, 1))
	b.wait("planproof.history.state.saved > 0")
	b.do(chromedp.Reload())
	b.waitState("done")
	if b.value("workflow") != theirs {
		t.Fatal("the reload did not open the example")
	}
	b.click(`.foot [data-do="history"]`)
	b.wait("document.querySelector('#local-history').open && document.querySelectorAll('[data-testid=history-item]').length === 1")
	if row := b.text(id("history-item")); !strings.Contains(row, "Inbox digest") || !strings.Contains(row, "differs in workflow") {
		t.Errorf("the list says %q", row)
	}
	b.shot("history-1440x900-light")
	b.click(id("history-item"))
	b.wait("!document.querySelector('#local-history').open && document.querySelector('[data-testid=editor-workflow]').value.includes('kept ')")
	b.waitState("done")
	if got := b.text(".case"); !strings.Contains(got, "Inbox digest") {
		t.Errorf("the title is %q", got)
	}
	b.click(`.foot [data-do="history"]`)
	b.wait("document.querySelector('[data-testid=history-item]').innerText.includes('as it is now')")
	b.click(`[data-history-clear]`)
	b.wait("document.querySelectorAll('[data-testid=history-item]').length === 0 && document.querySelector('[data-history-list]').innerText.includes('Nothing is kept yet')")
}

// Snapshots of one minute replace each other, the limits hold, and what is the
// same is not kept twice.
func TestLocalHistoryLimits(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	js[bool](b, "planproof.history.clear().then(()=>true)")
	edit := func(what string) {
		t.Helper()
		saved := js[int](b, "planproof.history.state.saved")
		b.set(id("editor-workflow"), `{"goal": "`+what+`", "steps": []}`)
		js[bool](b, "planproof.history.keep().then(()=>true)")
		if js[int](b, "planproof.history.state.saved") != saved+1 {
			t.Fatalf("%s was not kept", what)
		}
	}
	count := func() int { return js[int](b, "planproof.history.all().then(l=>l.length)") }
	edit("one")
	edit("two")
	if n := count(); n != 1 {
		t.Errorf("%d snapshots of one minute", n)
	}
	js[bool](b, "(planproof.history.limit.gap = 0, planproof.history.limit.count = 3, true)")
	for _, w := range []string{"three", "four", "five", "six"} {
		edit(w)
	}
	if got := js[string](b, "planproof.history.all().then(l=>l.map(s=>JSON.parse(s.workflow).goal).join())"); got != "four,five,six" {
		t.Errorf("kept are %s", got)
	}
	js[bool](b, "(planproof.history.limit.bytes = 10, true)")
	edit("seven")
	if n := count(); n != 0 {
		t.Errorf("%d snapshots in 10 bytes", n)
	}
}

// Without room the older half goes, and when that does not help the dialog says
// that nothing is kept. Editing goes on.
func TestLocalHistoryQuota(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	js[bool](b, "planproof.history.clear().then(()=>true)")
	js[bool](b, `(()=>{ planproof.history.limit.gap = 0; const put = IDBObjectStore.prototype.put; window.full = 0;
		IDBObjectStore.prototype.put = function (v) { if (window.full > 0) { window.full--; throw new DOMException("full", "QuotaExceededError"); } return put.call(this, v); }; return true })()`)
	for _, w := range []string{"a", "b", "c", "d"} {
		b.set(id("editor-workflow"), `{"goal": "`+w+`", "steps": []}`)
		if w == "d" {
			js[bool](b, "(window.full = 1, true)")
		}
		js[bool](b, "planproof.history.keep().then(()=>true)")
	}
	if got := js[string](b, "planproof.history.all().then(l=>l.map(s=>JSON.parse(s.workflow).goal).join())"); got != "c,d" {
		t.Errorf("kept are %s", got)
	}
	js[bool](b, "(window.full = 9, true)")
	b.set(id("editor-workflow"), `{"goal": "e", "steps": []}`)
	js[bool](b, "planproof.history.keep().then(()=>true)")
	b.click(`.foot [data-do="history"]`)
	b.wait("document.querySelector('[data-history-list]').innerText.includes('no room left')")
	b.click(`[data-history-close]`)
	b.waitState("done")
}

// A clean page keeps nothing and says so.
func TestLocalHistoryOffInBlank(t *testing.T) {
	b := open(t, address(t)+"/#blank", 1440, 900)
	b.wait("planproof.marks.ready")
	js[bool](b, "planproof.history.clear().then(()=>true)")
	b.set(id("editor-workflow"), `{"goal": "secret", "steps": []}`)
	js[bool](b, "planproof.history.keep().then(()=>true)")
	if n := js[int](b, "planproof.history.all().then(l=>l.length)"); n != 0 {
		t.Errorf("%d snapshots", n)
	}
	b.click(`.foot [data-do="history"]`)
	b.wait("document.querySelector('[data-history-list]').innerText.includes('clean page')")
}
