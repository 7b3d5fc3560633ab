package agent_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"planproof/core/agent"
	"planproof/core/doc"
	"planproof/core/planner"
	"planproof/core/run"
	"planproof/core/value"
)

type mail struct {
	From string `json:"from"`
	Body string
	Size *int
}

type fetchArgs struct {
	Folder string `desc:"which one" enum:"[\"inbox\",\"sent\"]"`
	Limit  int    `plan:"n" default:"10" min:"1" max:"50"`
	hidden int
}

type sendArgs struct {
	To      string            `plan:",sink"`
	Body    string            `plan:"body,sink"`
	Headers map[string]string `plan:",optional"`
	Skip    func()            `plan:"-"`
}

func mailAgent(p planner.Planner, sent *[]string) *agent.Agent {
	a := agent.New("mail", p)
	agent.Tool(a, "fetch_mail", "the newest mails", func(_ context.Context, in fetchArgs) ([]mail, error) {
		return []mail{{From: "ann@company.example", Body: in.Folder}}[:min(1, in.Limit)], nil
	}, agent.Labels("mail"), agent.Ensures("len(result) <= n"))
	agent.Tool(a, "summarize", "one text of many mails", func(_ context.Context, in struct{ Mails []mail }) (string, error) {
		return "mails from " + in.Mails[0].From, nil
	}, agent.Ensures("len(result) > 0"))
	agent.Tool(a, "send_email", "send a mail", func(_ context.Context, in sendArgs) (struct{}, error) {
		*sent = append(*sent, in.To+": "+in.Body)
		return struct{}{}, nil
	}, agent.Requires("len(body) > 0"))
	a.NoDataFlow("fetch_mail", "send_email.body", "summarize")
	a.Deny("send_email", "domain_of(to) not in ['company.example']")
	return a
}

const (
	fetch = `{"label": "fetch", "tool_call": {"tool_name": "fetch_mail", "arguments": {"folder": "inbox"}, "result_binding": "mails"}}`
	sum   = `{"label": "sum", "tool_call": {"tool_name": "summarize", "arguments": {"mails": {"ref": "mails"}}, "result_binding": "text"}}`
)

func plan(steps ...string) string {
	return `{"goal": "", "steps": [` + strings.Join(steps, ",") + `]}`
}

func send(to, body string) string {
	return `{"label": "send", "tool_call": {"tool_name": "send_email", "arguments": {"to": "` + to + `", "body": {"ref": "` + body + `"}}}}`
}

func TestRun(t *testing.T) {
	var sent []string
	a := mailAgent(planner.Scripted(plan(fetch, send("eve@evil.example", "mails")), plan(fetch, sum, send("bob@company.example", "text"))), &sent)
	out, err := a.Run(t.Context(), "tell bob what is new")
	if err != nil || !out.Result.OK() || len(out.Planning.Attempts) != 2 {
		t.Fatalf("%v %+v", err, out)
	}
	if len(sent) != 1 || sent[0] != "bob@company.example: mails from ann@company.example" {
		t.Errorf("sent %v", sent)
	}
	if v := out.Value("text"); !value.Equal(v, value.Text("mails from ann@company.example")) || out.Value("nothing") != nil {
		t.Errorf("text is %v", v)
	}
}

func TestRefusedAndStopped(t *testing.T) {
	var sent []string
	a := mailAgent(planner.Scripted(plan(fetch, send("eve@evil.example", "mails"))), &sent)
	a.Attempts = 1
	if out, err := a.Run(t.Context(), "g"); !errors.Is(err, planner.ErrRefused) || out.Result != nil || len(sent) != 0 || out.Value("x") != nil {
		t.Errorf("%v", err)
	}
	a = mailAgent(planner.Scripted(plan(fetch, sum, send("bob@company.example", "text"))), &sent)
	a.Approve = func(_ context.Context, r *run.Request) run.Approval {
		return run.Approval{OK: r.Call.Tool != "send_email"}
	}
	var stop *run.SecurityViolation
	if out, err := a.Run(t.Context(), "g"); !errors.As(err, &stop) || stop.Kind != run.NotApproved || len(sent) != 0 || len(out.Result.Calls) != 2 {
		t.Errorf("%v", err)
	}
}

