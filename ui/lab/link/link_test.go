package link

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"planproof/examples"
	"planproof/ui/lab"
	"planproof/ui/lab/labtest"
)

func page(t *testing.T) *labtest.Page {
	p := &labtest.Page{T: t, Room: &Room{}, Files: map[string]string{}, Context: lab.Context{Address: "https://host.example/planproof/"}}
	for _, e := range examples.All() {
		p.Files["examples/"+e.ID+".json"] = string(e.Text)
	}
	return p
}

func TestGoldenLinks(t *testing.T) {
	text, err := os.ReadFile("../../share/testdata/links.json")
	if err != nil {
		t.Fatal(err)
	}
	var links []struct{ Link, Contains, At, View string }
	if err := json.Unmarshal(text, &links); err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		if l.Link == "#blank" {
			continue
		}
		p := page(t)
		if r := p.Ask("open", l.Link); r.Data != "" {
			t.Errorf("%.60s: %s", l.Link, r.Data)
			continue
		}
		w := p.Last().With
		if lesson, ok := strings.CutPrefix(l.Link, "#lesson="); ok {
			if w.Get("room") != "lesson" || w.Get("as") != "open" || w.Get("arg") != lesson {
				t.Errorf("%s: %v", l.Link, w)
			}
			continue
		}
		if docs := w.Get("workflow") + w.Get("policy") + w.Get("tools"); !strings.Contains(docs, l.Contains) || docs == "" {
			t.Errorf("%.60s: the documents are others", l.Link)
		}
		if w.Get("at") != l.At || w.Get("view") != l.View {
			t.Errorf("%.60s: opens at %q in %q", l.Link, w.Get("at"), w.Get("view"))
		}
	}
}

func TestWhatIsNotOpened(t *testing.T) {
	for link, want := range map[string]string{
		"#p1=ysxLyq_QTclM":            "damaged",
		"#p1=!":                       "damaged",
		"#p7=abc":                     "newer version",
		"#url=https://other.example/": "another site",
		"#url=plans/none.json":        "can not be opened",
	} {
		p := page(t)
		r := p.Ask("open", link)
		if !strings.Contains(r.Data, want) || len(p.Effects) > 0 {
			t.Errorf("%s: %q, %v", link, r.Data, p.Effects)
		}
	}
}
