package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// agent is an MCP client of the program.
func agent(t *testing.T) *mcp.ClientSession {
	t.Helper()
	s, err := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: exec.Command(binary, "mcp")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// ask calls a tool with arguments that are JSON.
func ask(t *testing.T, s *mcp.ClientSession, tool, arguments string) (text, structured string, isError bool) {
	t.Helper()
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	for _, c := range r.Content {
		text += c.(*mcp.TextContent).Text
	}
	b, err := json.Marshal(r.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return text, string(b), r.IsError
}

func TestMCPVerify(t *testing.T) {
	s := agent(t)
	tools, err := s.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 3 {
		t.Errorf("%v, %v", tools, err)
	}
	for file, word := range map[string]string{"email-malicious.json": "Rejected.", "email-safe.json": "Accepted."} {
		bundle, err := os.ReadFile("../../examples/" + file)
		if err != nil {
			t.Fatal(err)
		}
		want := planproof(t, string(bundle), "verify", "-", "--format", "json").out
		inText, err := json.Marshal(string(bundle))
		if err != nil {
			t.Fatal(err)
		}
		for _, arguments := range []string{`{"bundle":` + string(bundle) + `}`, `{"bundle":` + string(inText) + `}`} {
			text, structured, isError := ask(t, s, "verify", arguments)
			if isError || !strings.Contains(text, word) {
				t.Errorf("%s: error %v, %s", file, isError, text)
			}
			var got, report any
			if json.Unmarshal([]byte(structured), &got) != nil || json.Unmarshal([]byte(want), &report) != nil {
				t.Fatal(structured)
			}
			a, _ := json.Marshal(got)
			b, _ := json.Marshal(report)
			if string(a) != string(b) && arguments[len(`{"bundle":`)] == '"' { // places differ when the text is written anew
				t.Errorf("%s: the report is not the command's:\n%s\n%s", file, a, b)
			}
		}
	}
	parts := `{"workflow":` + compact(t, "plan.json") + `,"policy":` + compact(t, "policy.json") + `,"tools":` + compact(t, "tools.json") + `}`
	if text, _, isError := ask(t, s, "verify", parts); isError || !strings.Contains(text, "Rejected.") {
		t.Errorf("from parts: %s", text)
	}
	for arguments, want := range map[string]string{
		`{}`: "there is no workflow", `{"bundle":"{"}`: "bundle:1:2", `{"bundle":7}`: "", `{"workflow":{},"policy":{}}`: "there is no tools",
	} {
		if text, _, isError := ask(t, s, "verify", arguments); !isError || !strings.Contains(text, want) {
			t.Errorf("%s: error %v, %s", arguments, isError, text)
		}
	}
}

func TestMCPExplainAndImport(t *testing.T) {
	s := agent(t)
	if text, _, isError := ask(t, s, "explain", `{"id":"taint/flow"}`); isError || !strings.Contains(text, "## How to fix it") {
		t.Errorf("explain: %s", text)
	}
	if text, _, isError := ask(t, s, "explain", `{}`); isError || !strings.Contains(text, "taint/flow\n") {
		t.Errorf("explain: %s", text)
	}
	if text, _, isError := ask(t, s, "explain", `{"id":"x"}`); !isError || !strings.Contains(text, `no kind of finding is called "x"`) {
		t.Errorf("explain x: %s", text)
	}
	paste := `{"text":"[{\"name\":\"get_mail\",\"arguments\":{\"folder\":\"inbox\"}},{\"name\":\"send_mail\",\"arguments\":{\"to\":\"a@b.example\",\"body\":\"hi\"}}]"}`
	text, structured, isError := ask(t, s, "import", paste)
	if isError || !strings.Contains(text, "2 tool calls") || !strings.Contains(structured, `"get_mail"`) {
		t.Errorf("import: error %v, %s\n%s", isError, text, structured)
	}
	if text, _, isError := ask(t, s, "import", `{"text":""}`); !isError || !strings.Contains(text, "empty") {
		t.Errorf("import of nothing: %s", text)
	}
}

// TestMCPPiped pipes requests in and closes the pipe at once: each is answered before the server ends. A line that is no
// message ends the session, with an error that says so, and takes no answer along.
func TestMCPPiped(t *testing.T) {
	requests := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"sh","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"explain","arguments":{"id":"taint/flow"}}}
`
	for _, c := range []struct {
		tail, err string
		code      int
	}{{"", "", 0}, {"garbage\n", "no JSON-RPC message", 2}, {`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n", "", 0}} {
		got := planproof(t, requests+c.tail, "mcp")
		if got.code != c.code || strings.Count(got.out, "\n") < 3 || !strings.Contains(got.err, c.err) {
			t.Errorf("%q: exit code %d, %d answers, %q", c.tail, got.code, strings.Count(got.out, "\n"), got.err)
		}
	}
}
