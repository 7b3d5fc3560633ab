package doc

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"planproof/core/value"
)

// A parseCase is one workflow text and what strict reading makes of it.
type parseCase struct {
	Name  string
	Input json.RawMessage
	Value json.RawMessage
	Right string
	Why   string
}

func TestParseVectors(t *testing.T) {
	path := filepath.Join("testdata", "parse_extra.json")
	if dir := os.Getenv("PLANPROOF_VECTORS"); dir != "" {
		path = filepath.Join(dir, "core", "parse_extra.json")
	}
	cases := loadCases(t, path)
	t.Logf("%d cases of %s", len(cases), path)
	for i, c := range cases {
		checkCase(t, i, c)
	}
}

// TestRecordedParses reads what another implementation was seen to accept; third-party data, so not in the tree.
func TestRecordedParses(t *testing.T) {
	dir := os.Getenv("PLANPROOF_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	path := filepath.Join(dir, "guardians", "parse.json")
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no corpus: set PLANPROOF_CORPUS (%v)", err)
	}
	cases := loadCases(t, path)
	t.Logf("%d cases of %s", len(cases), path)
	for i, c := range cases {
		c.Right = "accept"
		checkCase(t, i, c)
	}
}

func loadCases(t *testing.T, path string) []parseCase {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []parseCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func checkCase(t *testing.T, i int, c parseCase) {
	w, _, err := ReadWorkflow(c.Input, ReadOptions{})
	if accepted := err == nil; accepted != (c.Right == "accept") {
		t.Errorf("%d %s: %s: want %s (%s), got error %v", i, c.Name, c.Input, c.Right, c.Why, err)
		return
	}
	if err != nil {
		if err.Span == nil || err.Message == "" {
			t.Errorf("%d %s: no place or message: %v", i, c.Name, err)
		}
		return
	}
	got := mustValue(t, w.AppendJSON(nil))
	if c.Value != nil && !value.Equal(got, mustValue(t, c.Value)) {
		t.Errorf("%d %s: want %s\ngot %s", i, c.Name, c.Value, w.AppendJSON(nil))
	}
}

func mustValue(t *testing.T, text []byte) value.Value {
	t.Helper()
	tr, err := parse(NewSource(DocWorkflow, string(text)))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	v, err := newDecoder(tr, nil, false).plain(0)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
