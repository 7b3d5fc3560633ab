package ir

import (
	"slices"
	"strings"
	"testing"

	"planproof/core/doc"
)

// built reads and translates a bundle.
func built(t *testing.T, text string) (*Program, *doc.Error) {
	t.Helper()
	b, err := doc.ReadBundle([]byte(text), doc.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return Build(b)
}

// TestSinksInRuleOrder: named and wildcard rules of a call come in the order of
// the policy, and a wildcard is no sink of its own sanitizers.
func TestSinksInRuleOrder(t *testing.T) {
	rule := func(name, sink, sanitizers string) string {
		return `{"name":"` + name + `","source_tool":"s","sink_tool":"` + sink + `","sink_param":"*","sanitizers":[` + sanitizers + `]}`
	}
	p, err := built(t, `{"workflow":{"goal":"g","input_variables":[],"steps":[
		{"label":"a","tool_call":{"tool_name":"t","arguments":{"x":1}}},{"label":"b","tool_call":{"tool_name":"u","arguments":{"x":1}}}]},
		"policy":{"name":"p","allowed_tools":[],"taint_rules":[`+strings.Join([]string{
		rule("0", "t", ""), rule("1", "*", ""), rule("2", "u", ""), rule("3", "*", `"t"`), rule("4", "t", ""), rule("5", "*", `"u"`), rule("6", "u", `"u"`)}, ",")+`]},
		"tools":[{"name":"t","params":[{"name":"x"}]},{"name":"u","params":[{"name":"x"}]},{"name":"s"}]}`)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"0 1 4 5", "1 2 3 6"} {
		var got []string
		for _, s := range p.Body[i].(*Call).Sinks {
			got = append(got, s.Rule.Name)
		}
		if !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("sinks of call %d: %v, want %s", i, got, want)
		}
	}
}

// TestMaxWork: calls × rules beyond the limit are refused with a place.
func TestMaxWork(t *testing.T) {
	call := `{"label":"a","tool_call":{"tool_name":"t","arguments":{"x":1}}},`
	rules := make([]string, 3000)
	for i := range rules {
		rules[i] = `{"name":"r` + strings.Repeat("r", i) + `","source_tool":"s","sink_tool":"t","sink_param":"x"}`
	}
	text := `{"workflow":{"goal":"g","input_variables":[],"steps":[` + strings.TrimSuffix(strings.Repeat(call, 2000), ",") + `]},
		"policy":{"name":"p","allowed_tools":[],"taint_rules":[` + strings.Join(rules, ",") + `]},"tools":[{"name":"t","params":[{"name":"x"}]}]}`
	if _, err := built(t, text); err == nil || err.Kind != doc.KindLimit || err.Span == nil || err.Hint == "" {
		t.Errorf("got %v, want a limit error", err)
	}
}
