package run_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/run"
	"planproof/core/value"
	"planproof/core/value/valuetest"
	"planproof/core/verify"
)

// payments is a plan that pays everybody in a list what the input says.
const payments = `{
  "workflow": {"goal": "pay 5 to ann and bob", "input_variables": ["amount"], "steps": [
    {"label": "who", "tool_call": {"tool_name": "list", "arguments": {}, "result_binding": "names"}},
    {"label": "each", "loop": {"collection_ref": "names", "item_binding": "name", "body": [
      {"label": "pay", "tool_call": {"tool_name": "pay", "arguments": {"to": {"ref": "name"}, "amount": {"ref": "amount"}}, "result_binding": "receipt"}}]}},
    {"label": "note", "tool_call": {"tool_name": "note", "arguments": {"text": "ann"}}}]},
  "policy": {"name": "p", "allowed_tools": ["list", "pay", "note"],
    "grounding": [{"tool": "note", "param": "text"}],
    "automata": [{"name": "paid", "initial_state": "none", "states": [{"name": "none"}, {"name": "some"}],
      "transitions": [{"from_state": "none", "to_state": "some", "tool_name": "pay"}]}]},
  "tools": [
    {"name": "list", "return_type": "list[str]", "source_labels": ["people"]},
    {"name": "pay", "params": [{"name": "to"}, {"name": "amount", "type": "int", "min": 1, "max": 10}, {"name": "currency", "default": "EUR"}],
     "postconditions": ["result != 'lost'"]},
    {"name": "note", "params": [{"name": "text"}]}],
  "inputs": {"amount": 5}
}`

// tools answer payments; calls records what they saw.
func tools(calls *[]string) run.Funcs {
	note := func(name string, result value.Value) run.Func {
		return func(_ context.Context, args value.Object) (value.Value, error) {
			*calls = append(*calls, name+string(value.AppendJSON(nil, args)))
			return result, nil
		}
	}
	return run.Funcs{
		"list": note("list", value.List{value.Text("ann"), value.Text("bob")}),
		"pay":  note("pay", value.Text("ok")),
		"note": note("note", nil),
	}
}

