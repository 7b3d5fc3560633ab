package run_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/internal/progen"
	"planproof/core/internal/refint"
	"planproof/core/run"
)

// falseAlarms are the possible findings of the examples that no run can show,
// and why.
var falseAlarms = map[string]string{
	"guard-nobody-can-read.json automaton:inside_only":                               "the guard has no value, so the executor stops before the automaton moves",
	"inbox-digest.json precondition:precondition:send_email:len(body) <= 4096":       "both branches keep body below 4,001, which the join forgets",
	"the-lost-bound.json precondition:precondition:mastodon_post:len(status) <= 500": "both branches keep status below 281, which the join forgets",
}

func TestReplayExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	seen, labels := map[string]bool{}, map[string]int{}
	for _, file := range files {
		b, r := verified(t, file)
		if r == nil {
			continue
		}
		all, derr := run.Replay(b, r)
		if derr != nil {
			t.Fatal(derr)
		}
		for _, p := range all {
			key := filepath.Base(file) + " " + string(p.Finding.Category) + ":" + p.Finding.RuleName
			labels[p.Status]++
			seen[key] = true
			if _, alarm := falseAlarms[key]; alarm != (p.Status == run.AbstractOnly) {
				t.Errorf("%s is %s: %s", key, p.Status, p.Reason)
			}
			checkReplayed(t, b, p)
		}
		checkLabels(t, file, r)
	}
	for key := range falseAlarms {
		if !seen[key] {
			t.Errorf("%s is no finding any more", key)
		}
	}
	t.Logf("%v", labels)
}

// verified reads and verifies a file, nil when it is no bundle.
func verified(t *testing.T, file string) (*doc.Bundle, *finding.Report) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b, derr := doc.ReadBundle(text, doc.ReadOptions{})
	if derr != nil {
		return nil, nil
	}
	r, err := core.Verify(b, core.Options{})
	if err != nil {
		return nil, nil
	}
	return b, r
}

// checkReplayed runs the script of a confirmed finding again: without the
// passing by of other violations it stops there, or at the first of those.
func checkReplayed(t *testing.T, b *doc.Bundle, p *run.Replayed) {
	t.Helper()
	if p.Status != run.Confirmed {
		if p.Reason == "" || p.Run == nil {
			t.Errorf("%s: no reason", p.Finding.Path)
		}
		return
	}
	if p.Finding.Category == finding.Frame || p.Finding.Category == finding.ImplicitFlow {
		return // a run does not check these
	}
	r, err := run.ExecuteUnverified(t.Context(), b, run.Options{Inputs: p.Inputs, Tools: run.NewScript(p.Scripts())})
	if err != nil {
		t.Fatal(err)
	}
	want := p.Run.Stop
	if len(p.Passed) > 0 {
		want = p.Passed[0]
	}
	if r.Stop == nil || r.Stop.Path != want.Path || r.Stop.Rule != want.Rule {
		t.Errorf("%s: the script gives %+v, want %+v", p.Finding.Path, r.Stop, want)
	}
}

// checkLabels: every possible finding has a label, no other one has.
func checkLabels(t *testing.T, file string, r *finding.Report) {
	t.Helper()
	for _, f := range slices.Concat(r.Violations, r.Warnings) {
		labeled := f.Witness != nil && f.Witness.Replay != ""
		if labeled != (f.Certainty == finding.Possible) {
			t.Errorf("%s: %s %s is labeled: %v", file, f.Category, f.Path, labeled)
		}
	}
	for _, o := range r.Obligations {
		if o.Status == finding.StatusPossible && o.Witness != nil && o.Witness.Replay == "" {
			t.Errorf("%s: the obligation %q has no label", file, o.Condition)
		}
	}
}

// TestReplayRandom: on random programs, what is confirmed is shown by its
// script, labels do not depend on the time of day, and of what random runs
// break little is called abstract only.
func TestReplayRandom(t *testing.T) {
	// Fewer programs show too few findings for a rate, also under js/wasm.
	n := uint64(max(scripts()/20, 100))
	labels := map[string]int{}
	shown, missed := 0, 0
	for seed := range n {
		b, derr := doc.ReadBundle(progen.Bundle(seed), doc.ReadOptions{})
		if derr != nil {
			t.Fatal(derr)
		}
		r, err := core.Verify(b, core.Options{})
		if err != nil {
			continue
		}
		again, _ := core.Verify(b, core.Options{})
		all, _ := run.Replay(b, r)
		if _, _ = run.Replay(b, again); string(r.AppendWire(nil)) != string(again.AppendWire(nil)) {
			t.Fatalf("seed %d: two replays differ", seed)
		}
		broken := brokenByRandomRuns(b, seed)
		for _, p := range all {
			labels[p.Status]++
			checkReplayed(t, b, p)
			if !broken[stepRule(p.Finding)] {
				continue
			}
			if shown++; p.Status == run.AbstractOnly {
				missed++
				t.Logf("seed %d: missed %s %s %s: %.150s", seed, p.Finding.Category, p.Finding.RuleName, p.Finding.Path, p.Reason)
			}
		}
	}
	t.Logf("%d programs: %v; of %d findings that a random run shows, %d are called abstract only", n, labels, shown, missed)
	if missed*20 > shown {
		t.Errorf("more than 5 %% of what random runs show is called abstract only")
	}
}

// stepOf is the step of a finding's path.
func stepOf(path string) string {
	for _, field := range []string{"/tool_call", "/conditional/condition", "/loop/collection_ref", "/loop/item_binding"} {
		if i := strings.LastIndex(path, field); i >= 0 {
			path = path[:i]
		}
	}
	return path
}

func stepRule(f *finding.Finding) string {
	return fmt.Sprint(f.Category, " ", f.RuleName, " ", stepOf(f.Path))
}

// brokenByRandomRuns are the rules that some random run breaks, with the step.
func brokenByRandomRuns(b *doc.Bundle, seed uint64) map[string]bool {
	out := map[string]bool{}
	plan := refint.New(b)
	rng := rand.New(rand.NewPCG(seed, 13))
	for range 20 {
		o := plan.Run(rng, byName(inputs(b, rng)), func(string, *refint.Machine) {})
		for _, v := range o.Violations {
			out[v.Category+" "+v.Rule+" "+v.Step] = true
		}
	}
	return out
}
