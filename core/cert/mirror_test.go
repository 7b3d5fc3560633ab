package cert

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// theory reads a file of the proofs.
func theory(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "proofs", "theories", name+".v"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// represented are definitions that have no function of their own here: sets,
// maps and numbers of this program stand for lists, options and pairs.
var represented = []string{
	"refs", "opt_match", "workflow", "data_rule", "data_policy", // Syntax: constructors and selectors
	"fact", "feqb", "fmem", "live", "leq", "equiv", "about", // Domain: a state is a map, not a list of facts
	"number", "key3", "key2", "table", "fact_succs", "all_refs", // Check: maps and loops
	"spec_sanitized",                                                      // the two-bit rule, which one_bit is about
	"none", "r_src", "r_san", "r_start", "flagged", "hot", "warm", "cool", // Order: parameters and invariants of the proof
	"quiet",
}

// TestMirrors: every definition of the checked model is named in the comment of
// its counterpart here.
func TestMirrors(t *testing.T) {
	var source strings.Builder
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(f, "_test.go") {
			source.Write(text)
		}
	}
	comments := strings.Join(regexp.MustCompile(`(?m)//.*$`).FindAllString(source.String(), -1), "\n")
	definition := regexp.MustCompile(`(?m)^(?:Definition|Fixpoint|Record|Inductive) ([A-Za-z_0-9']+)`)
	count := 0
	for _, file := range []string{"Syntax", "Domain", "Check", "Order"} {
		for _, m := range definition.FindAllStringSubmatch(theory(t, file), -1) {
			if strings.Contains(" "+strings.Join(represented, " ")+" ", " "+m[1]+" ") {
				continue
			}
			count++
			if !regexp.MustCompile(`\([^()]*\b` + m[1] + `\b`).MatchString(strings.ReplaceAll(comments, "\n// ", " ")) {
				t.Errorf("%s.v: %s is not named by its counterpart", file, m[1])
			}
		}
	}
	t.Logf("%d definitions", count)
}

// TestProofNames: what a refusal refers to is in the proofs.
func TestProofNames(t *testing.T) {
	for _, test := range []Test{TestAllowed, TestBound, TestData, TestControl, TestContract, TestAutomaton, TestHead, TestEntry, TestRound, TestReason} {
		file, name, ok := strings.Cut(test.Proof(), ".")
		if !ok || !regexp.MustCompile(`(?m)^(?:Definition|Fixpoint|Record) `+name+`\b`).MatchString(theory(t, file)) {
			t.Errorf("%s refers to %q", test, test.Proof())
		}
	}
}
