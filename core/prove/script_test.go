package prove

import (
	"errors"
	"strings"
	"testing"
	"time"

	"planproof/core/cond"
	"planproof/core/value/valuetest"
	"planproof/smt"
	"planproof/smt/smtlib"
	"planproof/smt/smttest"
)

// written is a question as a script and the answer that it must have.
type written struct {
	what, script, status string
}

// write writes "can the condition fail to hold?" and what Decide says of it.
func write(t *testing.T, what string, q Question) (written, bool) {
	t.Helper()
	a := Decide(q, cond.CanTrue|cond.CanFalse|cond.CanError, smt.Budget{})
	status := "unknown"
	switch {
	case a.False.Possible == No && a.Error.Possible == No:
		status = "unsat"
	case a.False.Possible == Yes || a.Error.Possible == Yes:
		status = "sat"
	}
	text, err := Script(q, cond.CanFalse|cond.CanError, "test of "+what+"\nsecond line", status)
	if errors.Is(err, ErrConcrete) {
		return written{}, false
	}
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return written{}, false
	}
	return written{what, text, status}, true
}

// TestScriptsReadBack: our own reader answers what it reads alike, or does not
// know.
func TestScriptsReadBack(t *testing.T) {
	known := 0
	for _, w := range allWritten(t) {
		s, err := smtlib.Read(w.script)
		if err != nil {
			t.Errorf("%s: %v\n%s", w.what, err, w.script)
			continue
		}
		r := s.Builder.Solve(s.Assertions, smt.Budget{})
		if s.Status != w.status || r.Status != smt.Unknown && w.status != "unknown" && r.Status.String() != w.status {
			t.Errorf("%s: %v (%s), want %s\n%s", w.what, r.Status, r.Reason, w.status, w.script)
		}
		if r.Status != smt.Unknown {
			known++
		}
	}
	t.Logf("%d of %d answered after reading back", known, len(allWritten(t)))
}

// TestScriptsElsewhere: z3 and cvc5 accept every script and answer alike.
func TestScriptsElsewhere(t *testing.T) {
	all := allWritten(t)
	scripts := make([]string, len(all))
	for i, w := range all {
		scripts[i] = w.script
	}
	for _, s := range smttest.Solvers(t, 4*time.Second) {
		agreed := 0
		for i, theirs := range s.Ask(t, scripts) {
			w := all[i]
			switch {
			case strings.Contains(theirs, "error"):
				t.Errorf("%s does not accept %s: %s\n%s", s.Name, w.what, theirs, w.script)
			case theirs != "sat" && theirs != "unsat":
				t.Logf("%s has no answer to %s (%s)", s.Name, w.what, theirs)
			case w.status == "unknown":
				t.Logf("%s: %s, unknown here", w.what, theirs)
			case theirs != w.status:
				t.Errorf("%s: %s says %s, we say %s\n%s", w.what, s.Name, theirs, w.status, w.script)
			default:
				agreed++
			}
		}
		t.Logf("%s agrees on %d of %d", s.Name, agreed, len(all))
	}
}

// allWritten are the conditions of the vectors and of TestDecide.
func allWritten(t *testing.T) []written {
	var file []conditionCase
	valuetest.Vector(t, "core/conditions.json", &file)
	var out []written
	for i := range file {
		c := &file[i]
		if c.Category == "frame" && strings.HasPrefix(c.Expr, "forall") {
			continue
		}
		if q, err := c.question(); err == nil {
			if w, ok := write(t, c.Expr, q); ok {
				out = append(out, w)
			}
		}
	}
	names := declared(t)
	for _, k := range decideCases {
		if w, ok := write(t, k.cond+" under "+strings.Join(k.facts, "; "), k.question(t, names)); ok {
			out = append(out, w)
		}
	}
	return out
}
