package transcript_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/guard"
	"planproof/core/guard/transcript"
	"planproof/core/value"
)

// shapes are one conversation as different programs write it: the user asks, the agent calls read, the output comes,
// the agent calls pay.
var shapes = map[string]string{
	"openai": `[{"role":"user","content":"pay the bill in a.txt"},
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{\"path\":\"a.txt\"}"}}]},
{"role":"tool","tool_call_id":"c1","content":"iban X1"},
{"role":"assistant","tool_calls":[{"id":"c2","type":"function","function":{"name":"pay","arguments":"{\"iban\":\"X1\"}"}}]}]`,
	"anthropic": `{"messages":[{"role":"user","content":"pay the bill in a.txt"},
{"role":"assistant","content":[{"type":"text","text":"Reading."},{"type":"tool_use","id":"c1","name":"read","input":{"path":"a.txt"}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"iban X1"}]},
{"role":"assistant","content":[{"type":"tool_use","id":"c2","name":"pay","input":{"iban":"X1"}}]}]}`,
	"responses": `{"input":[{"role":"user","content":[{"type":"input_text","text":"pay the bill in a.txt"}]},
{"type":"function_call","call_id":"c1","name":"read","arguments":"{\"path\":\"a.txt\"}"},
{"type":"function_call_output","call_id":"c1","output":"iban X1"},
{"type":"function_call","call_id":"c2","name":"pay","arguments":"{\"iban\":\"X1\"}"}]}`,
	"langchain": `[{"type":"human","content":"pay the bill in a.txt"},
{"type":"ai","content":"","tool_calls":[{"name":"read","args":{"path":"a.txt"},"id":"c1"}],"additional_kwargs":{"tool_calls":[{"id":"c1","function":{"name":"read","arguments":"{\"path\":\"a.txt\"}"}}]}},
{"type":"tool","tool_call_id":"c1","content":"iban X1"},
{"type":"ai","content":"","tool_calls":[{"name":"pay","args":{"iban":"X1"},"id":"c2"}]}]`,
	"lines": `{"type":"user","message":{"role":"user","content":"pay the bill in a.txt"}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"read","input":{"path":"a.txt"}}]}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"iban X1"}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"c2","name":"pay","input":{"iban":"X1"}}]}}
`,
}

const config = `{"mode":"literal","tools":{
"read":{"once":true,"schema":{"type":"object","properties":{"path":{"type":"string"}}}},
"pay":{"ground":["iban"],"ground_from":["user"],"schema":{"type":"object","properties":{"iban":{"type":"string"}}}}}}`

