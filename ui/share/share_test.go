package share

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/report"
	"planproof/core/verify"
	"planproof/examples"
	"planproof/ui/share/flate"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		fragment string
		want     Link
		fails    string
	}{
		{"", Link{}, ""},
		{"#", Link{}, ""},
		{"#blank", Link{Kind: Blank}, ""},
		{"#blank=&at=1", Link{Kind: Blank}, ""},
		{"#example=inbox-digest", Link{Kind: Example, Example: "inbox-digest"}, ""},
		{"example=a&at=/workflow/steps/4~2,1!rule&view=loops", Link{Kind: Example, Example: "a", At: "/workflow/steps/4~2,1!rule", View: "loops"}, ""},
		{"#example=a&at=%2Fworkflow%2Fsteps%2F4~2!rule", Link{Kind: Example, Example: "a", At: "/workflow/steps/4~2!rule"}, ""},
		{"#view=state&example=a&later=1&&readonly", Link{Kind: Example, Example: "a", View: "state"}, ""},
		{"#example=a&view=nothing", Link{Kind: Example, Example: "a"}, ""},
		{"#example=a&example=b", Link{Kind: Example, Example: "a"}, ""},
		{"#lesson=frames&at=2", Link{Kind: Lesson, Lesson: "frames", At: "2"}, ""},
		{"#lesson=../x", Link{}, "names no lesson"},
		{"#url=plans/a%26b.json", Link{Kind: File, URL: "plans/a&b.json"}, ""},
		{"#p1=AQID", Link{Kind: Packed, Packed: []byte{1, 2, 3}}, ""},
		{"#pane=1&p=2&px=3", Link{}, ""},
		{"#example=../secret", Link{}, "names no example"},
		{"#example=", Link{}, "names no example"},
		{"#url=", Link{}, "names no file"},
		{"#p1=", Link{}, "damaged"},
		{"#p1=A", Link{}, "damaged"},
		{"#p1=AQI*", Link{}, "damaged"},
		{"#p1=AB", Link{}, "damaged"},
		{"#p2=AQID", Link{}, "newer version"},
	} {
		l, err := Parse(c.fragment)
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: %v", c.fragment, err)
			}
			continue
		}
		if err != nil || !equal(l, c.want) {
			t.Errorf("%s: %+v, %v", c.fragment, l, err)
		}
		if again, err := Parse(l.Fragment()); err != nil || l.Kind != None && !equal(again, l) {
			t.Errorf("%s is written as %s, which is %+v, %v", c.fragment, l.Fragment(), again, err)
		}
	}
}

func equal(a, b Link) bool {
	return a.Kind == b.Kind && a.Example == b.Example && a.Lesson == b.Lesson && a.URL == b.URL && bytes.Equal(a.Packed, b.Packed) && a.At == b.At && a.View == b.View
}

func TestSameOrigin(t *testing.T) {
	const origin = "https://host.example"
	for ref, want := range map[string]string{
		"plans/a.json": "plans/a.json", "/a.json": "/a.json", "../a.json": "../a.json", "a.json?x=http://y": "a.json?x=http://y",
		"https://host.example/a.json": "/a.json", "https://host.example//evil.example/a": "/evil.example/a",
		"": "", "//evil.example/a": "", `\\evil.example\a`: "", `/\evil.example/a`: "", "https://evil.example/a": "", "https://host.example.evil/a": "",
		"javascript:alert(1)": "", "data:text/plain,x": "", "HTTP:a": "", " //evil.example": "", "\t//evil.example": "", "a\nb": "", "blob:https://host.example/1": "",
	} {
		if got, ok := SameOrigin(ref, origin); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", ref, got, ok)
		}
	}
}

