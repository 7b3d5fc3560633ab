//go:build browser

package browsertest

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"planproof/examples"
)

// set puts text into a field as typing does.
func (b *tab) set(selector, text string) {
	b.t.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		b.t.Fatal(err)
	}
	js[bool](b, "(()=>{const t=document.querySelector(`"+selector+"`); t.value="+string(quoted)+"; t.dispatchEvent(new Event('input',{bubbles:true})); return true})()")
}

// slide moves the transport's slider to an event, from 1.
func (b *tab) slide(n int) {
	b.t.Helper()
	b.set(id("transport-slider"), strconv.Itoa(n))
	b.wait("document.querySelector('[data-testid=cursor]').innerText.startsWith('" + strconv.Itoa(n) + " /')")
}

// Someone opens a clean page, pastes an answer from a chat, and reads why the
// plan is refused.
func TestPasteChatAnswer(t *testing.T) {
	b := open(t, address(t)+"/#blank", 1440, 900)
	b.wait("document.querySelector('[data-testid=verdict]').innerText.includes('Engine ready')")
	b.shot("empty-1440x900-light")
	if s := b.state(); s != "idle" {
		t.Errorf("a clean page is %q", s)
	}
	b.click(`.docs [data-do="paste"]`)
	b.wait("document.querySelector('[data-testid=paste]')")
	b.shot("paste-1440x900-light")
	b.set(id("paste"), examples.ChatAnswer)
	b.wait("document.querySelector('[data-testid=paste-notes]').innerText.includes('2 tool calls')")
	b.shot("paste-read-1440x900-light")
	b.press(id("paste-sort"))
	b.waitState("done")
	if v := b.text(id("verdict")); !strings.HasPrefix(v, "Rejected.") {
		t.Errorf("the verdict is %q", v)
	}
	if n := js[int](b, "document.querySelectorAll('[data-testid=finding]').length"); n == 0 {
		t.Error("no finding cards")
	}
	b.wait("document.querySelectorAll('.finding.open .flow li').length > 1")
	b.wait("document.querySelectorAll('.graph .flow-on').length > 0")
	b.shot("pasted-1440x900-light")
}

// Every example of the gallery opens and gets the verdict it promises.
func TestGallery(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	for _, e := range examples.All() {
		b.click(`[data-do="gallery"]`)
		b.wait("document.querySelectorAll('[data-testid=gallery-item]').length === " + strconv.Itoa(len(examples.All())))
		b.click(`[data-testid="gallery-item"][data-arg="` + e.ID + `"]`)
		b.wait("location.hash === '#example=" + e.ID + "' && ['done','error'].includes(document.querySelector('[data-testid=status]').dataset.state)")
		if b.state() == "error" {
			continue // a document that is no document is one of the lessons
		}
		title, err := json.Marshal(e.Title)
		if err != nil {
			t.Fatal(err)
		}
		b.wait("document.querySelector('.case h1').innerText === " + string(title))
		b.wait("['done', 'error'].includes(planproof.page.context().state)")
		accepted := js[bool](b, "document.querySelector('[data-testid=verdict]').innerText.startsWith('Accepted.')")
		if accepted != e.OK {
			t.Errorf("%s: accepted is %v", e.ID, accepted)
		}
	}
}

// The cursor moves all panes; the last event is the last, the first the first.
func TestStepping(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	b.click(id("transport-first"))
	b.wait("document.querySelector('[data-testid=cursor]').innerText.startsWith('1 /')")
	b.click(id("transport-next"))
	b.wait("document.querySelectorAll('.graph .is-now').length === 1")
	b.wait("document.querySelectorAll('.cm-line.pp-lit').length > 0")
	b.click(id("transport-last"))
	n := js[int](b, "+document.querySelector('[data-testid=transport-slider]').max")
	b.wait("document.querySelector('[data-testid=cursor]').innerText === '" + strconv.Itoa(n) + " / " + strconv.Itoa(n) + "'")
	b.click(id("next-finding"))
	b.wait("document.querySelectorAll('.finding.open').length === 1")
	b.click(id("tab-loops"))
	b.wait("document.querySelectorAll('[data-testid=loop-iteration]').length === 5")
	b.click(`[data-testid=loop-iteration][data-round="2"] button`)
	b.wait("document.querySelector('[data-testid=loop-iteration].lit').dataset.round === '2'")
	b.shot("loops-round2-1440x900-light")
	b.click(id("tab-lattice"))
	b.wait("document.querySelectorAll('[data-testid=lattice-node].is-now').length === 1")
	b.click(id("tab-automata"))
	b.wait("document.querySelectorAll('[data-testid=automaton-state][data-possible=true]').length > 0")
	b.click(`.graph [data-testid="step-/workflow/steps/5"]`)
	b.wait("document.querySelectorAll('.graph .is-now[data-testid=\"step-/workflow/steps/5\"]').length === 1")
	b.click(id("tab-contracts"))
	b.wait("document.querySelectorAll('[data-testid=obligation]').length > 0")
}

