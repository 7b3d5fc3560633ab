package guardtab

import (
	"strings"
	"testing"

	cases "planproof/examples/guard"
	"planproof/ui/lab"
	"planproof/ui/lab/labtest"
)

func page(t *testing.T) (*Room, *labtest.Page) {
	r := &Room{}
	p := &labtest.Page{T: t, Room: r, Context: lab.Context{Address: "https://host.example/"}}
	p.Ask(lab.Look, "")
	return r, p
}

// Every example is decided as it says, and says something.
func TestExamples(t *testing.T) {
	r, p := page(t)
	for _, c := range cases.All() {
		reply := p.Ask("example", c.ID)
		if c.Title == "" || c.Moral == "" || !strings.Contains(reply.HTML, "guard-verdict") {
			t.Errorf("%s: no title, moral or verdict", c.ID)
		}
		var got []string
		for _, d := range r.now.calls {
			got = append(got, string(d.Decision.Verdict))
		}
		if strings.Join(got, " ") != strings.Join(c.Expect, " ") {
			t.Errorf("%s: %v, want %v (%v)", c.ID, got, c.Expect, r.now.err)
		}
	}
}

func fields(r *Room, change ...lab.Field) []lab.Field {
	f := []lab.Field{{Name: "guard-talk", Value: r.in.talk}, {Name: "guard-config", Value: r.in.config}, {Name: "guard-call", Value: r.in.call}, {Name: "guard-facts", Value: r.in.facts}, {Name: "guard-mode", Value: r.in.mode}}
	for i := range f {
		for _, c := range change {
			if f[i].Name == c.Name {
				f[i] = c
			}
		}
	}
	return f
}

// A what-if edit changes the decision and shows the one before.
func TestEdit(t *testing.T) {
	r, p := page(t)
	p.Ask("example", "over-the-budget")
	reply := p.Ask("edit", "", fields(r, lab.Field{Name: "guard-facts", Value: `{"spent_today": 0}`})...)
	if got := r.now.calls[0].Decision.Verdict; got != "allow" {
		t.Errorf("with nothing spent: %s", got)
	}
	if !strings.Contains(reply.HTML, "Before your edits") || !strings.Contains(reply.HTML, "within_daily_budget") {
		t.Error("the decision before is not shown")
	}
}

// What can not be read is said beside its field, and nothing typed is lost.
func TestUnreadable(t *testing.T) {
	r, p := page(t)
	for field, text := range map[string]string{"guard-config": `{"tools": 7}`, "guard-facts": "[1]", "guard-call": "{}", "guard-talk": "<b>no transcript</b>"} {
		p.Ask("example", "injected-recipient")
		reply := p.Ask("edit", "", fields(r, lab.Field{Name: field, Value: text})...)
		if !strings.Contains(reply.HTML, `role="alert"`) && field != "guard-talk" {
			t.Errorf("%s: nothing is said", field)
		}
		if strings.Contains(reply.HTML, "<b>no") {
			t.Error("what was pasted became markup")
		}
	}
}

// What was saved is replayed by the guard that decided it, and not by another.
func TestRecords(t *testing.T) {
	r, p := page(t)
	p.Ask("example", "the-canary")
	p.Ask("save", "")
	text := p.Last().With.Get("text")
	if strings.Count(text, "\n") != 2 {
		t.Fatalf("records: %q", text)
	}
	if reply := p.Ask("replay", "", lab.Field{Name: "guard-records", Value: text}); !strings.Contains(reply.HTML, "2 of 2 decisions") {
		t.Error(r.message)
	}
	changed := strings.Replace(text, "Login fails", "Login works", 1)
	if reply := p.Ask("replay", "", lab.Field{Name: "guard-records", Value: changed}); strings.Contains(reply.HTML, "2 of 2 decisions") {
		t.Error("a record that was changed replays")
	}
	if reply := p.Ask("replay", "", lab.Field{Name: "guard-records", Value: "no records"}); !strings.Contains(reply.HTML, "no records of a store") && !strings.Contains(reply.HTML, "0 of 0") {
		t.Error(r.message)
	}
}

// Spans that overlap are marked letter by letter, and text stays text.
func TestMarks(t *testing.T) {
	r, p := page(t)
	p.Ask("example", "injected-recipient")
	html := p.Ask("call", "2").HTML
	for _, want := range []string{`reads like orders: `, `<mark class="bad"`, "audit@evil.example"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s", want)
		}
	}
	if r.at != 2 {
		t.Error(r.at)
	}
}
