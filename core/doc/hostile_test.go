package doc

import (
	"strings"
	"testing"
	"time"
)

// TestHostile reads texts at the limits. The bound is loose on purpose: it catches quadratic work, not a slow machine.
func TestHostile(t *testing.T) {
	const bound = 20 * time.Second
	for _, big := range bigTexts() {
		for _, lenient := range []bool{false, true} {
			start := time.Now()
			w, _, err := ReadWorkflow([]byte(big.text), ReadOptions{Lenient: lenient})
			if took := time.Since(start); took > bound {
				t.Errorf("%s: took %v", big.name, took)
			}
			if (w == nil) == (err == nil) {
				t.Errorf("%s: neither a workflow nor an error", big.name)
			}
			if err != nil {
				within(t, big.text, *err.Span)
			}
		}
	}
}

func within(t testing.TB, text string, s Span) {
	t.Helper()
	if s.Start.Offset < 0 || s.End.Offset < s.Start.Offset || s.End.Offset > len(text) || s.Start.Line < 1 || s.Start.Column < 1 {
		t.Errorf("the span %+v is not within %d bytes", s, len(text))
	}
}

// TestLimits checks each limit from both sides.
func TestLimits(t *testing.T) {
	argument := func(v string) string {
		return `{"goal":"g","steps":[{"label":"s","tool_call":{"tool_name":"t","arguments":{"a":` + v + `}}}]}`
	}
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	padded := func(n int) string { return steps(1) + strings.Repeat(" ", n-len(steps(1))) }
	const around = 5 // workflow, steps, step, tool_call, arguments
	cases := []struct {
		name, text, kind string
	}{
		{"size", padded(MaxBytes), ""},
		{"size+1", padded(MaxBytes + 1), KindLimit},
		{"depth", argument(nested(MaxDepth - around)), ""},
		{"depth+1", argument(nested(MaxDepth - around + 1)), KindLimit},
		{"100,000 brackets", strings.Repeat("[", 100_000), KindLimit},
		{"steps", steps(MaxSteps), ""},
		{"steps+1", steps(MaxSteps + 1), KindLimit},
		{"digits", argument(strings.Repeat("7", 1000)), ""},
		{"digits+1", argument(strings.Repeat("7", 1001)), KindInput},
		{"digits behind the point+1", argument("1." + strings.Repeat("7", 1000)), KindInput},
		{"a million digits", argument(strings.Repeat("7", 1_000_000)), KindInput},
		{"exponent", argument("1e-1000"), ""},
		{"exponent+1", argument("1e-1001"), KindInput},
		{"largest double", argument("1.7976931348623157e308"), ""},
		{"beyond it", argument("1.8e308"), KindInput},
		{"1e999", argument("1e999"), KindInput},
		{"zero with an exponent", argument("0e999"), ""},
		{"huge exponent", argument("1e" + strings.Repeat("9", 1000)), KindInput},
		{"1 MB of text", argument(`"` + strings.Repeat("x", 1<<20) + `"`), ""},
	}
	for _, c := range cases {
		w, _, err := ReadWorkflow([]byte(c.text), ReadOptions{})
		switch {
		case err == nil && c.kind != "":
			t.Errorf("%s: accepted, want %s", c.name, c.kind)
		case err == nil:
			checkRead(t, DocWorkflow, w.AppendJSON(nil))
		case err != nil && err.Kind != c.kind:
			t.Errorf("%s: %s %v, want %q", c.name, err.Kind, err, c.kind)
		case err != nil:
			within(t, c.text, *err.Span)
		}
	}
}

// TestStepsCountTogether: the limit is on all steps, however they are nested.
func TestStepsCountTogether(t *testing.T) {
	inner := `{"label":"s","tool_call":{"tool_name":"t"}}`
	half := inner + strings.Repeat(","+inner, MaxSteps/2-1)
	text := `{"goal":"g","steps":[{"label":"c","conditional":{"condition":"x","then_steps":[` + half + `],"else_steps":[` + half + `]}}]}`
	if _, _, err := ReadWorkflow([]byte(text), ReadOptions{}); err == nil || err.Kind != KindLimit {
		t.Errorf("got %v", err)
	}
}

// TestBadText checks what is no UTF-8, which JSON test files can not hold.
func TestBadText(t *testing.T) {
	cases := []struct{ text, want string }{
		{"{\"goal\":\n\"\xe9\"}", "workflow:2:2: the text is not UTF-8: byte 0xE9; save the file as UTF-8"},
		{"\xff\xfe{\x00", "workflow:1:1: the text is not UTF-8: byte 0xFF; this is UTF-16: save the file as UTF-8"},
		{"\xfe\xff\x00{", "workflow:1:1: the text is not UTF-8: byte 0xFE; this is UTF-16: save the file as UTF-8"},
		{"{\"goal\":\"\xed\xa0\x80\"}", "workflow:1:10: the text is not UTF-8: byte 0xED; save the file as UTF-8"},
		{"{\"é\xc3", "workflow:1:4: the text is not UTF-8: byte 0xC3; save the file as UTF-8"},
	}
	for _, c := range cases {
		for _, lenient := range []bool{false, true} {
			_, _, err := ReadWorkflow([]byte(c.text), ReadOptions{Lenient: lenient})
			if err == nil || err.Error() != c.want {
				t.Errorf("%q: %v, want %s", c.text, err, c.want)
			}
		}
	}
}

// TestNotesAreBounded: a text of nothing but slips gives a list that people can read.
func TestNotesAreBounded(t *testing.T) {
	text := `{"goal":"g","steps":[],"input_variables":[],"x":[` + strings.Repeat("[1,],", 1000) + `]}`
	_, notes, err := ReadWorkflow([]byte(text), ReadOptions{Lenient: true})
	if err != nil || len(notes) != mostNotes+1 || !strings.Contains(notes[mostNotes].Message, "802 more") {
		t.Errorf("%d notes, %v, the last %+v", len(notes), err, notes[len(notes)-1])
	}
}
