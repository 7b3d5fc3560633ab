package paste

import (
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/examples"
)

// readable tells whether the strict reader takes the sorted parts.
func readable(t *testing.T, s Sorted) {
	t.Helper()
	if _, err := doc.ReadParts([]byte(s.Workflow), []byte(s.Policy), []byte(s.Tools), doc.ReadOptions{}); err != nil {
		t.Errorf("%v\n%s\n%s\n%s", err, s.Workflow, s.Policy, s.Tools)
	}
}

func TestExamplesComeApart(t *testing.T) {
	for _, e := range examples.All() {
		t.Run(e.ID, func(t *testing.T) {
			s := Sort(string(e.Text))
			if s.Title != e.Title {
				t.Errorf("title %q, want %q", s.Title, e.Title)
			}
			b, err := doc.ReadBundle(e.Text, doc.ReadOptions{})
			if err != nil {
				t.Skip("not a bundle that can be read: ", err)
			}
			readable(t, s)
			again, err := doc.ReadParts([]byte(s.Workflow), []byte(s.Policy), []byte(s.Tools), doc.ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if string(again.Workflow.Print()) != string(b.Workflow.Print()) || string(again.Policy.Print()) != string(b.Policy.Print()) ||
				string(doc.PrintTools(again.Tools)) != string(doc.PrintTools(b.Tools)) {
				t.Error("the parts are not the bundle")
			}
		})
	}
}

func TestChatAnswer(t *testing.T) { readable(t, Sort(examples.ChatAnswer)) }

const (
	workflow = `{"goal": "g", "steps": [{"label": "a", "tool_call": {"tool_name": "t", "arguments": {}}}]}`
	policy   = `{"name": "p", "allowed_tools": ["t"]}`
	specs    = `[{"name": "t", "params": []}]`
)

func TestPieces(t *testing.T) {
	for name, text := range map[string]string{
		"fences": "Here is it:\n```json\n" + workflow + "\n```\nand\n```\n" + policy + "\n```\n```json\n" + specs + "```",
		"braces": "Here is it: " + workflow + "\nthe policy " + policy + " the tools " + specs + ". Done [1].",
	} {
		t.Run(name, func(t *testing.T) { readable(t, Sort(text)) })
	}
	for want, text := range map[string]string{"workflow": workflow, "policy": policy, "tools": specs} {
		s := Sort(text)
		got := map[string]string{"workflow": s.Workflow, "policy": s.Policy, "tools": s.Tools}
		if got[want] == "" || s.Workflow+s.Policy+s.Tools != got[want] {
			t.Errorf("%s: %+v", want, s)
		}
	}
}

func TestNothingIsLost(t *testing.T) {
	if s := Sort("no document"); s.Workflow != "no document" || len(s.Notes) == 0 {
		t.Errorf("%+v", s)
	}
}

func FuzzSort(f *testing.F) {
	f.Add(workflow)
	f.Add("```json\n" + policy)
	f.Add(strings.Repeat("[", 3000))
	f.Fuzz(func(t *testing.T, text string) { Sort(text) })
}
