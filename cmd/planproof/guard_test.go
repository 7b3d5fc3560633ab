package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"planproof/core/guard/filestore"
	"planproof/core/guard/store"
	"planproof/core/value"
)

const guardCase = "../../../examples/guard/payment.json"

// member is a member of the example, as a file.
func member(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", guardCase))
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return written(t, name+".json", string(all[name]))
}

func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestGuardCheck(t *testing.T) {
	planproof(t, "", "guard", "check", guardCase).mustHave(t, 1, "DENY send_payment: arguments_grounded", "> FAILED   arguments_grounded (deny)", "not in the words of the user")
	honest := `{"name": "send_payment", "arguments": {"iban": "DE89370400440532013000", "amount": "250"}}`
	planproof(t, "", "guard", "check", guardCase, "--call", honest).mustHave(t, 0, "ALLOW send_payment", `iban: "DE89370400440532013000", message 1 (user)`)
	planproof(t, honest, "guard", "check", guardCase, "--call", "-", "--facts", `{"spent_today": 1900, "calls_made": []}`).mustHave(t, exitEscalated, "ESCALATE send_payment: within_daily_budget")
	r := planproof(t, "", "guard", "check", guardCase, "--format", "json")
	r.mustHave(t, 1, `"verdict":"deny"`)
	if !json.Valid([]byte(r.out)) {
		t.Errorf("no JSON: %s", r.out)
	}
	planproof(t, "", "guard", "check", guardCase, "--advice").mustHave(t, 1, "send_payment denied: ", "ask the user")
	parts := []string{"guard", "check", "--config", member(t, "guard"), "--conversation", member(t, "conversation"), "--facts", member(t, "facts"), "--call", member(t, "call"), "--format=json"}
	if again := planproof(t, "", parts...); again != r {
		t.Errorf("from parts: %+v, want %+v", again, r)
	}
	shown := planproof(t, "", "guard", "check", guardCase, "--call", `{"name":"x\u001b[2J","arguments":{}}`)
	if shown.mustHave(t, 1, `\u001b`); strings.Contains(shown.out, "\x1b") {
		t.Errorf("a control character is printed: %q", shown.out)
	}
}

func TestGuardWrongUse(t *testing.T) {
	planproof(t, "", "guard").mustSay(t, 2, "usage: planproof guard PART")
	planproof(t, "", "guard", "chek").mustSay(t, 2, `there is no "chek"; did you mean check?`)
	planproof(t, "", "help", "guard", "chek").mustSay(t, 2, "too many")
	planproof(t, "", "guard", "check").mustSay(t, 2, "no configuration is given", "--config")
	planproof(t, "", "guard", "check", "--config", member(t, "guard")).mustSay(t, 2, "no call is given")
	planproof(t, "{}", "guard", "check", "--config", "-", "--call", "[]").mustSay(t, 2, "planproof guard check")
	planproof(t, "", "guard", "check", guardCase, "--call", `{"arguments":{}}`).mustSay(t, 2, "does not name a tool")
	planproof(t, "", "guard", "check", guardCase, "--facts", `{"spent_today":`).mustSay(t, 2, "facts:1:")
	planproof(t, `{"tools":{"a":{}},"policies":[{"name":"p","tools":["b"],"reads":[],"expr":"True"}]}`, "guard", "lint", "-").mustSay(t, 2, `"b"`)
	planproof(t, "", "guard", "verify", "no-such-store").mustSay(t, 2, "there is no store no-such-store")
	planproof(t, "", "guard", "resolve", "no-such-store").mustSay(t, 2, "there is no store no-such-store")
	planproof(t, "", "guard", "resolve", "x", "1").mustSay(t, 2, "either --approve or --reject")
	planproof(t, "", "guard", "verify", "x", "--anchor", "12").mustSay(t, 2, "a head is COUNT:HASH")
	planproof(t, "", "guard", "proxy", "--config", member(t, "guard")).mustSay(t, 2, "expected -- UPSTREAM")
	planproof(t, "", "guard", "proxy", "--config", member(t, "guard"), "--context-chars", "many", "--", "x").mustSay(t, 2, "--context-chars is a number")
	planproof(t, "", "guard", "proxy", "--config", member(t, "guard"), "--", "no-such-program-anywhere").mustSay(t, 2, "starting the upstream")
}

