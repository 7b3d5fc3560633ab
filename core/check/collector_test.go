package check

import (
	"strings"
	"testing"

	"planproof/core/finding"
)

// TestCollectorCounts: what a report does not list is counted, a rewound pass
// is not, and the verdict counts everything.
func TestCollectorCounts(t *testing.T) {
	c := &Collector{}
	for i := range maxFindings - 1 {
		c.Violation(finding.Finding{Path: itoa(i)})
	}
	mark := c.Mark()
	for i := range 100 {
		c.Violation(finding.Finding{Path: "pass " + itoa(i)})
	}
	c.Rewind(mark)
	if c.full() {
		t.Fatal("full after rewinding")
	}
	for i := range 3 {
		c.Violation(finding.Finding{Path: "last " + itoa(i)})
	}
	if !c.full() {
		t.Fatal("not full")
	}
	var r finding.Report
	c.Into(&r)
	if r.OK || len(r.Violations) != maxFindings || len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0].Message, "3 more violations") {
		t.Errorf("%d violations, notes %+v", len(r.Violations), r.Notes)
	}
}

// TestUnique keeps one finding a key, the more certain one.
func TestUnique(t *testing.T) {
	possible := finding.Finding{Category: finding.Taint, RuleName: "r", Path: "/p", Certainty: finding.Possible}
	definite := possible
	definite.Certainty = finding.Definite
	other := possible
	other.Path = "/q"
	got := unique([]finding.Finding{possible, other, definite, possible})
	if len(got) != 2 || got[0].Certainty != finding.Definite || got[1].Path != "/q" {
		t.Errorf("%+v", got)
	}
}
