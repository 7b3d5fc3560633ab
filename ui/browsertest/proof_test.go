//go:build browser

package browsertest

import "testing"

func (b *tab) proofState(state string) {
	b.t.Helper()
	b.wait(`(document.querySelector('[data-testid="proof-status"]')||{dataset:{}}).dataset.state==='` + state + `'`)
}

// The certificate is checked in the page, refused when a fact of it is turned
// around, and accepted again when that is undone.
func TestProof(t *testing.T) {
	for _, v := range []struct {
		theme string
		w, h  int64
		size  string
	}{{"light", 1440, 900, "1440x900"}, {"dark", 1440, 900, "1440x900"}, {"light", 390, 844, "390x844"}, {"dark", 390, 844, "390x844"}} {
		t.Run(v.size+v.theme, func(t *testing.T) {
			t.Parallel()
			b := open(t, address(t)+"/?theme="+v.theme+"#example=loops-in-loops", v.w, v.h)
			b.waitState("done")
			b.goTab("proof")
			b.proofState("accepted")
			b.press(id("proof-check"))
			b.wait(`document.querySelector('[data-testid="proof-time"]').innerText.includes('ms')`)
			b.shot("proof-" + v.size + "-" + v.theme)
			b.press(`[data-testid="proof-loop"] [aria-pressed="true"]`)
			b.proofState("refused")
			b.has("proof-refusal")
			b.fits()
			b.shot("proof-tampered-" + v.size + "-" + v.theme)
			js[bool](b, `(document.querySelector('[data-testid="proof-trust"]').scrollIntoView(),true)`)
			b.shot("proof-trust-" + v.size + "-" + v.theme)
			b.press(id("proof-restore"))
			b.proofState("accepted")
			b.press(id("proof-coq"))
			b.wait(`planproof.saved && planproof.saved.name === 'Plan_loops_in_loops.v'`)
		})
	}
}

// What a certificate takes from the solver is asked again; a refused plan has
// no certificate, and the failed test is named.
func TestProofSolver(t *testing.T) {
	b := open(t, address(t)+"/?theme=light#example=pay-up-to-100", 1440, 900)
	b.waitState("done")
	b.goTab("proof")
	b.proofState("accepted")
	b.wait(`document.querySelector('[data-testid="proof-time"]').innerText.includes('asked again, confirmed')`)
	b.shot("proof-solver-1440x900-light")
	b.press(`[data-testid="proof-call"] [data-lab-arg^="by "]`)
	b.proofState("refused")
	b = open(t, address(t)+"/?theme=dark#example=inbox-digest", 1440, 900)
	b.waitState("done")
	b.goTab("proof")
	b.proofState("none")
	b.has("proof-refusal")
	b.shot("proof-none-1440x900-dark")
	b.goTab("run")
	b.runState("refused")
	b.has("run-replayed")
	b.shot("run-digest-1440x900-dark")
}
