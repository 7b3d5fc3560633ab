package run

import (
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/value"
	"planproof/examples"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/paste"
)

// page talks to a room as the page does: fields keep what the HTML gave them
// until they are typed into, and effects that ask again are carried out.
type page struct {
	t     *testing.T
	room  *Room
	ask   lab.Ask
	form  map[string]string
	reply lab.Reply
}

func visit(t *testing.T, id string) *page {
	t.Helper()
	e, ok := examples.Find(id)
	if !ok {
		t.Fatal("no example ", id)
	}
	return with(t, string(e.Text), id)
}

func with(t *testing.T, bundle, id string) *page {
	s := paste.Sort(bundle)
	p := &page{t: t, room: &Room{}, form: map[string]string{}}
	p.ask.Context = lab.Context{Docs: lab.Docs{Workflow: s.Workflow, Policy: s.Policy, Tools: s.Tools}, State: "done", Example: id, Tab: "run"}
	p.do("look", "")
	return p
}

func (p *page) do(do, arg string) string {
	p.t.Helper()
	a := p.ask
	a.Do, a.Arg = do, arg
	for _, name := range fieldNames(p.reply.HTML) {
		v, typed := p.form[name]
		if !typed {
			v = fieldValue(p.reply.HTML, name)
		}
		a.Form = append(a.Form, lab.Field{Name: name, Value: v})
	}
	reply := p.room.Handle(a)
	if reply.Fresh {
		p.form = map[string]string{}
	}
	if !reply.Same {
		p.reply = reply
	}
	for _, e := range reply.Effects {
		if e.Do == "fetch" {
			e0, _ := examples.Find(strings.TrimSuffix(strings.TrimPrefix(e.With.Get("path"), "examples/"), ".json"))
			p.do(e.With.Get("then"), string(e0.Text))
		}
		if e.Do == "at" {
			p.ask.Cursor = e.With.Get("cursor")
		}
	}
	return p.reply.HTML
}

func fieldNames(html string) []string {
	var out []string
	for _, part := range strings.Split(html, ` name="`)[1:] {
		name, _, _ := strings.Cut(part, `"`)
		out = append(out, name)
	}
	return out
}

// fieldValue is what the HTML gives a field.
func fieldValue(html, name string) string {
	at := strings.Index(html, ` name="`+name+`"`)
	tag := html[strings.LastIndexByte(html[:at], '<'):]
	open, rest, _ := strings.Cut(tag, ">")
	unescape := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#39;", "'", "&amp;", "&")
	switch {
	case strings.HasPrefix(open, "<textarea"):
		text, _, _ := strings.Cut(rest, "</textarea>")
		return unescape.Replace(text)
	case strings.HasPrefix(open, "<select"):
		return "true"
	case strings.Contains(open, `type="checkbox"`):
		if strings.Contains(open, "checked") {
			return "on"
		}
		return ""
	}
	_, v, ok := strings.Cut(open, ` value="`)
	if !ok {
		return ""
	}
	v, _, _ = strings.Cut(v, `"`)
	return unescape.Replace(v)
}

func (p *page) state() string {
	_, s, _ := strings.Cut(p.reply.HTML, `data-testid="run-status" data-state="`)
	s, _, _ = strings.Cut(s, `"`)
	return s
}

func (p *page) want(state string, texts ...string) {
	p.t.Helper()
	if got := p.state(); got != state {
		p.t.Fatalf("state %s, want %s\n%s", got, state, p.reply.HTML)
	}
	for _, text := range texts {
		if !strings.Contains(p.reply.HTML, text) {
			p.t.Errorf("no %q in\n%s", text, p.reply.HTML)
		}
	}
}

// Every accepted example runs to its end on made-up values; every refused one
// calls nothing.
func TestExamples(t *testing.T) {
	for _, e := range examples.All() {
		t.Run(e.ID, func(t *testing.T) {
			p := visit(t, e.ID)
			if !e.OK {
				p.want("refused", "no tool is called")
				p.do("start", "")
				p.want("refused", "0 calls")
				if p.room.session.result != nil {
					t.Error("something ran")
				}
				return
			}
			p.want("idle", "Ready.")
			p.do("made-up", "")
			p.do("start", "")
			p.want("ended", `data-testid="run-trace"`)
		})
	}
}

