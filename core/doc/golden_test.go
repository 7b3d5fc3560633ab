package doc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// A goldenCase is a text, how it is read, and what comes of it: an error, notes, the document.
type goldenCase struct {
	Doc   string   `json:"doc"`
	Text  string   `json:"text"`
	Error string   `json:"error,omitempty"`
	Notes []string `json:"notes,omitempty"`
	Read  string   `json:"read,omitempty"`
}

// TestErrors holds every message of strict reading, with its kind and place.
func TestErrors(t *testing.T) { goldenCases(t, "errors.json", ReadOptions{}) }

// TestLenient holds what tolerant reading makes of texts that are no JSON, and what it refuses.
func TestLenient(t *testing.T) { goldenCases(t, "lenient.json", ReadOptions{Lenient: true}) }

func goldenCases(t *testing.T, file string, o ReadOptions) {
	path := filepath.Join("testdata", file)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []goldenCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		got := runCase(cases[i].Doc, cases[i].Text, o)
		if want := cases[i]; !*update && fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s %d: %s\n got %+v\nwant %+v", file, i, want.Text, got, want)
		}
		cases[i] = got
	}
	t.Logf("%d cases of %s", len(cases), file)
	if *update {
		writeCases(t, path, cases)
	}
}

func runCase(doc, text string, o ReadOptions) goldenCase {
	c := goldenCase{Doc: doc, Text: text}
	read, notes, err := readAny(doc, text, o)
	c.Read = string(read)
	for _, n := range notes {
		c.Notes = append(c.Notes, place4(n.Span)+" "+n.Message)
	}
	switch {
	case err != nil && (err.Span == nil || err.Hint == ""):
		c.Error = "no place or no hint: " + err.Error()
	case err != nil:
		c.Error = err.Kind + " " + place4(*err.Span) + " " + err.Message + "; " + err.Hint
	}
	return c
}

// readAny reads a document by its name and prints it compactly.
func readAny(doc, text string, o ReadOptions) ([]byte, []Note, *Error) {
	switch doc {
	case DocWorkflow:
		w, notes, err := ReadWorkflow([]byte(text), o)
		if err != nil {
			return nil, nil, err
		}
		return w.AppendJSON(nil), notes, nil
	case DocPolicy:
		p, err := ReadPolicy([]byte(text))
		if err != nil {
			return nil, nil, err
		}
		return p.AppendJSON(nil), nil, nil
	case DocTools:
		tools, _, err := ReadTools([]byte(text))
		if err != nil {
			return nil, nil, err
		}
		return AppendToolsJSON(nil, tools), nil, nil
	}
	b, err := ReadBundle([]byte(text), o)
	if err != nil {
		return nil, nil, err
	}
	return b.AppendJSON(nil), b.Notes, nil
}

func place4(s Span) string {
	return fmt.Sprintf("%s:%d:%d-%d:%d", s.Doc, s.Start.Line, s.Start.Column, s.End.Line, s.End.Column)
}

func writeCases(t *testing.T, path string, cases []goldenCase) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(cases); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
