package proof

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"planproof/core/cert"
	"planproof/examples"
	"planproof/ui/lab"
	"planproof/ui/paste"
)

func visit(t *testing.T, id string) (*Room, lab.Ask, lab.Reply) {
	t.Helper()
	e, ok := examples.Find(id)
	if !ok {
		t.Fatal("no example ", id)
	}
	s := paste.Sort(string(e.Text))
	tick := time.Unix(0, 0)
	r := &Room{Now: func() time.Time { tick = tick.Add(time.Millisecond); return tick }}
	a := lab.Ask{Do: lab.Look, Context: lab.Context{Docs: lab.Docs{Workflow: s.Workflow, Policy: s.Policy, Tools: s.Tools}, State: "done", Example: id}}
	return r, a, r.Handle(a)
}

// docs are the documents of an example with loops.
func docs(t testing.TB) lab.Docs {
	e, ok := examples.Find("loops-in-loops")
	if !ok {
		t.Fatal("the example is gone")
	}
	s := paste.Sort(string(e.Text))
	return lab.Docs{Workflow: s.Workflow, Policy: s.Policy, Tools: s.Tools}
}

func state(html string) string {
	_, s, _ := strings.Cut(html, `data-testid="proof-status" data-state="`)
	s, _, _ = strings.Cut(s, `"`)
	return s
}

func attributes(html, name string) []string {
	unescape := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#39;", "'", "&amp;", "&")
	var out []string
	for _, part := range strings.Split(html, " "+name+`="`)[1:] {
		v, _, _ := strings.Cut(part, `"`)
		out = append(out, unescape.Replace(v))
	}
	return out
}

// Every accepted example is checked; a refused one has no certificate, or one
// for a part of the policy.
func TestExamples(t *testing.T) {
	seen := map[string]int{}
	for _, e := range examples.All() {
		_, _, reply := visit(t, e.ID)
		got := state(reply.HTML)
		seen[got]++
		if e.OK != (got == "accepted") || !e.OK && got != "none" && got != "part" {
			t.Errorf("%s: %s", e.ID, got)
		}
	}
	t.Log(seen)
	if seen["part"] == 0 || seen["none"] == 0 {
		t.Error(seen)
	}
}

// Every fact of every accepted example is turned around, and every false claim
// made. What is then accepted says less than before, or the same: taking an
// exclusion away may do no harm, but no tampered certificate makes the checker
// accept what the proofs do not.
func TestTampering(t *testing.T) {
	refused, accepted, named := 0, 0, map[cert.Test]int{}
	for _, e := range examples.All() {
		if !e.OK {
			continue
		}
		r, a, first := visit(t, e.ID)
		for _, edit := range attributes(first.HTML, "data-lab-arg") {
			before := r.text
			a.Do, a.Arg = "flip", edit
			reply := r.Handle(a)
			switch got := state(reply.HTML); got {
			case "accepted":
				accepted++
				if strings.HasPrefix(edit, "toggle") && len(r.text) < len(before) && strings.Contains(edit, "/states") {
					t.Errorf("%s: the checker believes %s", e.ID, edit)
				}
			case "refused":
				refused++
				f := r.answer.verdict.Refusal
				named[f.Test]++
				if !strings.Contains(reply.HTML, `data-test="`+string(f.Test)+`" data-mark="confirmed"`) {
					t.Errorf("%s: the failed test is not shown", e.ID)
				}
			case "doubted", "unread":
				refused++
			default:
				t.Errorf("%s: %s after %s", e.ID, got, edit)
			}
			a.Do, a.Arg = "restore", ""
			if got := state(r.Handle(a).HTML); got != "accepted" || r.text != before {
				t.Fatalf("%s: not restored: %s", e.ID, got)
			}
		}
	}
	t.Log(refused, "refused,", accepted, "accepted", named)
	if refused < 15 || named[cert.TestReason] == 0 || named[cert.TestRound]+named[cert.TestEntry] == 0 || named[cert.TestContract] == 0 {
		t.Error(refused, named)
	}
}

// The text can be edited; what is no certificate of this plan is refused.
func TestEdit(t *testing.T) {
	r, a, _ := visit(t, "loops-in-loops")
	for text, want := range map[string]string{
		`{"version":1,"loops":[],"calls":[]}`:                  "refused",
		`{"version":1,"loops":[{"path":"/workflow/nowhere"}]}`: "unread",
		`[]`: "unread",
		`{"version":1,"loops":[],"calls":[{"path":"/workflow/steps/0","next":[{"automaton":"no_writes_before_reading","state":"listed","fires":[],"stays":true,"by":"evaluation"}]}]}`: "refused",
	} {
		a.Do, a.Form = "edit", lab.Fields{{Name: "certificate", Value: text}}
		if got := state(r.Handle(a).HTML); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	a.Do = "restore"
	if got := state(r.Handle(a).HTML); got != "accepted" {
		t.Error(got)
	}
	a.Do = "check"
	if reply := r.Handle(a); state(reply.HTML) != "accepted" || !strings.Contains(reply.HTML, "ms for one pass") {
		t.Error(reply.HTML)
	}
}

func TestSave(t *testing.T) {
	r, a, _ := visit(t, "pay-up-to-100")
	for do, want := range map[string]string{"save": `"by":"solver"`, "save-coq": "Theorem", "save-dafny": "method"} {
		a.Do = do
		effects := r.Handle(a).Effects
		if len(effects) != 1 || !strings.Contains(effects[0].With.Get("text"), want) {
			t.Errorf("%s: %v", do, effects)
		}
	}
}

func TestNothing(t *testing.T) {
	r := &Room{}
	for _, d := range []lab.Docs{{}, {Workflow: "{"}, {Workflow: "{}", Policy: "{}", Tools: "[]"}} {
		for _, do := range []string{"look", "check", "flip", "edit", "restore", "save", "save-coq"} {
			if got := state(r.Handle(lab.Ask{Do: do, Context: lab.Context{Docs: d}}).HTML); got != "none" {
				t.Error(d, do, got)
			}
		}
	}
}

// The definitions and theorems that the tab names are in the files that it
// names, and every test of the checker has its line.
func TestNamesOfTheProofs(t *testing.T) {
	find := func(name, file string) {
		text, err := os.ReadFile("../../../proofs/theories/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`(?m)^(Theorem|Definition|Fixpoint|Lemma|Record|Corollary) ` + name + `\b`).Match(text) {
			t.Errorf("%s has no %s", file, name)
		}
	}
	for _, x := range theorems {
		find(x.name, x.file)
	}
	for _, x := range tests {
		if name := x.test.Proof(); name != "" {
			module, name, _ := strings.Cut(name, ".")
			if module+".v" != x.file {
				t.Errorf("%s is in %s.v, not %s", name, module, x.file)
			}
			find(name, x.file)
		}
	}
	source, _ := os.ReadFile("../../../core/cert/verdict.go")
	if n := strings.Count(string(source), " Test = \""); n != len(tests) {
		t.Errorf("the checker has %d tests, the tab %d", n, len(tests))
	}
}