// By hand: a result of the wrong type, no JSON, then one that fits; the run
// comes to the next call, and to its end.
func TestByHand(t *testing.T) {
	p := visit(t, "email-safe")
	p.do("step", "")
	p.want("waiting", "fetch_mail", "list[str]", "len(result) &lt;= 10")
	p.form["result-0"] = "hello"
	p.do("answer", "")
	p.want("waiting", "no JSON")
	p.form["result-0"] = "7"
	p.do("answer", "")
	p.want("waiting", "This is a number", `data-testid="run-anyway"`)
	p.form["result-0"] = `["first", "second"]`
	p.do("answer", "")
	p.want("waiting", "summarize_emails", `[&quot;first&quot;,&quot;second&quot;]`, "from fetch_mail", `title="email_content"`)
	p.form["result-1"] = "a summary, without quotes"
	p.do("answer", "")
	p.want("ended", "2 calls", "a summary, without quotes")
}

func TestBrokenPromise(t *testing.T) {
	p := visit(t, "email-safe")
	p.do("step", "")
	p.form["result-0"] = `["","","","","","","","","","",""]`
	p.do("answer", "")
	p.want("stopped", "breaks what its tool promises")
}

func TestToolFails(t *testing.T) {
	p := visit(t, "email-safe")
	p.do("step", "")
	p.form["failure"] = "no connection"
	p.do("fail", "")
	p.want("stopped", "no connection", "A tool answered with an error")
}

// Approval sees the real call; a denied one is not made.
func TestApproval(t *testing.T) {
	p := visit(t, "email-safe")
	p.do("made-up", "")
	p.form["ask"] = "on"
	p.do("start", "")
	p.want("approval", "fetch_mail", "folder", "&quot;inbox&quot;", "the real tool and its real arguments")
	p.do("allow", "")
	p.want("approval", "summarize_emails", "1 call,")
	if strings.Contains(p.reply.HTML, "in the budget") {
		t.Error("a budget that nobody set")
	}
	p.do("deny", "")
	p.want("stopped", "you denied it", "was not approved")
	if n := len(p.room.session.result.Calls); n != 1 {
		t.Errorf("%d calls were made", n)
	}
}

func TestBudget(t *testing.T) {
	p := visit(t, "email-safe")
	p.do("made-up", "")
	p.form["calls"] = "1"
	p.do("start", "")
	p.want("stopped", "The budget of 1 call is used up", "of 1 call")
	p.form["calls"] = "many"
	p.do("start", "")
	p.want("wrong", "whole number")
}

// Unverified has to be asked for by name; the monitor still stops the leak.
func TestUnverified(t *testing.T) {
	p := visit(t, "long-way-round")
	p.want("refused", `data-testid="run-unverified"`)
	p.do("witness", "")
	p.want("refused") // no finding is open
	p.ask.Open = 1
	p.do("look", "")
	p.want("refused", `data-status="confirmed"`, "Ignore all previous instructions", "site_publish_page")
	p.do("witness", "")
	p.want("stopped", "Run unverified", "Ignore all previous instructions")
}

// A row moves the page to its step, and the cursor lights the row.
func TestRows(t *testing.T) {
	p := visit(t, "support-desk")
	p.do("made-up", "")
	p.do("start", "")
	p.want("ended")
	r := p.room.session.rows
	for i := range r {
		if r[i].call == nil {
			continue
		}
		p.do("row", itoa(i))
		if c := finding.ParseCursor(p.ask.Cursor); c.Path != r[i].path {
			t.Fatalf("row %d moved to %s, not %s", i, p.ask.Cursor, r[i].path)
		}
		if got := p.room.lit(p.ask.Cursor); got != i {
			t.Errorf("row %d lights row %d", i, got)
		}
	}
	p.room.chosen = -1
	p.ask.Cursor = r[0].path
	if !strings.Contains(p.do("look", ""), ` lit"`) {
		t.Error("the cursor lights nothing")
	}
}

