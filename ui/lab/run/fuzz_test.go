package run

import (
	"strings"
	"testing"

	"planproof/examples"
	"planproof/ui/lab"
	"planproof/ui/paste"
)

// FuzzRoom: whatever is asked in whatever order, with whatever in the fields,
// the room answers, and nothing that was typed becomes markup.
func FuzzRoom(f *testing.F) {
	f.Add("step answer answer", `["x"]`, "")
	f.Add("start allow deny reset unverified", "7", "[]")
	f.Add("step anyway fail on row witness made-up", "<img src=x>", `[{"tool":"fetch_mail","error":"<b>"}]`)
	e, ok := examples.Find("redacted-on-one-branch")
	if !ok {
		f.Fatal("the example is gone")
	}
	s := paste.Sort(string(e.Text))
	f.Fuzz(func(t *testing.T, dos, typed, script string) {
		r := &Room{}
		a := lab.Ask{Context: lab.Context{Docs: lab.Docs{Workflow: s.Workflow, Policy: s.Policy, Tools: s.Tools}, State: "done", Open: 1}}
		for i, do := range strings.Fields(dos) {
			if i > 12 {
				break
			}
			a.Do, a.Arg = do, typed
			a.Form = lab.Fields{{Name: "script", Value: script}, {Name: "result-0", Value: typed}, {Name: "result-1", Value: typed}, {Name: "failure", Value: typed},
				{Name: "calls", Value: typed}, {Name: "ask", Value: script}, {Name: "input-abroad", Value: typed}, {Name: "input-patient_id", Value: script}}
			if html := r.Handle(a).HTML; strings.Contains(html, "<img") {
				t.Errorf("%q became markup", typed)
			}
		}
	})
}
