package gallery

import (
	"encoding/json"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/examples"
	"planproof/ui/lab"
	"planproof/ui/lab/course"
	"planproof/ui/lab/labtest/desk"
)

func items(t testing.TB) []Item {
	var out []Item
	for _, e := range examples.All() {
		b, derr := doc.ReadBundle(e.Text, doc.ReadOptions{})
		if derr != nil {
			t.Fatal(derr)
		}
		r, err := core.Verify(b, core.Options{})
		if err != nil {
			t.Fatal(err)
		}
		i := Item{ID: e.ID, Group: e.Group, Title: e.Title, Moral: e.Moral, OK: e.OK}
		i.Describe(b, r)
		out = append(out, i)
	}
	return out
}

func open(t testing.TB) *desk.Page {
	p := desk.Open(t, &Room{}, "inbox-digest")
	text, err := json.Marshal(items(t))
	if err != nil {
		t.Fatal(err)
	}
	p.Files[File] = string(text)
	p.Ask(lab.Look, "")
	return p
}

func TestGallery(t *testing.T) {
	p := open(t)
	n := len(examples.All())
	if got := strings.Count(p.HTML, `data-testid="gallery-item"`); got != n || n < 16 {
		t.Errorf("%d of %d cases", got, n)
	}
	if got := strings.Count(p.HTML, `data-testid="lesson-item"`); got != len(course.All()) {
		t.Errorf("%d lessons", got)
	}
	p.Has("Rejected", "Accepted", "Incomplete", "Inbox digest", `aria-current="true"`)
	p.Ask("hide", "on")
	p.HasNot(" Rejected", " Accepted", "definite")
	if strings.Contains(p.HTML[strings.Index(p.HTML, "<table"):], `class="bad"`) {
		t.Error("the shapes give it away")
	}
	p.Ask("example", "star-pattern")
	if p.Last("command").Get("arg") != "star-pattern" || p.Stored[seenKey] != "star-pattern" || p.Done[0].Do != "close" {
		t.Error(p.Done, p.Stored)
	}
	p.Ask(lab.Look, "")
	p.Has("opened before")
	p.Ask("lesson", "frames")
	if p.Last("tell").Get("arg") != "frames" {
		t.Error(p.Done)
	}
}

func TestNoList(t *testing.T) {
	p := desk.Open(t, &Room{}, "inbox-digest")
	p.Ask(lab.Look, "")
	p.Has("can not be read: The file can not be fetched (404).", "lesson-item")
}

// Every verdict that the gallery shows is the expected one, and the shape
// marks a step exactly when the plan is refused.
func TestItems(t *testing.T) {
	for _, i := range items(t) {
		if (i.Word == "Accepted") != i.OK || (i.Rest == "") != i.OK {
			t.Errorf("%s: %s %s", i.ID, i.Word, i.Rest)
		}
		if strings.ContainsAny(i.Shape, "bpi") == i.OK {
			t.Errorf("%s: %s", i.ID, i.Shape)
		}
	}
}

func TestShapes(t *testing.T) {
	got := map[string]string{}
	for _, i := range items(t) {
		got[i.ID] = i.Shape
	}
	for id, want := range map[string]string{"email-malicious": "rb", "star-pattern": ".b", "inbox-digest": "r.r[.|r](p...)p", "pay-up-to-100": "[g|.]"} {
		if got[id] != want {
			t.Errorf("%s is %s, want %s", id, got[id], want)
		}
	}
	for shape, parts := range map[string]int{"": 0, "rb": 2, "r[.|.]b": 5, "(.)": 2, "((.).)": 4, "[|]": 0, "[(..)|[.|.]]": 5, strings.Repeat(".", 40): 40} {
		svg := Draw(shape)
		if n := strings.Count(svg, "<rect") + strings.Count(svg, "<line") + strings.Count(svg, "<path"); n != parts {
			t.Errorf("%q has %d parts, want %d: %s", shape, n, parts, svg)
		}
	}
}
