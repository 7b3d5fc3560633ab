package planned_test

import (
	"testing"

	"planproof/core/doc"
	"planproof/core/guard"
	"planproof/core/guard/planned"
	"planproof/core/value"
)

const bundle = `{
  "workflow": {"goal": "Pay invoice 7 and tell the team", "input_variables": ["team"], "steps": [
    {"label": "Look up", "tool_call": {"tool_name": "lookup", "arguments": {"number": "7"}, "result_binding": "invoice"}},
    {"label": "Read", "tool_call": {"tool_name": "read_mail", "arguments": {}, "result_binding": "mail"}},
    {"label": "Check", "tool_call": {"tool_name": "review", "arguments": {"value": {"ref": "mail"}}, "result_binding": "reviewed"}},
    {"label": "Pay", "tool_call": {"tool_name": "pay", "arguments": {"iban": {"ref": "invoice"}, "note": "Invoice 7"}}},
    {"label": "Tell", "tool_call": {"tool_name": "tell", "arguments": {"to": {"ref": "team"}, "text": {"ref": "reviewed"}, "raw": {"ref": "mail"}}}}
  ]},
  "policy": {"name": "p", "allowed_tools": ["lookup", "read_mail", "review", "pay", "tell"], "taint_rules": [
    {"name": "reviewed_text", "source_tool": "read_mail", "sink_tool": "tell", "sink_param": "text", "sanitizers": ["review"]},
    {"name": "no_mail_payee", "source_tool": "read_mail", "sink_tool": "pay", "sink_param": "iban"}
  ]},
  "tools": [
    {"name": "lookup", "params": [{"name": "number"}]},
    {"name": "read_mail", "params": []},
    {"name": "review", "params": [{"name": "value", "type": "Any"}]},
    {"name": "pay", "params": [{"name": "iban", "type": "Any"}, {"name": "note"}]},
    {"name": "tell", "params": [{"name": "to", "type": "Any"}, {"name": "text", "type": "Any"}, {"name": "raw", "type": "Any"}]}
  ]
}`

const config = `{"tools": {
  "lookup": {"schema": {"type": "object", "properties": {"number": {"type": "string"}}}, "integrity": "trusted"},
  "read_mail": {"schema": {"type": "object"}},
  "review": {"schema": {"type": "object", "properties": {"value": {}}}, "integrity": "trusted"},
  "pay": {"schema": {"type": "object", "properties": {"iban": {"type": "string"}, "note": {"type": "string"}}}, "ground": ["iban"]},
  "tell": {"schema": {"type": "object", "properties": {"to": {"type": "string"}, "text": {"type": "string"}, "raw": {"type": "string"}}}, "ground": ["to", "text", "raw"]}
}}`

func calls(t *testing.T, text string) *planned.Calls {
	t.Helper()
	b, bad := doc.ReadBundle([]byte(text), doc.ReadOptions{})
	if bad != nil {
		t.Fatal(bad)
	}
	c, err := planned.Of(b)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func call(name string, pairs ...string) guard.Call {
	o := value.Object{}
	for i := 0; i < len(pairs); i += 2 {
		o = append(o, value.Member{Key: pairs[i], Value: value.Text(pairs[i+1])})
	}
	return guard.Call{Name: name, Arguments: o}
}

// TestLineage: what the verifier knows of each argument.
func TestLineage(t *testing.T) {
	c := calls(t, bundle)
	if c.Verdict() != planned.Valid {
		t.Fatalf("the plan is %s", c.Verdict())
	}
	p := c.For(call("tell", "to", "x", "text", "y", "raw", "z"))
	want := map[string]string{"to": "user", "text": "review", "raw": "read_mail"}
	for _, l := range p.Lineage {
		if len(l.From) != 1 || l.From[0] != want[l.Argument] {
			t.Errorf("%s comes from %v, want %s", l.Argument, l.From, want[l.Argument])
		}
	}
	if p.Step != "Tell" {
		t.Errorf("step %q", p.Step)
	}
	if p := c.For(call("pay", "iban", "x", "note", "another")); p.Step != "" {
		t.Errorf("a call with another constant is taken for step %s", p.Step)
	}
}

// TestJoin: the verdict is the join of the verifier's and the guard's.
func TestJoin(t *testing.T) {
	cfg, err := guard.ReadConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	g, err := guard.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	talk := guard.Conversation{
		{Role: guard.User, Text: "Pay invoice 7 and tell the team"},
		{Role: guard.Tool, Text: "account DE89370400440532013000", Source: "lookup"},
		{Role: guard.Tool, Text: "Newsletter.", Source: "read_mail"},
	}
	pay := call("pay", "iban", "DE89370400440532013000", "note", "Invoice 7")
	tell := call("tell", "to", "team@mail.example", "text", "fine", "raw", "Newsletter")
	for _, test := range []struct {
		name string
		call guard.Call
		plan *planned.Calls
		want guard.Verdict
		why  string
	}{
		{"a value of a trusted step needs no search", pay, calls(t, bundle), guard.Allow, ""},
		{"one of an untrusted step needs a person", tell, calls(t, bundle), guard.Escalate, guard.CheckLineage},
		{"a call that the plan does not have", call("pay", "iban", "DE89370400440532013000", "note", "more"), calls(t, bundle), guard.Escalate, guard.CheckAsked},
		{"a refused plan", pay, calls(t, refused()), guard.Deny, guard.CheckPlan},
	} {
		d, err := g.Decide(guard.Request{Call: test.call, Conversation: talk, Plan: test.plan.For(test.call)})
		if err != nil {
			t.Fatal(err)
		}
		if d.Verdict != test.want || d.Deciding != test.why {
			t.Errorf("%s: %s by %q, want %s by %q: %v", test.name, d.Verdict, d.Deciding, test.want, test.why, d.Reasons)
		}
	}
}

// refused is the bundle with the payee taken from the mail.
func refused() string {
	const was, is = `"iban": {"ref": "invoice"}`, `"iban": {"ref": "mail"}`
	out := []byte(bundle)
	for i := 0; i+len(was) <= len(out); i++ {
		if string(out[i:i+len(was)]) == was {
			return string(out[:i]) + is + string(out[i+len(was):])
		}
	}
	panic("the bundle has no such argument")
}
