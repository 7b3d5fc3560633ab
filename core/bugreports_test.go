package core_test

import (
	"encoding/json"
	"strings"
	"testing"

	"planproof/core/finding"
)

// bugReport is a public bug report of another project in our own words. Only
// the cases with a workflow are about the verifier.
type bugReport struct {
	ID    string `json:"id"`
	Input struct {
		parts
		Tool      json.RawMessage `json:"tool"`
		Automaton json.RawMessage `json:"automaton"`
		Automata  json.RawMessage `json:"automata"`
		PolicyA   json.RawMessage `json:"policy_a"`
		PolicyB   json.RawMessage `json:"policy_b"`
	} `json:"input"`
	Right string `json:"right_verdict"`
}

// notAboutPlans are reports whose input is no policy of ours: a sum over
// calls, which finite automata do not have (the README says so), and a
// policy condition outside of any rule.
var notAboutPlans = map[string]bool{"B50": true, "B43": true}

func TestBugReports(t *testing.T) {
	var file struct{ Reports []bugReport }
	decode(t, vectorFile(t, "bugreports.json"), &file)
	n := 0
	for _, b := range file.Reports {
		if b.Input.Workflow == nil || notAboutPlans[b.ID] {
			continue
		}
		n++
		t.Run(b.ID, func(t *testing.T) {
			for _, policy := range b.policies() {
				b.check(t, parts{Workflow: b.Input.Workflow, Policy: policy, Tools: b.tools(t)})
			}
		})
	}
	t.Logf("bugreports.json: %d cases read, %d about the verifier", len(file.Reports), n)
}

func (b *bugReport) check(t *testing.T, p parts) {
	r, err := p.verify()
	right, category, _ := strings.Cut(strings.TrimSuffix(b.Right, ")"), " (")
	switch {
	case strings.HasPrefix(right, "policy error"):
		if err == nil && r.OK {
			t.Errorf("accepted, want %s", b.Right)
		}
	case err != nil:
		t.Error(err)
	case strings.HasPrefix(right, "accept"):
		if !r.OK || strings.Contains(right, "with a note") && len(r.Notes) == 0 {
			t.Errorf("want %s, got %d notes and\n%s", b.Right, len(r.Notes), dump(r))
		}
	case category != "":
		if !hasFinding(r.Violations, finding.Finding{Category: finding.Category(category)}) {
			t.Errorf("want %s, got\n%s", b.Right, dump(r))
		}
	case r.OK:
		t.Errorf("accepted, want %s", b.Right)
	}
	if b.ID == "B17" && !(hasFinding(r.Violations, finding.Finding{Category: "automaton", RuleName: "two"}) && hasFinding(r.Violations, finding.Finding{Category: finding.AnalysisIncomplete})) {
		t.Errorf("want %s, got\n%s", b.Right, dump(r))
	}
}

// policies are those of the report, or one around its automata.
func (b *bugReport) policies() []json.RawMessage {
	switch {
	case b.Input.PolicyA != nil:
		return []json.RawMessage{b.Input.PolicyA, b.Input.PolicyB}
	case b.Input.Policy != nil:
		return []json.RawMessage{b.Input.Policy}
	}
	automata := string(b.Input.Automata)
	if automata == "" {
		automata = "[" + string(b.Input.Automaton) + "]"
	}
	allowed, _ := json.Marshal(b.called())
	return []json.RawMessage{json.RawMessage(`{"name": "p", "allowed_tools": ` + string(allowed) + `, "automata": ` + automata + `}`)}
}

// tools are the report's, or the obvious ones: a spec for every called tool
// with the parameters that the plan gives.
func (b *bugReport) tools(t *testing.T) json.RawMessage {
	switch {
	case b.Input.Tools != nil:
		return b.Input.Tools
	case b.Input.Tool != nil:
		return json.RawMessage("[" + string(b.Input.Tool) + "]")
	}
	type param struct {
		Name string `json:"name"`
		Type string `json:"type"`
	}
	type spec struct {
		Name   string  `json:"name"`
		Params []param `json:"params"`
	}
	specs := []spec{}
	for tool, args := range b.arguments() {
		s := spec{Name: tool, Params: []param{}}
		for _, a := range sortedKeys(args) {
			s.Params = append(s.Params, param{a, "Any"})
		}
		specs = append(specs, s)
	}
	out, err := json.Marshal(specs)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (b *bugReport) called() []string { return sortedKeys(b.arguments()) }

// arguments are the arguments that the plan gives each tool.
func (b *bugReport) arguments() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			if call, ok := v["tool_call"].(map[string]any); ok {
				name, _ := call["tool_name"].(string)
				if out[name] == nil {
					out[name] = map[string]bool{}
				}
				args, _ := call["arguments"].(map[string]any)
				for a := range args {
					out[name][a] = true
				}
			}
			for _, k := range sortedKeys(v) {
				walk(v[k])
			}
		}
	}
	var w any
	_ = json.Unmarshal(b.Input.Workflow, &w)
	walk(w)
	return out
}
