package lesson

import (
	"strings"
	"testing"

	"planproof/core/finding"
	"planproof/examples"
	"planproof/ui/lab"
	"planproof/ui/lab/course"
	"planproof/ui/lab/labtest/desk"
	"planproof/ui/lab/verified"
	"planproof/ui/lessons"
)

func open(t testing.TB, id string) *desk.Page {
	p := desk.Open(t, &Room{Cache: &verified.Cache{}}, "email-safe")
	p.Ask("open", id)
	return p
}

// Every "show me" of every lesson arrives exactly where it points.
func TestEveryShow(t *testing.T) {
	cases := 0
	for _, l := range course.All() {
		p := open(t, l.ID)
		p.Has(l.Title)
		if got := p.Last("address").Get("fragment"); got != "#lesson="+l.ID {
			t.Errorf("the address is %s", got)
		}
		for i, part := range l.Parts {
			for j, s := range part.Show {
				p.Context.Event = 0
				p.Done = nil
				p.Ask("show", itoa(i)+"."+itoa(j))
				load := p.Last("load")
				if load == nil { // the example is there already
					if p.Last("at").Get("cursor") != s.At || p.Last("command").Get("arg") != s.View {
						t.Errorf("%s: %s goes to %v", l.ID, s.Words, p.Done)
					}
				} else if load.Get("example") != s.Example || load.Get("at") != s.At || load.Get("view") != s.View {
					t.Errorf("%s: %s loads %s", l.ID, s.Words, load.Get("example"))
				}
				arrive(p, s)
				p.Ask(lab.Look, "")
				if n := strings.Count(p.HTML, "is-now"); n == 0 {
					t.Errorf("%s: nothing is lit at %s", l.ID, s.Words)
				}
				cases++
			}
		}
	}
	t.Logf("%d cases", cases)
}

func itoa(n int) string { return string(rune('0' + n)) }

// Every exercise begins unsolved, is solved by its solution, and is then done
// for good.
func TestEveryExercise(t *testing.T) {
	for i, l := range course.All() {
		p := open(t, l.ID)
		p.Ask("edit", "")
		if p.Last("aside").Get("mode") != "edit" || p.Last("load").Get("origin") != "exercise" {
			t.Fatal(l.ID, p.Done)
		}
		p.Ask(lab.Look, "")
		p.Has(`data-met="false"`)
		p.HasNot("exercise-solved")
		start := p.Context.Docs
		e, _ := examples.Find(l.Exercise.Example)
		texts, err := l.Exercise.Begin(e.Text)
		if err != nil {
			t.Fatal(err)
		}
		solution, err := l.Exercise.Solution.Over(texts)
		if err != nil {
			t.Fatal(err)
		}
		p.Context.Docs, p.Context.State = lab.Docs(solution), "stale"
		p.Ask(lab.Look, "")
		p.HasNot("exercise-solved") // no verdict, no judgement
		p.Context.State = "done"
		p.Ask(lab.Look, "")
		p.Has("exercise-solved", "Solved.", l.Exercise.Done[:10])
		p.HasNot(`data-met="false"`)
		if got := p.Stored["planproof.lessons"]; got != l.ID {
			t.Errorf("lesson %d: kept %q", i+1, got)
		}
		// A document that can not be read solves nothing.
		p.Context.Workflow, p.Context.State = "{", "error"
		p.Ask(lab.Look, "")
		p.Has("exercise-unread")
		p.HasNot("exercise-solved")
		// Started over, it is as it was; the lesson stays done.
		p.Ask("again", "")
		if p.Context.Docs != start {
			t.Errorf("%s does not start over", l.ID)
		}
		p.Ask("turn", "0")
		p.Has("1 of " + itoa(len(course.All())) + " done")
	}
}

// Going back to the text keeps the work.
func TestTextKeepsWork(t *testing.T) {
	p := open(t, "frames")
	p.Ask("edit", "")
	p.Context.Workflow += "\n"
	p.Ask(lab.Look, "")
	work := p.Context.Docs
	p.Ask("hint", "")
	p.Has("exercise-hint")
	p.Ask("text", "")
	p.Has("Go on with it")
	p.Ask("show", "0.0")
	if p.Context.Docs == work {
		t.Fatal("the example was not shown")
	}
	p.Ask("edit", "")
	if p.Context.Docs != work {
		t.Error("the work is gone")
	}
}

// The work is there after a reload, until it is started over. What somebody
// else kept under its name does no harm.
func TestReloadKeepsWork(t *testing.T) {
	p := open(t, "frames")
	p.Ask("edit", "")
	p.Context.Workflow = strings.Replace(p.Context.Workflow, "\"goal\": \"", "\"goal\": \"mine: ", 1)
	p.Ask(lab.Look, "")
	work := p.Context.Docs
	again := open(t, "frames")
	again.Stored = p.Stored
	again.Ask("edit", "")
	if again.Context.Docs != work {
		t.Error("the work is gone")
	}
	again.Ask("again", "")
	start := again.Context.Docs
	if start == work {
		t.Error("it does not start over")
	}
	for _, text := range []string{"{", "[]", "{}", `{"Workflow": 1}`} {
		p := open(t, "frames")
		p.Stored[keptKey+"frames"] = text
		p.Ask("edit", "")
		if p.Context.Docs != start {
			t.Errorf("%s begins with %.80s", text, p.Context.Workflow)
		}
	}
}

func TestNoSuchLesson(t *testing.T) {
	p := open(t, "nothing")
	p.Has("Each text moves the cursor")
	p.Ask("turn", "99")
	p.Has("fail") // the last one
	if p.Ask("show", "99.0"); p.Last("load") != nil && p.Last("load").Get("at") == "99" {
		t.Error("a show that is not there")
	}
	p.Context.Event = -1
	p.Ask("close", "")
	if p.Last("aside").Get("mode") != "" {
		t.Error("not closed")
	}
}

// arrive puts the cursor where the page would.
func arrive(p *desk.Page, s lessons.Show) {
	p.Context.Event = (&verified.Cache{}).Of(p.Context).Report.Trace.Find(finding.ParseCursor(s.At))
}
