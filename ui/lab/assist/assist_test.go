package assist

import (
	"encoding/json"
	"strings"
	"testing"

	"planproof/ui/lab"
)

func ask(t *testing.T, do, name string, units string, docs lab.Docs) string {
	t.Helper()
	r := Room{}.Handle(lab.Ask{Do: do, Arg: name + " " + units, Context: lab.Context{Docs: docs}})
	if !r.Same || r.HTML != "" || len(r.Effects) > 0 {
		t.Errorf("%+v", r)
	}
	return r.Data
}

// Offsets are UTF-16 units on both sides: one of the emoji's is not a byte, and
// neither is the ü.
func TestUnits(t *testing.T) {
	docs := lab.Docs{
		Workflow: `{"goal": "ü 💡", "steps": [{"tool_call": {"tool_name": "x"}}]}`,
		Tools:    `[{"name": "x", "description": "does"}, {"name": "y"}]`,
	}
	var c Completion
	if err := json.Unmarshal([]byte(ask(t, "complete", "workflow", "57", docs)), &c); err != nil {
		t.Fatal(err)
	}
	before := []rune(docs.Workflow[:strings.Index(docs.Workflow, `"x"`)])
	quote := len(before) + 1 // the emoji is two units
	if c.OuterFrom != quote || c.From != quote+1 || c.To != quote+2 || c.OuterTo != quote+3 || len(c.Items) != 2 || c.Items[1].Label != "y" {
		t.Errorf("%d: %+v", quote, c)
	}
	var h Hover
	if err := json.Unmarshal([]byte(ask(t, "hover", "workflow", "57", docs)), &h); err != nil {
		t.Fatal(err)
	}
	if h.From != quote || h.To != quote+3 || len(h.Lines) != 2 {
		t.Errorf("%+v", h)
	}
}

// What can not be asked has no answer.
func TestNothing(t *testing.T) {
	docs := lab.Docs{Workflow: `{"goal": "g"}`}
	for _, q := range [][3]string{
		{"complete", "workflow", "x"}, {"complete", "workflow", "-5"}, {"complete", "workflow", "999999"}, {"hover", "policy", "0"},
		{"hover", "workflow", "10"}, {"look", "workflow", "3"}, {"complete", "other", "3"},
	} {
		if got := ask(t, q[0], q[1], q[2], docs); got != "" {
			t.Errorf("%v: %s", q, got)
		}
	}
}
