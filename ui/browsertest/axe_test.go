//go:build browser

package browsertest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// axeVersion is the version of axe-core that judges the views.
const axeVersion = "4.14.1"

// axeSource fetches axe-core with npm into the user's cache, once. Without npm
// the test is skipped by name: nothing of it is part of the product.
func axeSource(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("axe-core: no cache folder: ", err)
	}
	dir := filepath.Join(cache, "planproof-test", "axe-core-"+axeVersion)
	file := filepath.Join(dir, "node_modules", "axe-core", "axe.min.js")
	if _, err := os.Stat(file); err != nil {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("npm", "install", "--prefix", dir, "--no-save", "--no-audit", "--no-fund", "axe-core@"+axeVersion).CombinedOutput()
		if err != nil {
			t.Skipf("axe-core can not be fetched with npm: %v\n%s", err, out)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// axe judges what the tab shows and reports every violation.
func (b *tab) axe(where string) { b.t.Helper(); b.axeIn("html", where) }

// axeIn judges one part of what the tab shows.
func (b *tab) axeIn(selector, where string) {
	b.t.Helper()
	text := js[string](b, `(async () => {
		const r = await axe.run(document.querySelector("`+selector+`"), { resultTypes: ["violations"] });
		return JSON.stringify(r.violations.map(v => ({ id: v.id, help: v.help, nodes: v.nodes.map(n => n.target.join(" ") + ": " + n.failureSummary) })));
	})()`)
	var found []struct {
		ID, Help string
		Nodes    []string
	}
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		b.t.Fatal(err)
	}
	for _, f := range found {
		b.t.Errorf("%s: %s: %s\n%s", where, f.ID, f.Help, strings.Join(f.Nodes[:min(4, len(f.Nodes))], "\n"))
	}
}

// Every view, light and dark, on a desk and on a phone: axe-core finds nothing.
func TestAxe(t *testing.T) {
	source := axeSource(t)
	url := address(t)
	for _, theme := range []string{"light", "dark"} {
		t.Run("desk-"+theme, func(t *testing.T) {
			t.Parallel()
			b := open(t, url+"/?theme="+theme, 1440, 900)
			b.waitState("done")
			js[bool](b, source+"; true")
			for _, v := range []string{"verdict", "state", "lattice", "automata", "loops", "contracts", "run", "guard", "proof"} {
				b.click(id("tab-" + v))
				b.wait(`document.querySelector('[data-testid="pane-` + v + `"]')`)
				b.settle()
				if v == "verdict" || v == "guard" {
					b.axe(v)
				} else { // around the inspector nothing is new
					b.axeIn(".inspector", v)
				}
			}
			js[bool](b, `(location.hash = "#blank", true)`)
			b.waitState("idle")
			b.axe("blank")
		})
		t.Run("below-"+theme, func(t *testing.T) {
			t.Parallel()
			b := open(t, url+"/?theme="+theme, 1440, 900)
			b.waitState("done")
			js[bool](b, source+"; true")
			for _, c := range [][2]string{{"verdict", "mend"}, {"verdict", "absent"}, {"state", "watch"}, {"lattice", "joins"}} {
				b.click(id("tab-" + c[0]))
				b.unfold(c[1], "*")
				b.settle()
				b.axeIn(".inspector", c[1])
			}
		})
		t.Run("dialogs-"+theme, func(t *testing.T) {
			t.Parallel()
			b := open(t, url+"/?theme="+theme, 1440, 900)
			b.waitState("done")
			js[bool](b, source+"; true")
			for _, room := range []string{"share", "gallery", "palette", "plan", "paste"} {
				js[bool](b, `(planproof.lab.dialog("`+room+`"), true)`)
				b.settle()
				b.axeIn("#lab", room)
				js[bool](b, `(document.querySelector("#lab").close(), true)`)
			}
			js[bool](b, `(planproof.page.do("help", ""), true)`)
			b.wait(`document.querySelector("dialog[open]")`)
			b.axe("help")
		})
		t.Run("lessons-"+theme, func(t *testing.T) {
			t.Parallel()
			b := open(t, url+"/?theme="+theme, 1440, 900)
			b.waitState("done")
			js[bool](b, source+"; true")
			b.room("lesson", id("lesson-item"))
			b.axe("lessons")
			js[bool](b, `(location.hash = "lesson=three-rounds-prove-nothing", true)`)
			b.wait("document.querySelector('[data-testid=lesson-show].is-now')")
			b.axe("lesson")
			b.press(id("exercise-edit"))
			b.wait("document.querySelector('[data-testid=exercise-goal]')")
			b.axe("exercise")
		})
		t.Run("phone-"+theme, func(t *testing.T) {
			t.Parallel()
			b := open(t, url+"/?theme="+theme, 390, 844)
			b.waitState("done")
			js[bool](b, source+"; true")
			for _, v := range []string{"text", "plan", "verdict", "state", "lattice", "automata", "loops", "contracts"} {
				b.click(`.paneswitch [data-arg="` + v + `"]`)
				b.settle()
				b.axe(v)
			}
		})
	}
}

// settle waits until rooms on the page have been drawn.
func (b *tab) settle() {
	b.t.Helper()
	b.wait(`[...document.querySelectorAll("[data-lab]")].every(h => !h.dataset.lab || !h.checkVisibility() || h.dataset.labHtml !== undefined)`)
}
