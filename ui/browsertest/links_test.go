//go:build browser

package browsertest

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
)

// goldenLink is a link that some version of the page made; every later one
// must open it.
type goldenLink struct {
	Version  string `json:"version"`
	Link     string `json:"link"`
	Contains string `json:"contains"` // in one of the documents
	View     string `json:"view"`
	Moment   string `json:"moment"` // of the cursor, when it is at one
	Strict   bool   `json:"strict"`
}

const textOf = `["workflow","policy","tools"].map(d=>document.querySelector('textarea[data-doc='+d+']').value).join("\n")`

func TestGoldenLinksOpen(t *testing.T) {
	text, err := os.ReadFile("../share/testdata/links.json")
	if err != nil {
		t.Fatal(err)
	}
	var links []goldenLink
	if err := json.Unmarshal(text, &links); err != nil || len(links) < 8 {
		t.Fatal(len(links), err)
	}
	url := address(t)
	for i, l := range links {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			b := open(t, url+"/"+l.Link, 1440, 900)
			if l.Link == "#blank" {
				b.waitState("idle")
				return
			}
			b.waitState("done")
			docs := js[string](b, textOf)
			if !strings.Contains(docs, l.Contains) {
				t.Errorf("no %q in the documents", l.Contains)
			}
			if l.View != "" {
				b.wait(`document.querySelector('[data-testid="pane-` + l.View + `"]')`)
			}
			if got := js[string](b, "planproof.page.context().cursor"); strings.Contains(l.Link, "&at=") && got != l.Moment {
				t.Errorf("cursor at %q, want %q", got, l.Moment)
			}
			if got := js[bool](b, "planproof.page.context().strict"); got != l.Strict {
				t.Errorf("strict %v", got)
			}
		})
	}
}

// A link that is cut off opens nothing and says so; what is there stays.
func TestDamagedLink(t *testing.T) {
	b := open(t, address(t)+"/#p1=ysxLyq_QTclM", 1440, 900)
	b.waitState("error")
	if got := b.text("#pane"); !strings.Contains(got, "damaged") {
		t.Errorf("the page says %q", got)
	}
	js[string](b, `location.hash = "#p2=abc"`)
	b.wait(`document.querySelector('#pane').innerText.includes("newer version")`)
}
