package rivals

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Query is one question. Script has the declarations and assertions; a whole
// one is a file of its own with its logic and check-sat.
type Query struct {
	Name   string `json:"name"`
	Script string `json:"script"`
	Expect string `json:"expect"` // sat or unsat
	Whole  bool   `json:"whole"`
}

// Ours is the script as our reader takes it.
func (q Query) Ours() string {
	if q.Whole {
		return q.Script
	}
	return q.Script + "(check-sat)\n"
}

// Theirs is the script for a solver that keeps running: afterwards nothing of
// it is left.
func (q Query) Theirs() string {
	if q.Whole {
		return "(reset)\n" + q.Script
	}
	return "(push 1)\n" + q.Script + "(check-sat)\n(pop 1)\n"
}

// Fourteen are the conditions that SPEC-smt measures, negated as the verifier
// asks them: sat is a counterexample.
func Fourteen(root string) ([]Query, error) {
	text, err := os.ReadFile(filepath.Join(root, "smt", "testdata", "queries.json"))
	if err != nil {
		return nil, err
	}
	var list []struct {
		Name, Expect, SMT string
		Vars              map[string]string
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	var out []Query
	for _, q := range list {
		var b strings.Builder
		names := make([]string, 0, len(q.Vars))
		for n := range q.Vars {
			names = append(names, n)
		}
		slices.Sort(names)
		for _, n := range names {
			fmt.Fprintf(&b, "(declare-const %s %s)\n", n, q.Vars[n])
		}
		fmt.Fprintf(&b, "(assert (not %s))\n", q.SMT)
		out = append(out, Query{q.Name, b.String(), q.Expect, false})
	}
	return out, nil
}

// Corpus are the files of one fragment of the third-party corpus, an empty
// list where the corpus is not there.
func Corpus(folder, fragment string) ([]Query, error) {
	text, err := os.ReadFile(filepath.Join(folder, "smt2", "INDEX.json"))
	if err != nil {
		return nil, nil
	}
	var list []struct{ File, Fragment, Expected string }
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	var out []Query
	for _, f := range list {
		if f.Fragment != fragment {
			continue
		}
		script, err := os.ReadFile(filepath.Join(folder, "smt2", f.File))
		if err != nil {
			return nil, err
		}
		out = append(out, Query{f.File, string(script), f.Expected, true})
	}
	return out, nil
}

// Times are the medians of one solver, by query name, in milliseconds.
type Times struct {
	Solver  string
	Millis  map[string]float64
	Answers map[string]string
}

// Wrong lists the queries that the solver did not answer as expected.
func (t Times) Wrong(queries []Query) []string {
	var out []string
	for _, q := range queries {
		if a := t.Answers[q.Name]; a != "sat" && a != "unsat" || a != q.Expect {
			out = append(out, q.Name+": "+a)
		}
	}
	return out
}

// Geomean is the geometric mean of rival's time over ours, over the queries
// that both answered; ahead counts those where we are faster.
func Geomean(queries []Query, ours, rival Times) (mean float64, ahead, n int) {
	sum := 0.0
	for _, q := range queries {
		a, b := ours.Millis[q.Name], rival.Millis[q.Name]
		if a <= 0 || b <= 0 {
			continue
		}
		n++
		sum += math.Log(b / a)
		if a < b {
			ahead++
		}
	}
	if n == 0 {
		return 0, 0, 0
	}
	return math.Exp(sum / float64(n)), ahead, n
}
