//go:build browser

package browsertest

import (
	"strconv"
	"strings"
	"testing"
)

// unfold opens a room below a pane and waits until it shows something.
func (b *tab) unfold(room, selector string) {
	b.t.Helper()
	b.click(id("open-"+room) + " summary")
	b.wait(`document.querySelector('[data-lab="` + room + `"] ` + selector + `')`)
}

// What would make it pass: a fix is applied, and the plan is then accepted or
// the finding is gone.
func TestFixFromThePage(t *testing.T) {
	b := open(t, address(t)+"/#example=lemmascript-another-value-redacted", 1440, 900)
	b.waitState("done")
	before := js[int](b, `document.querySelectorAll('[data-testid=finding]').length`)
	b.unfold("mend", "[data-testid=fix]")
	js[bool](b, `(document.querySelector("[data-lab=mend]").scrollIntoView(), true)`)
	b.shot("mend-1440x900-light")
	b.click(id("fix-apply"))
	b.wait(`document.querySelectorAll('[data-testid=finding]').length < ` + itoa(before) + ` && document.querySelector('[data-testid=status]').dataset.state==='done'`)
}

func TestSmallestPlanFromThePage(t *testing.T) {
	b := open(t, address(t)+"/", 1440, 900)
	b.waitState("done")
	steps := js[int](b, `planproof.page.context().workflow.split('"tool_call"').length`)
	b.unfold("mend", "[data-testid=smallest]")
	b.click(id("smallest"))
	b.wait(`planproof.page.context().workflow.split('"tool_call"').length < ` + itoa(steps) + ` && planproof.page.context().state === 'done'`)
	if got := b.text("[data-testid=status]"); !strings.Contains(got, "Rejected") {
		t.Errorf("the smallest plan is %q", got)
	}
}

func TestWhyNotFlagged(t *testing.T) {
	b := open(t, address(t)+"/#example=email-safe", 1440, 900)
	b.waitState("done")
	b.unfold("absent", "[data-testid=why-not] li")
	b.shot("absent-1440x900-light")
	if got := b.text(id("why-not")); got == "" {
		t.Error("no answer")
	}
}

func TestWatchesAndPin(t *testing.T) {
	b := open(t, address(t)+"/#example=inbox-digest&at=3&view=state", 1440, 900)
	b.waitState("done")
	b.unfold("watch", "[data-testid=watch]")
	js[bool](b, `(document.querySelector('[data-testid=watch-expression]').value = "provenance(draft)", true)`)
	b.click(id("watch-add"))
	b.wait(`document.querySelector('[data-lab=watch]').innerText.includes("provenance(draft)")`)
	b.click(id("pin"))
	b.wait(`document.querySelector('[data-lab=watch]').innerText.includes("Nothing differs")`)
	b.click(id("transport-last"))
	b.wait(`document.querySelector('[data-testid=pinned]')`)
	js[bool](b, `(document.querySelector("[data-lab=watch]").scrollIntoView(), true)`)
	b.shot("watch-1440x900-light")
	js[bool](b, `(document.querySelector('[data-testid=watch-expression]').value = "color(draft)", true)`)
	b.click(id("watch-add"))
	b.wait(`document.querySelector('[data-lab=watch] [role=alert]')`)
}

func TestJoinPlayground(t *testing.T) {
	b := open(t, address(t)+"/#example=inbox-digest&view=lattice", 1440, 900)
	b.waitState("done")
	b.unfold("joins", ".strip")
	js[bool](b, `(s => { s.value = "addr"; s.dispatchEvent(new Event("change", {bubbles: true})); return true })(document.querySelector('[data-testid=join-x]'))`)
	b.wait(`document.querySelector('[data-lab=joins] svg.hasse')`)
	js[bool](b, `(document.querySelector("[data-lab=joins]").scrollIntoView(), true)`)
	b.shot("joins-1440x900-light")
}

// The query of an obligation, as the solver saw it and for other solvers.
func TestQuestion(t *testing.T) {
	b := open(t, address(t)+"/#example=inbox-digest&view=contracts", 1440, 900)
	b.waitState("done")
	b.unfold("question", "[data-testid=question-smtlib]")
	js[bool](b, `(document.querySelector("[data-lab=question]").scrollIntoView(), true)`)
	b.shot("question-1440x900-light")
	b.click(id("question-save"))
	b.wait(`planproof.saved && planproof.saved.name.endsWith(".smt2")`)
}

func itoa(n int) string { return strconv.Itoa(n) }
