package verify

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/core/finding"
)

var update = flag.Bool("update", false, "write the golden files")

// TestGoldenTrace compares the trace of a small plan with a loop, a
// conditional and a fork, one line an event, with testdata.
func TestGoldenTrace(t *testing.T) {
	r := Run(program(t, `
a = fresh
each x in xs
	if x == 'a'
		a = secret
		a = clean a
		tick
	else
		b = relay a
	sink a`), Options{Detail: DetailFull})
	var b strings.Builder
	for i := range r.Trace.Events {
		line(&b, &r.Trace.Events[i])
	}
	for _, l := range r.Trace.Loops {
		fmt.Fprintf(&b, "loop %s: %d rounds of %d, converged %v, final %v\n", l.Path, l.Iterations, l.Bound, l.Converged, l.Final)
	}
	fmt.Fprintf(&b, "%+v\n", r.Stats)
	path := filepath.Join("testdata", "trace.golden")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the trace changed (run with -update and look at the difference):\n%s", b.String())
	}
}

func line(b *strings.Builder, e *finding.Event) {
	cursor := finding.Cursor{Path: strings.TrimPrefix(e.Path, "/workflow"), Iter: e.Iter, Phase: e.Kind}
	fmt.Fprintf(b, "%-40s", cursor)
	switch {
	case e.Rule != nil:
		fmt.Fprintf(b, " %s of %s: %s", e.Rule.Rule, e.Rule.Param, e.Rule.Verdict)
	case e.Guard != nil:
		fmt.Fprintf(b, " %s %s → %s: %s", e.Guard.Automaton, e.Guard.From, e.Guard.To, e.Guard.Verdict)
	case e.Branch != nil:
		fmt.Fprintf(b, " %s, %s", e.Branch.Side, e.Branch.Decided)
	case e.Loop != nil:
		fmt.Fprintf(b, " round %d changed %v converged %v", e.Loop.Iteration, e.Loop.Changed, e.Loop.Converged)
	}
	if e.Join != nil {
		fmt.Fprintf(b, " join changed %v dropped %v lost %v", e.Join.Changed, e.Join.Dropped, e.Join.Lost)
	}
	if e.Delta != nil {
		for _, d := range e.Delta.Bindings {
			if d.Value == nil {
				fmt.Fprintf(b, " | %s gone", d.Name)
				continue
			}
			fmt.Fprintf(b, " | %s: labels %v from %v by %v carries %v clean for %v", d.Name, d.Value.Labels, d.Value.Provenance, d.Value.SourceTools, d.Value.Carries, d.Value.SanitizedFor)
		}
		for _, a := range e.Delta.Automata {
			fmt.Fprintf(b, " | %s in %v", a.Automaton, a.States)
		}
	}
	b.WriteByte('\n')
}
