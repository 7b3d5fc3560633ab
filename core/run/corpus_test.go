package run_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/run"
	"planproof/core/value"
	"planproof/core/verify"
)

// executeCase is a case of the corpus, or of the vectors with op execute.
type executeCase struct {
	Name, ID, Op, Title     string
	Workflow, Policy, Tools json.RawMessage
	InitialEnv              json.RawMessage `json:"initial_env"`
	Budgets                 map[string]int
	AutoApprove             *bool `json:"auto_approve"`
	VerifyFirst             bool  `json:"verify_first"`
	Calls                   []recordedCall
	Script                  []json.RawMessage
	Expected                *recordedRun
	Right                   map[string]json.RawMessage
}

type recordedCall struct {
	Tool   string
	Args   json.RawMessage
	Result json.RawMessage
}

type recordedRun struct {
	Trace           []recordedCall
	Env             json.RawMessage
	Used            map[string]int
	AutomatonStates map[string]string `json:"automaton_states"`
	Error           *struct{ Type string }
}

// bundle reads the parts of a case.
func (c *executeCase) bundle(t *testing.T) *doc.Bundle {
	t.Helper()
	b, err := doc.ReadParts(c.Workflow, c.Policy, c.Tools, doc.ReadOptions{})
	if err != nil {
		t.Fatalf("%s%s: %v", c.Name, c.ID, err)
	}
	return b
}

// parse reads JSON as the documents do.
func parse(t *testing.T, text []byte) value.Value {
	t.Helper()
	b, err := doc.ReadBundle([]byte(`{"workflow":{"goal":"","steps":[]},"policy":{"name":"p"},"tools":[],"inputs":{"v":`+string(text)+`}}`), doc.ReadOptions{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b.Inputs[0].Value
}

// tape answers the calls of a run in order, whatever they are; null when it
// has come to its end.
type tape []value.Value

func (a *tape) Call(context.Context, string, value.Object) (value.Value, error) {
	if len(*a) == 0 {
		return value.Null{}, nil
	}
	v := (*a)[0]
	*a = (*a)[1:]
	return v, nil
}

// run runs a case as it says.
func (c *executeCase) run(t *testing.T) *run.Result {
	t.Helper()
	answers := &tape{}
	for _, call := range c.Calls {
		*answers = append(*answers, parse(t, call.Result))
	}
	for _, result := range c.Script {
		*answers = append(*answers, parse(t, result))
	}
	o := run.Options{Tools: answers, Budget: c.Budgets}
	if c.InitialEnv != nil {
		for _, m := range parse(t, c.InitialEnv).(value.Object) {
			o.Inputs = append(o.Inputs, m)
		}
	}
	if c.AutoApprove != nil && !*c.AutoApprove {
		o.Approve = func(context.Context, *run.Request) run.Approval { return run.Approval{Why: "no"} }
	}
	b := c.bundle(t)
	if c.VerifyFirst {
		r, err := run.Execute(t.Context(), b, verify.Options{}, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r, err := run.ExecuteUnverified(t.Context(), b, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// corpus reads a third party's file; a test without it is skipped visibly.
func corpus(t *testing.T, name string) []byte {
	t.Helper()
	dir := os.Getenv("PLANPROOF_CORPUS")
	if dir == "" {
		dir = "../../../shared/corpus"
	}
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("the corpus is not here: %v (PLANPROOF_CORPUS names its directory)", err)
	}
	return text
}

// aliased: Python's tool appends to the list that it was given, and the list
// of the plan with it. Values are immutable here: what the case is about, two
// rounds over a snapshot, must hold; the list stays as it was.
const aliased = "core/test_execute.py::test_loop_iterates_over_collection_snapshot#1"

func TestCorpus(t *testing.T) {
	var cases []executeCase
	if err := json.Unmarshal(corpus(t, "guardians/execute.json"), &cases); err != nil {
		t.Fatal(err)
	}
	right := 0
	for _, c := range cases {
		if compareRun(t, &c, c.run(t)) {
			right++
		}
	}
	t.Logf("guardians/execute.json: %d of %d right", right, len(cases))
}

func compareRun(t *testing.T, c *executeCase, r *run.Result) bool {
	t.Helper()
	ok := true
	wrong := func(what string, got, want any) {
		ok = false
		t.Errorf("%s: %s: %v, want %v (stop: %v)", c.Name, what, got, want, r.Stop)
	}
	if want := c.Expected.Error != nil; want != (r.Stop != nil) {
		wrong("error", r.Stop, want)
	}
	if len(r.Calls) != len(c.Expected.Trace) {
		wrong("calls", len(r.Calls), len(c.Expected.Trace))
		return false
	}
	for i, call := range r.Calls {
		want := c.Expected.Trace[i]
		if call.Tool != want.Tool || !value.Equal(call.Result, parse(t, want.Result)) || c.Name != aliased && !value.Equal(call.Values(), parse(t, want.Args)) {
			wrong("call", *call, string(want.Args))
		}
	}
	env := value.Object{}
	for _, b := range r.Env {
		env = append(env, value.Member{Key: b.Name, Value: b.Value})
	}
	if want := parse(t, c.Expected.Env); c.Name != aliased && !value.Equal(env, want) {
		wrong("env", string(value.AppendJSON(nil, env)), string(c.Expected.Env))
	}
	if r.ToolCalls != c.Expected.Used["tool_call"] || r.LoopRounds != c.Expected.Used["loop_iter"] {
		wrong("used", []int{r.ToolCalls, r.LoopRounds}, c.Expected.Used)
	}
	for _, a := range r.Automata {
		if a.State != c.Expected.AutomatonStates[a.Automaton] {
			wrong("automaton", a, c.Expected.AutomatonStates)
		}
	}
	return ok
}

func TestExecuteVectors(t *testing.T) {
	path := "../testdata/core/better.json"
	if dir := os.Getenv("PLANPROOF_VECTORS"); dir != "" {
		path = filepath.Join(dir, "core/better.json")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []executeCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	n, wrong := 0, []string{}
	for _, c := range cases {
		if c.Op != "execute" {
			continue
		}
		n++
		if why := c.misses(t, c.run(t)); why != "" {
			wrong = append(wrong, c.ID+" ("+why+")")
		}
	}
	t.Logf("better.json, op execute: %d of %d right", n-len(wrong), n)
	if len(wrong) > 0 {
		t.Errorf("wrong: %s", strings.Join(wrong, "; "))
	}
}

// misses says what is not as the case's `right` wants it.
func (c *executeCase) misses(t *testing.T, r *run.Result) string {
	message := ""
	if r.Stop != nil {
		message = r.Stop.Error() + " " + r.Stop.Rule
	}
	for key, raw := range c.Right {
		want := strings.Trim(string(raw), `"`)
		switch key {
		case "error_contains", "static":
			want, _, _ = strings.Cut(want, " violation")
			if !strings.Contains(message, want) {
				return "error " + message + ", want " + want
			}
		case "error":
			if (r.Stop != nil) != (want == "true") {
				return "error: " + message
			}
		case "trace_len":
			if n := parse(t, raw); !value.Equal(n, value.Int(int64(len(r.Calls)))) {
				return "calls: " + want
			}
		case "env_keys":
			names := value.List{}
			for _, b := range r.Env {
				names = append(names, value.Text(b.Name))
			}
			if !value.Equal(names, parse(t, raw)) {
				return "env: " + string(value.AppendJSON(nil, names))
			}
		default:
			t.Errorf("%s: this test does not know %q", c.ID, key)
		}
	}
	return ""
}