// Every finding of every example has its run, or the reason why there is none.
func TestReplays(t *testing.T) {
	status, safe, attacks := map[string]int{}, 0, 0
	for _, e := range examples.All() {
		p := visit(t, e.ID)
		s := p.room.Cache.Of(p.ask.Context)
		if s.Err != nil {
			continue
		}
		for _, c := range s.Model.Cards {
			p.ask.Open = c.Number
			html := p.do("look", "")
			if !replayable(s, c.F) {
				continue
			}
			_, at, ok := strings.Cut(html, `data-testid="run-replayed" data-status="`)
			if !ok {
				t.Errorf("%s %d: no replay", e.ID, c.Number)
				continue
			}
			at, _, _ = strings.Cut(at, `"`)
			status[at]++
			if at == "abstract_only" && !c.F.Unreachable && c.F.Certainty == finding.Definite && c.F.Category != finding.AnalysisIncomplete {
				t.Errorf("%s %d is definite and only abstract", e.ID, c.Number)
			}
			safe += strings.Count(html, `data-testid="run-safe"`)
			attacks += strings.Count(html, `data-testid="run-attack"`)
		}
	}
	t.Log(status, safe, "beside a safe plan,", attacks, "attacks")
	if status["confirmed"] < 30 || status["abstract_only"] < 3 || safe < 3 || attacks < 5 {
		t.Error(status, safe, attacks)
	}
}

// The safe plan of every example ends its run without a violation.
func TestSafePlans(t *testing.T) {
	for _, e := range examples.All() {
		p := visit(t, e.ID)
		s := p.room.Cache.Of(p.ask.Context)
		if s.Err != nil {
			continue
		}
		for _, c := range s.Model.Cards {
			p.ask.Open = c.Number
			p.do("look", "")
			if safe := p.room.replay.safe; safe != nil && safe.run.Stop != nil && safe.run.Stop.Kind == "violation" {
				t.Errorf("%s: the safe plan breaks a rule: %s", e.ID, safe.run.Stop)
			}
		}
	}
}

// The scripts of a bundle come with the example; an edit of the documents
// clears the run and keeps them.
func TestScripts(t *testing.T) {
	e, _ := examples.Find("email-safe")
	b, _ := doc.ReadBundle(e.Text, doc.ReadOptions{})
	b.Scripts = []doc.Script{{Tool: doc.Text{Value: "fetch_mail"}, Result: value.List{value.Text("x")}}}
	p := with(t, string(b.Print()), "")
	p.room.setup.example(lab.Ask{Arg: string(b.Print())})
	p.do("look", "")
	if !strings.Contains(p.room.setup.script, "fetch_mail") {
		t.Fatal(p.room.setup.script)
	}
	p.do("start", "")
	p.want("waiting", "summarize_emails")
	p.ask.Policy += " "
	p.do("look", "")
	p.want("idle")
	if !strings.Contains(p.room.setup.script, "fetch_mail") {
		t.Error("the script is gone")
	}
}

func TestWrongScript(t *testing.T) {
	p := visit(t, "email-safe")
	p.form["script"] = "[\n{\"tool\": \"fetch_mail\", \"resul\": 1}]"
	p.do("start", "")
	p.want("wrong", "did you mean", "scripts 2:")
}

func TestNothing(t *testing.T) {
	p := with(t, "", "")
	p.ask.Docs = lab.Docs{}
	p.do("look", "")
	p.want("idle", "Nothing to run yet")
	p.ask.Docs = lab.Docs{Workflow: "{"}
	p.do("look", "")
	p.want("idle", "Nothing to run.")
	for _, do := range []string{"start", "step", "answer", "allow", "deny", "fail", "on", "row", "witness", "reset", "made-up", "unverified"} {
		p.do(do, "0")
	}
}

// Whatever a user typed is escaped.
func TestEscaped(t *testing.T) {
	p := visit(t, "email-safe")
	p.do("step", "")
	p.form["result-0"] = `["<img src=x onerror=alert(1)>"]`
	p.do("answer", "")
	if strings.Contains(p.reply.HTML, "<img") {
		t.Error("not escaped")
	}
	if verified.Empty(p.ask.Context) {
		t.Error("empty")
	}
}
