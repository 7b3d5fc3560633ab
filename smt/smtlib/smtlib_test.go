package smtlib

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"planproof/smt"
)

// TestScripts answers every script of testdata; its status line says how.
func TestScripts(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.smt2")
	if len(files) == 0 {
		t.Fatal("no scripts")
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Read(string(text))
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		r := s.Builder.Solve(s.Assertions, smt.Budget{})
		if r.Status.String() != s.Status {
			t.Errorf("%s: %v (%s), want %s", f, r.Status, r.Reason, s.Status)
		}
		roundTrip(t, f, s, r)
	}
}

// roundTrip writes the script, reads it again and asks again.
func roundTrip(t *testing.T, f string, s *Script, r smt.Result) {
	out, err := Write(s.Builder, s.Assertions)
	if err != nil {
		t.Errorf("%s: %v", f, err)
		return
	}
	again, err := Read(out)
	if err != nil {
		t.Errorf("%s: reading back: %v\n%s", f, err, out)
		return
	}
	q := again.Builder.Solve(again.Assertions, smt.Budget{})
	if r.Status != smt.Unknown && q.Status != r.Status {
		t.Errorf("%s: %v became %v (%s)\n%s", f, r.Status, q.Status, q.Reason, out)
	}
}

func TestRefused(t *testing.T) {
	for _, text := range []string{
		"(", ")", "(assert", `(assert "`, "(assert x)", "(assert 1)", "(frobnicate)", "(declare-const a (Array Int Int))",
		"(assert (bvadd 1 2))", "(assert |x)", "(assert (let ((x)) x))", "(declare-fun f (Int) Int)",
		"(assert " + strings.Repeat("(not ", 1200) + "true" + strings.Repeat(")", 1200) + ")", "(assert ())", "(assert (str.in_re))",
		"(define-fun)", "(assert (! ))", "(assert (_ char #x))",
	} {
		if _, err := Read(text); err == nil {
			t.Errorf("%.60q was accepted", text)
		}
	}
}

// FuzzRead: the reader never panics, and what it reads can be written, read
// again and answered without contradiction.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.smt2")
	for _, name := range files {
		text, _ := os.ReadFile(name)
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		s, err := Read(text)
		if err != nil {
			return
		}
		small := smt.Budget{MaxClauses: 20_000, MaxConflicts: 500}
		r := s.Builder.Solve(s.Assertions, small)
		if strings.HasPrefix(r.Reason, "internal") {
			t.Fatal(r.Reason)
		}
		out, err := Write(s.Builder, s.Assertions)
		if err != nil {
			return
		}
		again, err := Read(out)
		if err != nil {
			return // predicates and domains are written with more than the reader takes
		}
		q := again.Builder.Solve(again.Assertions, small)
		if r.Status != smt.Unknown && q.Status != smt.Unknown && q.Status != r.Status {
			t.Fatalf("%v became %v\n%s", r.Status, q.Status, out)
		}
	})
}

// FuzzReadModel: no text makes the reader of models fail otherwise than with an
// error, and what it reads it writes back with the same truth.
func FuzzReadModel(f *testing.F) {
	f.Add("(declare-const n Int)(declare-const s String)(assert (and (< n 0) (= s \"a\")))",
		"((define-fun n () Int (- 3)) (define-fun s () String \"\\u{61}\"))")
	f.Add("(declare-sort P 0)(declare-const a P)(declare-fun p (P) Bool)(assert (p a))",
		"sat (model (define-fun a () P (as @1 P)) (define-fun p ((x P)) Bool (or (= x (as @1 P)))))")
	f.Add("(declare-const r Real)(assert (< r 0.5))", "((define-fun r () Real (/ 1.0 (- 3.0))))")
	f.Fuzz(func(t *testing.T, script, model string) {
		if len(script)+len(model) > 2000 {
			return
		}
		s, err := Read(script)
		if err != nil {
			return
		}
		m, err := ReadModel(s, model)
		if err != nil {
			return
		}
		text := WriteModel(s, m)
		again, err := ReadModel(s, text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if Holds(s, m) != Holds(s, again) {
			t.Fatalf("%s\nis another model than\n%s", text, model)
		}
	})
}