func TestGuardSession(t *testing.T) {
	text, err := os.ReadFile(member(t, "conversation"))
	if err != nil {
		t.Fatal(err)
	}
	call := `{"role":"assistant","tool_calls":[{"id":"c2","function":{"name":"send_payment","arguments":"{\"iban\":\"GB33BUKB20201555555555\",\"amount\":250}"}}]}`
	list := strings.TrimSuffix(strings.TrimSpace(string(text)), "]") + "," + call + "]"
	config := []string{"guard", "session", "--config", member(t, "guard"), "--facts", `{"spent_today": 0}`}
	want := []string{"turn 2: ALLOW search_invoices", "turn 4: DENY send_payment: arguments_grounded", "2 calls: 1 allowed, 1 denied, 0 escalated"}
	planproof(t, list, append(config, "-")...).mustHave(t, 1, want...)
	planproof(t, `{"messages":`+list+`}`, append(config, "-")...).mustHave(t, 1, want...)
	var items []json.RawMessage
	if err := json.Unmarshal([]byte(list), &items); err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for _, item := range items {
		var one strings.Builder
		enc := json.NewEncoder(&one)
		enc.Encode(map[string]json.RawMessage{"message": item})
		lines.WriteString(one.String())
	}
	planproof(t, lines.String(), append(config, "-")...).mustHave(t, 1, want...)
	r := planproof(t, list, append(config, "-", "--format", "json")...)
	if n := strings.Count(r.out, "\n"); n != 2 || r.code != 1 {
		t.Errorf("%d lines: %s", n, r.out)
	}
	planproof(t, "hello", append(config, "-")...).mustSay(t, 2, "transcript")
	planproof(t, `{"x":1}`, append(config, "-")...).mustSay(t, 2, "this is no transcript")
	planproof(t, "[]", append(config, "-")...).mustHave(t, 0, "0 calls")
	planproof(t, `[{"a":1}]`, append(config, "-")...).mustSay(t, 2, "this is no transcript")
	some := planproof(t, `[{"a":1},{"role":"user","content":"hi"}]`, append(config, "-")...)
	if some.code != 0 || !strings.Contains(some.err, "1 of 2 entries say nothing that can be read") {
		t.Errorf("%+v", some)
	}
}

func TestGuardStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "calls.jsonl")
	s, err := filestore.Open(path, func() time.Time { return time.Unix(0, 0) })
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		d := &store.Decision{
			Input:   store.Input{Call: store.Call{Name: "pay", Arguments: value.Object{}}, Facts: value.Object{}},
			Steps:   []store.Step{{Name: "no_such_check", Value: value.Bool(false)}, {Name: store.StepVerdict, Value: value.Text("escalate")}},
			Outcome: store.Escalate, Reasons: []string{"known_vendor: A new payee needs a person."},
		}
		d.Seal()
		if _, err := s.Append(d); err != nil {
			t.Fatal(err)
		}
	}
	head := s.Head().String()
	s.Close()
	planproof(t, "", "guard", "verify", path).mustHave(t, 0, "The store verifies: 2 records, 2 decisions.", "head "+head)
	planproof(t, "", "guard", "resolve", path).mustHave(t, 1, "1  pay {}", "2  pay {}", "A new payee needs a person.")
	planproof(t, "", "guard", "resolve", path, "1", "--approve").mustSay(t, 2, "give --reviewer")
	planproof(t, "", "guard", "resolve", path, "1", "--reject", "--reviewer", "maria", "--note", "not ours").mustHave(t, 0, "record 3: the answer to 1 is deny")
	planproof(t, "", "guard", "resolve", path, "1", "--approve", "--reviewer", "paul").mustSay(t, 1, "already answered")
	planproof(t, "", "guard", "resolve", path, "2", "--approve", "--reviewer", "paul", "--format", "json").mustHave(t, 0, `"executed":false`)
	planproof(t, "", "guard", "resolve", path).mustHave(t, 0)
	planproof(t, "", "guard", "verify", path, "--anchor", head, "--format", "json").mustHave(t, 0, `"ok":true`, `"records":4`)
	planproof(t, "", "guard", "query", path).mustHave(t, 0, "1  escalate  pay {}; answered by maria: deny; not made\n    known_vendor: A new payee needs a person.\n2  escalate")
	planproof(t, "", "guard", "query", path, "--open").mustHave(t, 1)
	planproof(t, "", "guard", "query", path, "--from", "2", "--format", "json").mustHave(t, 0, `"id":2,`)
	planproof(t, "", "guard", "query", path, "3").mustHave(t, 0, `"kind":"resolution"`)
	planproof(t, "", "guard", "query", path, "9").mustSay(t, 2, "there is no such record: 9; the store has 4")
	planproof(t, "", "guard", "query", path, "--outcome", "denied").mustSay(t, 2, "it can be allow, deny, escalate")
	config := member(t, "guard")
	planproof(t, "", "guard", "replay", path, "--config", config).mustHave(t, 1, "missing no_such_check", "0 of 2 decisions replay")
	planproof(t, "", "guard", "replay", path, "2", "--config", config, "--format", "json").mustHave(t, 1, `"kind":"missing"`)
	planproof(t, "", "guard", "replay", path, "3", "--config", config).mustSay(t, 2, "3 is no decision")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "not ours", "is ours", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	planproof(t, "", "guard", "verify", path).mustHave(t, 1, "does not verify", "hash: line 3: the record is not what its hash says")
	planproof(t, "", "guard", "resolve", path).mustSay(t, 2, "was changed and is not continued", "guard verify")
}

