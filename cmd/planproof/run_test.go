package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const inbox = `[{"tool":"fetch_mail","result":["hi"]},{"tool":"summarize_emails","result":"one hi"}]`

func TestRun(t *testing.T) {
	for _, c := range []struct {
		name  string
		stdin string
		args  []string
		code  int
		out   []string // parts of standard output
		err   string   // part of standard error
	}{
		{"to the end", inbox, []string{"--scripts", "-", example("email-safe")}, 0,
			[]string{`  1  Fetch the inbox: fetch_mail(folder="inbox", limit=10)`, `→ "one hi"`, "Ran to the end: 2 calls.", "no_external_send is in safe"}, ""},
		{"scripts in an object", `{"scripts":` + inbox + `}`, []string{"--scripts", "-", example("email-safe")}, 0, []string{"Ran to the end"}, ""},
		{"refused", "", []string{example("email-malicious")}, 1, []string{"no_exfiltration", "Not run: no tool was called."}, ""},
		{"a tool fails", `[{"tool":"fetch_mail","error":"no network"}]`, []string{"--scripts", "-", example("email-safe")}, 1, []string{"failed: no network", "Stopped (tool_error)"}, ""},
		{"budget", inbox, []string{"--scripts", "-", "--budget", "tool_call=1", example("email-safe")}, 1, []string{"Stopped (budget)", "Budget 'tool_call' exceeded: 2 > 1"}, ""},
		{"wrong budget", "", []string{"--budget", "money=1", example("email-safe")}, 2, nil, `there is no budget "money"`},
		{"no", inbox, []string{"--scripts", "-", "--approve", "no", example("email-safe")}, 1, []string{"Stopped (not_approved)"}, ""},
		{"asked", "y\nn\n", []string{"--scripts", "inbox.json", "--approve", "ask", example("email-safe")}, 1,
			[]string{"  1  Fetch the inbox", "Stopped (not_approved): step Summarize: the call of `summarize_emails` was not approved: you said no"}, `summarize_emails(emails=["hi"])`},
		{"asked, but nobody can answer", "", []string{"--scripts", "-", "--approve", "ask", example("email-safe")}, 2, nil, "reads standard input"},
		{"unverified", "", []string{"--unverified", "--scripts", "inbox.json", example("email-malicious")}, 1, []string{"Stopped (undeclared_type)", "→ [\"hi\"]"}, ""},
		{"replay", "", []string{"--replay", example("who-is-dana")}, 1, []string{"confirmed: ", "contacts_lookup(name=\"Dana\")", "stopped: step Send the invitation"}, ""},
		{"replay of a false alarm", "", []string{"--replay", example("the-lost-bound")}, 1, []string{"abstract only: ", "the postcondition `len(result) <= 200` of `summarize` does not hold"}, ""},
		{"bad scripts", `[{"tool":1}]`, []string{"--scripts", "-", example("email-safe")}, 2, nil, "--scripts: "},
		{"terminal codes", `[{"tool":"fetch_mail","result":["\u001b[31m\u202e"]},{"tool":"summarize_emails","error":"\u001b]0;x"}]`, []string{"--scripts", "-", example("email-safe")}, 1,
			[]string{`\u001b[31m\u202e`, `failed: \u001b]0;x`}, ""},
	} {
		r := planproof(t, c.stdin, append([]string{"run"}, c.args...)...)
		if r.code != c.code || !strings.Contains(r.err, c.err) {
			t.Errorf("%s: exit %d\n%s%s", c.name, r.code, r.out, r.err)
		}
		for _, part := range c.out {
			if !strings.Contains(r.out, part) {
				t.Errorf("%s: no %q in\n%s", c.name, part, r.out)
			}
		}
		if strings.ContainsAny(r.out+r.err, "\x1b\u202e") {
			t.Errorf("%s: terminal codes in the output", c.name)
		}
	}
}

func TestRunJSON(t *testing.T) {
	r := planproof(t, "", "run", "--format", "json", "--scripts", "inbox.json", example("email-safe"))
	var got struct {
		OK    bool
		Calls []struct {
			Tool string
			Args map[string]any
		}
		Env    map[string]any
		Used   map[string]int
		Report struct{ OK bool }
	}
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || r.code != 0 || !got.OK || !got.Report.OK || len(got.Calls) != 2 || got.Used["tool_call"] != 2 || got.Env["summary"] != "one hi" {
		t.Errorf("exit %d, %v: %s", r.code, err, r.out)
	}
	r = planproof(t, "", "run", "--format", "json", "--replay", example("who-is-dana"))
	var replays struct {
		Replays []struct {
			Status  string
			Scripts []struct{ Tool string }
		}
		Report struct {
			Violations []struct{ Witness struct{ Replay string } }
		}
	}
	if err := json.Unmarshal([]byte(r.out), &replays); err != nil || len(replays.Replays) != 1 || replays.Replays[0].Status != "confirmed" || len(replays.Replays[0].Scripts) != 2 || replays.Report.Violations[0].Witness.Replay != "confirmed" {
		t.Errorf("exit %d, %v: %.500s", r.code, err, r.out)
	}
}

