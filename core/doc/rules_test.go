package doc

import (
	"testing"

	"planproof/core/value"
)

func TestSplitInvariant(t *testing.T) {
	cases := []struct{ text, tool, condition string }{
		{"transfer: amount <= 100", "transfer", "amount <= 100"},
		{"transfer:amount<=100", "transfer", "amount<=100"},
		{"  transfer:\n x", "transfer", "x"},
		{"server:tool: x", "server:tool", "x"},
		{"a.b/c-d_e: 'x: y' in z", "a.b/c-d_e", "'x: y' in z"},
		{"t: result.u == {a: b}", "t", "result.u == {a: b}"},
		{"отправить: x", "отправить", "x"},
		{"t:", "t", ""},
		{"amount <= 100", "", ""},
		{"len(x) > 5", "", ""},
		{"'t': x", "", ""},
		{": x", "", ""},
		{"", "", ""},
		{"two words: x", "", ""},
	}
	for _, c := range cases {
		tool, at, ok := SplitInvariant(c.text)
		if tool != c.tool || ok != (c.tool != "") || ok && c.text[at:] != c.condition {
			t.Errorf("%q: %q, %q, %v", c.text, tool, c.text[at:], ok)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"tool_name", "arguments", "result_binding", "is_taint_sink", "sanitizers", "params", "else_steps"}
	cases := []struct{ name, want string }{
		{"toolName", "tool_name"}, {"tool-name", "tool_name"}, {"TOOL_NAME", "tool_name"}, {"tool", "tool_name"},
		{"argumnets", "arguments"}, {"args", ""}, {"sanitizer", "sanitizers"}, {"sanitisers", "sanitizers"},
		{"parameters", "params"}, {"else", "else_steps"}, {"taint_sink", "is_taint_sink"}, {"zzz", ""}, {"", ""},
	}
	for _, c := range cases {
		if got := nearest(c.name, known); got != c.want {
			t.Errorf("%q: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	cases := []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"ab", "ba", 1}, {"kitten", "sitting", 3}, {"abc", "abc", 0}, {"ca", "abc", 3}}
	for _, c := range cases {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != c.want {
			t.Errorf("%q, %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestConcrete: a value is concrete when no reference is in it; AsValue gives its JSON either way.
func TestConcrete(t *testing.T) {
	call := fullBundle(t).Workflow.Steps[0].Node.(*ToolCall)
	if _, ok := Concrete(call.Args[1].Value); ok {
		t.Error("a list with a reference in it is not concrete")
	}
	items := call.Args[1].Value.(*List).Items
	for i, item := range items {
		v, ok := Concrete(item)
		_, isRef := item.(*Ref)
		if ok == (isRef || i == 8) {
			t.Errorf("item %d: concrete %v", i, ok)
		}
		if ok && !value.Equal(v, AsValue(item)) {
			t.Errorf("item %d: %v is not %v", i, v, AsValue(item))
		}
	}
	if got := string(value.AppendJSON(nil, AsValue(items[8]))); got != `{"k":{"ref":""}}` {
		t.Error(got)
	}
}

func TestIsRequired(t *testing.T) {
	yes, no := true, false
	cases := []struct {
		p    Param
		want bool
	}{
		{Param{}, true}, {Param{Default: value.Int(1)}, false}, {Param{Required: &no}, false},
		{Param{Required: &yes, Default: value.Int(1)}, true},
	}
	for i, c := range cases {
		if got := c.p.IsRequired(); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}

// TestReadParts: each document has its own name in positions, and only the workflow is read tolerantly.
func TestReadParts(t *testing.T) {
	const workflow, policy, tools = `{"goal":"g","steps":[],}`, `{"name":"p"}`, `{"tools":[{"name":"t"}]}`
	b, err := ReadParts([]byte(workflow), []byte(policy), []byte(tools), ReadOptions{Lenient: true})
	if err != nil || len(b.Notes) != 1 || b.Notes[0].Span.Doc != DocWorkflow || len(b.Tools) != 1 {
		t.Fatalf("%+v, %v", b, err)
	}
	for _, s := range []struct {
		have *Source
		want string
	}{{b.Workflow.Source, DocWorkflow}, {b.Policy.Source, DocPolicy}, {b.ToolsSource, DocTools}} {
		if s.have.Name != s.want {
			t.Errorf("%s, want %s", s.have.Name, s.want)
		}
	}
	for _, bad := range [][3]string{{workflow, `{"name":"p",}`, tools}, {workflow, policy, `[{"name":"t"},]`}} {
		if _, err := ReadParts([]byte(bad[0]), []byte(bad[1]), []byte(bad[2]), ReadOptions{Lenient: true}); err == nil {
			t.Errorf("%v: accepted", bad)
		}
	}
}

func TestErrorJSON(t *testing.T) {
	_, err := ReadPolicy([]byte("{\n \"nam\": 1}"))
	const want = "{\"kind\":\"input\",\"message\":\"unknown field `nam` in a policy\",\"hint\":\"did you mean `name`?\"," +
		`"span":{"doc":"policy","start":{"line":2,"column":2,"offset":3},"end":{"line":2,"column":7,"offset":8}}}`
	if got := string(err.AppendJSON(nil)); got != want {
		t.Errorf("got %s", got)
	}
}

// TestLoneWorkflow: the workflow comes with the error, so that who has the rest can go on.
func TestLoneWorkflow(t *testing.T) {
	for _, lenient := range []bool{false, true} {
		b, err := ReadBundle([]byte(steps(1)), ReadOptions{Lenient: lenient})
		if err == nil || err.Kind != KindInput || b == nil || b.Workflow == nil || len(b.Workflow.Steps) != 1 {
			t.Errorf("%+v, %v", b, err)
		}
	}
}
