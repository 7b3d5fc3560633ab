//go:build browser

package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// go to a tab, by the pane switch on a phone.
func (b *tab) goTab(name string) {
	b.t.Helper()
	if js[int](b, "innerWidth") > 700 {
		b.click(id("tab-" + name))
	} else {
		b.click(`.paneswitch [data-arg="` + name + `"]`)
	}
	b.wait(`document.querySelector('[data-testid="pane-` + name + `"] [data-lab-html]')`)
}

func (b *tab) has(testid string) {
	b.t.Helper()
	b.wait("document.querySelector('" + id(testid) + "')")
}

func (b *tab) runState(state string) {
	b.t.Helper()
	b.wait(`(document.querySelector('[data-testid="run-status"]')||{dataset:{}}).dataset.state==='` + state + `'`)
}

// press clicks what a room shows. The room may be drawn again at any moment,
// so the element is found and clicked in one go.
func (b *tab) press(selector string) {
	b.t.Helper()
	b.wait("document.querySelector('" + selector + "')")
	js[bool](b, "(document.querySelector('"+selector+"').click(),true)")
}

// fits tells that the pane does not scroll sideways.
func (b *tab) fits() {
	b.t.Helper()
	if wide := js[int](b, "document.getElementById('pane').scrollWidth - document.getElementById('pane').clientWidth"); wide > 0 {
		b.t.Errorf("the pane is %d pixels too wide", wide)
	}
}

func (b *tab) typeIn(testid, text string) {
	b.t.Helper()
	b.do(chromedp.SetValue(chromedp.CSS(id(testid)), text))
	js[bool](b, `(document.querySelector('`+id(testid)+`').dispatchEvent(new Event('input',{bubbles:true})),true)`)
}

// A plan that is accepted is run call by call with approval, by typing what
// the tools answer; a line of the trace moves the page.
func TestRunByHand(t *testing.T) {
	b := open(t, address(t)+"/?theme=light#example=email-safe", 1440, 900)
	b.waitState("done")
	b.goTab("run")
	b.runState("idle")
	b.press(id("run-ask"))
	b.press(id("run-step"))
	b.runState("approval")
	b.shot("run-approval-1440x900-light")
	b.press(id("run-allow"))
	b.runState("waiting")
	b.typeIn("run-result", "seven")
	b.press(id("run-answer"))
	b.has("run-wrong")
	b.shot("run-waiting-1440x900-light")
	b.typeIn("run-result", `["Tom: the numbers are in."]`)
	b.press(id("run-answer"))
	b.runState("approval")
	b.press(id("run-allow"))
	b.runState("waiting")
	b.typeIn("run-result", "One mail: the numbers are in.")
	b.press(id("run-answer"))
	b.runState("ended")
	b.press(`[data-testid="run-row"]:nth-child(1) button`)
	b.wait(`document.querySelector('[data-testid="run-row"]:nth-child(1)').classList.contains('lit')`)
	b.wait(`document.querySelector('[data-host="say"]').innerText.includes('Fetch the inbox')`)
	b.shot("run-ended-1440x900-light")
}

// A refused plan calls nothing; its finding is shown as a run beside the safe
// plan, with an attacker's text in it.
func TestRunRefused(t *testing.T) {
	for _, v := range []struct {
		theme string
		w, h  int64
		size  string
	}{{"light", 1440, 900, "1440x900"}, {"dark", 1440, 900, "1440x900"}, {"light", 390, 844, "390x844"}, {"dark", 390, 844, "390x844"}} {
		t.Run(v.size+v.theme, func(t *testing.T) {
			t.Parallel()
			b := open(t, address(t)+"/?theme="+v.theme+"#example=redacted-on-one-branch", v.w, v.h)
			b.waitState("done")
			b.goTab("run")
			b.runState("refused")
			b.has("run-replayed")
			b.shot("run-refused-" + v.size + "-" + v.theme)
			b.press(id("run-start"))
			b.runState("refused")
			b.press(id("run-witness-load"))
			b.runState("stopped")
			b.shot("run-witness-" + v.size + "-" + v.theme)
			js[bool](b, `(document.querySelector('[data-testid="run-replay"]').scrollIntoView(),true)`)
			b.fits()
			b.shot("run-replay-" + v.size + "-" + v.theme)
		})
	}
}

// Nested loops run by the example's script; every line has its round, and the
// budget stops the run where it is used up.
func TestRunLoops(t *testing.T) {
	for _, v := range []struct {
		theme string
		w, h  int64
		size  string
	}{{"dark", 1440, 900, "1440x900"}, {"light", 390, 844, "390x844"}} {
		t.Run(v.size, func(t *testing.T) {
			t.Parallel()
			b := open(t, address(t)+"/?theme="+v.theme+"#example=loops-in-loops", v.w, v.h)
			b.waitState("done")
			b.goTab("run")
			b.wait(`document.querySelector('[data-testid="run-scripts"]').value.includes('2025/rent.pdf')`)
			b.press(id("run-start"))
			b.runState("ended")
			b.press(`[data-testid="run-row"]:nth-child(6) button`)
			b.has("run-call")
			b.fits()
			b.shot("run-loops-" + v.size + "-" + v.theme)
			js[bool](b, `(document.getElementById('run-values').open = true)`)
			b.typeIn("run-budget-calls", "5")
			b.press(id("run-start"))
			b.runState("stopped")
			b.shot("run-budget-" + v.size + "-" + v.theme)
		})
	}
}