// partsOf are the policy and tools of an example in files of their own.
func partsOf(t *testing.T, name string) (policy, tools string) {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var b struct{ Policy, Tools json.RawMessage }
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	policy, tools = filepath.Join(dir, "policy.json"), filepath.Join(dir, "tools.json")
	for file, text := range map[string][]byte{policy: b.Policy, tools: b.Tools} {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return policy, tools
}

const (
	badPlan  = `{"goal":"","steps":[{"label":"a","tool_call":{"tool_name":"fetch_mail","arguments":{"folder":"inbox","limit":3},"result_binding":"m"}},{"label":"b","tool_call":{"tool_name":"send_email","arguments":{"to":"x@company.com","subject":"s","body":{"ref":"m"}}}}]}`
	goodPlan = `{"goal":"","steps":[{"label":"a","tool_call":{"tool_name":"fetch_mail","arguments":{"folder":"inbox","limit":3},"result_binding":"m"}}]}`
)

func TestPlan(t *testing.T) {
	policy, tools := partsOf(t, "email-safe")
	base := []string{"plan", "Read my mail", "--policy", policy, "--tools", tools}
	r := planproof(t, badPlan+"\n.\n"+goodPlan, append(base, "--planner", "script")...)
	if r.code != 0 || !strings.Contains(r.err, "Accepted at attempt 2") || !strings.Contains(r.err, "data from `fetch_mail` reaches `send_email.body`") || !strings.Contains(r.out, `"goal": "Read my mail"`) {
		t.Errorf("exit %d\n%s\n%s", r.code, r.out, r.err)
	}
	if again := planproof(t, r.out, "verify", "-"); again.code != 0 {
		t.Errorf("the plan is no accepted bundle: %s", again.err)
	}
	r = planproof(t, badPlan, append(base, "--planner", "script", "--attempts", "1", "--format", "json")...)
	var got struct {
		OK       bool
		Error    string
		Attempts []struct {
			Report struct{ OK bool }
		}
	}
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || r.code != 1 || got.OK || len(got.Attempts) != 1 || got.Error == "" {
		t.Errorf("exit %d, %v\n%s\n%s", r.code, err, r.out, r.err)
	}
	r = planproof(t, goodPlan+"\n.\n", append(base, "--planner", "hand")...)
	if r.code != 0 || !strings.Contains(r.err, "The goal: Read my mail") || !strings.Contains(r.err, "paste the answer") {
		t.Errorf("exit %d\n%s", r.code, r.err)
	}
	r = planproof(t, "", append(base, "--planner", "prompt", "--inputs", `{"folder": "inbox"}`)...)
	if r.code != 0 || !strings.Contains(r.out, "Input variables you may use: folder") || strings.Contains(r.out, `"inbox"`) {
		t.Errorf("exit %d\n%s", r.code, r.out)
	}
	if r = planproof(t, "", "plan", "x", "--tools", tools); r.code != 2 || !strings.Contains(r.err, "--policy is needed") {
		t.Errorf("exit %d\n%s", r.code, r.err)
	}
}

func TestPlanWithEndpoint(t *testing.T) {
	policy, tools := partsOf(t, "email-safe")
	answers := []string{badPlan, goodPlan}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, _ := json.Marshal(answers[0])
		answers = answers[1:]
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%s},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", content)
	}))
	defer s.Close()
	t.Setenv("PLANPROOF_LLM_URL", s.URL)
	t.Setenv("PLANPROOF_LLM_MODEL", "m")
	t.Setenv("PLANPROOF_LLM_KEY", "k")
	r := planproof(t, "", "plan", "Read my mail", "--policy", policy, "--tools", tools)
	if r.code != 0 || !strings.Contains(r.err, "Accepted at attempt 2") || !strings.Contains(r.out, `"tool_name": "fetch_mail"`) {
		t.Errorf("exit %d\n%s\n%s", r.code, r.out, r.err)
	}
	r = planproof(t, "", "plan", "Read my mail", "--policy", policy, "--tools", tools, "--planner", "openai", "--url", "http://127.0.0.1:1")
	if r.code != 2 || !strings.Contains(r.err, "127.0.0.1:1") {
		t.Errorf("exit %d\n%s", r.code, r.err)
	}
}

// TestMadeUp: what the bundle does not give is made up; what it gives counts.
func TestMadeUp(t *testing.T) {
	dead := filepath.Join("..", "..", "..", "examples", "dead-branch.json")
	planproof(t, "", "run", dead).mustHave(t, 1, "--made-up makes them up")
	planproof(t, "", "run", "--made-up", dead).mustHave(t, 0, "Ran to the end: 1 call.")
	planproof(t, `[{"tool":"wise_transfer","result":"mine"}]`, "run", "--made-up", "--scripts", "-", dead).mustHave(t, 0, `→ "mine"`)
	planproof(t, "", "run", "--made-up", filepath.Join("..", "..", "..", "examples", "who-is-dana.json")).mustHave(t, 1, "Not run: no tool was called.")
}

// TestScriptPlace: what is wrong with a script is said with its place in it.
func TestScriptPlace(t *testing.T) {
	safe := filepath.Join("..", "..", "..", "examples", "email-safe.json")
	planproof(t, "[\n {\"tool\":\"a\",\"resul\":1}]", "run", "--scripts", "-", safe).mustSay(t, 2, "line 2, column 14", "did you mean `result`")
	planproof(t, `{"inputs":{"x":1},"scripts":[],"scripts":[]}`, "run", "--scripts", "-", safe).mustSay(t, 2, "--scripts: line 1")
}

// TestPlanFromBundle: a bundle gives policy, tools and inputs.
func TestPlanFromBundle(t *testing.T) {
	file := filepath.Join("..", "..", "..", "examples", "pay-up-to-100.json")
	planproof(t, "", "plan", "Pay the courier", "--bundle", file, "--planner", "prompt").mustHave(t, 0, "The goal: Pay the courier", "wise_transfer", "Input variables you may use: amount")
	planproof(t, "", "plan", "Pay the courier").mustSay(t, 2, "--policy is needed", "--bundle FILE")
	planproof(t, "", "plan", "Pay the courier", "--bundle", "nosuch.json").mustSay(t, 2, "can not read nosuch.json")
}
