package site

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// editorBudget is the most that the editor may add to the page, with brotli.
const editorBudget = 140_000

// The bundle is one module that imports nothing, within its budget, with the
// license of every package in it; built twice it is the same.
func TestEditorBundle(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "ui", "editor", "js")
	if err := install(dir); err != nil {
		if os.Getenv(EditorVar) == "require" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	data, err := bundle(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := bundle(dir)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("two builds differ (%v)", err)
	}
	text := string(data)
	for _, want := range []string{"/*! @codemirror/", "Permission is hereby granted", "@lezer/json"} {
		if !strings.Contains(text, want) {
			t.Errorf("the bundle does not have %q", want)
		}
	}
	if strings.Contains(text, "import ") && strings.Contains(text, `from"`) {
		t.Error("the bundle imports something")
	}
	n := len(Brotli(data, 11))
	t.Logf("%d bytes, %d with brotli", len(data), n)
	if n > editorBudget {
		t.Errorf("%d bytes with brotli, over the budget of %d", n, editorBudget)
	}
}

// A page without an editor has a file that does nothing.
func TestWithoutEditor(t *testing.T) {
	t.Setenv(EditorVar, "off")
	files, err := editorFile("nowhere")
	if err != nil || len(files) != 1 || files[0].Name != editorName || !bytes.HasPrefix(files[0].Data, []byte("//")) {
		t.Errorf("%v %v", files, err)
	}
}
