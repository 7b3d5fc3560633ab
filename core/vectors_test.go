package core_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
)

// vectorFile reads a file of test vectors: from $PLANPROOF_VECTORS when it is
// set (a folder of the same format), else from testdata.
func vectorFile(t *testing.T, name string) []byte {
	t.Helper()
	dir := os.Getenv("PLANPROOF_VECTORS")
	if dir == "" {
		dir = "testdata"
	}
	b, err := os.ReadFile(filepath.Join(dir, name))
	if os.IsNotExist(err) && dir != "testdata" {
		t.Skipf("no %s in PLANPROOF_VECTORS=%s", name, dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// corpusFile reads third-party data, which is never part of the repository.
func corpusFile(t *testing.T, name string) []byte {
	t.Helper()
	dir := os.Getenv("PLANPROOF_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "corpus")
	}
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("SKIPPED, third-party corpus not found: %v (set PLANPROOF_CORPUS)", err)
	}
	return b
}

func decode(t *testing.T, b []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(b, v); err != nil {
		t.Fatal(err)
	}
}

// parts are the three documents of a case, as written.
type parts struct {
	Workflow json.RawMessage `json:"workflow"`
	Policy   json.RawMessage `json:"policy"`
	Tools    json.RawMessage `json:"tools"`
	Strict   bool            `json:"strict"`
}

// verify runs the case through the public entry points.
func (p parts) verify() (*finding.Report, error) {
	b, derr := doc.ReadParts(p.Workflow, p.Policy, p.Tools, doc.ReadOptions{})
	if derr != nil {
		return nil, derr
	}
	return core.Verify(b, core.Options{Strict: p.Strict})
}

// betterCase is one case of better.json: an input and the right answer.
type betterCase struct {
	parts
	ID    string          `json:"id"`
	Op    string          `json:"op"`
	Expr  string          `json:"expr"`
	Env   json.RawMessage `json:"env"`
	Right struct {
		OK              *bool             `json:"ok"`
		MustHave        []finding.Finding `json:"must_have"`
		Count           map[string]int    `json:"count"`
		CountMin        int               `json:"count_min"`
		OrPolicyError   bool              `json:"or_policy_error"`
		OrPolicyWarning bool              `json:"or_policy_warning"`
		MustWarn        bool              `json:"must_warn"`
		NoWarnings      bool              `json:"no_warnings"`
		Order           []string          `json:"order"`
		Verdict         string            `json:"verdict"`
	} `json:"right"`
	conditionCase
}

func TestBetter(t *testing.T) {
	var cases []betterCase
	decode(t, vectorFile(t, "core/better.json"), &cases)
	n := 0
	for _, c := range cases {
		if c.Op == "execute" || c.Op == "eval" {
			continue
		}
		n++
		t.Run(c.ID, func(t *testing.T) {
			if c.Op == "condition" {
				c.conditionCase.Expr = c.Expr
				c.conditionCase.Right = c.Right.Verdict
				c.conditionCase.Category = "precondition"
				c.conditionCase.check(t)
				return
			}
			c.checkVerify(t)
		})
	}
	t.Logf("better.json: %d cases read, %d checked here", len(cases), n)
}

func (c *betterCase) checkVerify(t *testing.T) {
	r, err := c.verify()
	if err != nil {
		if c.Right.OK != nil && *c.Right.OK {
			t.Fatalf("refused as unusable: %v", err)
		}
		if len(c.Right.MustHave) > 0 {
			t.Fatalf("want %v, got the error %v", c.Right.MustHave, err)
		}
		return
	}
	if c.Right.OK != nil && r.OK != *c.Right.OK && !(c.Right.OrPolicyWarning && len(r.Lint) > 0) {
		t.Errorf("ok = %v, want %v\n%s", r.OK, *c.Right.OK, dump(r))
	}
	for _, want := range c.Right.MustHave {
		if !hasFinding(r.Violations, want) {
			t.Errorf("no violation %s %q at %q\n%s", want.Category, want.RuleName, want.StepLabel, dump(r))
		}
	}
	for category, want := range c.Right.Count {
		if got := countCategory(r.Violations, category); got != want {
			t.Errorf("%d violations of %s, want %d\n%s", got, category, want, dump(r))
		}
	}
	if len(r.Violations) < c.Right.CountMin {
		t.Errorf("%d violations, want at least %d\n%s", len(r.Violations), c.Right.CountMin, dump(r))
	}
	if c.Right.MustWarn && len(r.Lint)+len(r.Warnings) == 0 {
		t.Errorf("no warning and no lint")
	}
	if c.Right.NoWarnings && len(r.Warnings) > 0 {
		t.Errorf("warnings: %s", dump(r))
	}
	checkOrder(t, r, c.Right.Order)
}

// checkOrder wants the words to appear in this order in the messages.
func checkOrder(t *testing.T, r *finding.Report, words []string) {
	var all strings.Builder
	for _, f := range r.Violations {
		all.WriteString(f.Message + "\n")
	}
	at := -1
	for _, w := range words {
		i := strings.Index(all.String(), w)
		if i <= at {
			t.Errorf("%q is missing or out of order in %q", w, all.String())
		}
		at = i
	}
}

func hasFinding(fs []finding.Finding, want finding.Finding) bool {
	for _, f := range fs {
		if f.Category == want.Category && (want.RuleName == "" || f.RuleName == want.RuleName) && (want.StepLabel == "" || f.StepLabel == want.StepLabel) {
			return true
		}
	}
	return false
}

func countCategory(fs []finding.Finding, category string) int {
	n := 0
	for _, f := range fs {
		if string(f.Category) == category {
			n++
		}
	}
	return n
}

func dump(r *finding.Report) string {
	var b strings.Builder
	for _, f := range append(append([]finding.Finding{}, r.Violations...), r.Warnings...) {
		b.WriteString("  " + string(f.Category) + " " + f.RuleName + " at " + f.StepLabel + " (" + string(f.Certainty) + "): " + f.Message + "\n")
	}
	return b.String()
}

// conditionCase is one case of conditions.json: one condition of one tool.
type conditionCase struct {
	Expr      string          `json:"expr"`
	Params    []conditionArg  `json:"params"`
	Constants json.RawMessage `json:"constants"`
	Category  string          `json:"category"`
	Return    string          `json:"return_type"`
	Right     string          `json:"-"`
}

type conditionArg struct {
	Name     string          `json:"name"`
	Type     string          `json:"type"`
	Literal  json.RawMessage `json:"literal"`
	Symbolic bool            `json:"symbolic"`
}

// bundle writes the case as documents: one call of one tool.
func (c *conditionCase) bundle(t *testing.T) parts {
	type obj = map[string]any
	args, inputs, params := obj{}, []string{}, []obj{}
	for _, p := range c.Params {
		params = append(params, obj{"name": p.Name, "type": p.Type})
		switch {
		case p.Symbolic:
			args[p.Name] = obj{"ref": "in_" + p.Name}
			inputs = append(inputs, "in_"+p.Name)
		case p.Literal != nil:
			args[p.Name] = p.Literal
		}
	}
	kinds := map[string]string{"precondition": "preconditions", "postcondition": "postconditions", "frame": "frame_conditions"}
	tool := obj{"name": "t", "params": params, kinds[c.Category]: []string{c.Expr}}
	if c.Return != "" {
		tool["return_type"] = c.Return
	}
	constants := any(obj{})
	if len(c.Constants) > 0 {
		constants = c.Constants
	}
	marshal := func(v any) json.RawMessage {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	return parts{
		Workflow: marshal(obj{"goal": "g", "input_variables": inputs, "steps": []obj{{"label": "s", "tool_call": obj{"tool_name": "t", "arguments": args}}}}),
		Policy: marshal(obj{"name": "p", "allowed_tools": []string{"t"}, "automata": []obj{{"name": "m", "states": []obj{{"name": "q"}},
			"initial_state": "q", "transitions": []obj{}, "constants": constants}}}),
		Tools: marshal([]obj{tool}),
	}
}

func (c *conditionCase) check(t *testing.T) {
	r, err := c.bundle(t).verify()
	if err != nil {
		t.Fatal(err)
	}
	if got := conditionVerdict(r, c.Category); got != c.Right {
		t.Errorf("%s %q of %s: %s, want %s\n%s", c.Category, c.Expr, describeParams(c.Params), got, c.Right, dump(r))
	}
}

func describeParams(ps []conditionArg) string {
	var out []string
	for _, p := range ps {
		out = append(out, p.Name+":"+p.Type+"="+string(p.Literal))
	}
	return strings.Join(out, " ")
}

// conditionVerdict reads a report in the words of conditions.json.
func conditionVerdict(r *finding.Report, category string) string {
	for _, f := range r.Violations {
		switch {
		case f.Category == finding.AnalysisIncomplete && strings.HasSuffix(f.RuleName, "_unreadable"):
			return "unreadable"
		case string(f.Category) != category:
			continue
		case f.ID == finding.IDFrameVacuous && f.Certainty == finding.Definite:
			return "vacuous"
		case f.ID == finding.IDFrameVacuous:
			return "could_be_vacuous"
		case f.Certainty == finding.Definite:
			return "violated"
		default:
			return "could_be_violated"
		}
	}
	if len(r.Warnings) > 0 {
		return "could_be_violated_result_warning"
	}
	for _, f := range r.Violations {
		if f.Category == finding.AnalysisIncomplete {
			return string(f.Category) + "/" + f.RuleName
		}
	}
	return "valid"
}

func TestConditions(t *testing.T) {
	var cases []struct {
		conditionCase
		Right string `json:"right"`
	}
	decode(t, vectorFile(t, "core/conditions.json"), &cases)
	for i := range cases {
		c := &cases[i].conditionCase
		c.Right = cases[i].Right
		t.Run(c.Category+"/"+c.Expr, func(t *testing.T) { c.check(t) })
	}
	t.Logf("conditions.json: %d cases", len(cases))
}
