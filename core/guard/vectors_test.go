package guard_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/guard"
	"planproof/core/value"
)

// vectorsOf reads testdata/<name>, or guard/<name> of the directory that
// PLANPROOF_VECTORS names.
func vectorsOf(t *testing.T, name string) []value.Object {
	t.Helper()
	path := filepath.Join("testdata", name)
	if dir := os.Getenv("PLANPROOF_VECTORS"); dir != "" {
		path = filepath.Join(dir, "guard", name)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	v, bad := doc.ReadValue(name, text, 64<<20)
	if bad != nil {
		t.Fatal(bad)
	}
	var out []value.Object
	for _, item := range get(v, "vectors").(value.List) {
		out = append(out, item.(value.Object))
	}
	return out
}

func get(v value.Value, key string) value.Value {
	o, _ := v.(value.Object)
	x, _ := o.Get(key)
	return x
}

func text(v value.Value) string {
	t, _ := v.(value.Text)
	return string(t)
}

// wanted is what a vector asks for: its recommendation when it has one.
func wanted(v value.Object) value.Value {
	if r, ok := v.Get("recommended"); ok {
		return r
	}
	return get(v, "expect")
}

// eachVector runs one file, prints how many it read, and names those that are
// wrong.
func eachVector(t *testing.T, name string, wrong func(v value.Object) string) {
	t.Helper()
	var ids []string
	vs := vectorsOf(t, name)
	for _, v := range vs {
		if why := wrong(v); why != "" {
			t.Logf("%s: %s", text(get(v, "id")), why)
			ids = append(ids, text(get(v, "id")))
		}
	}
	t.Logf("%s: %d of %d right", name, len(vs)-len(ids), len(vs))
	if len(ids) > 0 {
		t.Errorf("%s: wrong: %s", name, strings.Join(ids, " "))
	}
}

func show(v value.Value) string { return string(value.AppendJSON(nil, v)) }

func TestInjectionVectors(t *testing.T) {
	eachVector(t, "injection.json", func(v value.Object) string {
		read := guard.Instructions
		if text(get(v, "mode")) == "scan_user" {
			read = guard.UserOverrides
		}
		found := read(text(get(v, "text")))
		if want := get(wanted(v), "flagged") == value.Bool(true); (len(found) > 0) != want {
			return show(get(v, "text")) + ": want " + show(value.Bool(want))
		}
		return ""
	})
}

func TestAcceptVectors(t *testing.T) {
	eachVector(t, "accepts.json", func(v value.Object) string {
		if got := guard.Accepts(text(get(v, "text"))); value.Bool(got) != wanted(v) {
			return show(get(v, "text")) + ": got " + show(value.Bool(got))
		}
		return ""
	})
}

func TestIntentVectors(t *testing.T) {
	eachVector(t, "intents.json", func(v value.Object) string {
		var got bool
		if name := text(get(v, "intent")); name != "" {
			got = guard.Asks(name, text(get(v, "text")))
		} else {
			got = asksByPhrases(t, v)
		}
		if value.Bool(got) != wanted(v) {
			return show(get(v, "text")) + ": got " + show(value.Bool(got))
		}
		return ""
	})
}

// asksByPhrases asks a guard whose policy has the vector's own phrases.
func asksByPhrases(t *testing.T, v value.Object) bool {
	t.Helper()
	g := newGuard(t, value.Object{
		{Key: "mode", Value: value.Text("literal")},
		{Key: "tools", Value: value.Object{{Key: "t", Value: value.Object{{Key: "schema", Value: value.Object{}}}}}},
		{Key: "policies", Value: value.List{value.Object{
			{Key: "tools", Value: value.List{value.Text("t")}}, {Key: "phrases", Value: get(v, "phrases")}}}},
	})
	d, err := g.Decide(guard.Request{Call: guard.Call{Name: "t", Arguments: value.Object{}}, Conversation: guard.ConversationOf(get(v, "text"))})
	if err != nil {
		t.Fatal(err)
	}
	return d.Verdict == guard.Allow
}

func newGuard(t *testing.T, config value.Value) *guard.Guard {
	t.Helper()
	g, err := guardOf(config)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func guardOf(config value.Value) (*guard.Guard, error) {
	c, err := guard.ConfigOf(config)
	if err != nil {
		return nil, err
	}
	return guard.New(c)
}

// inMode is a configuration with a mode.
func inMode(config value.Value, mode guard.Mode) value.Object {
	return append(value.Object{{Key: "mode", Value: value.Text(mode)}}, config.(value.Object)...)
}

func TestCallVectors(t *testing.T) {
	eachVector(t, "parse_call.json", func(v value.Object) string {
		want := wanted(v)
		c, err := guard.CallOf(get(v, "call"))
		switch text(get(want, "error")) {
		case "no_name":
			if err != guard.ErrNoName {
				return "want no_name"
			}
			return ""
		case "not_a_call":
			if err != guard.ErrNotCall {
				return "want not_a_call"
			}
			return ""
		}
		if err != nil || c.Name != text(get(want, "name")) || c.ID != text(get(want, "id")) || !value.Equal(c.Arguments, get(want, "arguments")) {
			return "got " + c.Name + " " + show(c.Arguments)
		}
		return ""
	})
}

func TestRoleVectors(t *testing.T) {
	eachVector(t, "roles.json", func(v value.Object) string {
		want := wanted(v)
		c := guard.ConversationOf(get(v, "context"))
		got := value.List{}
		for _, m := range c {
			got = append(got, value.List{value.Text(m.Role), value.Text(m.Text)})
		}
		if !value.Equal(got, get(want, "messages")) {
			return "messages " + show(got) + ", want " + show(get(want, "messages"))
		}
		if _, ok := want.(value.Object).Get("conversation"); !ok {
			return ""
		}
		flat, spans := c.Flat()
		roles := value.List{}
		for _, s := range spans {
			roles = append(roles, value.List{value.Int(int64(s.Start)), value.Int(int64(s.End)), value.Text(s.Role)})
		}
		if flat != text(get(want, "conversation")) || !value.Equal(roles, get(want, "roles")) || c.UserRequest() != text(get(want, "user_request")) {
			return "flat " + flat + " " + show(roles)
		}
		return ""
	})
}

func TestDecisionVectors(t *testing.T) {
	eachVector(t, "decisions.json", func(v value.Object) string {
		return wrongDecision(v, guard.Literal)
	})
}

func decide(v value.Object, mode guard.Mode) (*guard.Decision, error) {
	g, err := guardOf(inMode(get(v, "guard"), mode))
	if err != nil {
		return nil, err
	}
	call, err := guard.CallOf(get(v, "call"))
	if err != nil {
		return nil, err
	}
	facts, _ := get(v, "facts").(value.Object)
	return g.Decide(guard.Request{Call: call, Conversation: guard.ConversationOf(get(v, "context")), Facts: facts})
}

func texts(list []string) value.List {
	out := value.List{}
	for _, s := range list {
		out = append(out, value.Text(s))
	}
	return out
}

func wrongDecision(v value.Object, mode guard.Mode) string {
	want := wanted(v)
	d, err := decide(v, mode)
	if outcome := text(get(want, "outcome")); outcome == "error" || err != nil {
		if (outcome == "error") != (err != nil) {
			return "error " + errorText(err) + ", want " + outcome
		}
		return ""
	}
	evidence := value.List{}
	for _, q := range d.Evidence {
		name, _, _ := strings.Cut(q.Argument, ".")
		evidence = append(evidence, value.List{value.Text(name), value.Text(q.Text), value.Text(q.Role)})
	}
	for _, pair := range []struct {
		what      string
		got, want value.Value
	}{
		{"outcome", value.Text(d.Verdict), get(want, "outcome")},
		{"failed", texts(d.Failed), get(want, "failed")},
		{"abstained", texts(d.Abstained), get(want, "abstained")},
		{"policy_only", value.Bool(d.PolicyOnly), get(want, "policy_only")},
		{"evidence", evidence, get(want, "evidence")},
	} {
		if !value.Equal(pair.got, pair.want) {
			return pair.what + " " + show(pair.got) + ", want " + show(pair.want) + " " + strings.Join(d.Reasons, "; ")
		}
	}
	if arguments := get(want, "arguments"); arguments != nil && !value.Equal(d.Arguments, arguments) {
		return "arguments " + show(d.Arguments) + ", want " + show(arguments)
	}
	for _, m := range get(want, "reason_mentions").(value.List) {
		if !strings.Contains(strings.Join(d.Reasons, "\n"), text(m)) {
			return "reasons " + strings.Join(d.Reasons, "; ") + " do not mention " + text(m)
		}
	}
	return ""
}

func errorText(err error) string {
	if err == nil {
		return "none"
	}
	return err.Error()
}

// TestJudgeVectors runs the cases that literal grounding gets wrong in full
// mode. A case may need a declaration: declare gives members of the guard, and
// the tools whose outputs the context has. Cases of another directory take
// ours by their ids.
func TestJudgeVectors(t *testing.T) {
	declares := ourDeclares(t)
	eachVector(t, "judge_cases.json", func(v value.Object) string {
		if _, ok := v.Get("declare"); !ok {
			v = append(v, value.Member{Key: "declare", Value: declares[text(get(v, "id"))]})
		}
		d, err := decide(declared(v), guard.Full)
		if err != nil {
			return err.Error()
		}
		if value.Text(d.Verdict) != get(v, "right") {
			return string(d.Verdict) + ", want " + text(get(v, "right")) + ": " + strings.Join(d.Reasons, "; ")
		}
		return ""
	})
}

// ourDeclares are the declarations in testdata by the ids of their cases.
func ourDeclares(t *testing.T) map[string]value.Value {
	t.Helper()
	file, err := os.ReadFile("testdata/judge_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	v, bad := doc.ReadValue("judge_cases.json", file, 0)
	if bad != nil {
		t.Fatal(bad)
	}
	out := map[string]value.Value{}
	for _, item := range get(v, "vectors").(value.List) {
		if d := get(item, "declare"); d != nil {
			out[text(get(item, "id"))] = d
		}
	}
	return out
}

// declared merges the field declare of a case into its guard and context.
func declared(v value.Object) value.Object {
	declare, ok := get(v, "declare").(value.Object)
	if !ok {
		return v
	}
	out := value.Object{{Key: "guard", Value: merged(get(v, "guard"), get(declare, "guard"))}}
	sources, _ := get(declare, "sources").(value.List)
	context := value.List{}
	for _, m := range get(v, "context").(value.List) {
		pair, ok := m.(value.List)
		if ok && pair[0] == value.Text("tool") && len(sources) > 0 {
			m = value.Object{{Key: "role", Value: pair[0]}, {Key: "content", Value: pair[1]}, {Key: "name", Value: sources[0]}}
			sources = sources[1:]
		}
		context = append(context, m)
	}
	out = append(out, value.Member{Key: "context", Value: context})
	for _, key := range []string{"facts", "call"} {
		out = append(out, value.Member{Key: key, Value: get(v, key)})
	}
	return out
}

// merged adds the members of b to a, objects member by member.
func merged(a, b value.Value) value.Value {
	x, isObject := a.(value.Object)
	y, also := b.(value.Object)
	if !isObject || !also {
		if b == nil {
			return a
		}
		return b
	}
	out := value.Object{}
	for _, m := range x {
		out = append(out, value.Member{Key: m.Key, Value: merged(m.Value, get(y, m.Key))})
	}
	for _, m := range y {
		if _, ok := x.Get(m.Key); !ok {
			out = append(out, m)
		}
	}
	return out
}