func TestGuardLint(t *testing.T) {
	planproof(t, "", "guard", "lint", member(t, "guard")).mustHave(t, 0)
	planproof(t, "", "guard", "lint", "--config", member(t, "guard"), "--format", "json").mustHave(t, 0, `{"lint":[]}`)
	planproof(t, "", "guard", "lint").mustSay(t, 2, "no configuration is given")
}

// A plan that the verifier refuses denies its calls; the accepted one lets the same call pass.
func TestGuardPlan(t *testing.T) {
	config := written(t, "guard.json", `{"tools":{"fetch_mail":{},"send_email":{},"summarize":{}}}`)
	check := []string{"guard", "check", "--config", config, "--call", `{"name":"fetch_mail","arguments":{"folder":"inbox"}}`}
	without := planproof(t, "", check...)
	refused := planproof(t, "", append(check, "--plan", "../../../examples/email-malicious.json")...)
	refused.mustHave(t, 1, "DENY fetch_mail: plan_allows")
	if strings.Contains(without.out, "DENY") {
		t.Errorf("without a plan: %s", without.out)
	}
	accepted := planproof(t, "", append(check, "--plan", "../../../examples/email-safe.json")...)
	if accepted.code == 1 || !strings.Contains(accepted.out, "ok       plan_allows") {
		t.Errorf("with the accepted plan: %d %s", accepted.code, accepted.out)
	}
	talk := `[{"role":"user","content":"Read my inbox."},{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"fetch_mail","arguments":"{\"folder\":\"inbox\"}"}}]}]`
	planproof(t, talk, "guard", "session", "--config", config, "--plan", "../../../examples/email-malicious.json", "-").mustHave(t, 1, "turn 2: DENY fetch_mail: plan_allows")
	planproof(t, "{}", append(check, "--plan", "-")...).mustSay(t, 2, "bundle")
}

// The guard's own vectors through this door: the exit code is the decision.
func TestGuardVectors(t *testing.T) {
	text, err := os.ReadFile("../../core/guard/testdata/decisions.json")
	if err != nil {
		t.Fatal(err)
	}
	var set struct {
		Vectors []struct {
			ID                   string
			Guard                map[string]json.RawMessage
			Context, Facts, Call json.RawMessage
			Expect               struct{ Outcome string }
			Recommended          *struct{ Outcome string }
		}
	}
	if err := json.Unmarshal(text, &set); err != nil {
		t.Fatal(err)
	}
	codes := map[string]int{"allow": 0, "deny": 1, "error": 2, "escalate": exitEscalated}
	for n, v := range set.Vectors {
		if testing.Short() && n%10 != 0 {
			continue
		}
		want := v.Expect.Outcome
		if v.Recommended != nil && v.Recommended.Outcome != "" {
			want = v.Recommended.Outcome
		}
		v.Guard["mode"] = json.RawMessage(`"literal"`)
		whole, err := json.Marshal(map[string]any{"guard": v.Guard, "conversation": v.Context, "facts": v.Facts, "call": v.Call})
		if err != nil {
			t.Fatal(err)
		}
		if r := planproof(t, string(whole), "guard", "check", "-"); r.code != codes[want] {
			t.Errorf("%s: exit code %d, want %s\n%s%s", v.ID, r.code, want, r.out, r.err)
		}
	}
}
