package guard_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"planproof/core/ground"
	"planproof/core/guard"
	"planproof/core/value"
)

func TestSessionVectors(t *testing.T) {
	eachVector(t, "sessions.json", func(v value.Object) string {
		g, err := guardOf(inMode(get(v, "guard"), guard.Literal))
		if err != nil {
			return err.Error()
		}
		facts, _ := get(v, "facts").(value.Object)
		s := g.Session(guard.ConversationOf(get(v, "context")), facts, guard.Limits{Messages: number(get(v, "max_messages")), Chars: number(get(v, "max_chars"))})
		run := scenario{s: s}
		steps, expected := get(v, "steps").(value.List), wanted(v).(value.List)
		for i, step := range steps {
			if why := run.step(step, expected[i]); why != "" {
				return "step " + show(value.Int(int64(i))) + ": " + why
			}
		}
		return ""
	})
}

func number(v value.Value) int {
	n, _ := v.(value.Number)
	i, _ := n.Int64()
	return int(i)
}

type scenario struct {
	s         *guard.Session
	decisions []*guard.Decision
}

func (sc *scenario) step(step, want value.Value) string {
	d, err := sc.do(step)
	sc.decisions = append(sc.decisions, d)
	if _, failed := want.(value.Object).Get("error"); failed != (err != nil) {
		return "error " + errorText(err)
	}
	if outcome := get(want, "outcome"); outcome != nil {
		if value.Text(d.Verdict) != outcome || !value.Equal(texts(d.Failed), get(want, "failed")) {
			return string(d.Verdict) + " " + strings.Join(d.Reasons, "; ")
		}
	}
	talk := sc.s.Conversation()
	last := talk[len(talk)-1]
	got := value.List{value.Text(last.Role), value.Text(last.Text)}
	if !value.Equal(got, get(want, "last_message")) || value.Bool(last.Tainted) != get(want, "last_tainted") {
		return "last message " + show(got) + ", want " + show(get(want, "last_message"))
	}
	if len(talk) != number(get(want, "messages")) || len(sc.s.Made()) != number(get(want, "made")) {
		return "messages or calls made"
	}
	return ""
}

func (sc *scenario) do(step value.Value) (*guard.Decision, error) {
	switch text(get(step, "op")) {
	case "add":
		role, _ := guard.RoleNamed(text(get(step, "role")))
		sc.s.Add(guard.Message{Role: role, Text: text(get(step, "text"))})
		return nil, nil
	case "record":
		d := sc.decisions[number(get(step, "step"))]
		if e := text(get(step, "error")); e != "" {
			return nil, sc.s.RecordError(d, e)
		}
		return nil, sc.s.Record(d, text(get(step, "result")))
	}
	call, err := guard.CallOf(get(step, "call"))
	if err != nil {
		return nil, err
	}
	if text(get(step, "op")) == "check" {
		return sc.s.Check(call)
	}
	return sc.s.Call(call, runner(step))
}

func runner(step value.Value) guard.Runner {
	if e := text(get(step, "raises")); e != "" {
		return func(guard.Call) (string, error) { return "", errors.New(e) }
	}
	if r, ok := step.(value.Object).Get("returns"); ok {
		return func(guard.Call) (string, error) { return text(r), nil }
	}
	return nil
}

// laptops finds an item by what people call it.
type laptops struct{}

func (laptops) Find(v value.Value, s string) []ground.Span {
	if at := strings.Index(s, "laptop"); v == value.Text("6342039236") && at >= 0 {
		return []ground.Span{{Start: at, End: at + len("laptop")}, {Start: 0, End: 1000}, {Start: -1, End: 1}}
	}
	return nil
}

func (laptops) Version() string { return "1" }

