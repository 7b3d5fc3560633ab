package intake

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"planproof/core"
	"planproof/core/value"
)

// A recorded is a conversation of corpus/agentdojo/runs, read by another reader.
type recorded struct {
	Messages []struct {
		Role      string
		Content   string
		Error     string
		CallID    string `json:"tool_call_id"`
		ToolCalls []struct {
			ID, Name  string
			Arguments json.RawMessage
			Prov      map[string]string `json:"arg_prov"`
		} `json:"tool_calls"`
	}
}

func recordings(t *testing.T) (files []string) {
	files, err := filepath.Glob(filepath.Join(corpusDir(t), "agentdojo/runs/*.json"))
	if err != nil || len(files) == 0 {
		t.Skip("no recorded conversations")
	}
	return files
}

// TestAgentdojoRuns: every recorded conversation comes in with its roles, texts, calls, arguments and answers.
func TestAgentdojoRuns(t *testing.T) {
	calls, messages := 0, 0
	for _, file := range recordings(t) {
		text, want := readRecording(t, file)
		r := Read(string(text), Options{})
		if r.Talk == nil || len(r.Talk.Messages) != len(want.Messages) {
			t.Fatalf("%s: %s", file, r.Summary)
		}
		in := 0
		for i, m := range want.Messages {
			got := r.Talk.Messages[i]
			messages++
			if got.Role != m.Role || len(got.Calls) != len(m.ToolCalls) || got.CallID != m.CallID || m.Content != "" && got.Text != m.Content ||
				got.IsError != (m.Error != "") {
				t.Errorf("%s: message %d: %+v", file, i, got)
				continue
			}
			for j, c := range m.ToolCalls {
				calls, in = calls+1, in+1
				if args := string(value.AppendJSON(nil, got.Calls[j].Args)); got.Calls[j].Tool != c.Name || got.Calls[j].ID != c.ID || !sameJSON(args, string(c.Arguments)) {
					t.Errorf("%s: call %d of message %d: %+v", file, j, i, got.Calls[j])
				}
			}
		}
		if in > 0 && (r.Bundle == nil || r.Plans[0].Stats.Calls != in || len(r.Bundle.Workflow.Steps) != in) {
			t.Errorf("%s: %s, want %d calls", file, r.Summary, in)
		}
	}
	t.Logf("%d messages, %d calls", messages, calls)
}

func readRecording(t *testing.T, file string) ([]byte, recorded) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want recorded
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	return text, want
}

func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	p, _ := json.Marshal(x)
	q, _ := json.Marshal(y)
	return string(p) == string(q)
}

// TestLink: linked, the recordings of attacks that reached a sink are refused by the drafted policy; how often a link is
// right is counted against the provenance that the corpus records.
func TestLink(t *testing.T) {
	verdicts := map[bool][2]int{}
	for _, file := range recordings(t) {
		text, want := readRecording(t, file)
		injected := false
		for _, m := range want.Messages {
			for _, c := range m.ToolCalls {
				for _, p := range c.Prov {
					injected = injected || p == "injection" || p == "tool+injection"
				}
			}
		}
		r := Read(string(text), Options{Link: true})
		if r.Bundle == nil || r.Plan < 0 {
			continue
		}
		report, err := core.Verify(r.Bundle, core.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v := verdicts[injected]
		if report.OK {
			v[0]++
		} else {
			v[1]++
		}
		verdicts[injected] = v
	}
	t.Logf("with arguments from an injection: %d accepted, %d refused; without: %d accepted, %d refused",
		verdicts[true][0], verdicts[true][1], verdicts[false][0], verdicts[false][1])
	if verdicts[true][1] < 3*verdicts[true][0] {
		t.Error("most recordings with arguments from an injection should be refused")
	}
}

// TestAgentdojoTools: every tool of the suites becomes a spec with its parameters and types.
func TestAgentdojoTools(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(corpusDir(t), "agentdojo/tools.json"))
	if err != nil {
		t.Skip(err)
	}
	var suites map[string]struct {
		Tools []struct {
			Name, Description string
			Params            []struct {
				Name, Type string
				Required   bool
			}
		}
	}
	if err := json.Unmarshal(text, &suites); err != nil {
		t.Fatal(err)
	}
	r := Read(string(text), Options{})
	if r.Bundle == nil {
		t.Fatal(r.Summary)
	}
	types := map[string]string{"string": "str", "array<string>": "list[str]", "string|null": "str | None", "array<string>|null": "list[str] | None",
		"array<object>|null": "list[dict] | None", "number": "number", "integer": "int", "enum(r,rw)": "str", "boolean": "bool", "number|null": "number | None", "boolean|null": "bool | None"}
	have := map[string]int{}
	for i, s := range r.Bundle.Tools {
		have[s.Name.Value] = i
	}
	checked := map[string]bool{}
	for _, name := range []string{"workspace", "travel", "banking", "slack"} { // of two tools of one name the first counts
		for _, tool := range suites[name].Tools {
			if checked[tool.Name] {
				continue
			}
			checked[tool.Name] = true
			i, ok := have[tool.Name]
			if !ok || len(r.Bundle.Tools[i].Params) != len(tool.Params) {
				t.Errorf("%s is not there, or not with its parameters", tool.Name)
				continue
			}
			for j, p := range tool.Params {
				got := r.Bundle.Tools[i].Params[j]
				if got.Name.Value != p.Name || got.Type.Value != types[p.Type] || got.IsRequired() != p.Required {
					t.Errorf("%s.%s: %s %v, want %s %v", tool.Name, p.Name, got.Type.Value, got.IsRequired(), types[p.Type], p.Required)
				}
			}
		}
	}
	if len(checked) != len(r.Bundle.Tools) {
		t.Errorf("%d specs, want %d", len(r.Bundle.Tools), len(checked))
	}
}