func TestSpecs(t *testing.T) {
	var sent []string
	task, err := mailAgent(nil, &sent).Task("g", agent.Input{Name: "n", Value: []any{1, 2.5, uint8(3), nil, true, map[string]int{"b": 1, "a": 2}}})
	if err != nil {
		t.Fatal(err)
	}
	got := string(doc.AppendToolsJSON(nil, task.Tools))
	for _, part := range []string{
		`{"name":"folder","type":"str","description":"which one","is_taint_sink":false,"enum":["inbox","sent"]`,
		`{"name":"n","type":"int","description":"","is_taint_sink":false`, `"default":10`, `"min":1,"max":50`,
		`"return_type":"list[dict]","preconditions":[],"postconditions":["len(result) <= n"]`, `"source_labels":["mail"]`,
		`{"name":"to","type":"str","description":"","is_taint_sink":true`, `{"name":"headers","type":"dict[str, str]"`, `"return_type":"None"`,
	} {
		if !strings.Contains(got, part) {
			t.Errorf("no %s in\n%s", part, got)
		}
	}
	if strings.Contains(got, "hidden") || strings.Contains(got, "skip") {
		t.Errorf("hidden fields: %s", got)
	}
	if v := string(value.AppendJSON(nil, task.Inputs[0].Value)); v != `[1,2.5,3,null,true,{"a":2,"b":1}]` {
		t.Errorf("the input is %s", v)
	}
}

func TestRules(t *testing.T) {
	a := agent.New("p", nil)
	for _, name := range []string{"login", "act"} {
		agent.Tool(a, name, "", func(context.Context, struct{ X string }) (string, error) { return "", nil })
	}
	a.RequireBefore("login", "act")
	a.Deny("act", "x == 'a'")
	a.Deny("act", "")
	a.NoDataFlow("*", "act")
	a.Ground("act", "x", "")
	a.Invariant("act", "x != result.login")
	task, err := a.Task("g")
	if err != nil {
		t.Fatal(err)
	}
	p := task.Policy
	if len(p.Automata) != 3 || p.Automata[0].Name.Value != "require_login_before_act" || p.Automata[1].Name.Value != "deny_act" || p.Automata[2].Name.Value != "deny_act_2" ||
		p.TaintRules[0].Name.Value != "no_flow_any_to_act" || p.TaintRules[0].SinkParam.Value != "*" || p.Grounding[0].Matcher.Value != "token" || len(p.Invariants) != 1 {
		t.Errorf("%s", p.AppendJSON(nil))
	}
}

func TestMistakes(t *testing.T) {
	type badTag struct {
		X string `plan:"x,snik"`
	}
	type badEnum struct {
		X string `enum:"a,b"`
	}
	type badDefault struct {
		X string `default:"a"`
	}
	type badMin struct {
		X int `min:"low"`
	}
	for want, register := range map[string]func(a *agent.Agent){
		`neither sink nor optional`: func(a *agent.Agent) {
			agent.Tool(a, "t", "", func(context.Context, badTag) (string, error) { return "", nil })
		},
		`enum: "a,b" is no list`: func(a *agent.Agent) {
			agent.Tool(a, "t", "", func(context.Context, badEnum) (string, error) { return "", nil })
		},
		`default: "a" is no JSON`: func(a *agent.Agent) {
			agent.Tool(a, "t", "", func(context.Context, badDefault) (string, error) { return "", nil })
		},
		`min: not a number`: func(a *agent.Agent) {
			agent.Tool(a, "t", "", func(context.Context, badMin) (string, error) { return "", nil })
		},
		"it takes string": func(a *agent.Agent) {
			agent.Tool(a, "t", "", func(context.Context, string) (string, error) { return "", nil })
		},
		"the tool `t`": func(a *agent.Agent) { // twice
			for range 2 {
				agent.Tool(a, "t", "", func(context.Context, struct{}) (string, error) { return "", nil })
			}
		},
	} {
		a := agent.New("p", planner.Scripted())
		register(a)
		if _, err := a.Run(t.Context(), "g"); err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(strings.TrimPrefix(want, "the tool "), "")) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestConversion(t *testing.T) {
	type nested struct {
		Name  string
		Sub   *nested `json:"sub"`
		Tags  []string
		Extra map[string]float64
		Any   any
	}
	in := nested{"a", &nested{Name: "b"}, []string{"x"}, map[string]float64{"k": 1.5}, value.Text("v")}
	v, err := agent.FromGo(in)
	if err != nil {
		t.Fatal(err)
	}
	var out nested
	if err := agent.ToGo(v, reflect.ValueOf(&out).Elem()); err != nil {
		t.Fatal(err)
	}
	if out.Sub.Name != "b" || out.Tags[0] != "x" || out.Extra["k"] != 1.5 || out.Any != value.Value(value.Text("v")) {
		t.Errorf("%+v", out)
	}
	loop := &nested{}
	loop.Sub = loop
	for _, bad := range []any{loop, make(chan int), map[int]string{1: ""}, []float64{0, 1 / zero()}} {
		if _, err := agent.FromGo(bad); err == nil {
			t.Errorf("%T is a value", bad)
		}
	}
	var small int8
	for _, v := range []value.Value{value.Int(300), value.Text("1"), value.Bool(true), value.List{}, value.Object{}} {
		if err := agent.ToGo(v, reflect.ValueOf(&small).Elem()); err == nil {
			t.Errorf("%v fits an int8", v)
		}
	}
}

func zero() float64 { return 0 }
