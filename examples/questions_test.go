package examples_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"planproof/core"
	"planproof/core/check"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/prove"
	"planproof/examples"
	"planproof/smt/smttest"
)

// explained verifies a case with all that can be said of its obligations.
func explained(t *testing.T, e examples.Example, x check.Explain) *finding.Report {
	t.Helper()
	x.Script = prove.Script
	r, err := core.Verify(read(t, e), core.Options{Explain: &x})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// asked reports whether an obligation is a question about symbolic values: it
// has a counterexample or a proof that used something. The forall frames are
// decided by their pattern alone, and a tool that was not called leaves nothing
// to ask.
func asked(o *finding.Obligation) bool {
	return !strings.HasPrefix(o.Condition, "forall") && (o.Witness != nil || len(o.Core) > 0)
}

// TestQuestions: every obligation of every case that is a question is written as
// a script, and z3 and cvc5 accept it and answer as we do.
func TestQuestions(t *testing.T) {
	var scripts, where []string
	for _, e := range examples.All() {
		for _, o := range explained(t, e, check.Explain{}).Obligations {
			at := e.ID + " " + o.Path + " " + o.Condition
			if o.SMTLib == "" {
				if asked(&o) {
					t.Errorf("%s: no question was written", at)
				}
				continue
			}
			if proved := o.Status == finding.StatusProved; proved != strings.Contains(o.SMTLib, "(set-info :status unsat)") {
				t.Errorf("%s: %s, but\n%s", at, o.Status, o.SMTLib)
			}
			scripts, where = append(scripts, o.SMTLib), append(where, at)
		}
	}
	for _, s := range smttest.Solvers(t, 1500*time.Millisecond) {
		agreed := 0
		for i, theirs := range s.Ask(t, scripts) {
			switch {
			case strings.Contains(scripts[i], "(set-info :status "+theirs+")") && theirs != "unknown":
				agreed++
			case theirs == "unknown" || theirs == "died":
				t.Logf("%s has no answer to %s", s.Name, where[i])
			default:
				t.Errorf("%s: %s says %s\n%s", where[i], s.Name, theirs, scripts[i])
			}
		}
		t.Logf("%s agrees on %d of %d", s.Name, agreed, len(scripts))
	}
}

// TestCores: what a proof used is among what was assumed, has a place that says
// it, and a minimal core is part of no larger assumptions than the first.
func TestCores(t *testing.T) {
	used, smaller := 0, 0
	for _, e := range examples.All() {
		first, minimal := explained(t, e, check.Explain{}), explained(t, e, check.Explain{Core: prove.MinimalCore})
		for i, o := range first.Obligations {
			for _, p := range o.Core {
				if !slices.Contains(o.Facts, p.Words) && !strings.HasSuffix(p.Words, "(declared)") {
					t.Errorf("%s %s: %q is no fact of it", e.ID, o.Path, p.Words)
				}
				if p.Span != nil && p.Span.Doc != doc.DocBundle {
					t.Errorf("%s %s: %q is placed in %q", e.ID, o.Path, p.Words, p.Span.Doc)
				}
				used++
			}
			m := minimal.Obligations[i]
			if m.Status != o.Status || len(m.Core) > len(o.Core) && len(o.Core) > 0 {
				t.Errorf("%s %s: core %v became %v", e.ID, o.Path, o.CoreWords(), m.CoreWords())
			}
			if len(m.Core) < len(o.Core) {
				smaller++
			}
		}
	}
	if used == 0 {
		t.Error("no proof used anything")
	}
	t.Logf("%d premises used; %d cores became smaller", used, smaller)
}
