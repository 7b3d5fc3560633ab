package share

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/verify"
)

var update = flag.Bool("update", false, "add links of this version to testdata/links.json; old ones are never changed")

// golden is a link that some version made, and what it must open for ever.
type golden struct {
	Version  string `json:"version"` // of the page that made it
	Link     string `json:"link"`
	Base     string `json:"base,omitempty"`
	Contains string `json:"contains"` // of the workflow
	Strict   bool   `json:"strict,omitempty"`
	At       string `json:"at,omitempty"`
	View     string `json:"view,omitempty"`
	OK       bool   `json:"ok"`     // the verdict
	Moment   string `json:"moment"` // the event that it opens at, by cursor
}

const goldenFile = "testdata/links.json"

// Every link that was ever made opens, and at the moment it was made for.
func TestGoldenLinks(t *testing.T) {
	var links []golden
	text, err := os.ReadFile(goldenFile)
	if err == nil {
		err = json.Unmarshal(text, &links)
	}
	if err != nil && !*update {
		t.Fatal(err)
	}
	if *update {
		links = addGolden(t, links)
	}
	for _, g := range links {
		l, err := Parse(g.Link)
		if err != nil {
			t.Fatalf("%s: %v", g.Link, err)
		}
		docs, strict := opened(t, g.Link)
		if !strings.Contains(docs.Workflow, g.Contains) || strict != g.Strict || l.At != g.At || l.View != g.View {
			t.Errorf("%s opens %.200s %v %q %q", g.Link, docs.Workflow, strict, l.At, l.View)
		}
		if l.Kind != Example && l.Kind != Packed {
			continue
		}
		if ok, moment := at(t, docs, strict, l); ok != g.OK || moment != g.Moment {
			t.Errorf("%s: verdict %v at %s", g.Link, ok, moment)
		}
	}
	t.Logf("%d cases", len(links))
}

// at verifies what a link opens and finds its moment.
func at(t *testing.T, d Documents, strict bool, l Link) (ok bool, moment string) {
	t.Helper()
	b, err := doc.ReadParts([]byte(d.Workflow), []byte(d.Policy), []byte(d.Tools), doc.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, verr := core.Verify(b, core.Options{Strict: strict, Detail: verify.DetailFull})
	if verr != nil {
		t.Fatal(verr)
	}
	n, isEvent := l.Event()
	if !isEvent {
		n = r.Trace.Find(finding.ParseCursor(l.At))
	}
	return r.OK, r.Trace.CursorAt(n).String()
}

func addGolden(t *testing.T, links []golden) []golden {
	example := texts(t, "inbox-digest")
	edited := example
	edited.Workflow = strings.Replace(example.Workflow, "Send Dana a digest of my inbox", "Golden: Ünïcode \U0001F512 & <tags>", 1)
	whole := texts(t, "who-is-dana")
	for _, l := range []struct {
		link     Link
		contains string
	}{
		{Link{Kind: Example, Example: "inbox-digest"}, "digest"},
		{Link{Kind: Example, Example: "inbox-digest", At: "/workflow/steps/4/loop/body/0~4!rule", View: "loops"}, "digest"},
		{Link{Kind: Example, Example: "email-malicious", At: "6", View: "verdict"}, "Read the inbox"},
		{with(link(edited, "inbox-digest", example, false), "/workflow/steps/3!join", "state"), "Golden: Ünïcode"},
		{with(link(whole, "", Documents{}, false), "/workflow/steps/2!transition", "automata"), "Invite Dana"},
		{with(link(example, "inbox-digest", example, true), "", ""), "digest"},
		{Link{Kind: Blank}, ""},
		{Link{Kind: File, URL: "examples/inbox-digest.json", View: "lattice"}, ""},
	} {
		g := golden{Version: core.Version, Link: l.link.Fragment(), Contains: l.contains, At: l.link.At, View: l.link.View}
		if l.link.Kind == Example || l.link.Kind == Packed {
			docs, strict := opened(t, g.Link)
			g.Strict = strict
			g.OK, g.Moment = at(t, docs, strict, l.link)
		}
		if !slices.ContainsFunc(links, func(o golden) bool { return o.Link == g.Link }) {
			links = append(links, g)
		}
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(links); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(goldenFile, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return links
}

func with(l Link, at, view string) Link {
	l.At, l.View = at, view
	return l
}
