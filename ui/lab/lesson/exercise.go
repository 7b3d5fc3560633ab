package lesson

import (
	"encoding/json"

	"planproof/core/finding"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/lessons"
)

// exercise is the exercise of the open lesson as far as it was done.
type exercise struct {
	begun  bool
	start  lessons.Texts
	work   lab.Docs // in the editors when it was last judged
	judged bool
	checks []lessons.Check // nil: the documents can not be read
	hint   bool
	solved bool
	again  bool // begin at the start, whatever was kept
}

// exercising runs the commands of the exercise.
func (r *Room) exercising(a lab.Ask) lab.Reply {
	l, x := r.lesson(), &r.exercise
	if l == nil {
		return lab.Reply{Same: true}
	}
	switch a.Do {
	case "edit":
		if x.begun {
			return r.edit(a, x.work)
		}
		return r.fetch(l)
	case "again":
		x.again = true
		return r.fetch(l)
	case "begin":
		return r.begin(a, l)
	case "kept":
		return r.restored(a)
	case "check":
		x.judged = false
		return r.judge(a)
	case "hint":
		x.hint = !x.hint
	case "text":
		r.editing = false
		return lab.Reply{HTML: r.html(a), Fresh: true, Effects: []lab.Effect{lab.Aside("read")}}
	}
	return lab.Reply{HTML: r.html(a)}
}

func (r *Room) fetch(l *lessons.Lesson) lab.Reply {
	return lab.Reply{Same: true, Effects: []lab.Effect{lab.Fetch("examples/"+l.Exercise.Example+".json", "begin")}}
}

// begin has the example that the exercise starts from.
func (r *Room) begin(a lab.Ask, l *lessons.Lesson) lab.Reply {
	why := a.Form.Get("error")
	start, err := lessons.Texts{}, error(nil)
	if why == "" {
		if start, err = l.Exercise.Begin([]byte(a.Arg)); err != nil {
			why = err.Error()
		}
	}
	if why != "" {
		return lab.Reply{Same: true, Say: "The exercise can not begin: " + why}
	}
	again := r.exercise.again
	r.exercise = exercise{begun: true, start: start}
	if again {
		return r.edit(a, lab.Docs(start))
	}
	return lab.Reply{Same: true, Effects: []lab.Effect{lab.Kept(keptKey+l.ID, "kept")}}
}

// keptKey and the id of a lesson is where the browser keeps the work on its
// exercise, as JSON.
const keptKey = "planproof.exercise."

// restored has what was kept. What can not be read, of another version or of
// somebody else, is as if there was nothing.
func (r *Room) restored(a lab.Ask) lab.Reply {
	if !r.exercise.begun {
		return lab.Reply{Same: true} // the reader has gone to another lesson
	}
	var work lab.Docs
	if err := json.Unmarshal([]byte(a.Arg), &work); err != nil || work == (lab.Docs{}) {
		work = lab.Docs(r.exercise.start)
	}
	return r.edit(a, work)
}

// keep is the effect that keeps the work.
func (r *Room) keep() lab.Effect {
	text, err := json.Marshal(r.exercise.work)
	if err != nil {
		text = nil // three strings do not fail
	}
	return lab.Keep(keptKey+r.lesson().ID, string(text))
}

// edit puts documents into the editors, with the exercise above them.
func (r *Room) edit(a lab.Ask, docs lab.Docs) lab.Reply {
	l := r.lesson()
	r.editing, r.exercise.work, r.exercise.judged = true, docs, false
	return lab.Reply{HTML: r.html(a), Fresh: true, Effects: []lab.Effect{
		lab.Aside("edit"),
		lab.Load(lab.Opening{Docs: docs, Title: l.Title, Origin: "exercise", Example: l.Exercise.Example, View: "verdict"}),
		lab.Command("pane", "text"),
	}}
}

// judge asks the verifier about the documents in the editors, once for each
// state of them that has a verdict.
func (r *Room) judge(a lab.Ask) lab.Reply {
	x := &r.exercise
	if x.judged && x.work == a.Docs || a.State != "done" && a.State != "error" {
		return lab.Reply{HTML: r.html(a)}
	}
	x.work, x.judged = a.Docs, true
	l := r.lesson()
	answer := lessons.Texts(a.Docs)
	var reports []*finding.Report
	for i, t := range l.Exercise.Tries(answer) {
		c := a.Context
		c.Docs = lab.Docs(t)
		if i == 0 {
			reports = append(reports, r.Cache.Of(c).Report)
		} else {
			reports = append(reports, (&verified.Cache{}).Of(c).Report)
		}
	}
	x.checks = l.Exercise.Checks(x.start, answer, reports)
	was := x.solved
	x.solved = x.checks != nil
	for _, c := range x.checks {
		x.solved = x.solved && c.Met
	}
	if !x.solved || was {
		return lab.Reply{HTML: r.html(a), Effects: []lab.Effect{r.keep()}}
	}
	return r.done(a, l)
}

// done remembers that the lesson is done, and says so.
func (r *Room) done(a lab.Ask, l *lessons.Lesson) lab.Reply {
	done := r.progress.Add(l.ID)
	return lab.Reply{HTML: r.html(a), Say: "The exercise is solved. " + l.Exercise.Done, Effects: []lab.Effect{r.keep(), done}}
}
