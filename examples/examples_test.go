package examples_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/doc/schema"
	"planproof/core/doc/schema/schematest"
	"planproof/core/finding"
	"planproof/core/verify"
	"planproof/examples"
)

// TestExamples holds every case to its expectation.
func TestExamples(t *testing.T) {
	for _, e := range examples.All() {
		t.Run(e.ID, func(t *testing.T) {
			b := read(t, e)
			want, err := examples.ReadExpect(b)
			if err != nil {
				t.Fatal(err)
			}
			r, err := core.Verify(b, core.Options{Detail: verify.DetailFull})
			if err != nil {
				t.Fatal(err)
			}
			compare(t, examples.Of(r), want)
			for i := range r.Violations {
				t.Log(r.Violations[i].Path, r.Violations[i].Message)
			}
			if err := finding.CheckTrace(r.Trace); err != nil {
				t.Error(err)
			}
		})
	}
}

func read(t *testing.T, e examples.Example) *doc.Bundle {
	t.Helper()
	b, err := doc.ReadBundle(e.Text, doc.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func compare(t *testing.T, got, want examples.Expect) {
	t.Helper()
	if got.OK != want.OK {
		t.Errorf("ok = %v, want %v", got.OK, want.OK)
	}
	if got.Stats.Iterations != want.Stats.Iterations {
		t.Errorf("iterations = %d, want %d", got.Stats.Iterations, want.Stats.Iterations)
	}
	for _, v := range want.Violations {
		if !slices.Contains(got.Violations, v) {
			t.Errorf("missing: %+v", v)
		}
	}
	for _, v := range got.Violations {
		if !slices.Contains(want.Violations, v) {
			t.Errorf("not expected: %+v", v)
		}
	}
}

func TestExamplesFitTheSchema(t *testing.T) {
	set, err := schematest.Load(schema.Files)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range examples.All() {
		for _, wrong := range set.Validate(schema.Bundle, e.Text) {
			t.Errorf("%s: %s", e.ID, wrong)
		}
	}
}

// TestExamplesRoundTrip: a printed bundle reads back as the same bundle, and prints as the same text.
func TestExamplesRoundTrip(t *testing.T) {
	for _, e := range examples.All() {
		b := read(t, e)
		e.Text = b.Print()
		again := read(t, e)
		if !bytes.Equal(again.Print(), e.Text) || !bytes.Equal(again.AppendJSON(nil), b.AppendJSON(nil)) {
			t.Errorf("%s does not read back as it was printed", e.ID)
		}
	}
}

// TestIndexIsComplete: every bundle of the folder is in the index once, under a heading, with what a gallery needs.
func TestIndexIsComplete(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var ids, indexed []string
	for _, f := range entries {
		if id, ok := strings.CutSuffix(f.Name(), ".json"); ok && id != "index" {
			ids = append(ids, id)
		}
	}
	var groups []string
	for _, g := range examples.Groups() {
		groups = append(groups, g.ID)
	}
	used := map[string]bool{}
	for _, e := range examples.All() {
		indexed = append(indexed, e.ID)
		used[e.Group] = true
		if !slices.Contains(groups, e.Group) || e.Difficulty < 1 || e.Difficulty > 3 {
			t.Errorf("%s: group %q, difficulty %d", e.ID, e.Group, e.Difficulty)
		}
		checkWords(t, e)
	}
	slices.Sort(ids)
	slices.Sort(indexed)
	if !slices.Equal(ids, indexed) {
		t.Errorf("the folder has %v, the index %v", ids, indexed)
	}
	if len(used) != len(groups) {
		t.Errorf("%d headings for %d groups in use", len(groups), len(used))
	}
}

// checkWords holds a case to the words of the page: its id is its file's name, its moral one sentence.
func checkWords(t *testing.T, e examples.Example) {
	t.Helper()
	if id := read(t, e).ID; id != e.ID {
		t.Errorf("%s.json has the id %q", e.ID, id)
	}
	if e.Title == "" || !strings.HasSuffix(e.Moral, ".") || strings.Count(e.Moral, ". ") > 0 || strings.Contains(e.Title+e.Moral, "!") {
		t.Errorf("%s: title %q, moral %q", e.ID, e.Title, e.Moral)
	}
}

func TestFind(t *testing.T) {
	for _, e := range examples.All() {
		if got, ok := examples.Find(e.ID); !ok || got.Title != e.Title || got.OK != e.OK {
			t.Errorf("Find(%q) = %+v, %v", e.ID, got, ok)
		}
	}
	if _, ok := examples.Find("index"); ok {
		t.Error("the index is not an example")
	}
}

// TestChatAnswer: pasted as it is, the answer is the malicious plan.
func TestChatAnswer(t *testing.T) {
	if _, err := doc.ReadBundle([]byte(examples.ChatAnswer), doc.ReadOptions{}); err == nil {
		t.Error("the strict reader takes a chat answer")
	}
	b, err := doc.ReadBundle([]byte(examples.ChatAnswer), doc.ReadOptions{Lenient: true})
	if err != nil {
		t.Fatal(err)
	}
	r, verr := core.Verify(b, core.Options{})
	if verr != nil {
		t.Fatal(verr)
	}
	e, _ := examples.Find("email-malicious")
	want, _ := examples.ReadExpect(read(t, e))
	compare(t, examples.Of(r), want)
	for _, part := range []string{"@emails", "comma", "True", "text around"} {
		if !slices.ContainsFunc(b.Notes, func(n doc.Note) bool { return strings.Contains(n.Message, part) }) {
			t.Errorf("no note speaks of %q: %v", part, b.Notes)
		}
	}
}