func bundle(t *testing.T, text string) *doc.Bundle {
	t.Helper()
	b, err := doc.ReadBundle([]byte(text), doc.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func execute(t *testing.T, text string, o run.Options) *run.Result {
	t.Helper()
	r, err := run.Execute(t.Context(), bundle(t, text), verify.Options{}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRunToTheEnd(t *testing.T) {
	var calls, moments []string
	watch := func(m *run.Moment) {
		moments = append(moments, string(m.Kind)+" "+m.Label+" "+m.Automata[0].State)
	}
	r := execute(t, payments, run.Options{Tools: tools(&calls), Watch: watch})
	if !r.OK() {
		t.Fatal(r.Stop)
	}
	want := []string{"list{}", `pay{"to":"ann","amount":5,"currency":"EUR"}`, `pay{"to":"bob","amount":5,"currency":"EUR"}`, `note{"text":"ann"}`}
	if !slices.Equal(calls, want) {
		t.Errorf("calls %v", calls)
	}
	wantMoments := "calls who none|return who none|round each none|calls pay some|return pay some|round each some|calls pay some|return pay some|calls note some|return note some|end  some"
	if got := strings.Join(moments, "|"); got != wantMoments {
		t.Errorf("moments %s", got)
	}
	if taint := r.Calls[1].Args[0].Taint; !slices.Equal(taint.Labels, []string{"people"}) || !slices.Equal(taint.Provenance, []string{"list"}) {
		t.Errorf("the first payee is tainted %v", taint)
	}
	if !slices.Equal(r.Calls[2].Iter, []int{2}) || len(r.Env) != 2 {
		t.Errorf("iter %v, env %v", r.Calls[2].Iter, r.Env)
	}
	r.Report = nil
	text := string(r.AppendWire(nil))
	if !strings.HasPrefix(text, `{"ok":true,"calls":[{"path":"/workflow/steps/0","step_label":"who","tool":"list","args":{},"result":["ann","bob"],`) ||
		!strings.HasSuffix(text, `"env":{"amount":5,"names":["ann","bob"]},"automata":[{"automaton":"paid","state":"some"}],"used":{"loop_iter":2,"tool_call":4}}`) {
		t.Errorf("wire: %s", text)
	}
}

// stops are runs that do not come to their end.
func TestStops(t *testing.T) {
	broken := errors.New("no network")
	for _, c := range []struct {
		name    string
		change  func(o *run.Options, f run.Funcs)
		kind    run.StopKind
		rule    string
		calls   int
		message string
	}{
		{"a tool's error", func(_ *run.Options, f run.Funcs) {
			f["pay"] = func(context.Context, value.Object) (value.Value, error) { return nil, broken }
		}, run.ToolFailed, "tool_error", 2, "`pay` failed: no network"},
		{"a false postcondition", func(_ *run.Options, f run.Funcs) {
			f["pay"] = func(context.Context, value.Object) (value.Value, error) { return value.Text("lost"), nil }
		}, run.FalsePost, "postcondition:pay:result != 'lost'", 2, "does not hold"},
		{"calls used up", func(o *run.Options, _ run.Funcs) { o.Budget = map[string]int{run.BudgetToolCall: 2} }, run.OverBudget, "budget:tool_call", 2, "Budget 'tool_call' exceeded: 3 > 2"},
		{"rounds used up", func(o *run.Options, _ run.Funcs) { o.Budget = map[string]int{run.BudgetLoopIter: 1} }, run.OverBudget, "budget:loop_iter", 2, "Budget 'loop_iter' exceeded: 2 > 1"},
		{"no approval", func(o *run.Options, _ run.Funcs) {
			o.Budget = map[string]int{run.BudgetToolCall: 9}
			o.Approve = func(_ context.Context, r *run.Request) run.Approval {
				return run.Approval{OK: r.Call.Tool != "pay" || string(value.AppendJSON(nil, r.Call.Args[0].Value)) == `"ann"` && r.Left == 7 && r.Spec.Name.Value == "pay", Why: "not bob"}
			}
		}, run.NotApproved, "approval", 2, "not bob"},
		{"a result of another type", func(_ *run.Options, f run.Funcs) {
			f["list"] = func(context.Context, value.Object) (value.Value, error) { return value.Text("ann"), nil }
		}, run.UndeclaredType, "not_a_list", 1, "is not iterable"},
		{"an argument of another type", func(_ *run.Options, f run.Funcs) {
			f["list"] = func(context.Context, value.Object) (value.Value, error) { return value.List{value.Int(1)}, nil }
		}, run.UndeclaredType, "argument_type", 1, "`to` of `pay` is declared as str, but number (1) is given"},
		{"an argument out of range", func(o *run.Options, _ run.Funcs) { o.Inputs = []value.Member{{Key: "amount", Value: value.Int(11)}} }, run.UndeclaredType, "argument_value", 1, "above the maximum 10"},
		{"no implementation", func(_ *run.Options, f run.Funcs) { delete(f, "note") }, run.Refused, "tool", 0, "no implementation of the tool `note`"},
		{"no tools", func(o *run.Options, _ run.Funcs) { o.Tools = nil }, run.ToolFailed, "tool_error", 1, "no implementation"},
	} {
		var calls []string
		f := tools(&calls)
		o := run.Options{Tools: f}
		c.change(&o, f)
		r := execute(t, payments, o)
		if r.Stop == nil || r.Stop.Kind != c.kind || r.Stop.Rule != c.rule || len(r.Calls) != c.calls || !strings.Contains(r.Stop.Error(), c.message) {
			t.Errorf("%s: %+v after %d calls", c.name, r.Stop, len(r.Calls))
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var calls []string
	f := tools(&calls)
	pay := f["pay"]
	f["pay"] = func(ctx context.Context, args value.Object) (value.Value, error) {
		cancel()
		return pay(ctx, args)
	}
	r, err := run.Execute(ctx, bundle(t, payments), verify.Options{}, run.Options{Tools: f})
	if err != nil || r.Stop == nil || r.Stop.Kind != run.Interrupted || len(r.Calls) != 2 {
		t.Errorf("%v %+v", err, r.Stop)
	}
}

// TestOnlyVerifiedPlansRun: the zero Verified runs nothing, a refused plan
// gives none, and what was not verified is refused when it runs.
func TestOnlyVerifiedPlansRun(t *testing.T) {
	var calls []string
	var zero *run.Verified
	for _, v := range []*run.Verified{zero, {}} {
		if r := v.Run(t.Context(), run.Options{Tools: tools(&calls)}); r.Stop == nil || r.Stop.Kind != run.Refused {
			t.Errorf("%v ran: %+v", v, r)
		}
	}
	bad := strings.Replace(payments, `"allowed_tools": ["list", "pay", "note"]`, `"allowed_tools": ["list", "pay"]`, 1)
	v, report, err := run.Verify(bundle(t, bad), verify.Options{})
	if v != nil || report == nil || report.OK || err != nil {
		t.Errorf("verified: %v %v %v", v, report, err)
	}
	r := execute(t, bad, run.Options{Tools: tools(&calls)})
	if r.Stop.Kind != run.Refused || r.Stop.Category != finding.Allowlist || len(calls) > 0 || r.Report == nil {
		t.Errorf("%+v, calls %v", r.Stop, calls)
	}
	r, _ = run.ExecuteUnverified(t.Context(), bundle(t, bad), run.Options{Tools: tools(&calls)})
	if r.Stop.Kind != run.Violated || r.Stop.Category != finding.Allowlist || len(calls) != 3 {
		t.Errorf("unverified: %+v, calls %v", r.Stop, calls)
	}
}

// TestInputs: a verified plan does not start without its inputs, nor with
// inputs that unground its literals; nothing is called.
func TestInputs(t *testing.T) {
	for _, c := range []struct{ name, text, category, rule string }{
		{"not given", strings.Replace(payments, `"inputs": {"amount": 5}`, `"inputs": {}`, 1), "execution", "input"},
		{"unground", strings.Replace(strings.Replace(payments, `"goal": "pay 5 to ann and bob"`, `"goal": "pay them"`, 1), `{"amount": 5}`, `{"amount": "ann"}`, 1), "grounding", "grounding:note:text"},
	} {
		var calls []string
		o := run.Options{Tools: tools(&calls)}
		if c.name == "unground" {
			o.Inputs = []value.Member{{Key: "amount", Value: value.Int(5)}}
		}
		r := execute(t, c.text, o)
		if r.Stop == nil || r.Stop.Kind != run.Refused || string(r.Stop.Category) != c.category || r.Stop.Rule != c.rule || len(calls) != 0 {
			t.Errorf("%s: %+v, calls %v", c.name, r.Stop, calls)
		}
	}
}

func TestScript(t *testing.T) {
	b := bundle(t, strings.Replace(payments, `"inputs"`, `"scripts": [{"tool": "pay", "result": "ok"}, {"tool": "list", "result": ["ann", "bob"]}, {"tool": "pay", "error": "closed"}, {"tool": "pay", "result": 1}], "inputs"`, 1))
	script := run.NewScript(b.Scripts)
	r, err := run.Execute(t.Context(), b, verify.Options{}, run.Options{Tools: script})
	if err != nil || r.Stop == nil || r.Stop.Kind != run.ToolFailed || !strings.Contains(r.Stop.Message, "closed") || r.Calls[2].Error != "closed" || script.Left() != 1 {
		t.Errorf("%v %+v, %d answers left", err, r.Stop, script.Left())
	}
}

// takesParts pays what the first of some mails says.
const takesParts = `{
  "workflow": {"goal": "g", "steps": [
    {"label": "read", "tool_call": {"tool_name": "mails", "result_binding": "m"}},
    {"label": "each", "loop": {"collection_ref": "m", "collection_path": ["all"], "item_binding": "x", "body": [
      {"label": "pay", "tool_call": {"tool_name": "pay", "arguments": {"to": {"ref": "x", "path": ["from", 0]}, "what": [{"ref": "m", "path": ["note"]}]}}}]}}]},
  "policy": {"name": "p", "allowed_tools": ["mails", "pay"]},
  "tools": [{"name": "mails", "source_labels": ["mail"]}, {"name": "pay", "params": [{"name": "to"}, {"name": "what", "type": "Any"}]}]
}`

// TestParts: a run takes the parts of values, with the labels of the whole, and stops before a call for which a part is
// missing.
func TestParts(t *testing.T) {
	for _, c := range []struct{ mails, calls, kind, at, message string }{
		{`{"all":[{"from":["ann"]},{"from":"bob"}],"note":7}`, `pay{"to":"ann","what":[7]} pay{"to":"b","what":[7]}`, "", "", ""},
		{`{"all":[],"note":7}`, "", "", "", ""},
		{`{"all":[{"from":["ann"]},{"from":[]}],"note":7}`, `pay{"to":"ann","what":[7]}`, "missing_part", "/workflow/steps/1/loop/body/0", "there is no `x[\"from\"][0]`: `x[\"from\"]` is a list of 0"},
		{`{"all":[{"to":1}]}`, "", "missing_part", "/workflow/steps/1/loop/body/0", "there is no `x[\"from\"][0]`: `x` is an object with other fields"},
		{`{"note":7}`, "", "missing_part", "/workflow/steps/1", "there is no `m.all`: `m` is an object with other fields"},
		{`{"all":5,"note":7}`, "", "undeclared_type", "/workflow/steps/1", "`m.all` is not iterable: a loop needs a list, not a number"},
		{`[1]`, "", "missing_part", "/workflow/steps/1", "there is no `m.all`: `m` is a list of 1"},
		{`"secret"`, "", "missing_part", "/workflow/steps/1", "there is no `m.all`: `m` is a text"},
	} {
		var calls []string
		on := run.Funcs{
			"mails": func(context.Context, value.Object) (value.Value, error) { return valuetest.JSON(t, c.mails), nil },
			"pay": func(_ context.Context, args value.Object) (value.Value, error) {
				calls = append(calls, "pay"+string(value.AppendJSON(nil, args)))
				return nil, nil
			},
		}
		r := execute(t, takesParts, run.Options{Tools: on})
		stop := run.SecurityViolation{}
		if r.Stop != nil {
			stop = *r.Stop
		}
		if strings.Join(calls, " ") != c.calls || string(stop.Kind) != c.kind || stop.Path != c.at || stop.Message != c.message {
			t.Errorf("%s: %q, stopped %+v", c.mails, calls, stop)
		}
		for _, made := range r.Calls[1:] {
			for _, a := range made.Args {
				if !slices.Equal(a.Taint.Labels, []string{"mail"}) {
					t.Errorf("%s: %s has the labels %v", c.mails, a.Name, a.Taint.Labels)
				}
			}
		}
	}
}