func texts(t testing.TB, id string) Documents {
	t.Helper()
	e, ok := examples.Find(id)
	if !ok {
		t.Fatal(id)
	}
	b, err := doc.ReadBundle(e.Text, doc.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return Documents{string(b.Workflow.Print()), string(b.Policy.Print()), string(doc.PrintTools(b.Tools))}
}

// link makes a link as the page does.
func link(docs Documents, base string, example Documents, strict bool) Link {
	l, payloads := Choose(docs, base, example, strict)
	if len(payloads) > 0 {
		var packed [][]byte
		for _, p := range payloads {
			packed = append(packed, flate.Pack(p))
		}
		l.Packed = Shortest(packed)
	}
	return l
}

// opened is what a link shows.
func opened(t testing.TB, fragment string) (Documents, bool) {
	t.Helper()
	l, err := Parse(fragment)
	if err != nil {
		t.Fatalf("%s: %v", fragment, err)
	}
	switch l.Kind {
	case Example:
		return texts(t, l.Example), false
	case Packed:
		payload, err := flate.Unpack(l.Packed, MaxPayload)
		if err != nil {
			t.Fatal(err)
		}
		c, err := ReadPayload(payload)
		if err != nil {
			t.Fatal(err)
		}
		var base Documents
		if c.Base != "" {
			base = texts(t, c.Base)
		}
		return c.Over(base), c.Strict
	}
	return Documents{}, false
}

func TestRoundTrip(t *testing.T) {
	example := texts(t, "inbox-digest")
	edited := example
	edited.Workflow = strings.Replace(example.Workflow, "inbox", "spam <b> é \U0001F600 \xed\xa0\x80", 1)
	other := texts(t, "email-safe")
	empty := example
	empty.Policy = ""
	for _, c := range []struct {
		docs   Documents
		base   string
		strict bool
		begins string
	}{
		{example, "inbox-digest", false, "#example=inbox-digest"},
		{example, "inbox-digest", true, "#p1="},
		{edited, "inbox-digest", false, "#p1="},
		{other, "inbox-digest", false, "#p1="},
		{other, "", false, "#p1="},
		{empty, "inbox-digest", false, "#p1="},
		{Documents{}, "", false, "#p1="},
		{Documents{Workflow: "1:=\n"}, "", true, "#p1="},
	} {
		base := Documents{}
		if c.base != "" {
			base = texts(t, c.base)
		}
		f := link(c.docs, c.base, base, c.strict).Fragment()
		docs, strict := opened(t, f)
		if docs != c.docs || strict != c.strict || !strings.HasPrefix(f, c.begins) {
			t.Errorf("%s: %+v", f, docs)
		}
	}
}

// A link says only what differs: that is what keeps it short.
func TestShortest(t *testing.T) {
	example := texts(t, "inbox-digest")
	edited := example
	edited.Workflow = strings.Replace(example.Workflow, "inbox", "spam", 1)
	near := len(link(edited, "inbox-digest", example, false).Fragment())
	far := len(link(edited, "", Documents{}, false).Fragment())
	t.Logf("%d characters with the example, %d without, %d of text", near, far, len(edited.Workflow)+len(edited.Policy)+len(edited.Tools))
	if near >= far {
		t.Error("the example does not shorten it")
	}
	other := texts(t, "email-safe")
	if all, alone := link(other, "inbox-digest", example, false), link(other, "", Documents{}, false); len(all.Packed) != len(alone.Packed) {
		t.Error("an example that gives nothing is named")
	}
}

func TestDamaged(t *testing.T) {
	payload := Contents{Workflow: ptr("abc"), Policy: ptr("d"), Tools: ptr("")}.Payload()
	if got := string(payload); got != "\n\n3:abc1:d=" {
		t.Fatalf("%q", got)
	}
	for _, bad := range []string{"", "\n", "A\n\n===", "\nx\n===", "\n\n==", "\n\n====", "\n\n03:abc==", "\n\n+3:abc==", "\n\n4:abc==", "\n\n9999999999999999999:==", "\n\n-1:==", "\n\n3abc=="} {
		if c, err := ReadPayload([]byte(bad)); err == nil {
			t.Errorf("%q is %+v", bad, c)
		}
	}
	packed := flate.Pack(payload)
	for n := range packed {
		if _, err := flate.Unpack(packed[:n], MaxPayload); err == nil {
			t.Errorf("cut to %d bytes it inflates", n)
		}
	}
	if _, err := flate.Unpack(append(slices.Clone(packed), 0), MaxPayload); err == nil {
		t.Error("something follows, and it inflates")
	}
	if _, err := flate.Unpack(flate.Pack(make([]byte, MaxPayload+1)), MaxPayload); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Error(err)
	}
}

func ptr(s string) *string { return &s }

