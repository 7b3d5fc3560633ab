package pasting

import (
	"strings"
	"testing"

	"planproof/examples"
	"planproof/ui/lab"
	"planproof/ui/lab/labtest/desk"
	"planproof/ui/paste"
)

const openAI = `[{"role": "user", "content": "Send Ann the notes"},
 {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "find_notes", "arguments": "{\"about\": \"launch\"}"}}]},
 {"role": "tool", "tool_call_id": "c1", "content": "notes-7.md"},
 {"role": "assistant", "tool_calls": [{"id": "c2", "type": "function", "function": {"name": "send", "arguments": "{\"to\": \"ann@company.com\", \"file\": \"notes-7.md\"}"}}]}]`

func open(t testing.TB, example string) *desk.Page {
	p := desk.Open(t, &Room{}, example)
	p.Ask(lab.Look, "")
	return p
}

func typed(p *desk.Page, text string) {
	p.Form = lab.Fields{{Name: "text", Value: text}}
	p.Ask("read", text)
}

// What a chat answered is understood before it is used, and used as the page
// would sort it.
func TestChatAnswer(t *testing.T) {
	p := open(t, "")
	p.Has("appears here before anything is used")
	typed(p, examples.ChatAnswer)
	p.Has("planproof documents", "2 tool calls", `data-kind="read"`)
	if p.Last("load") != nil {
		t.Fatal("used before it was wanted")
	}
	p.Ask("use", "")
	s, got := paste.Sort(examples.ChatAnswer), p.Last("load")
	if got.Get("workflow") != s.Workflow || got.Get("policy") != s.Policy || got.Get("tools") != s.Tools {
		t.Errorf("%.300s\nwant\n%.300s", got.Get("workflow"), s.Workflow)
	}
	if !strings.HasPrefix(got.Get("notes"), "Read planproof documents") || p.Done[0].Do != "close" {
		t.Error(got.Get("notes"), p.Done[0])
	}
}

// Every example, pasted, gives its own texts.
func TestExamplesPasted(t *testing.T) {
	for _, e := range examples.All() {
		p := open(t, "inbox-digest")
		typed(p, string(e.Text))
		p.Ask("use", "")
		s := paste.Sort(string(e.Text))
		if w := p.Last("load"); w.Get("workflow") != s.Workflow || w.Get("policy") != s.Policy || w.Get("tools") != s.Tools || w.Get("title") != s.Title {
			t.Errorf("%s is pasted as %.200s", e.ID, w.Get("workflow"))
		}
	}
}

// A document alone leaves the others as they are, while they know its tools.
func TestRestStays(t *testing.T) {
	p := open(t, "inbox-digest")
	was := p.Context.Docs
	s := paste.Sort(was.Workflow)
	typed(p, strings.Replace(was.Workflow, "inbox", "spam", 1))
	p.Has("policy and tools", "as in the page")
	p.Ask("use", "")
	if d := p.Context.Docs; d.Policy != was.Policy || d.Tools != was.Tools || d.Workflow != strings.Replace(s.Workflow, "inbox", "spam", 1) {
		t.Error("the rest did not stay, or the workflow is another")
	}
	typed(p, was.Policy)
	p.Ask("use", "")
	if d := p.Context.Docs; d.Policy != strings.TrimSpace(was.Policy) || d.Tools != was.Tools || !strings.Contains(d.Workflow, "spam") {
		t.Error("a policy alone changed the others")
	}
}

// A conversation of another program: its tools are unknown here, so that specs
// and a policy are drafted; the reader may want it otherwise.
func TestConversation(t *testing.T) {
	p := open(t, "inbox-digest")
	typed(p, openAI)
	p.Has("OpenAI chat messages", "2 tool calls", "guessed from the calls", "Guessed", "make references")
	p.Ask("use", "")
	if d := p.Context.Docs; !strings.Contains(d.Workflow, "find_notes") || !strings.Contains(d.Tools, "find_notes") || !strings.Contains(d.Policy, "find_notes") {
		t.Errorf("%.300s", d)
	}
	p = open(t, "inbox-digest")
	was := p.Context.Docs
	typed(p, openAI)
	p.Form = append(p.Form, lab.Field{Name: "around", Value: "page"}, lab.Field{Name: "link", Value: "on"})
	p.Ask("option", "")
	p.Has("1 reference")
	p.Ask("use", "")
	if d := p.Context.Docs; d.Policy != was.Policy || d.Tools != was.Tools || !strings.Contains(d.Workflow, `"ref"`) {
		t.Errorf("%.300s", d)
	}
}

// What can not be read says where and what to do; it can still be put into
// the workflow, where the reader of documents says more.
func TestRefused(t *testing.T) {
	p := open(t, "email-safe")
	was := p.Context.Docs
	typed(p, "dear all,\nplease send money")
	p.Has("Not imported", "paste-asis", "1:1", "Choose a format if you know it")
	p.HasNot("--from")
	p.Ask("use", "")
	if p.Last("load") != nil || !strings.HasPrefix(p.Said, "Not imported") {
		t.Error(p.Said)
	}
	p.Ask("asis", "")
	if d := p.Context.Docs; d.Workflow != "dear all,\nplease send money" || d.Policy != was.Policy {
		t.Error(d)
	}
	p.Form = append(p.Form, lab.Field{Name: "from", Value: "openai-chat"})
	p.Ask("option", "")
	p.Has("Not imported", "selected>OpenAI chat messages")
}

// Only the text that is used counts: a click may come before the last edit was
// read. Text pasted into the page is shown in the box.
func TestLastEdit(t *testing.T) {
	p := open(t, "")
	typed(p, "x")
	e, _ := examples.Find("email-safe")
	p.Form = lab.Fields{{Name: "text", Value: string(e.Text)}}
	p.Ask("use", "")
	if p.Last("load") == nil {
		t.Fatal("the last edit was not read")
	}
	p.Form = nil
	p.Ask("given", "\n<b>&")
	p.Has("\n\n&lt;b&gt;&amp;</textarea>")
	p.HasNot("<b>&")
}
