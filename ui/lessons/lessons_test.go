package lessons_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/verify"
	"planproof/examples"
	"planproof/ui/lessons"
	"planproof/ui/lessons/data"
)

func all(t testing.TB) []*lessons.Lesson {
	t.Helper()
	text, err := data.Files.ReadFile("index.json")
	if err != nil {
		t.Fatal(err)
	}
	x, err := lessons.ReadIndex(text)
	if err != nil {
		t.Fatal(err)
	}
	var out []*lessons.Lesson
	for _, id := range x.Lessons {
		text, err := data.Files.ReadFile(id + ".json")
		if err != nil {
			t.Fatal(err)
		}
		l, err := lessons.Read(text)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		if l.ID != id {
			t.Errorf("%s.json is the lesson %s", id, l.ID)
		}
		out = append(out, l)
	}
	if files, _ := data.Files.ReadDir("."); len(files) != len(out)+1 {
		t.Errorf("%d files, %d lessons in the index", len(files), len(out))
	}
	t.Logf("%d cases", len(out))
	return out
}

func report(t *testing.T, x lessons.Texts) *finding.Report {
	t.Helper()
	b, err := doc.ReadParts([]byte(x.Workflow), []byte(x.Policy), []byte(x.Tools), doc.ReadOptions{})
	if err != nil {
		t.Log(err.Message)
		return nil
	}
	r, verr := core.Verify(b, core.Options{Detail: verify.DetailFull})
	if verr != nil {
		t.Log(verr)
		return nil
	}
	return r
}

var views = []string{"verdict", "state", "lattice", "automata", "loops", "contracts", "run", "guard", "proof"}

// Every "show me" points at a moment that the trace of its example has, not
// merely near one.
func TestCursors(t *testing.T) {
	traces := map[string]*finding.Trace{}
	for _, l := range all(t) {
		for _, p := range l.Parts {
			if strings.Count(p.Text, "`")%2 != 0 {
				t.Errorf("%s: an odd backquote: %s", l.ID, p.Text)
			}
			for _, s := range p.Show {
				if traces[s.Example] == nil {
					e, ok := examples.Find(s.Example)
					if !ok {
						t.Fatalf("%s: no example %s", l.ID, s.Example)
					}
					ex := lessons.Exercise{Example: s.Example}
					x, err := ex.Begin(e.Text)
					if err != nil {
						t.Fatal(err)
					}
					traces[s.Example] = report(t, x).Trace
				}
				tr := traces[s.Example]
				want := finding.ParseCursor(s.At)
				got := tr.CursorAt(tr.Find(want))
				if got.Path != want.Path || want.Iter != nil && !slices.Equal(got.Iter, want.Iter) || got.Phase != want.Phase || want.String() != s.At {
					t.Errorf("%s: %s is not in the trace of %s; nearest %s", l.ID, s.At, s.Example, got)
				}
				if !slices.Contains(views, s.View) || s.Words == "" {
					t.Errorf("%s: show %q in %q", l.ID, s.Words, s.View)
				}
			}
		}
	}
}

// Every exercise starts unsolved, and its solution solves it.
func TestExercises(t *testing.T) {
	for _, l := range all(t) {
		t.Run(l.ID, func(t *testing.T) {
			e := &l.Exercise
			ex, ok := examples.Find(e.Example)
			if !ok {
				t.Fatal("no example ", e.Example)
			}
			start, err := e.Begin(ex.Text)
			if err != nil {
				t.Fatal(err)
			}
			if unmet := judge(t, e, start, start); len(unmet) == 0 {
				t.Error("the start solves it")
			}
			solution, err := e.Solution.Over(start)
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range judge(t, e, start, solution) {
				t.Error(u)
			}
			// A plan that does nothing is accepted and solves nothing.
			nothing := start
			nothing.Workflow = `{"goal":"nothing","steps":[]}`
			if unmet := judge(t, e, start, nothing); len(unmet) == 0 {
				t.Error("doing nothing solves it")
			}
			for _, u := range judge(t, e, start, nothing) {
				if !strings.HasSuffix(u, ".") {
					t.Errorf("no sentence: %s", u)
				}
			}
			broken := start
			broken.Workflow = "{"
			if unmet := judge(t, e, start, broken); len(unmet) == 0 {
				t.Error("a broken document solves it")
			}
		})
	}
}

func judge(t *testing.T, e *lessons.Exercise, start, answer lessons.Texts) []string {
	var reports []*finding.Report
	for _, x := range e.Tries(answer) {
		reports = append(reports, report(t, x))
	}
	return e.Unmet(start, answer, reports)
}

// A policy without its rule accepts the plan and does not solve the exercise.
func TestTrialsCatchCheats(t *testing.T) {
	for _, l := range all(t) {
		e := &l.Exercise
		if len(e.Goal.Trials) == 0 {
			continue
		}
		ex, _ := examples.Find(e.Example)
		start, _ := e.Begin(ex.Text)
		cheat := start
		cheat.Policy = `{"name":"everything","allowed_tools":["drive_get_link","gmail_send"]}`
		if unmet := judge(t, e, start, cheat); !slices.Contains(unmet, e.Goal.Trials[0].Words) {
			t.Errorf("%s: %v", l.ID, unmet)
		}
	}
}

func TestGoal(t *testing.T) {
	ex, _ := examples.Find("email-malicious")
	e := lessons.Exercise{Example: "email-malicious", Goal: lessons.Goal{OK: true, Keep: []string{"workflow", "policy"}, Calls: []string{"nobody"},
		Find: []lessons.Want{{Category: "frame", Certainty: "possible", RuleName: "r"}}, Reach: []lessons.Reach{{From: "fetch_mail", To: "send_email", Param: "to"}}, Rounds: 2}}
	start, err := e.Begin(ex.Text)
	if err != nil {
		t.Fatal(err)
	}
	other := start
	other.Policy = strings.Replace(other.Policy, "email_policy", "other", 1)
	want := []string{
		"The policy must stay as it was at the start.", "The plan is not accepted yet.", "There is no possible frame finding of `r`.",
		"The plan must still call `nobody`.", "`fetch_mail` must still reach the parameter `to` of `send_email`.", "No loop takes 2 rounds; the longest takes 0.",
	}
	if got := judge(t, &e, start, other); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := e.Unmet(start, start, nil); len(got) != 1 {
		t.Errorf("without reports: %q", got)
	}
}

// A misspelt field is refused; else its condition would always hold.
func TestReadIsStrict(t *testing.T) {
	text, _ := data.Files.ReadFile("code-and-data.json")
	for _, c := range [][2]string{{`"calls"`, `"call"`}, {`"keep"`, `"Kept"`}, {`"id": "code-and-data"`, `"id": "../x"`}, {`"title": "`, `"title": "", "summary": "`}} {
		changed := strings.Replace(string(text), c[0], c[1], 1)
		if changed == string(text) {
			t.Fatal(c)
		}
		if _, err := lessons.Read([]byte(changed)); err == nil && c[0] != `"title": "` {
			t.Errorf("%s is read", c[1])
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, l := range all(f) {
		text, _ := json.Marshal(l)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if l, err := lessons.Read(text); err == nil {
			e, _ := examples.Find("email-safe")
			start, err := l.Exercise.Begin(e.Text)
			if err == nil {
				l.Exercise.Unmet(start, start, make([]*finding.Report, 1+len(l.Exercise.Goal.Trials)))
			}
		}
	})
}