func newGuard(t testing.TB) *guard.Guard {
	t.Helper()
	c, err := guard.ReadConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	g, err := guard.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func decide(t *testing.T, text string) []transcript.Decided {
	t.Helper()
	turns, err := transcript.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	out, err := transcript.Decide(newGuard(t), turns, transcript.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestShapes(t *testing.T) {
	for name, text := range shapes {
		t.Run(name, func(t *testing.T) {
			got := decide(t, text)
			if len(got) != 2 || got[0].Turn != 2 || got[1].Turn != 4 {
				t.Fatalf("%d decisions: %+v", len(got), got)
			}
			first, second := got[0].Decision, got[1].Decision
			if first.Verdict != guard.Allow || first.Call.ID != "c1" || string(value.AppendJSON(nil, first.Arguments)) != `{"path":"a.txt"}` {
				t.Errorf("the first is %s of %+v", first.Verdict, first.Call)
			}
			if second.Verdict != guard.Deny || second.Deciding != guard.CheckGrounded {
				t.Errorf("the second is %s by %s", second.Verdict, second.Deciding)
			}
			talk := got[1].Request.Conversation
			last := talk[len(talk)-1]
			if talk[0].Role != guard.User || last.Role != guard.Tool || last.Source != "read" || !strings.Contains(last.Text, "iban X1") {
				t.Errorf("the conversation before the second is %+v", talk)
			}
		})
	}
}

// A call counts as made when the transcript answers it, unless the answer is an error.
func TestCounting(t *testing.T) {
	call := func(id string) string {
		return `{"role":"assistant","tool_calls":[{"id":"` + id + `","function":{"name":"read","arguments":"{\"path\":\"a\"}"}}]}`
	}
	answer := func(id, more string) string {
		return `{"role":"tool","tool_call_id":"` + id + `","content":"x"` + more + `}`
	}
	for _, c := range []struct {
		text string
		want guard.Verdict // of the second call
	}{
		{call("1") + "," + answer("1", "") + "," + call("2"), guard.Escalate},
		{call("1") + "," + answer("1", `,"is_error":true`) + "," + call("2"), guard.Allow},
		{call("1") + "," + answer("1", `,"status":"error"`) + "," + call("2"), guard.Allow},
		{call("1") + "," + answer("1", `,"error":"no"`) + "," + call("2"), guard.Allow},
		{call("1") + "," + answer("1", `,"error":null`) + "," + call("2"), guard.Escalate},
		{call("1") + "," + call("2"), guard.Escalate},
	} {
		if got := decide(t, "["+c.text+"]"); len(got) != 2 || got[1].Decision.Verdict != c.want {
			t.Errorf("%s: the second is %s, want %s", c.text, got[1].Decision.Verdict, c.want)
		}
	}
}

func TestNoTranscript(t *testing.T) {
	for text, want := range map[string]string{`{"x":1}`: "this is no transcript", `7`: "this is no transcript", `hello`: "transcript:1:1", `{"messages":7}`: "this is no transcript", `[{"a":1},{"b":2}]`: "this is no transcript", "{}\nx": "transcript:2:1"} {
		if _, err := transcript.Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Every recorded conversation of the corpus is read, with all its calls and the tools of their outputs.
func TestCorpus(t *testing.T) {
	corpus := os.Getenv("PLANPROOF_CORPUS")
	if corpus == "" {
		corpus = "../../../../shared/corpus"
	}
	files, _ := filepath.Glob(filepath.Join(corpus, "agentdojo", "runs", "*.json"))
	if len(files) == 0 {
		t.Skip("skipped: there is no corpus in " + corpus)
	}
	calls := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		turns, err := transcript.Read(text)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		want, err := recordedCalls(text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, turn := range turns {
			for _, c := range turn.Calls {
				got = append(got, c.Name+string(value.AppendJSON(nil, c.Arguments)))
			}
			for _, m := range turn.Messages {
				if m.Role == guard.Tool && m.Source == "" {
					t.Errorf("%s, turn %d: an output of no tool", filepath.Base(file), turn.Number)
				}
			}
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: calls %v, want %v", filepath.Base(file), got, want)
		}
		calls += len(got)
	}
	t.Logf("%d conversations, %d calls", len(files), calls)
}

// recordedCalls are the calls of a run of the corpus, read in another way.
func recordedCalls(text []byte) ([]string, error) {
	v, err := doc.ReadValue("run", text, 0)
	if err != nil {
		return nil, err
	}
	run, _ := v.(value.Object)
	messages, _ := run.Get("messages")
	var out []string
	for _, m := range messages.(value.List) {
		calls, _ := m.(value.Object).Get("tool_calls")
		list, _ := calls.(value.List)
		for _, c := range list {
			name, _ := c.(value.Object).Get("name")
			arguments, _ := c.(value.Object).Get("arguments")
			out = append(out, fmt.Sprintf("%s%s", name, value.AppendJSON(nil, arguments)))
		}
	}
	return out, nil
}

func FuzzRead(f *testing.F) {
	for _, text := range shapes {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		turns, err := transcript.Read([]byte(text))
		if err != nil {
			return
		}
		if _, err := transcript.Decide(newGuard(t), turns, transcript.Options{}); err != nil {
			t.Fatal(err)
		}
	})
}
