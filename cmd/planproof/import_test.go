package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// imports is seen from testdata, where the program runs.
const imports = "../../../examples/import/"

func TestImport(t *testing.T) {
	got := planproof(t, "", "import", imports+"dag.json")
	got.mustHave(t, 0, `"workflow"`, `"tool_name": "pick_value"`)
	if !strings.Contains(got.err, "3 tool calls and 3 helper calls") || !strings.Contains(got.err, "dag.json:1:1: guessed: the policy is a guess") {
		t.Error(got.err)
	}
	planproof(t, got.out, "verify", "-").mustHave(t, 1, "draft_reply.facts")
	planproof(t, "x = f()\nwhile x: g()", "import", "--from", "python", "-").mustSay(t, 2, "-:2:1: refused (`while` statement)")
	planproof(t, "hello", "import", "-").mustSay(t, 2, "Not imported", "no known plan")
	planproof(t, "", "import", "-").mustSay(t, 2, "the paste is empty")
	planproof(t, "", "import", imports+"no-such-file").mustSay(t, 2, "can not read")
	planproof(t, "", "import").mustSay(t, 2, "expected FILE|-")
	planproof(t, "{}", "import", "--from", "jsn", "-").mustSay(t, 2, "there is no format `jsn`", "openai-chat")
	planproof(t, "{}", "import", "--plan", "0", "-").mustSay(t, 2, "a number from 1 on")
	planproof(t, "", "import", "--formats").mustHave(t, 0, "openapi", "llmcompiler", "python")
	planproof(t, "f(x=1)", "import", "--no-draft", "-").mustHave(t, 0, `"name": "none"`)
	planproof(t, "", "import", "--link", imports+"mcp-calls.jsonl").mustHave(t, 0, `{"ref": "read_file_result"}`)
}

// TestImportSeveral: --plan takes one, --all takes all that can be read and says that one could not.
func TestImportSeveral(t *testing.T) {
	file := imports + "nestful.json"
	planproof(t, "", "import", "--plan", "1", file).mustHave(t, 0, "hold_seat")
	planproof(t, "", "import", "--plan", "2", file).mustSay(t, 2, "refused (unknown label) [var9]")
	planproof(t, "", "import", "--plan", "3", file).mustSay(t, 2, "the paste has 2 plans")
	all := planproof(t, "", "import", "--all", file)
	all.mustHave(t, 1, "hold_seat")
	if n := strings.Count(all.out, "\n"); n != 1 {
		t.Errorf("%d lines", n)
	}
	both := planproof(t, "", "import", "--all", imports+"smolagents.txt")
	for _, line := range strings.Split(strings.TrimSpace(both.out), "\n") {
		planproof(t, line, "verify", "-").mustHave(t, 0, "Accepted")
	}
}

// TestImportJSON: the JSON form holds the documents, the notes and the reasons.
func TestImportJSON(t *testing.T) {
	files, err := os.ReadDir("../../examples/import")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		got := planproof(t, "", "import", "--format", "json", imports+f.Name())
		var form struct {
			Version  int
			OK       bool
			Summary  string
			Workflow json.RawMessage
			Refused  *struct{ Construct string }
		}
		if err := json.Unmarshal([]byte(got.out), &form); err != nil {
			t.Fatalf("%s: %v", f.Name(), err)
		}
		if form.Version != 1 || form.OK == (form.Refused != nil) || form.OK != (got.code == 0) || !strings.HasPrefix(got.err, form.Summary) {
			t.Errorf("%s: %+v, exit code %d", f.Name(), form, got.code)
		}
	}
}
