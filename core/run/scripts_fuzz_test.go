package run_test

import (
	"testing"

	"planproof/core/run"
)

// FuzzReadScripts: any text is read or refused, and a position is in the text.
func FuzzReadScripts(f *testing.F) {
	for _, s := range []string{`[{"tool":"a","result":1}]`, `{"inputs":{"x":1},"scripts":[]}`, "\ufeff {\"scripts\":[]}", `]`, `[],"inputs":{}`, "{", "[\n{\"tool\":1}]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		scripts, _, err := run.ReadScripts([]byte(text))
		if err == nil {
			for i := range scripts {
				if scripts[i].Tool.Value == "" {
					t.Errorf("an answer of no tool in %q", text)
				}
			}
			return
		}
		if err.Message == "" {
			t.Errorf("refused without a word: %q", text)
		}
		if s := err.Span; s != nil && (s.Start.Line < 1 || s.Start.Offset < 0) {
			t.Errorf("%q: at %+v", text, s.Start)
		}
	})
}
