package intake

import (
	"strings"
	"testing"

	"planproof/core/doc"
)

const (
	aPlan   = `{"goal": "g", "steps": [{"label": "a", "tool_call": {"tool_name": "t", "arguments": {}}}]}`
	aPolicy = `{"name": "p", "allowed_tools": ["t"]}`
	aTool   = `[{"name": "t", "params": [], "return_type": "str"}]`
)

// TestPieces: what is one paste, and in which formats its pieces are.
func TestPieces(t *testing.T) {
	for _, c := range []struct{ name, text, formats string }{
		{"one value", aPlan, "planproof"},
		{"three fences", "Plan:\n```json\n" + aPlan + "\n```\npolicy\n~~~\n" + aPolicy + "\n~~~\n```json\n" + aTool + "\n```", "planproof planproof planproof"},
		{"prose", "Here: " + aPlan + "\nand [1] the policy " + aPolicy + ".", "planproof planproof"},
		{"values one behind the other", aPlan + "\n" + aPolicy + "\n" + aTool, "planproof planproof planproof"},
		{"YAML", "goal: g\nsteps:\n  - label: a\n    tool_call: {tool_name: t}\n", "planproof"},
		{"two YAML documents", "name: p\nallowed_tools: [t]\n---\n- name: t\n  params: []\n  return_type: str\n", "planproof planproof"},
		{"YAML in a fence", "```yaml\nname: p\nallowed_tools:\n- t\n```", "planproof"},
		{"JSON Lines", `{"role": "user", "content": "x"}` + "\n" + `{"role": "assistant", "tool_calls": [{"name": "t", "arguments": {}}]}`, "openai-chat"},
		{"JSON Lines, one broken", `{"role": "user", "content": "x"}` + "\n{broken\n" + `{"role": "assistant", "tool_calls": [{"name": "t", "arguments": {}}]}`, "openai-chat"},
		{"Python in a fence", "Sure:\n```python\nx = t(a=1)\n```\nand the tools\n```json\n" + aTool + "\n```", "python planproof"},
		{"comments and quotes", "{'goal': 'g', # why\n 'steps': [{label: \"a\", tool_call: {tool_name: 't', arguments: {x: None,},},}],}", "planproof"},
		{"indented fence", "- first:\n\n  ```json\n  " + aPlan + "\n  ```\n", "planproof"},
		{"a fence that is not closed", "```json\n" + aPlan, "planproof"},
		{"CRLF", "```json\r\n" + aPlan + "\r\n```\r\n", "planproof"},
		{"byte order mark", "\uFEFF" + aPlan, "planproof"},
		{"calls in tags", "First\n<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>\nthen\n<tool_call>\n{\"name\": \"g\", \"arguments\": {}}\n</tool_call>", "openai-chat"},
		{"a list of steps", `{"goal": "x", "steps": [{"tool": "f", "args": {"a": 1}}, {"tool": "g", "args": {}}]}`, "dag"},
		{"no plan", "I can not do that.", ""},
		{"a shopping list", "Shopping:\n- milk\n- eggs\n", ""},
		{"a name in brackets", "see [1] and {2}", ""},
	} {
		r := Read(c.text, Options{})
		var formats []string
		for _, p := range r.Pieces {
			if p.Format != "" {
				formats = append(formats, p.Format)
			}
		}
		if got := strings.Join(formats, " "); got != c.formats {
			t.Errorf("%s: %q, want %q (%s)", c.name, got, c.formats, r.Summary)
		}
		if (r.Bundle == nil) != (c.formats == "") {
			t.Errorf("%s: %s", c.name, r.Summary)
		}
	}
}

// TestPartsComeTogether: plan, policy and tools of several pieces are one bundle.
func TestPartsComeTogether(t *testing.T) {
	r := Read("```\n"+aPolicy+"\n```\n```\n"+aTool+"\n```\n```\n"+aPlan+"\n```", Options{})
	want := "Read planproof documents: 1 tool call; 1 tool spec; policy `p`."
	if r.Summary != want || !r.HasPolicy || !r.HasTools || r.Bundle.Policy.Name.Value != "p" || len(r.Drafted) != 0 {
		t.Errorf("%s\nwant %s", r.Summary, want)
	}
	if len(r.Origins) != 1 || r.Origins[0].Path != "/workflow/steps/0" {
		t.Errorf("origins %+v", r.Origins)
	}
}

// TestTies: two formats with the same score are both named.
func TestTies(t *testing.T) {
	r := Read(`{"name": "t", "arguments": {"a": 1}}`, Options{})
	if r.Bundle == nil || r.Pieces[0].Format != "openai-chat" {
		t.Errorf("%s: %+v", r.Summary, r.Pieces)
	}
	r = Read("Thought: a\nAction: b\nObservation: c\n<code>\nf(1)\n</code>\n1. g(2)\n2. h($1)\n", Options{})
	if f := r.Pieces[0]; f.Format != "smolagents" || len(f.Ties) != 1 || f.Ties[0] != "llmcompiler" || !strings.HasPrefix(r.Summary, "Read smolagents log (or llmcompiler): ") {
		t.Errorf("%s: %+v", r.Summary, r.Pieces)
	}
	p := &Piece{Source: doc.NewSource(DocPaste, "x"), Range: doc.Range{End: 1}, Syntax: Plain}
	if f, ties := choose(p, Auto); f != nil || ties != nil {
		t.Errorf("%v %v", f, ties)
	}
}

