package sharing

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"planproof/examples"
	"planproof/ui/lab"
	"planproof/ui/lab/labtest/desk"
	"planproof/ui/lab/verified"
	"planproof/ui/share"
	"planproof/ui/share/flate"
)

func open(t testing.TB, id string) *desk.Page {
	p := desk.Open(t, &Room{Cache: &verified.Cache{}}, id)
	p.Ask(lab.Look, "")
	return p
}

func copied(p *desk.Page, what string) string {
	p.Ask("copy", what)
	return p.Last("copy").Get("text")
}

// An example that nobody edited has a link that names it; the cursor and the
// tab are added when they are wanted.
func TestLinkOfAnExample(t *testing.T) {
	p := open(t, "inbox-digest")
	p.Context.Event = 20
	p.Ask(lab.Look, "")
	p.Has("opens at event 21", "The link names the example")
	at := "https://host.example/planproof/#example=inbox-digest&at="
	if got := copied(p, "link"); !strings.HasPrefix(got, at) || strings.Contains(got, "view=") {
		t.Error(got)
	}
	p.Form = lab.Fields{{Name: "moment", Value: ""}}
	if got := copied(p, "link"); got != "https://host.example/planproof/#example=inbox-digest" {
		t.Error(got)
	}
	p.Form = append(p.Form, lab.Field{Name: "view", Value: "loops"})
	if got := copied(p, "link"); got != "https://host.example/planproof/#example=inbox-digest&view=loops" {
		t.Error(got)
	}
}

// Every example, as the page loads it, has such a link.
func TestEveryExampleIsNamed(t *testing.T) {
	cases := 0
	for _, e := range examples.All() {
		p := desk.Open(t, &Room{Cache: &verified.Cache{}}, e.ID)
		p.Context.Event = -1
		p.Ask(lab.Look, "")
		if got := copied(p, "link"); got != "https://host.example/planproof/#example="+e.ID {
			t.Errorf("%s: %s", e.ID, got)
		}
		cases++
	}
	t.Logf("%d cases", cases)
}

// A link with documents opens what the page shows, and says only what differs.
func TestPackedLink(t *testing.T) {
	p := open(t, "inbox-digest")
	p.Context.Workflow = strings.Replace(p.Context.Workflow, "inbox", "spam", 1)
	p.Context.Event = -1
	p.Ask(lab.Look, "")
	p.Has("policy, tools are its own")
	link := copied(p, "link")
	_, fragment, _ := strings.Cut(link, "#")
	l, err := share.Parse(fragment)
	if err != nil || l.Kind != share.Packed {
		t.Fatal(link, err)
	}
	payload, err := flate.Unpack(l.Packed, share.MaxPayload)
	if err != nil {
		t.Fatal(err)
	}
	c, err := share.ReadPayload(payload)
	if err != nil || c.Base != "inbox-digest" || c.Policy != nil || *c.Workflow != p.Context.Workflow {
		t.Error(c, err)
	}
	if len(link) > 1500 {
		t.Errorf("%d characters", len(link))
	}
	// Undone, the link names the example again; strict, it can not.
	p.Example("inbox-digest")
	p.Context.Event = -1
	p.Ask(lab.Look, "")
	if got := copied(p, "link"); !strings.HasSuffix(got, "#example=inbox-digest") {
		t.Error(got)
	}
	p.Context.Strict = true
	p.Ask(lab.Look, "")
	if got := copied(p, "link"); !strings.Contains(got, "#p1=") {
		t.Error(got)
	}
}

// Without the example the link holds everything.
func TestExampleIsGone(t *testing.T) {
	p := desk.Open(t, &Room{Cache: &verified.Cache{}}, "email-safe")
	p.Context.Example = "not-there"
	p.Ask(lab.Look, "")
	p.Has("The link holds the documents themselves")
	if got := copied(p, "link"); !strings.Contains(got, "#p1=") {
		t.Error(got)
	}
}

