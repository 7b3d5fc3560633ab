package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const satisfiable = `(set-logic ALL)
(declare-sort Person 0)
(declare-const |my n| Int)
(declare-const r Real)
(declare-const to String)
(declare-const who Person)
(declare-const other Person)
(declare-fun known (Person) Bool)
(assert (known who))
(assert (not (known other)))
(assert (and (< 0.0 r) (< r 0.5)))
(assert (str.in_re to (re.++ re.all (str.to_re "\u{e9}@") re.allchar)))
(assert (< |my n| (- 3)))
(check-sat)
`

const unsatisfiable = `(set-logic ALL)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (! (< x y) :named first))
(assert (or (< y x) (< z 0)))
(assert (> y 100))
(assert (> z 100))
(check-sat)
`

// scriptFiles writes scripts to a directory of the test.
func scriptFiles(t *testing.T, texts ...string) []string {
	t.Helper()
	dir := t.TempDir()
	var out []string
	for i, text := range texts {
		out = append(out, filepath.Join(dir, strconv.Itoa(i)+".smt2"))
		mustWrite(t, out[i], text)
	}
	return out
}

func mustWrite(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestSMTLines(t *testing.T) {
	f := scriptFiles(t, satisfiable, unsatisfiable, "(frobnicate)")
	for _, engine := range []string{"own", "gini"} {
		if got := planproof(t, "", "smt", "--engine", engine, f[0], f[1], f[2]); got.out != "sat\nunsat\nunknown\n" || !strings.Contains(got.err, "not supported: frobnicate") {
			t.Errorf("%s: %+v", engine, got)
		}
	}
	planproof(t, "", "smt", "--core", f[1]).mustHave(t, 0, "unsat\n(\n  |first|\n  line 6\n  line 8\n)\n")
	planproof(t, "", "smt", "--model", "--proof", "p", f[0], f[1]).mustSay(t, 2, "--proof is about one script")
	planproof(t, "", "smt", "--proof", "p", "--check-proof", "p", f[0]).mustSay(t, 2, "exclude each other")
	nowhere := filepath.Join(t.TempDir(), "p")
	if got := planproof(t, "", "smt", "--proof", nowhere, f[0]); got.code != 2 || !strings.Contains(got.err, "the answer is sat") {
		t.Errorf("%+v", got)
	}
	if got := planproof(t, "", "smt", "--engine", "gini", "--proof", nowhere, f[1]); got.code != 2 || !strings.Contains(got.err, "gini logs no proofs") {
		t.Errorf("%+v", got)
	}
}

// TestSMTModels: a model that is printed is accepted, and refused with any one
// value changed to one that matters.
func TestSMTModels(t *testing.T) {
	f := scriptFiles(t, satisfiable)
	out := planproof(t, "", "smt", "--model", f[0])
	model, ok := strings.CutPrefix(out.out, "sat\n")
	if !ok {
		t.Fatalf("%+v", out)
	}
	file := f[0] + ".model"
	mustWrite(t, file, model)
	planproof(t, "", "smt", "--check-model", file, f[0]).mustHave(t, 0, "sat: accepted, 5 assertions are true\n")
	for _, l := range strings.Split(model, "\n") {
		i := strings.LastIndex(l, " () ")
		if i < 0 {
			continue
		}
		for _, v := range []string{"Int 7", "Real 0.5", `String "\u{e9}@"`, "Person (as @99 Person)"} {
			sort, _, _ := strings.Cut(v, " ")
			if !strings.HasPrefix(l[i+4:], sort) || strings.Contains(l, "other") {
				continue
			}
			mustWrite(t, file, strings.Replace(model, l, l[:i+4]+v+")", 1))
			planproof(t, "", "smt", "--check-model", file, f[0]).mustSay(t, 1, "refused", "is not true under the model")
		}
		mustWrite(t, file, strings.Replace(model, l+"\n", "", 1))
		planproof(t, "", "smt", "--check-model", file, f[0]).mustSay(t, 1, "refused", "no value for")
		mustWrite(t, file, strings.Replace(model, l, l[:i+4]+"Bool true)", 1))
		planproof(t, "", "smt", "--check-model", file, f[0]).mustSay(t, 1, "refused", "is no ")
	}
}

// TestSMTProofs: a proof is accepted for its script and no other, and refused
// after any change of one word.
func TestSMTProofs(t *testing.T) {
	f := scriptFiles(t, unsatisfiable, satisfiable, strings.Replace(unsatisfiable, "(> y 100)", "(< y 100)", 1), "(declare-const x Int)(assert (< x x))")
	file := f[0] + ".proof"
	planproof(t, "", "smt", "--proof", file, f[0]).mustHave(t, 0, "unsat\n")
	planproof(t, "", "smt", "--check-proof", file, f[0]).mustHave(t, 0, "unsat: accepted, ")
	for _, other := range f[1:] {
		planproof(t, "", "smt", "--check-proof", file, other).mustSay(t, 1, "refused", "another question")
	}
	text := string(mustRead(t, file))
	changes := 0
	for _, c := range changed(text) {
		mustWrite(t, file, c)
		planproof(t, "", "smt", "--check-proof", file, f[0]).mustSay(t, 1, "refused")
		changes++
	}
	t.Logf("%d changes refused", changes)
	planproof(t, "", "smt", "--proof", file, f[3]).mustHave(t, 0, "unsat\n")
	planproof(t, "", "smt", "--check-proof", file, f[3]).mustHave(t, 0, "by simplification alone")
	planproof(t, "", "smt", "--check-proof", file, f[0]).mustSay(t, 1, "refused", "another question")
}

// changed are the texts with one number negated, or one line or hint left out.
// The steps of the proof above follow by unit propagation from their hints, one
// hint a propagation, so that none can be missed.
func changed(text string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var out []string
	with := func(i int, line ...string) {
		all := append(append(append([]string{}, lines[:i]...), line...), lines[i+1:]...)
		out = append(out, strings.Join(all, "\n")+"\n")
	}
	for i, l := range lines {
		if i < len(lines)-1 || strings.HasPrefix(l, "a") {
			with(i)
		}
		words := strings.Split(l, " ")
		for k, w := range words {
			n, err := strconv.Atoi(w)
			if err != nil {
				continue
			}
			negated := append([]string{}, words...)
			negated[k] = strconv.Itoa(-n)
			if n == 0 {
				negated[k] = "1"
			}
			with(i, strings.Join(negated, " "))
			with(i, strings.Join(append(append([]string{}, words[:k]...), words[k+1:]...), " "))
		}
	}
	return out
}
