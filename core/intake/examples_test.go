package intake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
)

const exampleDir = "../../examples/import"

// importExamples returns the files of examples/import: at least one for each format.
func importExamples(t testing.TB) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(exampleDir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(exampleDir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[e.Name()] = string(text)
	}
	return out
}

// readBack writes everything that a person sees of an import.
func readBack(r *Result) string {
	var b strings.Builder
	b.WriteString(r.Summary + "\n")
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "%d:%d %s: %s\n", n.Span.Start.Line, n.Span.Start.Column, n.Kind, n.Message)
	}
	for _, f := range r.Pieces {
		fmt.Fprintf(&b, "piece %s %s, ties %v\n", f.Format, f.Syntax, f.Ties)
		if f.Refused != nil {
			fmt.Fprintf(&b, "refused %s %v %s\n", f.Refused.Construct, f.Refused.Names, f.Refused.Error())
		}
	}
	for _, p := range r.Plans {
		if p.Refused != nil {
			fmt.Fprintf(&b, "plan refused %s %v %s\n", p.Refused.Construct, p.Refused.Names, p.Refused.Error())
		}
	}
	for i := range r.Plans {
		if bundle, refused := r.BundleOf(i); refused == nil {
			fmt.Fprintf(&b, "--- plan %d\n%s", i+1, bundle.Print())
		}
	}
	if r.Bundle != nil && len(r.Plans) == 0 {
		fmt.Fprintf(&b, "--- no plan\n%s", r.Bundle.Print())
	}
	return b.String()
}

// TestExamples compares what is read of every example with its golden file.
func TestExamples(t *testing.T) {
	for name, text := range importExamples(t) {
		t.Run(name, func(t *testing.T) {
			got := readBack(Read(text, Options{}))
			if again := readBack(Read(text, Options{})); again != got {
				t.Error("a second reading differs")
			}
			golden := "testdata/examples/" + name + ".golden"
			if *update {
				if err := os.MkdirAll("testdata/examples", 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal("no golden file: run with -update and review it: ", err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestEveryFormatHasAnExample: the format of an example is the one that its name says.
func TestEveryFormatHasAnExample(t *testing.T) {
	have := map[string]bool{}
	for _, text := range importExamples(t) {
		for _, f := range Read(text, Options{}).Pieces {
			have[f.Format] = true
		}
	}
	for _, f := range ownFormats() {
		if !have[f.ID] {
			t.Errorf("no example of %s", f.ID)
		}
	}
}

// An edited import: at most two replacements in the printed bundle make the plan acceptable under its drafted policy.
type edited struct {
	File  string      `json:"file"`
	Plan  int         `json:"plan"`
	Link  bool        `json:"link"`
	Edits [][2]string `json:"edits"`
	Why   string      `json:"why"`
}

// TestDraftsAreClose: one plan of every format is accepted under its drafted policy after at most two edits.
func TestDraftsAreClose(t *testing.T) {
	text, err := os.ReadFile("testdata/edits.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []edited
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	examples := importExamples(t)
	done := map[string]bool{}
	for _, c := range cases {
		r := Read(examples[c.File], Options{Plan: c.Plan, Link: c.Link})
		if r.Bundle == nil || r.Plan < 0 {
			t.Errorf("%s: %s", c.File, r.Summary)
			continue
		}
		done[r.Pieces[0].Format] = true
		if len(c.Edits) > 2 {
			t.Errorf("%s: %d edits", c.File, len(c.Edits))
		}
		out := string(r.Bundle.Print())
		for n, e := range c.Edits {
			if accepted(t, out) {
				t.Errorf("%s: accepted before edit %d", c.File, n+1)
			}
			if strings.Count(out, e[0]) != 1 {
				t.Errorf("%s: %q stands %d times in\n%s", c.File, e[0], strings.Count(out, e[0]), out)
			}
			out = strings.Replace(out, e[0], e[1], 1)
		}
		if !accepted(t, out) {
			t.Errorf("%s: refused after its edits\n%s", c.File, out)
		}
	}
	for _, f := range ownFormats() {
		if !done[f.ID] && !noPlans[f.ID] {
			t.Errorf("no plan of %s in testdata/edits.json", f.ID)
		}
	}
}

// noPlans are the formats that hold no plan.
var noPlans = map[string]bool{"openapi": true, "tool-specs": true, "flattened-text": true}

func accepted(t *testing.T, bundle string) bool {
	t.Helper()
	b, err := doc.ReadBundle([]byte(bundle), doc.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	report, failed := core.Verify(b, core.Options{})
	if failed != nil {
		t.Fatal(failed)
	}
	return report.OK
}

// TestJSONForm: the JSON form is JSON, and its documents are those of the bundle.
func TestJSONForm(t *testing.T) {
	for name, text := range importExamples(t) {
		r := Read(text, Options{})
		form := r.AppendJSON(nil)
		if !json.Valid(form) {
			t.Errorf("%s: not JSON:\n%s", name, form)
			continue
		}
		if r.Bundle != nil && !bytes.Contains(form, r.Bundle.Policy.AppendJSON(nil)) {
			t.Errorf("%s: the policy is not in the JSON form", name)
		}
	}
}
