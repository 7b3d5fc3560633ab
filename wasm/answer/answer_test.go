package answer

import (
	"reflect"
	"testing"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/examples"
)

// answers are those to all examples.
func answers(t testing.TB) []string {
	var out []string
	for _, e := range examples.All() {
		b, err := doc.ReadBundle(e.Text, doc.ReadOptions{})
		if err != nil {
			continue
		}
		text, failed := Verify(Request{Workflow: string(b.Workflow.Print()), Policy: string(b.Policy.Print()), Tools: string(doc.PrintTools(b.Tools)), Trace: true})
		if !failed {
			out = append(out, text)
		}
	}
	if len(out) < 10 {
		t.Fatalf("only %d examples have an answer", len(out))
	}
	return out
}

// The reader by hand gives what encoding/json gives, field for field: a field
// that is added to the trace and not here fails this test.
func TestReadsWhatJSONReads(t *testing.T) {
	for _, text := range answers(t) {
		want, err := finding.ReadReport([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, problem, err := Read(text, false)
		if err != nil || problem != nil {
			t.Fatal(err, problem)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("the reports differ for\n%.300s", text)
		}
	}
}

func TestProblem(t *testing.T) {
	text, failed := Verify(Request{Workflow: "{", Policy: "{}", Tools: "[]"})
	if !failed {
		t.Fatal("a broken workflow was verified")
	}
	r, p, err := Read(text, failed)
	if err != nil || r != nil || p.Kind != doc.KindInput || p.Span == nil || p.Span.Doc != doc.DocWorkflow {
		t.Errorf("%+v %+v %v", r, p, err)
	}
}

func TestStrings(t *testing.T) {
	for text, want := range map[string]string{
		`"a"`: "a", `"\u00e9\n\"\\\/"`: "é\n\"\\/", `"\ud83d\ude00"`: "😀", `"\ud83d x"`: "\uFFFD x", `"\ud83dA"`: "\uFFFDA",
	} {
		s := newScanner([]byte(text))
		if got := s.string(); got != want || s.bad {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
}

// Whatever arrives, reading ends, and never with a panic.
func FuzzRead(f *testing.F) {
	for _, a := range answers(f)[:3] {
		f.Add(a)
	}
	f.Add(`{"trace":{"events":[{"delta":null,"iter":[1]}]}}`)
	f.Add(`{"trace":nul`)
	f.Fuzz(func(t *testing.T, text string) { Read(text, false) })
}

func BenchmarkRead(b *testing.B) {
	text := answers(b)[0]
	for _, a := range answers(b) {
		if len(a) > len(text) {
			text = a
		}
	}
	b.SetBytes(int64(len(text)))
	b.Run("by hand", func(b *testing.B) {
		for b.Loop() {
			Read(text, false)
		}
	})
	b.Run("encoding-json", func(b *testing.B) {
		for b.Loop() {
			finding.ReadReport([]byte(text))
		}
	})
}
