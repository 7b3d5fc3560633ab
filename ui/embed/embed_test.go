package embed

import (
	"os"
	"strings"
	"testing"

	"planproof/ui/embed/inside"
	"planproof/ui/share"
	"planproof/ui/share/flate"
)

// The verdicts in the example page are those of this verifier.
func TestExamplePageIsCurrent(t *testing.T) {
	const name = "../../examples/embed/index.html"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	filled, err := Fill(string(text), "../../dist/")
	if err != nil {
		t.Fatal(err)
	}
	if filled != string(text) {
		t.Errorf("%s is not current: run go run ./cmd/build prerender -site ../../dist/ -w examples/embed/index.html", name)
	}
	if n := strings.Count(filled, "Open in planproof</a>"); n != 3 {
		t.Errorf("%d static verdicts", n)
	}
}

// What a user wrote is text, in every place.
func TestStaticEscapes(t *testing.T) {
	m, err := Verify(share.Documents{
		Workflow: `{"goal":"g","steps":[{"label":"<img src=x>","tool_call":{"tool_name":"<b>","arguments":{}}}]}`,
		Policy:   `{"name":"p","allowed_tools":[]}`, Tools: `[{"name":"<b>"}]`,
	})
	if err != nil {
		t.Fatal(err)
	}
	got := inside.Verdict(m, "<title>", `x"y`)
	for _, bad := range []string{"<img", "<b>`", "<title>", `x"y`, "style=", "<script"} {
		if strings.Contains(got, bad) {
			t.Errorf("%s in\n%s", bad, got)
		}
	}
	if !strings.Contains(got, "<b>Rejected.</b>") || !strings.Contains(got, "&lt;img src=x&gt;") {
		t.Error(got)
	}
}

func TestFill(t *testing.T) {
	packed := share.Link{Kind: share.Packed, Packed: flate.Pack(share.Contents{Base: "email-safe"}.Payload())}
	for _, c := range []struct{ in, want, fails string }{
		{`<plan-proof example="email-safe"></plan-proof>`, "Accepted.", ""},
		{"<plan-proof\n  example=\"email-malicious\"\n  view=\"state\" readonly>old</plan-proof>", "#example=email-malicious&amp;view=state", ""},
		{`<plan-proof link="` + packed.Fragment() + `" title="A &amp; B"><i>old</i></plan-proof>`, "A &amp; B", ""},
		{`<plan-proof src="plan.json">stays</plan-proof>`, "stays", ""},
		{`<p>no element</p>`, "no element", ""},
		{`<plan-proof example="nothing"></plan-proof>`, "", "no example"},
		{`<plan-proof></plan-proof>`, "", "no example"},
		{`<plan-proof link="p9=A"></plan-proof>`, "", "newer"},
	} {
		got, err := Fill(c.in, "/p/")
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: %v", c.in, err)
			}
			continue
		}
		if err != nil || !strings.Contains(got, c.want) || strings.Contains(got, "old<") {
			t.Errorf("%s: %v\n%s", c.in, err, got)
		}
		if again, _ := Fill(got, "/p/"); again != got {
			t.Errorf("%s: filling twice differs", c.in)
		}
	}
}

func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../index.html")
	if err != nil {
		t.Fatal(err)
	}
	page, err := Page(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := strings.Index(page, `"embed.js"`), strings.Index(page, `"boot.js"`); a < 0 || b < a {
		t.Error("embed.js is not before boot.js")
	}
	if _, err := Page("<html>"); err == nil {
		t.Error("another page is taken")
	}
}

func TestCode(t *testing.T) {
	code, err := Code(share.Embed{Site: "/p/", Link: share.Link{Kind: share.Example, Example: "email-safe", View: "state"}, ReadOnly: true})
	if err != nil || !strings.Contains(code, `<plan-proof example="email-safe" view="state"`) || !strings.Contains(code, "Accepted.") {
		t.Error(err, code)
	}
	if _, err := Code(share.Embed{Link: share.Link{Kind: share.Blank}}); err == nil {
		t.Error("a link to nothing is embedded")
	}
}
