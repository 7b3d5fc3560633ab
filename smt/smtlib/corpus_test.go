package smtlib

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"planproof/smt"
)

// entry is a file of the corpus; only its index is read besides the file.
type entry struct {
	File, Logic, Fragment, Expected string
}

// corpusDir finds the third-party files; they are never part of the repository.
func corpusDir(t testing.TB) string {
	dir := os.Getenv("PLANPROOF_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	dir = filepath.Join(dir, "smt2")
	if _, err := os.Stat(filepath.Join(dir, "INDEX.json")); err != nil {
		t.Skip("SKIPPED: no corpus of SMT-LIB files; set PLANPROOF_CORPUS")
	}
	return dir
}

func corpus(t testing.TB) (string, []entry) {
	dir := corpusDir(t)
	text, err := os.ReadFile(filepath.Join(dir, "INDEX.json"))
	if err != nil {
		t.Fatal(err)
	}
	var es []entry
	if err := json.Unmarshal(text, &es); err != nil {
		t.Fatal(err)
	}
	return dir, es
}

// group collects the answers of one fragment.
type tally struct {
	files, answered, wrong, unread int
	times                          []time.Duration
	worst                          string
}

func TestCorpus(t *testing.T) {
	dir, es := corpus(t)
	groups := map[string]*tally{}
	for _, e := range es {
		if e.Logic == "QF_BV" {
			continue
		}
		g := groups[e.Fragment]
		if g == nil {
			g = &tally{}
			groups[e.Fragment] = g
		}
		runFile(t, dir, e, g)
	}
	var names []string
	for n := range groups {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		g := groups[n]
		sort.Slice(g.times, func(i, j int) bool { return g.times[i] < g.times[j] })
		t.Logf("%-15s files %d, answered %d, wrong %d, not read %d; median %v, p90 %v, worst %v (%s)", n, g.files, g.answered,
			g.wrong, g.unread, g.times[len(g.times)/2], g.times[len(g.times)*9/10], g.times[len(g.times)-1], g.worst)
	}
	if g := groups["QF_LIA"]; g != nil && g.answered < g.files {
		t.Errorf("linear arithmetic: %d of %d answered", g.answered, g.files)
	}
	if g := groups["F1"]; g != nil && g.answered != g.files {
		t.Errorf("fragment F1: %d of %d answered", g.answered, g.files)
	}
}

func runFile(t *testing.T, dir string, e entry, g *tally) {
	text, err := os.ReadFile(filepath.Join(dir, e.File))
	if err != nil {
		t.Fatal(err)
	}
	g.files++
	start := time.Now()
	s, err := Read(string(text))
	if err != nil {
		g.unread++
		g.times = append(g.times, time.Since(start))
		if e.Fragment == "F1" || e.Fragment == "QF_LIA" || os.Getenv("PLANPROOF_VERBOSE") != "" {
			t.Logf("%s: %v", e.File, err)
		}
		return
	}
	r := s.Builder.Solve(s.Assertions, smt.Budget{})
	d := time.Since(start)
	g.times = append(g.times, d)
	if d >= maxOf(g.times) {
		g.worst = e.File
	}
	if os.Getenv("PLANPROOF_VERBOSE") != "" {
		t.Logf("%8.2fms %s %v %s vars %d clauses %d %v", float64(d.Microseconds())/1000, e.File, r.Status, r.Reason, r.Stats.Vars, r.Stats.Clauses, r.Stats.Bounds)
	}
	switch {
	case r.Status == smt.Unknown:
		if strings.HasPrefix(r.Reason, "internal") {
			t.Errorf("%s: %s", e.File, r.Reason)
		}
		if e.Fragment == "F1" || e.Fragment == "QF_LIA" {
			t.Logf("%s: unknown: %s", e.File, r.Reason)
		}
	case r.Status.String() == e.Expected:
		g.answered++
	default:
		g.wrong++
		t.Errorf("%s: %v, want %s", e.File, r.Status, e.Expected)
	}
}

func maxOf(ds []time.Duration) time.Duration {
	m := ds[0]
	for _, d := range ds {
		m = max(m, d)
	}
	return m
}