// TestWrongUse: what can not be imported says why and where.
func TestWrongUse(t *testing.T) {
	for _, c := range []struct{ text, from, want string }{
		{"", "", "the paste is empty"},
		{"\xff", "", "not UTF-8"},
		{"x", "yml", "there is no format `yml`"},
		{strings.Repeat("x", MaxBytes+1), "", "longer than 8 MiB"},
		{`{"goal": "g", "steps": [{"label": "a" "b"}]}`, "", "1:39"},
		{`{"a": 1, "a": 2}`, "", "stands twice"},
		{"a:\n  - b\n c: d\n", "", "paste:3:"},
		{aPlan, "openapi", "no operations"},
		{"x = 1", "nestful", "no calls"},
		{`{"goal": "g", "steps": [{"label": "a", "tool_call": {"tool_nam": "t"}}]}`, "", "tool_name"},
	} {
		r := Read(c.text, Options{From: c.from})
		if r.Bundle != nil || r.Refused == nil || !strings.Contains(r.Refused.Error(), c.want) {
			t.Errorf("%.40q: %s", c.text, r.Summary)
			if r.Refused != nil {
				t.Log(r.Refused.Error())
			}
		}
	}
	if r := Read(aPlan, Options{Plan: 2}); r.Bundle != nil || r.Refused.Construct != "no such plan" {
		t.Error(r.Summary)
	}
}

// TestFromEveryFormat: every format takes every example without a panic, and refuses what is not its own.
func TestFromEveryFormat(t *testing.T) {
	for name, text := range importExamples(t) {
		for _, f := range Formats() {
			if r := Read(text, Options{From: f.ID}); r.Bundle == nil && r.Refused == nil {
				t.Errorf("%s read as %s: neither a bundle nor a refusal", name, f.ID)
			}
		}
	}
}

// TestNoDraft: without a draft nothing is allowed.
func TestNoDraft(t *testing.T) {
	r := Read(aPlan, Options{NoDraft: true})
	if len(r.Bundle.Policy.AllowedTools) != 0 || !strings.Contains(r.Summary, "policy: none.") {
		t.Error(r.Summary)
	}
}

// TestDraftPolicy: labels, rules and automata follow the words of the names, and given labels stay.
func TestDraftPolicy(t *testing.T) {
	r := Read(`[{"name": "readInbox", "params": [], "return_type": "list"}, {"name": "send_mail", "params": [{"name": "to"}]},
		{"name": "pay", "params": []}, {"name": "redact", "params": []}, {"name": "fetch_prices", "params": [], "source_labels": ["prices"]}, {"name": "total", "params": []}]`, Options{})
	p := r.Bundle.Policy
	if !strings.Contains(p.Name.Value, "guess") || len(p.AllowedTools) != 6 || len(p.TaintRules) != 2 || len(p.Automata) != 1 {
		t.Fatalf("%s", r.Bundle.Print())
	}
	if rule := p.TaintRules[0]; rule.SinkTool.Value != "send_mail" || len(rule.Sanitizers) != 1 || rule.Sanitizers[0].Value != "redact" {
		t.Errorf("%+v", rule)
	}
	if labels := r.Bundle.Tools[0].SourceLabels; len(labels) != 1 || labels[0].Value != draftLabel {
		t.Errorf("%+v", labels)
	}
	if labels := r.Bundle.Tools[4].SourceLabels; len(labels) != 1 || labels[0].Value != "prices" {
		t.Errorf("%+v", labels)
	}
}

// TestDocuments: the three texts are what the bundle is.
func TestDocuments(t *testing.T) {
	for name, text := range importExamples(t) {
		r := Read(text, Options{})
		w, p, tools := r.Documents()
		if r.Bundle == nil || r.Plan < 0 {
			if w != "" {
				t.Errorf("%s: a plan from nowhere", name)
			}
			continue
		}
		b, err := doc.ReadParts([]byte(w), []byte(p), []byte(tools), doc.ReadOptions{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if string(b.Workflow.AppendJSON(nil)) != string(r.Bundle.Workflow.AppendJSON(nil)) || string(b.Policy.AppendJSON(nil)) != string(r.Bundle.Policy.AppendJSON(nil)) {
			t.Errorf("%s: the texts are not the bundle", name)
		}
	}
}

// TestApprovals: a saved run that waits holds the call with the arguments that a person left it.
func TestApprovals(t *testing.T) {
	r := Read(`{"$schemaVersion": "1.16", "original_input": "hi",
		"generated_items": [{"type": "tool_call_item", "raw_item": {"type": "function_call", "call_id": "a", "name": "send", "arguments": "{\"to\": \"x\"}"}}],
		"current_step": {"data": {"interruptions": [
			{"raw_item": {"type": "function_call", "call_id": "a", "name": "send", "arguments": "{\"to\": \"y\"}"}},
			{"raw_item": {"type": "function_call", "call_id": "b", "name": "pay", "arguments": "{}"}}]}}}`, Options{})
	got := string(r.Bundle.Workflow.AppendJSON(nil))
	if !strings.Contains(got, `"tool_name":"send","arguments":{"to":"y"}`) || !strings.Contains(got, `"tool_name":"pay"`) || len(r.Bundle.Workflow.Steps) != 2 {
		t.Errorf("%s\n%s", r.Summary, got)
	}
}
