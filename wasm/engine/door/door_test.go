package door

import (
	"bytes"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/report"
	"planproof/examples"
)

// The door and the renderer that the command line uses print the same bytes.
func TestSameBytes(t *testing.T) {
	for _, e := range examples.All() {
		b, err := doc.ReadBundle(e.Text, doc.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r, verr := core.Verify(b, core.Options{Strict: true})
		if verr != nil {
			t.Fatal(verr)
		}
		if got := Verify(Documents{Bundle: e.Text}, Options{Strict: true}); !bytes.Equal(got, report.JSON(r)) {
			t.Errorf("%s differs", e.ID)
		}
	}
}

func TestProblems(t *testing.T) {
	for _, text := range []string{"", "{", `{"workflow":{}}`, `{"workflow":{"goal":"g","steps":{}},"policy":{"name":"p"},"tools":[]}`} {
		_, err := doc.ReadBundle([]byte(text), doc.ReadOptions{})
		if got := Verify(Documents{Bundle: []byte(text)}, Options{}); err == nil || !bytes.Equal(got, report.ProblemJSON(err)) {
			t.Errorf("%q: %s", text, got)
		}
	}
}

func TestParts(t *testing.T) {
	got := string(Verify(Documents{Workflow: []byte(`{"goal":"g","steps":[{"label":"a","tool_call":{"tool_name":"x","arguments":{}}}]}`), Policy: []byte(`{"name":"p","allowed_tools":[]}`), Tools: []byte(`[]`)}, Options{Trace: true}))
	if !strings.Contains(got, `"doc":"workflow"`) || !strings.Contains(got, `"trace":{`) {
		t.Error(got)
	}
}
