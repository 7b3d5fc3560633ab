//go:build browser

package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// overflows names what is wider than its box, without what scrolls or is cut on purpose.
const overflows = `[...document.querySelectorAll("#app section, #app aside, #app .bar, #app table")].filter(e => e.checkVisibility() && e.clientWidth && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === "visible" && !e.closest(".scrollx, .editor")).map(e => e.className + " " + e.scrollWidth + ">" + e.clientWidth).join(", ")`

// On tablets all three panes are in view and nothing runs over its pane.
func TestTablet(t *testing.T) {
	for _, size := range [][2]int64{{820, 1180}, {1024, 768}} {
		b := open(t, address(t)+"/?theme=light", size[0], size[1])
		b.waitState("done")
		for _, v := range []string{"verdict", "state", "lattice", "automata", "loops", "contracts", "run", "proof"} {
			b.click(id("tab-" + v))
			b.settle()
			if got := js[string](b, overflows); got != "" {
				t.Errorf("%d: %s: %s", size[0], v, got)
			}
		}
		narrow := js[bool](b, `[...document.querySelectorAll(".docs, .plan, .inspector")].some(e => e.getBoundingClientRect().width < 360 || e.getBoundingClientRect().height < 200)`)
		if narrow {
			t.Errorf("%d: a pane is too small", size[0])
		}
		b.shot("tablet-" + map[int64]string{820: "820x1180", 1024: "1024x768"}[size[0]])
	}
}

// On a phone the name of the pane that is shown is in view.
func TestPhonePanes(t *testing.T) {
	b := open(t, address(t)+"/?theme=light", 390, 844)
	b.waitState("done")
	for _, v := range []string{"run", "guard", "proof", "text"} {
		js[bool](b, `(planproof.page.do("pane", "`+v+`"), true)`)
		b.wait(`(r => r && r.left >= 0 && r.right <= innerWidth)(document.querySelector('.paneswitch [data-arg="` + v + `"][aria-current="true"]')?.getBoundingClientRect())`)
	}
}

// The theme goes from light over dark to high contrast and stays over a visit;
// axe-core finds nothing in it.
func TestContrast(t *testing.T) {
	b := open(t, address(t)+"/?theme=light", 1024, 768)
	b.waitState("done")
	b.click(id("theme"))
	b.wait(`document.documentElement.dataset.theme === "dark" && document.documentElement.dataset.contrast === undefined`)
	b.click(id("theme"))
	b.wait(`document.documentElement.dataset.contrast !== undefined && localStorage.getItem("planproof.contrast") === "on"`)
	js[bool](b, axeSource(t)+"; true")
	b.wait(`document.querySelector(".cm-content[contenteditable=true]")`)
	b.axe("contrast")
	b.shot("contrast-1024x768")
	b.click(id("theme"))
	b.wait(`document.documentElement.dataset.theme === "light" && document.documentElement.dataset.contrast === undefined`)
}

// Keys of one letter can be off; the arrows go on.
func TestLetterKeysOff(t *testing.T) {
	b := open(t, address(t), 1440, 900)
	b.waitState("done")
	b.click(`[data-do="help"]`)
	b.click(id("letter-keys"))
	b.do(press("Escape"))
	b.wait(`!document.querySelector("#help").open`)
	b.do(chromedp.KeyEvent("2"))
	b.do(press("Home"))
	b.wait(`document.querySelector('[data-testid=cursor]').innerText.startsWith("1 ")`)
	if !js[bool](b, `document.querySelector('[data-testid=tab-verdict]').ariaSelected === "true"`) {
		t.Error("a digit still works")
	}
	js[bool](b, `(document.querySelector("[data-letters]").click(), true)`)
	b.do(chromedp.KeyEvent("2"))
	b.wait(`document.querySelector('[data-testid=tab-state]').ariaSelected === "true"`)
}

// The pictures of the README.
func TestReadmePictures(t *testing.T) {
	for _, theme := range []string{"light", "dark"} {
		b := open(t, address(t)+"/?theme="+theme, 1280, 720)
		b.waitState("done")
		b.wait(`document.querySelector(".cm-editor")`)
		b.shot("page-" + theme)
	}
}
