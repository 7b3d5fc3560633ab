package watch

import (
	"strings"
	"testing"

	"planproof/ui/lab"
	"planproof/ui/lab/labtest"
	"planproof/ui/lab/verified"
)

func page(t *testing.T) *labtest.Page {
	return &labtest.Page{T: t, Room: &Room{Cache: &verified.Cache{}}, Context: labtest.Example(t, "inbox-digest")}
}

func TestExpressions(t *testing.T) {
	p := page(t)
	for text, want := range map[string]string{
		"labels(draft)":                "",
		" state ( no_external_send ) ": "",
		"labels(nobody)":               "binds no name",
		"state(draft)":                 "no automaton",
		"color(draft)":                 "can not be watched",
		"draft":                        "Write it as",
		"labels(draft) or":             "Write it as",
		`<img src=x>(draft)`:           "can not be watched",
	} {
		r := p.Ask("add", "", lab.Field{Name: "expression", Value: text})
		alert := strings.Contains(r.HTML, `role="alert"`)
		if alert != (want != "") || !strings.Contains(r.HTML, want) {
			t.Errorf("%q: alert %v", text, alert)
		}
		if strings.Contains(r.HTML, "<img") {
			t.Error("what was typed became markup")
		}
	}
}

func TestPin(t *testing.T) {
	p := page(t)
	p.Context.Event = 3
	if r := p.Ask("pin", ""); !strings.Contains(r.HTML, "Nothing differs") {
		t.Error("a moment differs from itself")
	}
	p.Context.Event = 40
	if r := p.Ask(lab.Look, ""); !strings.Contains(r.HTML, `data-testid="pinned"`) || !strings.Contains(r.HTML, "Event 4,") {
		t.Error("nothing differs 37 events later")
	}
	if r := p.Ask("unpin", ""); !strings.Contains(r.HTML, "Pin this moment") {
		t.Error("still pinned")
	}
}
