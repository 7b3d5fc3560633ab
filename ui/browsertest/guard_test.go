//go:build browser

package browsertest

import (
	"strings"
	"testing"
)

func TestGuardTab(t *testing.T) {
	for _, c := range []struct {
		name, theme string
		w, h        int64
	}{{"1440x900", "light", 1440, 900}, {"1440x900", "dark", 1440, 900}, {"390x844", "light", 390, 844}} {
		t.Run(c.name+"-"+c.theme, func(t *testing.T) {
			t.Parallel()
			b := open(t, address(t)+"/?theme="+c.theme+"#example=inbox-digest&view=guard", c.w, c.h)
			b.wait(`document.querySelector('[data-testid=guard-verdict]')`)
			if got := b.text(id("guard-verdict")); !strings.HasPrefix(got, "Denied.") {
				t.Errorf("the attack: %q", got)
			}
			b.shot("guard-" + c.name + "-" + c.theme)
			if c.w < 700 {
				return
			}
			b.click(id("guard-call-1"))
			b.wait(`document.querySelector('[data-testid=guard-verdict]').dataset.verdict === "allow"`)
			js[bool](b, `(s => { s.value = "over-the-budget"; s.dispatchEvent(new Event("change", {bubbles: true})); return true })(document.querySelector('[data-testid=guard-example]'))`)
			b.wait(`document.querySelector('[data-testid=guard-verdict]').dataset.verdict === "escalate"`)
			js[bool](b, `(s => { s.value = '{"spent_today": 0}'; s.dispatchEvent(new Event("input", {bubbles: true})); return true })(document.querySelector('[data-testid=guard-facts]'))`)
			b.wait(`document.querySelector('[data-testid=guard-verdict]').dataset.verdict === "allow" && document.querySelector('[data-testid=guard-before]')`)
			b.click("#guard-store summary")
			b.click(id("guard-save"))
			b.wait(`planproof.saved && planproof.saved.name === "guard-records.jsonl"`)
		})
	}
}
