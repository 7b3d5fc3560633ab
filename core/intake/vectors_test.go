package intake

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"planproof/core/doc"
)

// A spelling is one way to write a workflow, with what it means.
type spelling struct {
	Input json.RawMessage `json:"input"`
	Value json.RawMessage `json:"value"`
	Right string          `json:"right"`
}

// TestSpellings: every spelling of a workflow that the vectors accept comes in as what it means, in JSON and as a text in
// a fence; what they refuse is refused, or read tolerantly with a note.
func TestSpellings(t *testing.T) {
	checked := 0
	for _, file := range []string{"../doc/testdata/parse_extra.json", "../../../shared/corpus/guardians/parse.json"} {
		if dir := os.Getenv("PLANPROOF_CORPUS"); dir != "" && filepath.Base(file) == "parse.json" {
			file = filepath.Join(dir, "guardians/parse.json")
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Log("skipped: ", err)
			continue
		}
		var list []spelling
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			checked++
			checkSpelling(t, s)
		}
	}
	if checked == 0 {
		t.Error("no vectors")
	}
	t.Logf("%d spellings", checked)
}

func checkSpelling(t *testing.T, s spelling) {
	t.Helper()
	for _, text := range []string{string(s.Input), "Here it is:\n```json\n" + string(s.Input) + "\n```\n"} {
		r := Read(text, Options{})
		accept := s.Value != nil && s.Right != "refuse"
		switch {
		case accept && (r.Bundle == nil || r.Plan < 0):
			t.Errorf("%s: %s", s.Input, r.Summary)
		case accept:
			want, _, err := doc.ReadWorkflow(s.Value, doc.ReadOptions{})
			if err != nil {
				t.Fatalf("%s: %v", s.Value, err)
			}
			if got := string(r.Bundle.Workflow.AppendJSON(nil)); got != string(want.AppendJSON(nil)) {
				t.Errorf("%s:\n got %s\nwant %s", s.Input, got, s.Value)
			}
		case s.Right == "refuse" && r.Plan >= 0 && len(r.Notes) < 2: // one note is that of the policy draft
			t.Errorf("%s: read without a word: %s", s.Input, r.Summary)
		}
	}
}
