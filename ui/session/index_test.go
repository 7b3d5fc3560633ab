package session

import (
	"flag"
	"os"
	"strings"
	"testing"

	"planproof/ui/pane"
	"planproof/ui/shell/firstpaint"
)

var update = flag.Bool("update", false, "write the shell into index.html")

// The static page must be what the components render at the start: the first
// paint would else jump, and elements would be replaced under the user.
func TestIndexIsCurrent(t *testing.T) {
	s := New()
	c := s.Chrome()
	h := ""
	for _, sec := range s.Sections(pane.NewDrawings(428)) {
		h += sec.HTML
	}
	want, err := firstpaint.Static(&c, map[string]string{
		"editors": firstpaint.Editors(), "aside": firstpaint.Aside, "graph": pane.Hollow(), "pane": h,
		"say": pane.Say(s.Sentence(), false), "foot": "<span>Empty</span>",
	})
	if err != nil {
		t.Fatal(err)
	}
	const file = "../../index.html"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	start := strings.Index(string(text), `<div id="app"`)
	end := strings.Index(string(text), "\n<!-- end of the shell -->")
	if start < 0 || end < start {
		t.Fatal("index.html has no place for the shell")
	}
	if string(text[start:end]) == want {
		return
	}
	if !*update {
		t.Fatal("index.html is not current: run go test ./ui/session -run Index -update")
	}
	if err := os.WriteFile(file, []byte(string(text[:start])+want+string(text[end:])), 0o644); err != nil {
		t.Fatal(err)
	}
}