// The shortest cursor finds the same event as the whole one.
func TestMoment(t *testing.T) {
	for _, e := range examples.All() {
		b, err := doc.ReadBundle(e.Text, doc.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r, verr := core.Verify(b, core.Options{Detail: verify.DetailFull})
		if verr != nil {
			t.Fatal(verr)
		}
		for i := range r.Trace.Events {
			whole := r.Trace.CursorAt(i)
			m := Moment(r.Trace, i)
			if len(m) > len(whole.String()) || r.Trace.Find(finding.ParseCursor(m)) != r.Trace.Find(whole) {
				t.Errorf("%s: %s for %s", e.ID, m, whole)
			}
		}
	}
	if Moment(nil, 0) != "" {
		t.Error("a moment without a trace")
	}
}

// The browser's deflate opens here, and ours there. Node has the same
// streams.
func TestDeflateInJavaScript(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed; static/deflate.js is not tested here")
	}
	payload := Contents{Base: "inbox-digest", Workflow: ptr(texts(t, "inbox-digest").Workflow)}.Payload()
	in, _ := json.Marshal(map[string]any{"payload": payload, "packed": flate.Pack(payload), "broken": flate.Pack(payload)[:40]})
	cmd := exec.Command("node", "testdata/deflate.mjs")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Packed, Payload []byte
		Broken, Large   string
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	back, err := flate.Unpack(got.Packed, MaxPayload)
	if err != nil || !bytes.Equal(back, payload) || !bytes.Equal(got.Payload, payload) {
		t.Error("the two do not understand each other: ", err)
	}
	if got.Broken == "" || !strings.Contains(got.Large, "too large") {
		t.Errorf("%+v", got)
	}
}

func TestSnippets(t *testing.T) {
	e := Embed{Site: "https://host.example/p/", Title: `Inbox "digest" <b>`, Link: Link{Kind: Example, Example: "inbox-digest", At: "/workflow/steps/4~4!head", View: "loops"}, Theme: "dark", ReadOnly: true}
	want := `<script type="module" src="https://host.example/p/plan-proof.js"></script>
<plan-proof example="inbox-digest" view="loops" step="/workflow/steps/4~4!head" theme="dark" title="Inbox &quot;digest&quot; &lt;b&gt;" readonly>
<a href="https://host.example/p/#example=inbox-digest&amp;at=/workflow/steps/4~4!head&amp;view=loops">Inbox &quot;digest&quot; &lt;b&gt; in planproof</a>
</plan-proof>
`
	if got := e.Element(); got != want {
		t.Error(got)
	}
	want = `<iframe src="https://host.example/p/embed.html?theme=dark#example=inbox-digest&amp;at=/workflow/steps/4~4!head&amp;view=loops&amp;readonly" title="Inbox &quot;digest&quot; &lt;b&gt;" width="720" height="420" loading="lazy"></iframe>
`
	if got := e.Frame(); got != want {
		t.Error(got)
	}
	packed := Embed{Link: Link{Kind: Packed, Packed: []byte{1, 2, 3}, View: "state"}}
	if got := packed.Element(); !strings.Contains(got, `<plan-proof link="p1=AQID" view="state">`) {
		t.Error(got)
	}
}

func TestMarkdown(t *testing.T) {
	d := texts(t, "email-malicious")
	b, _ := doc.ReadParts([]byte(d.Workflow), []byte(d.Policy), []byte(d.Tools), doc.ReadOptions{})
	r, _ := core.Verify(b, core.Options{})
	s := report.SourcesOf(b, report.Document{Doc: doc.DocWorkflow, Text: d.Workflow}, report.Document{Doc: doc.DocPolicy, Text: d.Policy}, report.Document{Doc: doc.DocTools, Text: d.Tools})
	text := Markdown("https://host.example/#example=a>b\n", "[x](y) @ann #1 <b>`\u202e", r, s)
	first, rest, _ := strings.Cut(text, "\n")
	if first != "[\\[x\\]\\(y\\) &#64;ann &#35;1 \\<b\\>\\`  in planproof](<https://host.example/#example=a%3Eb%0A>)" {
		t.Error(first)
	}
	for _, part := range []string{"Rejected", "`no_exfiltration`", "/workflow/steps/1/tool_call/arguments/body", "Flow:", "```"} {
		if !strings.Contains(rest, part) {
			t.Errorf("no %s in\n%s", part, rest)
		}
	}
}
