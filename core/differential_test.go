package core_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"testing"

	"planproof/core/doc"
	"planproof/core/finding"
)

// recorded is what the Python implementation said of a case.
type recorded struct {
	OK         bool       `json:"ok"`
	Violations []verdict4 `json:"violations"`
}

// verdict4 is what is compared of a violation: not messages, not warnings.
// The Python implementation has no certainty for most categories.
type verdict4 struct {
	Category  string `json:"category"`
	RuleName  string `json:"rule_name"`
	StepLabel string `json:"step_label"`
	Certainty string `json:"certainty"`
}

func (v verdict4) key() string { return v.Category + "|" + v.RuleName + "|" + v.StepLabel }

// differentialCase is one bundle with its recorded verdict.
type differentialCase struct {
	parts
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Expected recorded `json:"expected"`
}

// TestDifferential compares with 1,200 recorded verdicts of the Python
// implementation. Every difference must be explained by a numbered decision
// of the specification (section 6); the count per number is printed.
func TestDifferential(t *testing.T) {
	raw, err := gzip.NewReader(bytes.NewReader(vectorFile(t, "core/differential.jsonl.gz")))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(raw)
	if err != nil {
		t.Fatal(err)
	}
	var cases []differentialCase
	for _, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var c differentialCase
		decode(t, line, &c)
		cases = append(cases, c)
	}
	compareAll(t, cases)
}

// TestGuardiansVerify does the same for the implementation's own tests.
func TestGuardiansVerify(t *testing.T) {
	var cases []differentialCase
	decode(t, corpusFile(t, "guardians/verify.json"), &cases)
	var kept []differentialCase
	for _, c := range cases {
		// Recorded with a sabotaged lattice; core/verify's own tests sabotage ours.
		if strings.Contains(c.Name, "iteration_budget_exhausted") || strings.Contains(c.Name, "non_monotone") {
			continue
		}
		c.ID = c.Name
		kept = append(kept, c)
	}
	compareAll(t, kept)
}

func compareAll(t *testing.T, cases []differentialCase) {
	counts := map[string]int{}
	same := 0
	for i := range cases {
		c := &cases[i]
		ds := c.differences(t)
		if len(ds) == 0 {
			same++
		}
		for _, d := range ds {
			number := explain(c, d)
			if number == "" {
				t.Errorf("%s: unexplained: %s", c.ID, d)
				continue
			}
			counts[number]++
		}
	}
	var lines []string
	for n, k := range counts {
		lines = append(lines, fmt.Sprintf("decision %s: %d", n, k))
	}
	sort.Strings(lines)
	t.Logf("%d cases, %d the same; differences: %s", len(cases), same, strings.Join(lines, ", "))
}

// difference is one violation that only one side has, or that both have with
// another certainty.
type difference struct {
	kind     string // "missing" (ours lacks it), "extra" (ours alone), "certainty", "error"
	was, is  verdict4
	finding  finding.Finding
	err      *doc.Error
	report   *finding.Report
	testCase *differentialCase
}

func (d difference) String() string {
	switch d.kind {
	case "error":
		return "error: " + d.err.Message
	case "missing":
		return fmt.Sprintf("missing %+v", d.was)
	case "extra":
		return fmt.Sprintf("extra %+v: %s", d.is, d.finding.Message)
	}
	return fmt.Sprintf("certainty %+v → %s: %s", d.was, d.is.Certainty, d.finding.Message)
}

func (c *differentialCase) differences(t *testing.T) []difference {
	r, err := c.verify()
	if err != nil {
		derr, ok := err.(*doc.Error)
		if !ok {
			t.Fatal(err)
		}
		return []difference{{kind: "error", err: derr, testCase: c}}
	}
	was, is := map[string]verdict4{}, map[string]finding.Finding{}
	for _, v := range c.Expected.Violations {
		if was[v.key()].Certainty != "definite" {
			was[v.key()] = v
		}
	}
	for _, f := range r.Violations {
		k := verdict4{string(f.Category), f.RuleName, f.StepLabel, ""}.key()
		if old, ok := is[k]; !ok || old.Certainty != finding.Definite {
			is[k] = f
		}
	}
	return compare(c, r, was, is)
}

func compare(c *differentialCase, r *finding.Report, was map[string]verdict4, is map[string]finding.Finding) []difference {
	var out []difference
	for _, k := range sortedKeys(was) {
		v, f := was[k], is[k]
		switch {
		case f.ID == "":
			out = append(out, difference{kind: "missing", was: v, report: r, testCase: c})
		case v.Certainty != "" && v.Certainty != string(f.Certainty):
			out = append(out, difference{kind: "certainty", was: v, is: ours(f), finding: f, report: r, testCase: c})
		}
	}
	for _, k := range sortedKeys(is) {
		if _, ok := was[k]; !ok {
			out = append(out, difference{kind: "extra", is: ours(is[k]), finding: is[k], report: r, testCase: c})
		}
	}
	return out
}

func ours(f finding.Finding) verdict4 {
	return verdict4{string(f.Category), f.RuleName, f.StepLabel, string(f.Certainty)}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

var _ = json.Valid