func TestEmbed(t *testing.T) {
	p := open(t, "inbox-digest")
	p.Context.Event, p.Context.Tab = 20, "loops"
	p.Ask(lab.Look, "")
	got := copied(p, "embed")
	for _, want := range []string{
		`<script type="module" src="https://host.example/planproof/plan-proof.js"></script>`, `<plan-proof example="inbox-digest" view="loops" step="`,
		` readonly>`, `<b>Rejected.</b>`, "</plan-proof>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	p.Form = lab.Fields{{Name: "moment"}, {Name: "readonly"}, {Name: "inside"}, {Name: "theme", Value: "dark"}, {Name: "view", Value: "verdict"}}
	if got := copied(p, "embed"); !strings.Contains(got, `<plan-proof example="inbox-digest" theme="dark" title="`) || strings.Contains(got, "readonly") || strings.Contains(got, "<b>") {
		t.Error(got)
	}
	p.Form = append(p.Form, lab.Field{Name: "kind", Value: "frame"})
	if got := copied(p, "embed"); !strings.HasPrefix(got, `<iframe src="https://host.example/planproof/embed.html?theme=dark#example=inbox-digest" title="`) {
		t.Error(got)
	}
	p.Context.Address = "file:///home/me/inbox-digest.html"
	p.Ask(lab.Look, "")
	p.HasNot("share-embed")
	if got := copied(p, "link"); got != "file:///home/me/inbox-digest.html#example=inbox-digest" {
		t.Error(got)
	}
}

func TestMarkdown(t *testing.T) {
	p := open(t, "email-malicious")
	got := copied(p, "markdown")
	if !strings.HasPrefix(got, "[") || !strings.Contains(got, "https://host.example/planproof/#example=email-malicious") || !strings.Contains(got, "Rejected") {
		t.Error(got)
	}
	p.Context.Policy = "{"
	p.Context.Event = -1
	p.Ask(lab.Look, "")
	p.Has("no verdict that could be quoted", "share-link", "share-offline")
	p.HasNot("share-sarif", "share-svg")
}

func TestFiles(t *testing.T) {
	p := open(t, "email-malicious")
	for kind, name := range map[string]string{"json": ".report.json", "trace": ".trace.json", "sarif": ".sarif", "markdown": ".md"} {
		p.Ask("save", kind)
		f := p.Last("download")
		if f.Get("name") != "the-paper-s-e-mail-plan-malicious"+name {
			t.Errorf("%s is saved as %s", kind, f.Get("name"))
		}
		var v struct {
			OK      *bool
			Trace   any
			Version any
			Runs    []any
		}
		if kind == "markdown" {
			continue
		}
		if err := json.Unmarshal([]byte(f.Get("text")), &v); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if report := kind != "sarif"; report != (v.OK != nil) || report == (len(v.Runs) == 1) || (v.Trace != nil) != (kind == "trace") {
			t.Errorf("%s: %+v", kind, v)
		}
	}
	p.Ask("save", "offline")
	if f := p.Last("offline"); f.Get("workflow") != p.Context.Workflow || f.Get("name") != "the-paper-s-e-mail-plan-malicious.html" || !strings.Contains(f.Get("inside"), "Rejected.") {
		t.Error(f.Get("name"), f.Get("inside"))
	}
	p.Ask("saved", "5300000")
	p.Has("5.3 MB")
	p.Ask("saved", "", lab.Field{Name: "error", Value: "no room"})
	p.Has("The file was not made: no room")
	for title, want := range map[string]string{"": "plan", "../../x": "x", "Ärger": "rger", strings.Repeat("a", 99): strings.Repeat("a", 60)} {
		if got := fileName(title); got != want {
			t.Errorf("%q is %q", title, got)
		}
	}
}

// Every drawing of every example is well-formed at its first, middle and last
// moment, and shows that moment.
func TestPictures(t *testing.T) {
	cases, kinds := 0, map[string]int{}
	for _, e := range examples.All() {
		p := open(t, e.ID)
		v := (&verified.Cache{}).Of(p.Context)
		if v.Err != nil {
			continue
		}
		for _, pic := range pictures(v.Model) {
			for _, at := range []int{0, v.Model.Events() / 2, v.Model.Events() - 1} {
				p.Context.Event = at
				svg := draw(pic.id, v, p.Context)
				wellFormed(t, e.ID+" "+pic.id, svg)
				cases++
			}
			kind, _, _ := strings.Cut(pic.id, ":")
			kinds[kind]++
		}
	}
	for _, kind := range []string{"plan", "lattice", "automaton", "sets", "loop"} {
		if kinds[kind] == 0 {
			t.Error("no drawing of kind ", kind)
		}
	}
	t.Logf("%d cases: %v", cases, kinds)
}

func wellFormed(t *testing.T, what, svg string) {
	t.Helper()
	if !strings.HasPrefix(svg, "<svg ") || !strings.Contains(svg, `viewBox="0 0 `) {
		t.Fatalf("%s: %.80s", what, svg)
	}
	d := xml.NewDecoder(strings.NewReader(svg))
	d.Strict = true
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s: %v\n%s", what, err, svg)
		}
	}
}

func TestMomentIsDrawn(t *testing.T) {
	p := open(t, "inbox-digest")
	v := (&verified.Cache{}).Of(p.Context)
	var seen []string
	for _, at := range []int{1, v.Model.Events() - 2} {
		p.Context.Event = at
		svg := draw("plan", v, p.Context)
		if !strings.Contains(svg, "is-now") {
			t.Error("nothing is lit at ", at)
		}
		seen = append(seen, svg)
	}
	if seen[0] == seen[1] {
		t.Error("two moments look the same")
	}
	for _, l := range v.Model.Labels {
		if !strings.Contains(seen[0], ">"+l.Name+"</text>") {
			t.Errorf("the legend lacks %s", l.Name)
		}
	}
	p.Ask("save", "picture 2")
	if f := p.Last("picture"); f.Get("name") != "inbox-digest-plan@2x.png" || f.Get("scale") != "2" || !strings.HasPrefix(f.Get("svg"), "<svg") {
		t.Error(f)
	}
	p.Form = lab.Fields{{Name: "drawing", Value: "nothing"}}
	if p.Ask("save", "picture 0"); p.Said != "There is no such drawing." {
		t.Error(p.Said)
	}
}

// What a user wrote is text.
func TestEscapes(t *testing.T) {
	p := open(t, "inbox-digest")
	p.Context.Title = `"><img src=x>`
	p.Context.Workflow = strings.Replace(p.Context.Workflow, `"label": "`, `"label": "<script>`, 1)
	p.Ask(lab.Look, "")
	p.HasNot("<img", "<script>")
	if strings.Contains(draw("plan", (&verified.Cache{}).Of(p.Context), p.Context), "<script>") {
		t.Error("a label is markup")
	}
	ids := []string{}
	for _, pic := range pictures((&verified.Cache{}).Of(p.Context).Model) {
		ids = append(ids, pic.id)
	}
	if !slices.Contains(ids, "plan") {
		t.Error(ids)
	}
}
