package check_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
)

// groundingCase is one case of testdata/grounding.json.
type groundingCase struct {
	Name, Goal, Matcher string
	From                []string
	Inputs              map[string]json.RawMessage
	To                  json.RawMessage
	Want                []json.RawMessage
}

// bundle is the document of a case.
func (c *groundingCase) bundle(t *testing.T) *doc.Bundle {
	t.Helper()
	args := map[string]json.RawMessage{}
	if c.To != nil {
		args["to"] = c.To
	}
	names := []string{}
	for name := range c.Inputs {
		names = append(names, name)
	}
	entry := map[string]any{"tool": "pay", "param": "to"}
	if c.From != nil {
		entry["from"] = c.From
	}
	if c.Matcher != "" {
		entry["matcher"] = c.Matcher
	}
	text, err := json.Marshal(map[string]any{
		"workflow": map[string]any{"goal": c.Goal, "input_variables": names, "steps": []any{
			map[string]any{"label": "pay", "tool_call": map[string]any{"tool_name": "pay", "arguments": args}}}},
		"policy": map[string]any{"name": "p", "allowed_tools": []string{"pay"}, "grounding": []any{entry}},
		"tools":  []any{map[string]any{"name": "pay", "params": []any{map[string]any{"name": "to", "type": "Any", "default": ""}}}},
		"inputs": c.Inputs,
	})
	if err != nil {
		t.Fatal(err)
	}
	b, derr := doc.ReadBundle(text, doc.ReadOptions{})
	if derr != nil {
		t.Fatalf("%s: %v", c.Name, derr)
	}
	return b
}

func TestGrounding(t *testing.T) {
	text, err := os.ReadFile("testdata/grounding.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []groundingCase }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		r, err := core.Verify(c.bundle(t), core.Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkGrounding(t, &c, r)
	}
}

func checkGrounding(t *testing.T, c *groundingCase, r *finding.Report) {
	t.Helper()
	var found []finding.Finding
	for _, f := range r.Violations {
		if f.Category == finding.GroundingCategory {
			found = append(found, f)
		}
	}
	if len(c.Want) == 0 {
		if len(found) != 0 || !r.OK {
			t.Errorf("%s: %v", c.Name, r.Violations)
		}
		return
	}
	if r.OK || len(found) != 1 || found[0].Certainty != finding.Definite || found[0].RuleName != "grounding:pay:to" {
		t.Fatalf("%s: %+v", c.Name, r.Violations)
	}
	before, _, _ := strings.Cut(found[0].Message, " in `pay.to`")
	var want []string
	for _, w := range c.Want {
		want = append(want, "`"+string(w)+"`")
	}
	if got := strings.ReplaceAll(before, " and ", ", "); got != strings.Join(want, ", ") {
		t.Errorf("%s: the finding names %s, want %s", c.Name, got, strings.Join(want, ", "))
	}
}

// TestGroundingLint: an entry that is about nothing is said so.
func TestGroundingLint(t *testing.T) {
	b := (&groundingCase{Name: "lint"}).bundle(t)
	b.Policy.Grounding[0].Param.Value = "two"
	other := b.Policy.Grounding[0]
	other.Tool.Value = "pya"
	b.Policy.Grounding = append(b.Policy.Grounding, other)
	r, err := core.Verify(b, core.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, f := range r.Lint {
		ids[f.ID] = true
	}
	if !ids[finding.IDLintUnknownParam] || !ids[finding.IDLintUnknownTool] {
		t.Errorf("lint: %v", r.Lint)
	}
}
