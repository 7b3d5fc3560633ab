package mend

import (
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/examples"
	"planproof/ui/lab"
	"planproof/ui/lab/labtest"
	"planproof/ui/lab/verified"
)

// Every fix that the room offers for the first finding of any example does
// what it says when it is applied to the documents.
func TestFixesHoldWhatTheySay(t *testing.T) {
	offered := 0
	for _, e := range examples.All() {
		if e.OK {
			continue
		}
		r := &Room{Cache: &verified.Cache{}}
		p := &labtest.Page{T: t, Room: r, Context: labtest.Example(t, e.ID)}
		p.Ask(lab.Look, "")
		for i, f := range r.fixes {
			offered++
			p.Ask("apply", string(rune('0'+i)))
			w := p.Last().With
			b, derr := doc.ReadParts([]byte(w.Get("workflow")), []byte(w.Get("policy")), []byte(w.Get("tools")), doc.ReadOptions{})
			if derr != nil {
				t.Errorf("%s: after %q: %v", e.ID, f.Title, derr)
				continue
			}
			report, err := core.Verify(b, core.Options{})
			if err != nil || report.OK != f.OK {
				t.Errorf("%s: after %q accepted is %v, %v", e.ID, f.Title, report.OK, err)
			}
		}
	}
	if offered < 8 {
		t.Errorf("only %d fixes over all examples", offered)
	}
}

func TestSmallest(t *testing.T) {
	p := &labtest.Page{T: t, Room: &Room{Cache: &verified.Cache{}}, Context: labtest.Example(t, "inbox-digest")}
	p.Ask("smallest", "")
	small := p.Last().With.Get("workflow")
	if a, b := strings.Count(small, "tool_call"), strings.Count(p.Context.Workflow, "tool_call"); a == 0 || a >= b {
		t.Errorf("%d calls of %d are left", a, b)
	}
}

func TestNothingOpen(t *testing.T) {
	x := labtest.Example(t, "email-safe")
	p := &labtest.Page{T: t, Room: &Room{Cache: &verified.Cache{}}, Context: x}
	p.Context.Open = 99
	if r := p.Ask(lab.Look, ""); !strings.Contains(r.HTML, "Open a finding") {
		t.Error(r.HTML)
	}
	p.Context.Workflow = "{"
	if r := p.Ask(lab.Look, ""); !strings.Contains(r.HTML, "no verdict") {
		t.Error(r.HTML)
	}
}
