package viewmodel

import (
	"os"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/verify"
)

// load verifies a bundle of testdata with the real engine.
func load(t *testing.T, name string) *Model {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	b, derr := doc.ReadBundle(text, doc.ReadOptions{})
	if derr != nil {
		t.Fatal(derr)
	}
	r, err := core.Verify(b, core.Options{Detail: verify.DetailFull})
	if err != nil {
		t.Fatal(err)
	}
	back, err := finding.ReadReport(r.AppendWire(nil))
	if err != nil {
		t.Fatal(err)
	}
	return New(b.Workflow, b.Policy, back)
}

func TestDump(t *testing.T) {
	m := load(t, "inbox-digest.json")
	s := m.Statement()
	t.Log(s)
	for _, c := range m.Cards {
		t.Logf("%d %s %s %s ev=%d q=%v %v", c.Number, c.Certainty, c.Title, c.Sum, c.Event, c.Quiet, c.F.Witness)
		for _, h := range c.Hops {
			t.Logf("    %+v", h)
		}
		for _, h := range c.F.Flow {
			t.Logf("    raw %+v", h)
		}
	}
	for i := range m.events {
		e := m.events[i]
		t.Logf("%d %s %s | %s | %v", i+1, e.Kind, e.Path, m.Say(i), e.Delta)
	}
	for _, o := range m.Report.Obligations {
		t.Logf("%+v", o)
	}
	t.Logf("%+v", m.LoopsAt(60, ""))
}
