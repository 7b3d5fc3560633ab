//go:build browser

package browsertest

import "testing"

// TestLook takes pictures of the moments that the views are about.
func TestLook(t *testing.T) {
	url := address(t)
	for _, theme := range []string{"light", "dark"} {
		b := open(t, url+"/?theme="+theme, 1440, 900)
		b.waitState("done")
		card := `[data-rule="mail_stays_private"] [data-do="open"]`
		if b.text(`.finding.open .rule`) != "mail_stays_private" {
			b.click(card)
		}
		b.shot("look-taint-" + theme)
		b.click(id("tab-loops"))
		b.shot("look-loops-" + theme)
		b.click(id("tab-state"))
		b.shot("look-state-" + theme)
		b.click(id("tab-lattice"))
		for range 120 {
			b.key("\u2190")
			break
		}
		b.do()
		js[bool](b, `(()=>{const s=document.querySelector('[data-testid=transport-slider]'); s.value=22; s.dispatchEvent(new Event('input',{bubbles:true})); return true})()`)
		b.wait(`document.querySelector('[data-testid=cursor]').innerText.startsWith('22 ')`)
		b.shot("look-join-" + theme)
		b.click(id("tab-automata"))
		js[bool](b, `(()=>{const s=document.querySelector('[data-testid=transport-slider]'); s.value=86; s.dispatchEvent(new Event('input',{bubbles:true})); return true})()`)
		b.wait(`document.querySelector('[data-testid=cursor]').innerText.startsWith('86 ')`)
		b.shot("look-automata-" + theme)
		b.click(id("tab-contracts"))
		b.shot("look-contracts-" + theme)
		b.click(`[data-do=plan][data-arg=list]`)
		b.shot("look-list-" + theme)
	}
}
