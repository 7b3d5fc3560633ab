package lesson

import (
	"strconv"

	"planproof/ui/lab"
	"planproof/ui/lab/course"
	"planproof/ui/lab/form"
	"planproof/ui/lab/gallery"
	"planproof/ui/lessons"
	"planproof/ui/markup"
)

func (r *Room) html(a lab.Ask) string {
	h := markup.New()
	l := r.lesson()
	switch {
	case l == nil:
		r.list(h)
	case r.editing:
		r.working(h, l)
	default:
		r.text(h, l, a)
	}
	return h.String()
}

func (r *Room) list(h *markup.Writer) {
	h.Open("div", "class", "bar").El("span", "legend", "Lessons").Open("span", "class", "end")
	form.Button(h, "close", "", "btn plain", "lesson-close", "Close")
	h.Close("span").Close("div").Open("div", "class", "prose", "data-keep-scroll", "list", "tabindex", "0")
	h.El("h1", "", "Lessons")
	h.El("p", "", "Each text moves the cursor of a real verification and ends with an exercise that the verifier checks. "+
		strconv.Itoa(r.progress.Count())+" of "+strconv.Itoa(len(course.All()))+" done.")
	gallery.List(h, &r.progress, "open")
	h.Close("div")
}

func (r *Room) bar(h *markup.Writer) {
	h.Open("div", "class", "bar").Open("span", "class", "legend")
	form.Button(h, "turn", "0", "link", "lesson-list", "Lessons")
	h.Text(" ").El("span", "muted", strconv.Itoa(r.at)+" of "+strconv.Itoa(len(course.All()))).Close("span").Open("span", "class", "end")
	if r.at > 1 {
		form.Button(h, "turn", strconv.Itoa(r.at-1), "btn plain", "lesson-back", "Back")
	}
	if r.at < len(course.All()) {
		form.Button(h, "turn", strconv.Itoa(r.at+1), "btn plain", "lesson-next", "Next")
	}
	form.Button(h, "close", "", "btn plain", "lesson-close", "Close")
	h.Close("span").Close("div")
}

// text is the lesson to be read.
func (r *Room) text(h *markup.Writer, l *lessons.Lesson, a lab.Ask) {
	r.bar(h)
	h.Open("article", "class", "prose", "data-keep-scroll", l.ID, "tabindex", "0", "aria-labelledby", "lesson-title")
	h.Open("h1", "id", "lesson-title").Text(l.Title).Close("h1")
	for i, p := range l.Parts {
		h.Open("p").Rich(p.Text)
		for j, s := range p.Show {
			class, current := "show", ""
			if r.now(a, s) {
				class, current = "show is-now", "step"
			}
			arg := strconv.Itoa(i) + "." + strconv.Itoa(j)
			h.Text(" ").Open("button", "type", "button", "class", class, "aria-current", current, "data-lab-do", "show", "data-lab-arg", arg, "data-testid", "lesson-show")
			h.Text("Show me: " + s.Words).Close("button")
		}
		h.Close("p")
	}
	h.Open("div", "class", "exercise").El("h2", "", "Exercise").Open("p").Rich(l.Exercise.Text).Close("p")
	h.Open("div", "class", "actions")
	words := "Do the exercise"
	if r.exercise.begun {
		words = "Go on with it"
	}
	form.Button(h, "edit", "", "btn primary", "exercise-edit", words)
	if r.progress.Done(l.ID) {
		h.Open("span", "class", "is-proved").Mark("tick").Text(" done").Close("span")
	} else {
		h.El("span", "muted", "The verifier decides.")
	}
	h.Close("div").Close("div").Close("article")
}

// working is the exercise above the editors.
func (r *Room) working(h *markup.Writer, l *lessons.Lesson) {
	r.bar(h)
	x := &r.exercise
	h.Open("div", "class", "exercising", "data-keep-scroll", "exercise", "tabindex", "0", "aria-label", "Exercise")
	h.Open("p").Rich(l.Exercise.Text).Close("p")
	r.goals(h, l)
	if x.hint {
		h.Open("p", "class", "note", "data-testid", "exercise-hint").Rich(l.Exercise.Hint).Close("p")
	}
	h.Open("div", "class", "actions")
	form.Button(h, "check", "", "btn primary", "exercise-check", "Check my plan")
	words := "Hint"
	if x.hint {
		words = "No hint"
	}
	form.Button(h, "hint", "", "btn", "exercise-show-hint", words)
	form.Button(h, "text", "", "btn", "exercise-text", "Back to the text")
	form.Button(h, "again", "", "btn plain", "exercise-again", "Start over")
	h.Close("div").Close("div")
}

func (r *Room) goals(h *markup.Writer, l *lessons.Lesson) {
	x := &r.exercise
	switch {
	case !x.judged:
		h.El("p", "note", "The goals are ticked off as the verifier finds them met.")
		return
	case x.checks == nil:
		h.Open("p", "class", "is-rejected", "data-testid", "exercise-unread").Mark("confirmed").Text(" The documents can not be read as they are; the verdict says where.").Close("p")
		return
	}
	h.Open("ul", "class", "goals", "aria-label", "Goals")
	for _, c := range x.checks {
		class, mark, words, met := "", "assumed", c.Wrong, "false"
		if c.Met {
			class, mark, words, met = "is-proved", "tick", c.Want, "true"
		}
		h.Open("li", "class", class, "data-testid", "exercise-goal", "data-met", met).Mark(mark).Open("span").Rich(words).Close("span").Close("li")
	}
	h.Close("ul")
	if x.solved {
		h.Open("p", "class", "solved", "data-testid", "exercise-solved").Open("b", "class", "is-proved").Text("Solved.").Close("b").Text(" ").Rich(l.Exercise.Done).Close("p")
	}
}
