package question

import (
	"strings"
	"testing"

	"planproof/smt"
	"planproof/smt/smtlib"
	"planproof/ui/lab"
	"planproof/ui/lab/labtest"
	"planproof/ui/lab/verified"
)

func TestQuestions(t *testing.T) {
	p := &labtest.Page{T: t, Room: &Room{Cache: &verified.Cache{}}, Context: labtest.Example(t, "inbox-digest")}
	r := p.Ask(lab.Look, "")
	for _, want := range []string{"(check-sat)", "clause", `data-testid="question-save"`} {
		if !strings.Contains(r.HTML, want) {
			t.Errorf("no %s in %s", want, r.HTML)
		}
	}
	p.Ask("save", "")
	text := p.Last().With.Get("text")
	s, err := smtlib.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Builder.Solve(s.Assertions, smt.Budget{}).Status; got != smt.Sat {
		t.Errorf("the obligation that may fail is %s", got)
	}
}

func TestNothingAsked(t *testing.T) {
	p := &labtest.Page{T: t, Room: &Room{Cache: &verified.Cache{}}, Context: labtest.Example(t, "order-is-not-flow")}
	if r := p.Ask(lab.Look, ""); !strings.Contains(r.HTML, "No obligation") {
		t.Error(r.HTML)
	}
}
