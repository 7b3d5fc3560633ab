package advise_test

import (
	"os"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/advise"
	"planproof/core/doc"
	"planproof/core/finding"
)

// docs builds a bundle from parts that the cases share.
func docs(steps, inputs string) advise.Documents {
	return advise.Documents{Bundle: []byte(`{
  "workflow": {"goal": "g", "input_variables": [` + inputs + `], "steps": [
` + steps + `
  ]},
  "policy": {"name": "p", "allowed_tools": ["fetch_mail", "redact", "send_email"],
    "taint_rules": [{"name": "no_leak", "source_tool": "fetch_mail", "sink_tool": "send_email", "sink_param": "body", "sanitizers": ["redact"]}]},
  "tools": [
    {"name": "fetch_mail", "source_labels": ["mail"]},
    {"name": "redact", "params": [{"name": "text"}]},
    {"name": "pay", "params": [{"name": "amount", "type": "int"}]},
    {"name": "send_email", "params": [{"name": "to"}, {"name": "body", "is_taint_sink": true}], "preconditions": ["domain_of(to) in ['company.com']"]}
  ]}`)}
}

func verify(t *testing.T, d advise.Documents) *finding.Report {
	t.Helper()
	b, derr := d.Read()
	if derr != nil {
		t.Fatal(derr)
	}
	r, err := core.Verify(b, core.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const (
	fetch = `    {"label": "fetch", "tool_call": {"tool_name": "fetch_mail", "arguments": {}, "result_binding": "mails"}}`
	send  = `    {"label": "send", "tool_call": {"tool_name": "send_email", "arguments": {"to": "a@company.com", "body": {"ref": "mails"}}}}`
)

// TestFixes: every offered fix, applied to the text, does what it says.
func TestFixes(t *testing.T) {
	cases := []struct{ name, steps, inputs, want string }{
		{"sanitizer", fetch + ",\n" + send, "", "pass `mails` through `redact` first"},
		{"reference", strings.ReplaceAll(send, `"mails"`, `"text"`), `"texts"`, "refer to `texts` instead of `text`"},
		{"guard", strings.ReplaceAll(strings.ReplaceAll(send, `"a@company.com"`, `{"ref": "who"}`), `{"ref": "mails"}`, `"hi"`), `"who"`, "call `send_email` only if domain_of(who) in ['company.com']"},
		{"argument", strings.ReplaceAll(strings.ReplaceAll(send, `"to"`, `"too"`), `{"ref": "mails"}`, `"hi"`), "", "name the argument `to` instead of `too`"},
		{"tool", strings.ReplaceAll(strings.ReplaceAll(send, "send_email", "send_mail"), `{"ref": "mails"}`, `"hi"`), "", "call `send_email` instead of `send_mail`"},
		{"allow", `    {"label": "pay", "tool_call": {"tool_name": "pay", "arguments": {"amount": 1}}}`, "", "allow every plan to call `pay`"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := docs(c.steps, c.inputs)
			r := verify(t, d)
			for _, f := range advise.Fixes(d, r) {
				after := verify(t, d.Apply(f.Edits))
				if after.OK != f.OK || len(after.Violations) >= len(r.Violations) {
					t.Errorf("%q: ok %v, want %v; %d violations of %d left", f.Title, after.OK, f.OK, len(after.Violations), len(r.Violations))
				}
				if f.Title == c.want {
					return
				}
				t.Logf("also: %s", f.Title)
			}
			t.Errorf("no fix %q", c.want)
		})
	}
}

func TestMinimize(t *testing.T) {
	noise := `    {"label": "noise", "tool_call": {"tool_name": "redact", "arguments": {"text": "x"}, "result_binding": "n"}}`
	inLoop := `    {"label": "loop", "loop": {"collection_ref": "who", "item_binding": "w", "body": [` + noise + "," + send + "," + noise + `]}}`
	branch := `    {"label": "if", "conditional": {"condition": "True", "then_steps": [` + noise + `], "else_steps": [` + inLoop + "," + noise + `]}}`
	d := docs(noise+","+fetch+","+noise+","+branch, `"who"`)
	r := verify(t, d)
	b, _ := d.Read()
	for _, v := range r.Violations {
		if v.Category != finding.Taint {
			continue
		}
		small := advise.Minimize(b, v)
		if n := count(small.Workflow.Steps); n != 2 {
			t.Errorf("%d steps left, want fetch and send", n)
		}
		return
	}
	t.Fatal("no taint finding")
}

func count(steps []doc.Step) int {
	n := 0
	for i := range steps {
		n++
		switch s := steps[i].Node.(type) {
		case *doc.Conditional:
			n += count(s.Then) + count(s.Else)
		case *doc.Loop:
			n += count(s.Body)
		}
	}
	return n
}

// TestFixesOfExamples: on every example every offered fix holds, whatever it
// is.
func TestFixesOfExamples(t *testing.T) {
	files, err := os.ReadDir("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	offered := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".json") || f.Name() == "index.json" {
			continue
		}
		text, err := os.ReadFile("../../examples/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		d := advise.Documents{Bundle: text}
		r := verify(t, d)
		for _, fix := range advise.Fixes(d, r) {
			offered++
			if after := verify(t, d.Apply(fix.Edits)); after.OK != fix.OK || len(after.Violations) >= len(r.Violations) {
				t.Errorf("%s: %q does not hold", f.Name(), fix.Title)
			}
		}
	}
	t.Logf("%d cases of fixes offered on the examples", offered)
}

func TestWhyNot(t *testing.T) {
	clean := `    {"label": "clean", "tool_call": {"tool_name": "redact", "arguments": {"text": {"ref": "mails"}}, "result_binding": "text"}}`
	cases := []struct{ name, steps, verdict, where string }{
		{"flagged", fetch + "," + send, "flagged", ""},
		{"sanitized", fetch + "," + clean + "," + strings.ReplaceAll(send, `"mails"`, `"text"`), "sanitized", "/workflow/steps/1"},
		{"elsewhere", fetch + "," + strings.ReplaceAll(send, `{"ref": "mails"}`, `"hello"`), "not_reached", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b, derr := docs(c.steps, "").Read()
			if derr != nil {
				t.Fatal(derr)
			}
			got, err := advise.WhyNot(b, "fetch_mail", "send_email", "body")
			if err != nil || len(got) != 1 || got[0].Verdict != c.verdict || got[0].Where != c.where {
				t.Errorf("got %+v %v, want %s at %q", got, err, c.verdict, c.where)
			}
		})
	}
}
