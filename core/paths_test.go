package core_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/internal/soundtest"
	"planproof/core/verify"
)

// pathCases is testdata/paths.json: plans whose references take parts of values, one step a line, nested by two blanks.
type pathCases struct {
	Tools, Policy json.RawMessage
	Cases         []struct {
		Name                 string
		Inputs, Steps        []string
		Violations, Warnings []string
	}
}

// TestPaths holds the verdicts of plans that take parts of values, and runs each plan.
func TestPaths(t *testing.T) {
	var file pathCases
	decode(t, vectorFile(t, "paths.json"), &file)
	for _, c := range file.Cases {
		inputs, _ := json.Marshal(append([]string{}, c.Inputs...))
		steps, rest := planSteps(c.Steps, 0)
		if len(rest) > 0 {
			t.Fatalf("%s: lines left over: %q", c.Name, rest)
		}
		workflow := fmt.Sprintf(`{"goal":"g","input_variables":%s,"steps":%s}`, inputs, steps)
		b, derr := doc.ReadParts([]byte(workflow), file.Policy, file.Tools, doc.ReadOptions{Lenient: true})
		if derr != nil {
			t.Fatalf("%s: %v\n%s", c.Name, derr, steps)
		}
		r, err := core.Verify(b, core.Options{Detail: verify.DetailFull})
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		var violations, warnings []string
		for _, f := range r.Violations {
			violations = append(violations, string(f.Category)+" "+f.RuleName+" "+shortStep(f.Path)+" "+string(f.Certainty))
		}
		for _, f := range r.Warnings {
			if f.Category != finding.Postcondition {
				warnings = append(warnings, f.RuleName+" "+shortStep(f.Path))
			}
		}
		if !slices.Equal(violations, c.Violations) || !slices.Equal(warnings, c.Warnings) {
			t.Errorf("%s: %q, warnings %q, want %q, %q", c.Name, violations, warnings, c.Violations, c.Warnings)
		}
		runs(t, c.Name, b, r)
	}
}

func runs(t *testing.T, name string, b *doc.Bundle, r *finding.Report) {
	s, rng := soundtest.New(b, r), rand.New(rand.NewPCG(5, 6))
	for range 40 {
		if _, err := s.Check(rng); err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

func shortStep(path string) string {
	for _, end := range []string{"/tool_call", "/loop/collection"} {
		if i := strings.LastIndex(path, end); i >= 0 {
			path = path[:i]
		}
	}
	return strings.TrimPrefix(path, "/workflow/steps/")
}

// planSteps turns lines into steps: `x = tool {'a': '@y.field[0]'}`, `for x in y.path`, `if condition`.
func planSteps(lines []string, indent int) (string, []string) {
	var out []string
	for len(lines) > 0 && len(lines[0])-len(strings.TrimLeft(lines[0], " ")) >= indent {
		text := strings.TrimSpace(lines[0])
		lines = lines[1:]
		var inner string
		switch words := strings.Fields(text); words[0] {
		case "for":
			inner, lines = planSteps(lines, indent+2)
			out = append(out, fmt.Sprintf(`{"label":"s","loop":{"collection_ref":%q,"item_binding":%q,"body":%s}}`, words[3], words[1], inner))
		case "if":
			inner, lines = planSteps(lines, indent+2)
			out = append(out, fmt.Sprintf(`{"label":"s","conditional":{"condition":%q,"then_steps":%s}}`, text[3:], inner))
		default:
			out = append(out, planCall(text))
		}
	}
	return "[" + strings.Join(out, ",") + "]", lines
}

func planCall(text string) string {
	binding := "null"
	if name, call, ok := strings.Cut(text, " = "); ok {
		binding, text = strconv.Quote(name), call
	}
	tool, args, ok := strings.Cut(text, " ")
	if !ok {
		args = "{}"
	}
	return fmt.Sprintf(`{"label":"s","tool_call":{"tool_name":%q,"arguments":%s,"result_binding":%s}}`, tool, args, binding)
}
