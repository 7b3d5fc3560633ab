// Package lesson is the room beside the documents: a text that moves the
// cursor of a real verification, then an exercise in the editors, which the
// verifier checks.
//
//	lesson.go    the room: opening lessons, and what they show
//	exercise.go  the exercise and its goals
//	view.go      both as HTML
package lesson

import (
	"strconv"
	"strings"

	"planproof/core/finding"
	"planproof/ui/lab"
	"planproof/ui/lab/course"
	"planproof/ui/lab/verified"
	"planproof/ui/lessons"
	"planproof/ui/paste"
)

// Room shows the list of lessons, or one of them.
type Room struct {
	Cache *verified.Cache

	progress course.Progress
	at       int  // of the lesson, counted from 1; 0 is the list
	editing  bool // the exercise is open, and the text is not
	wanted   lessons.Show
	loaded   map[string]lab.Docs // examples as the page has them
	exercise exercise
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	switch a.Do {
	case lab.Look:
		return r.look(a)
	case "open":
		return r.open(a, course.Find(a.Arg)+1)
	case "turn":
		n, _ := strconv.Atoi(a.Arg)
		return r.open(a, n)
	case "progress":
		r.progress.Read(a.Arg)
	case "show":
		return r.show(a)
	case "example":
		return r.example(a)
	case "close":
		return lab.Reply{HTML: r.html(a), Effects: []lab.Effect{lab.Aside("")}}
	case "edit", "again", "begin", "kept", "text", "check", "hint":
		return r.exercising(a)
	}
	return lab.Reply{HTML: r.html(a)}
}

// lesson is the one that is open, nil for the list.
func (r *Room) lesson() *lessons.Lesson {
	if r.at == 0 {
		return nil
	}
	return course.All()[r.at-1]
}

// look follows the page. In the exercise every verdict is judged.
func (r *Room) look(a lab.Ask) lab.Reply {
	if r.editing {
		return r.judge(a)
	}
	reply := lab.Reply{HTML: r.html(a)}
	if r.at == 0 {
		reply.Effects = []lab.Effect{course.Ask("progress")}
	}
	return reply
}

// open opens a lesson by its number, 0 for the list. Its first moment is shown
// with it.
func (r *Room) open(a lab.Ask, n int) lab.Reply {
	r.at, r.editing, r.exercise = min(max(n, 0), len(course.All())), false, exercise{}
	effects := []lab.Effect{lab.Aside("read"), lab.Command("pane", "text"), course.Ask("progress")}
	l := r.lesson()
	if l == nil {
		return lab.Reply{HTML: r.html(a), Fresh: true, Effects: effects}
	}
	effects = append(effects, lab.Address("#lesson="+l.ID))
	first := lessons.Show{Example: l.Example, View: "verdict"}
	for _, p := range l.Parts {
		if len(p.Show) > 0 {
			first = p.Show[0]
			break
		}
	}
	return lab.Reply{HTML: r.html(a), Fresh: true, Say: "Lesson: " + l.Title, Effects: append(effects, r.bring(a, first)...)}
}

// show is a click on a "show me": Arg is the number of the part and of the
// show in it.
func (r *Room) show(a lab.Ask) lab.Reply {
	part, show, _ := strings.Cut(a.Arg, ".")
	i, _ := strconv.Atoi(part)
	j, _ := strconv.Atoi(show)
	l := r.lesson()
	if l == nil || i < 0 || i >= len(l.Parts) || j < 0 || j >= len(l.Parts[i].Show) {
		return lab.Reply{Same: true}
	}
	return lab.Reply{Same: true, Effects: r.bring(a, l.Parts[i].Show[j])}
}

// bring moves the page to a moment. Where it shows other documents the example
// is loaded first; what is in the editors can be brought back with undo.
func (r *Room) bring(a lab.Ask, s lessons.Show) []lab.Effect {
	if docs, ok := r.loaded[s.Example]; ok && docs == a.Docs && a.Event >= 0 {
		return []lab.Effect{lab.Command("tab", s.View), lab.At(s.At)}
	}
	r.wanted = s
	return []lab.Effect{lab.Fetch("examples/"+s.Example+".json", "example")}
}

// example has the example of the wanted moment.
func (r *Room) example(a lab.Ask) lab.Reply {
	if why := a.Form.Get("error"); why != "" {
		return lab.Reply{Same: true, Say: "The example of this lesson can not be fetched: " + why}
	}
	s := paste.Sort(a.Arg)
	docs := lab.Docs{Workflow: s.Workflow, Policy: s.Policy, Tools: s.Tools}
	if r.loaded == nil {
		r.loaded = map[string]lab.Docs{}
	}
	r.loaded[r.wanted.Example] = docs
	return lab.Reply{Same: true, Effects: []lab.Effect{lab.Load(lab.Opening{
		Docs: docs, Title: s.Title, Origin: "lesson " + strconv.Itoa(r.at), Example: r.wanted.Example, At: r.wanted.At, View: r.wanted.View,
	})}}
}

// now tells whether the page is at the moment of a show.
func (r *Room) now(a lab.Ask, s lessons.Show) bool {
	if a.Event < 0 || r.loaded[s.Example] != a.Docs {
		return false
	}
	v := r.Cache.Of(a.Context)
	return v.Err == nil && v.Report.Trace.Find(finding.ParseCursor(s.At)) == a.Event
}