// TestMatch: a caller's own matcher decides where a value is written, is part
// of the fingerprint, and is still under the rule of negation.
func TestMatch(t *testing.T) {
	c, err := guard.ReadConfig([]byte(`{"tools": {"order": {"schema": {"type": "object", "properties": {"item": {"type": "string"}}}, "ground": ["item"]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	g, err := guard.New(c)
	if err != nil {
		t.Fatal(err)
	}
	verdict := func(said string) guard.Verdict {
		d, err := g.Decide(guard.Request{Call: guard.Call{Name: "order", Arguments: value.Object{{Key: "item", Value: value.Text("6342039236")}}},
			Conversation: guard.Conversation{{Role: guard.User, Text: said}}})
		if err != nil {
			t.Fatal(err)
		}
		return d.Verdict
	}
	before := g.Fingerprint("order")
	if v := verdict("Order the laptop"); v != guard.Deny {
		t.Errorf("without the matcher: %s", v)
	}
	if err := g.Match("order", "item", laptops{}); err != nil {
		t.Fatal(err)
	}
	if v := verdict("Order the laptop"); v != guard.Allow {
		t.Errorf("with the matcher: %s", v)
	}
	if v := verdict("Do not order the laptop"); v != guard.Deny {
		t.Errorf("negated: %s", v)
	}
	if g.Fingerprint("order") == before || g.Match("order", "thing", laptops{}) == nil || g.Match("x", "item", laptops{}) == nil {
		t.Error("the fingerprint, or the names")
	}
}

// TestLint: remarks on configurations that load.
func TestLint(t *testing.T) {
	for config, where := range map[string]string{
		`{"tools": {"rm": {"schema": {"type": "object", "properties": {"scope": {"enum": ["a", "b"]}}}, "ground": ["scope"]}}}`: "tools.rm.ground.scope",
		`{"tools": {"pay": {"schema": {"type": "object", "properties": {"to": {"type": "string"}}}}}}`:                          "tools.pay",
		`{"tools": {"x": {}}}`: "tools.x.schema",
		`{"tools": {"x": {"schema": {"type": "object", "properties": {"b": {"type": "boolean"}}}, "ground": ["b"]}}}`:                               "tools.x.ground.b",
		`{"mode": "literal", "tools": {"refund": {"schema": {"type": "object", "properties": {"o": {}, "n": {}}}, "ground": ["o"], "once": true}}}`: "tools.refund.once",
		`{"tools": {"a": {"schema": {"type": "object", "properties": {"x": {}}}}, "b": {"schema": {"type": "object", "properties": {"y": {}}}}},
		  "policies": [{"name": "p", "reads": ["x", "y"], "expr": "x == y", "reason": "r"}]}`: "policies.p",
		`{"tools": {"t_x": {"schema": {"type": "object", "properties": {"x": {}}}}}, "require_confirmation": [{"tools": "t_x"}]}`: "tools.t_x.actions",
	} {
		c, err := guard.ReadConfig([]byte(config))
		if err != nil {
			t.Fatal(err)
		}
		g, err := guard.New(c)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range g.Lint() {
			found = found || f.Where == where
		}
		if !found {
			t.Errorf("%s: no remark on %s: %v", config, where, g.Lint())
		}
	}
}

// TestConfigErrors: mistakes are named with their place.
func TestConfigErrors(t *testing.T) {
	for config, want := range map[string]string{
		`{"tool": {}}`:                       `tool: there is no field "tool"; did you mean tools?`,
		`{"tools": {"a": {"grund": ["x"]}}}`: `tools.a.grund: there is no field "grund"; did you mean ground?`,
		`{"tools": {"a": {"schema": {"type": "object"}, "ground": ["x"]}}}`:                                  `tools.a.ground: the tool has no argument "x"`,
		`{"tools": {"a": {"schema": {"type": "object", "properties": {"x": {}}}, "ground": {"x": "tokn"}}}}`: `tools.a.ground.x: there is no matcher "tokn"; did you mean token?`,
		`{"tools": {"a": {"ground_from": ["assistant"]}}}`:                                                   `tools.a.ground_from: the assistant's own words never ground a value: leave the role out`,
		`{"mode": "loose"}`:                                                                             `mode: there is no choice "loose"; known are literal, full`,
		`{"policies": [{"name": "p", "expr": "a +"}]}`:                                                  "policies.0.expr: ",
		`{"tools": {"a": {}}, "policies": [{"tools": ["b"], "intent": "pay"}]}`:                         `policies.user_asked_to_pay.tools: there is no tool "b"`,
		`{"tools": {"a": {}}, "policies": [{"tools": ["a"], "intent": "buy"}]}`:                         `policies.0.intent: there is no intent "buy"`,
		`{"tools": {"a": {"types": {"x": "ibn"}}}}`:                                                     `tools.a.types.x: there is no choice "ibn"; did you mean iban?`,
		`{"tools": {"a": {}}, "policies": [{"name": "p", "tools": ["a"], "expr": "path_under(x, y)"}]}`: "policies.0.expr: the root of path_under is a text such as '/work'",
		`{"tools": {"a": {}}, "policies": [{"name": "once", "tools": ["a"], "expr": "True"}, {"name": "once", "tools": ["a"], "expr": "True"}]}`: `policies.once: the tool "a" has a policy of this name already`,
		`{"facts": {"conversation": "string"}}`: "facts.conversation: the name is taken",
	} {
		c, err := guard.ReadConfig([]byte(config))
		if err == nil {
			_, err = guard.New(c)
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", config, err, want)
		}
	}
}

// TestPathUnder: a cleaned path is under the root or not.
func TestPathUnder(t *testing.T) {
	c, err := guard.ReadConfig([]byte(`{"tools": {"read": {"schema": {"type": "object", "properties": {"path": {"type": "string"}}}}},
		"policies": [{"name": "inside", "expr": "path_under(path, '/work') and not path_under(path, '/work/secret')", "reason": "Stay in /work."}]}`))
	if err != nil {
		t.Fatal(err)
	}
	g, err := guard.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]guard.Verdict{
		"/work/a": guard.Allow, "/work": guard.Allow, "/work/../etc": guard.Deny, "/work/x/../a": guard.Allow, "/workshop": guard.Deny,
		"work/a": guard.Deny, "/work/secret/k": guard.Deny, "/work/a/../secret": guard.Deny, "": guard.Deny, "/work/\\..\\x": guard.Deny,
	} {
		d, err := g.Decide(guard.Request{Call: guard.Call{Name: "read", Arguments: value.Object{{Key: "path", Value: value.Text(path)}}}})
		if err != nil || d.Verdict != want {
			t.Errorf("%q: %v %v", path, d.Verdict, err)
		}
	}
}

// TestDocumentation: the configuration in docs/guard.md loads without remarks,
// and every built-in check has a row there.
func TestDocumentation(t *testing.T) {
	page, err := os.ReadFile("../../docs/guard.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```json\n")
	config, _, _ := strings.Cut(rest, "```")
	c, err := guard.ReadConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	g, err := guard.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if remarks := g.Lint(); len(remarks) > 0 {
		t.Error(remarks)
	}
	for _, name := range []string{guard.CheckKnownTool, guard.CheckValid, guard.CheckGrounded, guard.CheckConfirmed, guard.CheckSecrets, guard.CheckPlan,
		guard.CheckReadable, guard.CheckFromUser, guard.CheckInjected, guard.CheckInstructions, guard.CheckInformation, guard.CheckTogether,
		guard.CheckSlots, guard.CheckLineage, guard.CheckAddress, guard.CheckAsked, guard.CheckOnce, guard.CheckAuthorized} {
		if !strings.Contains(string(page), "| `"+name+"` |") {
			t.Errorf("docs/guard.md has no row for %s", name)
		}
	}
}
