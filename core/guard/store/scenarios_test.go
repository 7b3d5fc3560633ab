package store_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/guard"
	"planproof/core/guard/store"
	"planproof/core/value"
)

// rules is a guard with every kind of part. Tests change single words of it.
const rules = `{"mode":"literal",
"tools":{"pay":{"schema":{"type":"object","properties":{"iban":{"type":"string"},"amount":{"type":"number"}},"required":["iban","amount"]},"ground":["iban"]}},
"facts":{"spent_today":"number"},
"policies":[
{"name":"under_cap","tools":["pay"],"reads":["amount"],"expr":"amount <= 10000","on_fail":"deny","reason":"Never more than 10000."},
{"name":"known_vendor","tools":["pay"],"reads":["iban"],"expr":"iban in ['DE89370400440532013000']","on_fail":"escalate","reason":"A new payee needs a person."},
{"name":"asked_to_pay","tools":["pay"],"intent":"pay"}]}`

func newGuard(t *testing.T, config string) *guard.Guard {
	t.Helper()
	c, err := guard.ReadConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	g, err := guard.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func parsed(t *testing.T, text string) value.Object {
	t.Helper()
	v, err := doc.ReadValue("test", []byte(text), 0)
	if err != nil {
		t.Fatal(err)
	}
	return v.(value.Object)
}

const chat = "Please pay 250 to DE89370400440532013000."

// decided is the record of a call of pay.
func decided(t *testing.T, g *guard.Guard, tool, arguments string) *store.Decision {
	t.Helper()
	r := guard.Request{
		Call:         guard.Call{Name: tool, Arguments: parsed(t, arguments), ID: "c1"},
		Conversation: guard.Conversation{{Role: guard.User, Text: chat}, {Role: guard.Tool, Text: "account GB33BUKB20201555555555 é", Source: "read", Tainted: true}},
		Facts:        parsed(t, `{"spent_today":400.0}`),
	}
	d, err := g.Decide(r)
	if err != nil {
		t.Fatal(err)
	}
	return store.NewDecision(g, r, d)
}

const (
	known   = `{"iban":"DE89370400440532013000","amount":250}`
	unknown = `{"iban":"GB33BUKB20201555555555","amount":"250"}`
)

// replayed is the replay of a decision with other rules.
func replayed(t *testing.T, d *store.Decision, config string) *store.Replay {
	t.Helper()
	m := &store.Memory{}
	r := mustAppend(t, m, d)
	out, err := store.ReplayOne(m, r.ID, func() (*guard.Guard, error) { return newGuard(t, config), nil })
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func changed(old, with string) string {
	if !strings.Contains(rules, old) {
		panic(old)
	}
	return strings.Replace(rules, old, with, 1)
}

func wantMismatch(t *testing.T, r *store.Replay, kind, step string) {
	t.Helper()
	for _, m := range r.Mismatches {
		if m.Kind == kind && m.Step == step {
			return
		}
	}
	t.Errorf("the replay is %+v, want a mismatch %s at %s", r, kind, step)
}

func TestScenarios(t *testing.T) {
	text, err := os.ReadFile("testdata/scenarios.json")
	if err != nil {
		t.Fatal(err)
	}
	var set struct{ Vectors []struct{ ID string } }
	if err := json.Unmarshal(text, &set); err != nil {
		t.Fatal(err)
	}
	for _, v := range set.Vectors {
		test := tests[v.ID]
		if test == nil {
			t.Errorf("the scenario %s has no test", v.ID)
			continue
		}
		t.Run(v.ID, test)
	}
}

var tests = map[string]func(t *testing.T){
	"append": func(t *testing.T) {
		g, m := newGuard(t, rules), &store.Memory{}
		for _, c := range []struct{ tool, arguments, outcome string }{
			{"pay", known, "allow"}, {"pay", `{"iban":"DE89370400440532013000","amount":99999}`, "deny"}, {"pay", unknown, "escalate"}, {"wipe", `{"x":1}`, "deny"},
		} {
			d := decided(t, g, c.tool, c.arguments)
			d.Made = store.Made{Executed: c.outcome == "allow", Result: store.HashText("paid, reference 77")}
			r := mustAppend(t, m, d)
			line := string(r.AppendJSON(nil))
			if d.Outcome != c.outcome || strings.Contains(line, "reference 77") {
				t.Errorf("%s %s is recorded as %s", c.tool, c.arguments, line)
			}
			for _, part := range []string{`"arguments":` + c.arguments, `"conversation":"[user] ` + chat, `"roles":[[7,`, `"user_request":"` + chat, `"spent_today":400.0`, `"steps":[{"name":"(arguments)"`, `"executed":`} {
				if !strings.Contains(line, part) {
					t.Errorf("%s is recorded without %s: %s", c.tool, part, line)
				}
			}
		}
		if m.Head().Count != 4 {
			t.Errorf("%d records", m.Head().Count)
		}
	},
	"chain": func(t *testing.T) {
		prev := ""
		for r, err := range filled(t, 4).All() {
			if err != nil || r.Prev != prev || r.Hash != store.RecordHash(r) {
				t.Errorf("record %d: prev %s, want %s", r.ID, r.Prev, prev)
			}
			prev = r.Hash
		}
	},
	"canonical": func(t *testing.T) {
		m := filled(t, 1)
		o := parsed(t, string(m.Text()))
		for i, j := 0, len(o)-1; i < j; i, j = i+1, j-1 {
			o[i], o[j] = o[j], o[i]
		}
		reversed := append(value.AppendJSON(nil, o), '\n')
		spaced := bytes.ReplaceAll(reversed, []byte(`,"`), []byte(` , "`))
		for _, text := range [][]byte{reversed, spaced} {
			if bytes.Equal(text, m.Text()) || !verify(t, text, nil, nil).OK() {
				t.Errorf("written in another order it does not verify: %s", text)
			}
		}
	},
	"verify-ok": func(t *testing.T) {
		m := filled(t, 5)
		head := m.Head()
		if r := verify(t, m.Text(), &head, &head); !r.OK() || r.Decisions != 5 {
			t.Errorf("%+v", r)
		}
		if r := verify(t, nil, &store.Head{}, &store.Head{}); !r.OK() {
			t.Errorf("an empty store: %+v", r)
		}
	},
	"verify-edit": func(t *testing.T) {
		text := filled(t, 5).Text()
		for _, edit := range []struct {
			old, with string
			line      int
		}{{"A new payee needs a person.", "Fine.", 3}, {`"invoice":2`, `"invoice":3`, 2}, {`"spent_today":400`, `"spent_today":0`, 1}, {`"outcome":"escalate"`, `"outcome":"allow"`, 3}, {`"fingerprint":"f"`, `"fingerprint":"g"`, 1}} {
			r := verify(t, bytes.Replace(text, []byte(edit.old), []byte(edit.with), 1), nil, nil)
			if r.OK() || r.Problems[0].Kind != store.ProblemHash || r.Problems[0].Line != edit.line {
				t.Errorf("%s → %s: %+v", edit.old, edit.with, r.Problems)
			}
		}
	},
	"verify-delete": func(t *testing.T) {
		l := lines(filled(t, 5).Text())
		wantProblem(t, verify(t, joined(l[0], l[1], l[3], l[4]), nil, nil), store.ProblemChain, 3)
	},
	"verify-insert": func(t *testing.T) {
		l := lines(filled(t, 5).Text())
		other := lines(filled(t, 3).Text())[2]
		forged := rehashed(t, strings.Replace(other, "invoice 3", "invoice 7", 1))
		r := verify(t, joined(l[0], l[1], forged, l[2], l[3], l[4]), nil, nil)
		if r.OK() || r.Problems[0].Kind != store.ProblemTrace && r.Problems[0].Kind != store.ProblemChain {
			t.Errorf("%+v", r.Problems)
		}
		again := verify(t, joined(l[0], l[1], l[1], l[2]), nil, nil)
		if again.OK() || again.Problems[0].Kind != store.ProblemChain || again.Problems[0].Line != 3 {
			t.Errorf("%+v", again.Problems)
		}
	},
	"verify-reorder": func(t *testing.T) {
		l := lines(filled(t, 5).Text())
		if r := verify(t, joined(l[0], l[2], l[1], l[3], l[4]), nil, nil); r.OK() || r.Problems[0].Line != 2 {
			t.Errorf("%+v", r.Problems)
		}
	},
	"verify-truncate": func(t *testing.T) {
		m := filled(t, 5)
		l, head := lines(m.Text()), m.Head()
		short := joined(l[:3]...)
		if r := verify(t, short, nil, nil); !r.OK() {
			t.Errorf("a shorter chain is one: %+v", r)
		}
		wantProblem(t, verify(t, short, &head, nil), store.ProblemHead, 0)
		wantProblem(t, verify(t, short, nil, &head), store.ProblemAnchor, 0)
	},
	"verify-rewrite": func(t *testing.T) {
		anchor := filled(t, 3).Head()
		other := &store.Memory{}
		for i := range 4 {
			mustAppend(t, other, decision(i+100, store.Allow))
		}
		head := other.Head()
		if r := verify(t, other.Text(), &head, nil); !r.OK() {
			t.Errorf("%+v", r)
		}
		wantProblem(t, verify(t, other.Text(), &head, &anchor), store.ProblemAnchor, 0)
	},
	"foreign-line": func(t *testing.T) {
		l := lines(filled(t, 3).Text())
		text := joined(l[0], "# a remark", l[1], `{"format":"other/1"}`, l[2])
		n := 0
		for _, err := range store.Records(bytes.NewReader(text)) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		r := verify(t, text, nil, nil)
		if n != 3 || len(r.Problems) != 2 || r.Problems[0].Kind != store.ProblemForeign || r.Problems[0].Line != 2 || r.Problems[1].Line != 4 {
			t.Errorf("%d records, %+v", n, r.Problems)
		}
	},
	"trace-chain": func(t *testing.T) {
		d := decided(t, newGuard(t, rules), "pay", unknown)
		if d.Steps[0].Prev == "" || len(d.Steps) < 5 {
			t.Fatalf("steps %+v", d.Steps)
		}
		for i := 1; i < len(d.Steps); i++ {
			if d.Steps[i].Prev != d.Steps[i-1].Hash {
				t.Errorf("step %s does not follow %s", d.Steps[i].Name, d.Steps[i-1].Name)
			}
		}
		other := decided(t, newGuard(t, rules), "pay", known)
		if other.Steps[0].Prev == d.Steps[0].Prev {
			t.Error("the first step's link does not depend on the input")
		}
		// A step that is changed, in a record that is hashed anew, shows.
		d.Steps[2].Value = value.Bool(true)
		m := &store.Memory{}
		mustAppend(t, m, d)
		wantProblem(t, verify(t, m.Text(), nil, nil), store.ProblemTrace, 1)
	},
	"replay-ok": func(t *testing.T) {
		for _, c := range []struct{ tool, arguments string }{{"pay", known}, {"pay", unknown}, {"pay", `{"iban":7}`}, {"pay", `{}`}, {"wipe", `{}`}} {
			if r := replayed(t, decided(t, newGuard(t, rules), c.tool, c.arguments), rules); !r.OK() || r.Changed || r.Now != r.Outcome {
				t.Errorf("%s %s: %+v", c.tool, c.arguments, r)
			}
		}
	},
	"replay-changed-policy": func(t *testing.T) {
		r := replayed(t, decided(t, newGuard(t, rules), "pay", known), changed("amount <= 10000", "amount <= 100"))
		wantMismatch(t, r, store.MismatchRecompute, "under_cap")
		if !r.Changed || r.Now != "deny" {
			t.Errorf("%+v", r)
		}
		// A policy that changed and says the same is no mismatch.
		if r := replayed(t, decided(t, newGuard(t, rules), "pay", known), changed("amount <= 10000", "amount < 10001")); !r.OK() || !r.Changed {
			t.Errorf("%+v", r)
		}
	},
	"replay-added-policy": func(t *testing.T) {
		added := changed(`"policies":[`, `"policies":[{"name":"never","tools":["pay"],"reads":[],"expr":"False","on_fail":"deny","reason":"Never."},`)
		if r := replayed(t, decided(t, newGuard(t, rules), "pay", known), added); !r.OK() || !r.Changed || r.Now != "deny" {
			t.Errorf("%+v", r)
		}
	},
	"replay-removed-part": func(t *testing.T) {
		removed := changed(`{"name":"under_cap","tools":["pay"],"reads":["amount"],"expr":"amount <= 10000","on_fail":"deny","reason":"Never more than 10000."},`, "")
		removed = strings.Replace(removed, "iban in ['DE89370400440532013000']", "iban == ''", 1)
		r := replayed(t, decided(t, newGuard(t, rules), "pay", known), removed)
		wantMismatch(t, r, store.MismatchMissing, "under_cap")
		wantMismatch(t, r, store.MismatchRecompute, "known_vendor")
	},
	"replay-tampered": func(t *testing.T) {
		m := &store.Memory{}
		mustAppend(t, m, decided(t, newGuard(t, rules), "pay", unknown))
		text := bytes.Replace(m.Text(), []byte(`"state":"failed"`), []byte(`"state":"passed"`), 1)
		if r := verify(t, text, nil, nil); r.OK() {
			t.Error("it verifies")
		}
		for record, err := range store.Records(bytes.NewReader(text)) {
			if err != nil {
				t.Fatal(err)
			}
			wantMismatch(t, store.ReplayDecision(newGuard(t, rules), 1, record.Body.(*store.Decision)), store.MismatchIntegrity, "no_injected_arguments")
		}
	},
	"replay-all": func(t *testing.T) {
		g, m := newGuard(t, rules), &store.Memory{}
		for _, arguments := range []string{known, unknown, known} {
			mustAppend(t, m, decided(t, g, "pay", arguments))
		}
		other := changed("iban in ['DE89370400440532013000']", "iban == 'GB33BUKB20201555555555' or iban == 'DE89370400440532013000'")
		failed, tried, err := store.ReplayAll(m, func() (*guard.Guard, error) { return newGuard(t, other), nil })
		if err != nil || tried != 3 || len(failed) != 1 || failed[0].ID != 2 || failed[0].Tool != "pay" || len(failed[0].Mismatches) == 0 {
			t.Errorf("%d tried, %+v, %v", tried, failed, err)
		}
	},
	"determinism": func(t *testing.T) {
		times := []string{"2026-11-30T20:00:00Z", "2026-12-01T08:30:00Z"}
		var traces, hashes [2]string
		for i := range times {
			m := &store.Memory{Now: func() string { return times[i] }}
			d := decided(t, newGuard(t, rules), "pay", unknown)
			d.Made.Error = times[i]
			r := mustAppend(t, m, d)
			traces[i], hashes[i] = d.Trace(), r.Hash
		}
		if traces[0] != traces[1] || hashes[0] == hashes[1] {
			t.Errorf("traces %v, hashes %v", traces, hashes)
		}
	},
	"resolve-once": TestAnswersOnce,
	"resolve-record": func(t *testing.T) {
		m := filled(t, 3)
		r, err := store.ResolveWith(m, 3, store.Answer{Approve: true, Reviewer: "maria@finance", Note: "checked by phone"}, value.Object{}, func() store.Made {
			return store.Made{Executed: true, Result: store.HashText("paid")}
		})
		if err != nil {
			t.Fatal(err)
		}
		line := string(r.AppendJSON(nil))
		for _, part := range []string{`"kind":"resolution"`, `"answers":3`, `"answer":"allow"`, `"reviewer":"maria@finance"`, `"note":"checked by phone"`, `"executed":true`} {
			if !strings.Contains(line, part) {
				t.Errorf("no %s in %s", part, line)
			}
		}
	},
	"resolve-only-escalations": func(t *testing.T) {
		g, m := newGuard(t, rules), &store.Memory{}
		for _, arguments := range []string{known, `{"iban":"x","amount":1}`} {
			r := mustAppend(t, m, decided(t, g, "pay", arguments))
			if _, err := store.Resolve(m, r.ID, store.Answer{Approve: true, Reviewer: "maria"}); err == nil {
				t.Errorf("%s is resolved", arguments)
			}
		}
	},
	"resolve-reject": func(t *testing.T) {
		m := filled(t, 3)
		r, err := store.Resolve(m, 3, store.Answer{Reviewer: "maria", Note: "not our vendor"})
		if err != nil {
			t.Fatal(err)
		}
		b := r.Body.(*store.Resolution)
		if b.Answer != "deny" || b.Reasons[len(b.Reasons)-1] != "rejected by maria: not our vendor" || len(b.Reasons) != 2 {
			t.Errorf("%+v", b)
		}
	},
	"resolve-no-execute": func(t *testing.T) {
		m := filled(t, 3)
		r, err := store.Resolve(m, 3, store.Answer{Approve: true, Reviewer: "maria"})
		if err != nil || r.Body.(*store.Resolution).Made.Executed || !strings.Contains(string(r.AppendJSON(nil)), `"executed":false`) {
			t.Errorf("%+v, %v", r, err)
		}
	},
	"fingerprint": func(t *testing.T) {
		base := newGuard(t, rules).Fingerprint("pay")
		for _, c := range []string{
			changed(`"ground":["iban"]`, `"ground":{"iban":"whole"}`),
			changed(`"ground":["iban"]`, `"ground":["iban"],"locale":"de"`),
			changed(`"ground":["iban"]`, `"ground":["iban"],"ground_last":1`),
			changed(`"ground":["iban"]`, `"ground":["iban"],"tool_values":"escalate","ground_from":["user"]`),
			changed(`"intent":"pay"`, `"intent":"send"`),
			changed(`"intent":"pay"`, `"phrases":["\\bpay\\b"]`),
			changed("amount <= 10000", "amount < 10000"),
			changed("literal", "full"),
		} {
			if newGuard(t, c).Fingerprint("pay") == base {
				t.Errorf("the fingerprint is the same for %s", c)
			}
		}
		if newGuard(t, rules).Fingerprint("pay") != base {
			t.Error("two guards of one text differ")
		}
	},
	"floats": func(t *testing.T) {
		for _, same := range [][]string{{"250", "250.0", "2.5e2"}, {"0.1", "0.10", "1e-1"}, {"-0.0", "0"}} {
			want := store.Hash(parsed(t, `{"x":`+same[0]+`}`))
			for _, s := range same[1:] {
				if store.Hash(parsed(t, `{"x":`+s+`}`)) != want {
					t.Errorf("%s and %s hash differently", same[0], s)
				}
			}
		}
		// Numbers are exact here, so nothing is rounded, and a difference behind the ninth decimal is one.
		if store.Hash(parsed(t, `{"x":0.12345678901}`)) == store.Hash(parsed(t, `{"x":0.12345678902}`)) {
			t.Error("two numbers hash equally")
		}
	},
	"context-cap": func(t *testing.T) {
		g := newGuard(t, rules)
		s := g.Session(nil, parsed(t, `{"spent_today":1}`), guard.Limits{Messages: 3, Chars: 300})
		for range 10 {
			s.Add(guard.Message{Role: guard.Tool, Text: strings.Repeat("long ", 100), Source: "read"})
		}
		r := s.Request(guard.Call{Name: "pay", Arguments: parsed(t, known)})
		d, err := g.Decide(r)
		if err != nil {
			t.Fatal(err)
		}
		if in := store.NewDecision(g, r, d).Input; len(in.Roles) > 3 || len(in.Conversation) > 400 {
			t.Errorf("%d messages, %d bytes", len(in.Roles), len(in.Conversation))
		}
	},
}

// A tool whose schema came from an upstream replays with the schema of its time.
func TestReplayAdopted(t *testing.T) {
	const config = `{"mode":"literal","tools":{"write":{}}}`
	m := &store.Memory{}
	for _, kind := range []string{"integer", "string"} {
		g := newGuard(t, config)
		a := &store.Adoption{Tool: "write", Description: "writes", Schema: parsed(t, `{"type":"object","properties":{"n":{"type":"`+kind+`"}}}`)}
		if err := g.Adopt(a.Tool, a.Schema, a.Description); err != nil {
			t.Fatal(err)
		}
		mustAppend(t, m, a)
		if _, err := m.Append(a); err == nil {
			t.Error("an adoption that changes nothing is recorded")
		}
		mustAppend(t, m, decidedBare(t, g, "write", `{"n":"2"}`))
		mustAppend(t, m, decidedBare(t, g, "write", `{"n":2}`))
	}
	newest := func() (*guard.Guard, error) { return newGuard(t, config), nil }
	if failed, tried, err := store.ReplayAll(m, newest); err != nil || tried != 4 || len(failed) != 0 {
		t.Errorf("%d tried, %+v, %v", tried, failed, err)
	}
	if r, err := store.ReplayOne(m, 5, newest); err != nil || !r.OK() {
		t.Errorf("%+v, %v", r, err)
	}
	if r := verify(t, m.Text(), nil, nil); !r.OK() {
		t.Errorf("%+v", r)
	}
}

func decidedBare(t *testing.T, g *guard.Guard, tool, arguments string) *store.Decision {
	t.Helper()
	r := guard.Request{Call: guard.Call{Name: tool, Arguments: parsed(t, arguments)}}
	d, err := g.Decide(r)
	if err != nil {
		t.Fatal(err)
	}
	return store.NewDecision(g, r, d)
}
