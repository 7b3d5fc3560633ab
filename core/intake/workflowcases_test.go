package intake

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/value"
)

// A workflowCase is a file of a workflow tool and the plan that it becomes, one step a line.
type workflowCase struct {
	Name string          `json:"name"`
	Text json.RawMessage `json:"text"` // JSON, or a text of YAML
	Plan []string        `json:"plan"`
}

// TestWorkflowCases holds what single constructs of the formats become.
func TestWorkflowCases(t *testing.T) {
	const path = "testdata/workflow_cases.json"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []workflowCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		c := &cases[i]
		source := string(c.Text)
		var yaml string
		if json.Unmarshal(c.Text, &yaml) == nil {
			source = yaml
		}
		r := Read(source, Options{})
		if r.Bundle == nil {
			t.Errorf("%s: refused: %v", c.Name, r.Refused)
			continue
		}
		got := shortPlan(r.Bundle.Workflow.Steps, "", nil)
		if *update {
			c.Plan = got
		} else if strings.Join(got, "\n") != strings.Join(c.Plan, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", c.Name, strings.Join(got, "\n"), strings.Join(c.Plan, "\n"))
		}
	}
	if *update {
		out := []byte("[\n")
		for i, c := range cases {
			line, _ := json.Marshal(c)
			if out = append(out, "  "...); i < len(cases)-1 {
				line = append(line, ',')
			}
			out = append(append(out, line...), '\n')
		}
		if err := os.WriteFile(path, append(out, "]\n"...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// shortPlan writes steps one a line, nested by blanks.
func shortPlan(steps []doc.Step, indent string, out []string) []string {
	for _, s := range steps {
		switch n := s.Node.(type) {
		case *doc.ToolCall:
			line := indent
			if n.Binding != nil {
				line += n.Binding.Value + " = "
			}
			var args []string
			for _, a := range n.Args {
				args = append(args, a.Param.Value+"="+shortValue(a.Value))
			}
			out = append(out, line+n.Tool.Value+"("+strings.Join(args, ", ")+")")
		case *doc.Conditional:
			out = shortPlan(n.Then, indent+"  ", append(out, indent+"if "+n.Condition.Value))
			if len(n.Else) > 0 {
				out = shortPlan(n.Else, indent+"  ", append(out, indent+"else"))
			}
		case *doc.Loop:
			out = shortPlan(n.Body, indent+"  ", append(out, indent+"for "+n.Item.Value+" in "+n.Collection.Value+n.Path.String()))
		}
	}
	return out
}

func shortValue(v doc.Value) string {
	switch v := v.(type) {
	case *doc.Ref:
		return v.String()
	case *doc.List:
		var items []string
		for _, item := range v.Items {
			items = append(items, shortValue(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case *doc.Object:
		var items []string
		for _, m := range v.Members {
			items = append(items, m.Key.Value+": "+shortValue(m.Value))
		}
		return "{" + strings.Join(items, ", ") + "}"
	}
	return string(value.AppendJSON(nil, doc.AsValue(v)))
}
