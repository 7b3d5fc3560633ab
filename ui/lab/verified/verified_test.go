package verified

import (
	"testing"

	"planproof/examples"
	"planproof/ui/lab"
	"planproof/ui/paste"
)

func context(t *testing.T, id string) lab.Context {
	t.Helper()
	e, ok := examples.Find(id)
	if !ok {
		t.Fatal(id)
	}
	s := paste.Sort(string(e.Text))
	return lab.Context{Docs: lab.Docs{Workflow: s.Workflow, Policy: s.Policy, Tools: s.Tools}, Lenient: true}
}

// The same documents are verified once; any difference is noticed.
func TestCache(t *testing.T) {
	var m Cache
	c := context(t, "email-safe")
	first := m.Of(c)
	if first.Err != nil || !first.Report.OK || first.Report.Trace == nil || first.Model == nil {
		t.Fatal(first)
	}
	if m.Of(c) != first {
		t.Error("verified twice")
	}
	c.Strict = true
	if strict := m.Of(c); strict == first || strict.Report.OK {
		t.Error("strict is not noticed") // its postcondition is only checked at run time
	}
	c.Policy = "{"
	if r := m.Of(c); r.Err == nil || r.Report != nil {
		t.Error("a broken policy is not noticed")
	}
	if other := m.Of(context(t, "email-malicious")); other.Report.OK {
		t.Error("other documents are not noticed")
	}
}
