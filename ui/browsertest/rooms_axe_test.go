//go:build browser

package browsertest

import "testing"

// The states of Run, Proof and Plan that come with use: axe-core finds nothing.
func TestAxeInUse(t *testing.T) {
	source := axeSource(t)
	for _, theme := range []string{"light", "dark"} {
		t.Run(theme, func(t *testing.T) {
			t.Parallel()
			b := open(t, address(t)+"/?theme="+theme+"#example=loops-in-loops", 1440, 900)
			b.waitState("done")
			js[bool](b, source+"; true")
			b.goTab("run")
			b.wait(`document.querySelector('[data-testid="run-scripts"]').value.includes('rent.pdf')`)
			b.press(id("run-ask"))
			b.press(id("run-step"))
			b.runState("approval")
			b.axeIn("#inspector", "approval")
			b.press(id("run-allow"))
			b.runState("waiting")
			b.axeIn("#inspector", "waiting")
			b.press(id("run-ask"))
			b.press(id("run-start"))
			b.runState("ended")
			js[bool](b, `(document.querySelectorAll('.runroom details').forEach(d => d.open = true), true)`)
			b.axeIn("#inspector", "ended")
			b.goTab("proof")
			b.proofState("accepted")
			js[bool](b, `(document.querySelectorAll('.proofroom details').forEach(d => d.open = true), true)`)
			b.axeIn("#inspector", "certificate")
			b.press(`[data-testid="proof-loop"] [aria-pressed="true"]`)
			b.proofState("refused")
			b.axeIn("#inspector", "tampered")
			b.press(id("plan-open"))
			b.has("plan-answer")
			b.typeIn("plan-answer", planOf(t, "email-malicious"))
			b.press(id("plan-read"))
			b.wait(`document.querySelector('[data-testid="plan-attempt"]')`)
			b.axeIn("#lab", "attempt")
			b = open(t, address(t)+"/?theme="+theme+"#example=redacted-on-one-branch", 390, 844)
			b.waitState("done")
			js[bool](b, source+"; true")
			b.goTab("run")
			b.has("run-attack")
			b.press(id("run-witness-load"))
			b.runState("stopped")
			b.axeIn("#inspector", "witness")
		})
	}
}
