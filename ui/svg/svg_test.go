package svg_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/ui/layout"
	"planproof/ui/layout/layouttest"
	"planproof/ui/svg"
)

var (
	update   = flag.Bool("update", false, "write the golden drawings")
	drawings = flag.String("drawings", "", "folder to write the drawings to as pages")
)

var labels = []svg.Label{{Name: "email_content", Class: "l1", Letter: "E"}, {Name: "web", Class: "l2", Letter: "W"}, {Name: "secret", Class: "l3", Letter: "S"}}

// golden compares a drawing with testdata. The file has a line an element, so
// that a change can be read.
func golden(t *testing.T, name, drawing string) {
	t.Helper()
	text := strings.ReplaceAll(drawing, "><", ">\n<") + "\n"
	file := filepath.Join("testdata", name+".svg")
	if *drawings != "" {
		page(t, name, drawing)
	}
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != text {
		t.Errorf("%s differs from %s; look at it with -drawings and accept it with -update", name, file)
	}
}

func page(t *testing.T, name, drawing string) {
	css, err := os.ReadFile("../static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	html := "<!doctype html><meta charset=utf-8><style>" + string(css) + "body{background:var(--bg-1);padding:16px;height:auto}.draw{width:428px}</style>" + drawing
	if err := os.WriteFile(filepath.Join(*drawings, name+".html"), []byte(html), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestPlan(t *testing.T) {
	marks := map[string][]svg.Mark{
		"/workflow/steps/4/loop/body/0": {{Number: 1, Class: "found"}},
		"/workflow/steps/5":             {{Number: 2, Class: "found"}, {Number: 3, Class: "found abstract"}, {Number: 4, Class: "unread"}},
	}
	golden(t, "plan-484", svg.Plan(layout.LayoutPlan(layouttest.Sample(), 484), labels, marks).SVG)
	golden(t, "plan-330", svg.Plan(layout.LayoutPlan(layouttest.Sample(), 330), labels, marks).SVG)
}

func TestHasse(t *testing.T) {
	h := layout.LayoutHasse([]layout.SetNode{
		{Set: 0, Names: []string{"a", "b", "c"}}, {Set: 1, Names: []string{"emails", "summary"}}, {Set: 4, Names: []string{"addr"}},
		{Set: 3}, {Set: 5}, {Set: 7, Names: []string{"draft"}},
	}, 428)
	golden(t, "hasse", svg.Hasse(h, labels).SVG)
}

func TestAutomaton(t *testing.T) {
	golden(t, "automaton-fork", svg.Automaton(layout.LayoutAutomaton(&layout.Automaton{
		States: []layout.State{{Name: "safe"}, {Name: "sent"}, {Name: "error", Error: true}},
		Edges: []layout.Edge{
			{From: 0, To: 2, Words: `subject == ""`}, {From: 0, To: 2, Words: "domain_of(to) not in allowed_domains"},
			{From: 0, To: 1, Words: "any send_email"}, {From: 1, To: 2, Words: "any call"},
		},
	}, 428), "no_external_send").SVG)
	golden(t, "automaton-back", svg.Automaton(layout.LayoutAutomaton(&layout.Automaton{
		States: []layout.State{{Name: "start"}, {Name: "fetched"}, {Name: "live"}, {Name: "error", Error: true}},
		Edges: []layout.Edge{
			{From: 0, To: 1, Words: "fetch_mail"}, {From: 1, To: 2, Words: "post_status"}, {From: 0, To: 3, Words: "post_status"},
			{From: 2, To: 2, Words: "post_status"}, {From: 2, To: 1, Words: "fetch_mail"}, {From: 1, To: 1, Words: "fetch_mail"},
			{From: 2, To: 0, Words: "reset"}, {From: 3, To: 1, Words: "never"},
		},
	}, 428), "publish_after_fetch").SVG)
}

// What a user wrote is text in a drawing, never markup.
func TestEscapes(t *testing.T) {
	const evil = `"><script>alert(1)</script>`
	p := &layout.Plan{Steps: []*layout.Step{{Path: evil, Tool: evil, Label: evil, Binding: evil, Args: []layout.Arg{{Param: evil, Text: evil}}}}}
	d := svg.Plan(layout.LayoutPlan(p, 400), nil, nil).SVG
	d += svg.Automaton(layout.LayoutAutomaton(&layout.Automaton{States: []layout.State{{Name: evil}}, Edges: []layout.Edge{{Words: evil}}}, 400), evil).SVG
	if strings.Contains(d, "<script") {
		t.Error("markup of a user is in the drawing")
	}
}
