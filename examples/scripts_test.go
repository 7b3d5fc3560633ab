package examples_test

import (
	"context"
	"testing"

	"planproof/core"
	"planproof/core/run"
	"planproof/examples"
)

// TestScriptsRun: an accepted example with a script runs to its end by it, and
// a refused one calls nothing.
func TestScriptsRun(t *testing.T) {
	ran := 0
	for _, e := range examples.All() {
		b := read(t, e)
		if b.Scripts == nil {
			continue
		}
		script := run.NewScript(b.Scripts)
		r, err := core.Execute(context.Background(), b, core.Options{}, run.Options{Tools: script})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case !e.OK && len(r.Calls) > 0:
			t.Errorf("%s is refused and made %d calls", e.ID, len(r.Calls))
		case e.OK && !r.OK():
			t.Errorf("%s: %s", e.ID, r.Stop)
		case e.OK:
			ran++
			for _, c := range r.Calls {
				if c.Undeclared {
					t.Errorf("%s: the script answers %s with another type than it declares", e.ID, c.Tool)
				}
			}
		}
	}
	if ran < 8 {
		t.Errorf("only %d examples ran", ran)
	}
}