// Text that can not be read is refused with its place; correcting it verifies
// again by itself.
func TestRefusesBrokenInput(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	good := js[string](b, "document.querySelector('[data-testid=editor-workflow]').value")
	b.set(id("editor-workflow"), strings.Replace(good, `"steps": [`, `"steps": {`, 1))
	b.waitState("error")
	if e := b.text(id("error")); !strings.Contains(e, "workflow ") || !strings.Contains(e, ":") {
		t.Errorf("the error has no place: %q", e)
	}
	b.click(id("error-position"))
	b.wait("document.activeElement.closest('#editor-workflow')")
	b.shot("refused-1440x900-light")
	b.set(id("editor-workflow"), good)
	b.waitState("done")
	b.click(id("doc-policy"))
	b.set(id("editor-policy"), strings.Replace(js[string](b, "document.querySelector('[data-testid=editor-policy]').value"), `"sanitizers"`, `"sanitisers"`, 1))
	b.waitState("error")
	if e := b.text(id("error")); !strings.Contains(e, "policy ") || !strings.Contains(e, "sanitisers") {
		t.Errorf("a misspelt field of the policy: %q", e)
	}
}

// Everything in this test is done with keys.
func TestKeyboardOnly(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	b.key("5")
	b.wait("document.querySelector('[data-testid=tab-loops]').getAttribute('aria-selected') === 'true'")
	b.key("1")
	b.do(press("Home"))
	b.wait("document.querySelector('[data-testid=cursor]').innerText.startsWith('1 /')")
	b.do(press("ArrowRight"), press("ArrowRight"), press("ArrowLeft"))
	b.wait("document.querySelector('[data-testid=cursor]').innerText.startsWith('2 /')")
	b.key("n")
	b.wait("document.querySelectorAll('.finding.open').length === 1")
	b.key("r")
	b.key("b")
	b.wait("document.querySelector('.say .end').innerText.includes('1 breakpoint')")
	b.key("?")
	b.wait("document.querySelector('#help').open")
	b.shot("help-1440x900-light")
	b.do(press("Escape"))
	b.wait("!document.querySelector('#help').open")
	b.do(press("F6"), press("F6"))
	at := js[string](b, "document.activeElement.tagName + '.' + document.activeElement.className")
	if strings.HasPrefix(at, "BODY") {
		t.Errorf("F6 leads nowhere: %s", at)
	}
}

// A verifier that hangs is stopped, one that dies is replaced; the text is
// there before and after, and the next verification works.
func TestCancelAndCrash(t *testing.T) {
	b := open(t, address(t, "crashtest"), 1440, 900)
	b.waitState("done")
	good := js[string](b, "document.querySelector('[data-testid=editor-workflow]').value")
	hang := strings.Replace(good, `"goal": "`, `"goal": "crash-test: hang `, 1)
	b.set(id("editor-workflow"), hang)
	b.waitState("running")
	b.wait("document.querySelector('[data-testid=cancel]').offsetParent")
	b.shot("running-1440x900-light")
	b.set(id("editor-tools"), js[string](b, "document.querySelector('[data-testid=editor-tools]').value")+"\n")
	time.Sleep(500 * time.Millisecond) // an edit is taken up after a pause; until then the old run may still show
	b.waitState("running")
	b.wait("document.querySelector('[data-testid=cancel]').offsetParent")
	b.click(id("cancel"))
	b.waitState("stale")
	if js[string](b, "document.querySelector('[data-testid=editor-workflow]').value") != hang {
		t.Error("stopping changed the text")
	}
	crash := strings.Replace(good, `"goal": "`, `"goal": "crash-test: panic `, 1)
	b.set(id("editor-workflow"), crash)
	b.wait("document.querySelector('[data-testid=crash]')")
	b.wait("document.querySelector('[data-testid=crash]').innerText.includes('restarted')")
	b.shot("crash-1440x900-light")
	if js[string](b, "document.querySelector('[data-testid=editor-workflow]').value") != crash {
		t.Error("the crash changed the text")
	}
	b.set(id("editor-workflow"), good)
	b.waitState("done")
}
