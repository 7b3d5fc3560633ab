//go:build browser

package browsertest

import (
	"testing"
)

var views = []string{"verdict", "state", "lattice", "automata", "loops", "contracts"}

// Every view shows the first example, in both themes and three sizes.
func TestViews(t *testing.T) {
	url := address(t)
	for _, size := range []struct {
		name string
		w, h int64
	}{{"1440x900", 1440, 900}, {"1280x720", 1280, 720}, {"390x844", 390, 844}} {
		for _, theme := range []string{"light", "dark"} {
			t.Run(size.name+"-"+theme, func(t *testing.T) {
				t.Parallel()
				b := open(t, url+"/?theme="+theme, size.w, size.h)
				b.waitState("done")
				for _, v := range views {
					if size.w > 700 {
						b.click(id("tab-" + v))
					} else {
						b.click(`.paneswitch [data-arg="` + v + `"]`)
					}
					b.wait(`document.querySelector('[data-testid="pane-` + v + `"]')`)
					if b.text("#pane") == "" {
						t.Errorf("%s is empty", v)
					}
					b.shot(v + "-" + size.name + "-" + theme)
				}
				if size.w < 700 {
					b.click(`.paneswitch [data-arg="plan"]`)
					b.shot("plan-" + size.name + "-" + theme)
					b.click(`.paneswitch [data-arg="text"]`)
					b.shot("text-" + size.name + "-" + theme)
				}
			})
		}
	}
}
