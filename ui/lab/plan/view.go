package plan

import (
	"strconv"
	"strings"

	"planproof/core/planner"
	"planproof/ui/lab"
	"planproof/ui/lab/words"
	"planproof/ui/markup"
)

func (r *Room) view(a lab.Ask) string {
	h := markup.New().Open("div", "class", "planroom")
	h.El("p", "note", "The planner sees the goal, the tools and the policy, never any data. Its answer is read and verified here; what is wrong with it goes back to it.")
	r.goals(h)
	if r.wrong != "" {
		h.Open("p", "class", "note is-rejected", "role", "alert", "data-testid", "plan-wrong").Rich(r.wrong).Close("p")
	}
	if r.out != nil {
		for i := range r.out.Attempts {
			r.attempt(h, i)
		}
	}
	if !r.accepted {
		r.answer(h)
	}
	return h.Close("div").String()
}

// goals is what the plan is for, and the prompt.
func (r *Room) goals(h *markup.Writer) {
	h.Open("section", "class", "sect").Open("label", "class", "line", "for", "plan-goal").Text("Goal").Close("label")
	begun := r.out != nil
	off := ""
	if begun {
		off = "readonly"
	}
	h.Open("textarea", "id", "plan-goal", "class", "field", "name", "goal", "rows", "2", "readonly", off, "data-testid", "plan-goal").Text(r.goal).Close("textarea")
	h.Open("label", "class", "line", "for", "plan-inputs").Text("Inputs with their values, as a JSON object; only the names are shown to the planner").Close("label")
	h.Open("input", "type", "text", "id", "plan-inputs", "class", "field mono", "name", "inputs", "value", r.inputs, "readonly", off, "placeholder", "{}", "spellcheck", "false", "autocomplete", "off", "data-testid", "plan-inputs")
	h.Open("div", "class", "actions")
	class := "btn primary"
	if begun {
		class = "btn"
	}
	words.Button(h, class, "prompt", "", "plan-prompt", "Copy prompt")
	if !r.accepted && !begun {
		words.Button(h, "btn llm-only", "ask", "", "plan-ask", "Ask the model")
	}
	if begun {
		words.Button(h, "btn", "again", "", "plan-again", "Begin anew")
	}
	h.Close("div")
	if begun {
		h.Open("details", "id", "plan-prompt-text", "class", "fold").Open("summary").Text("The prompt, " + strconv.Itoa(len(r.prompt())) + " bytes").Close("summary")
		h.Open("pre", "class", "query", "tabindex", "0").Text(r.prompt()).Close("pre").Close("details")
	}
	h.Close("section")
}

// answer is the box for the next answer.
func (r *Room) answer(h *markup.Writer) {
	h.Open("section", "class", "sect")
	if r.asking {
		h.Open("h2").Text("The model answers").Close("h2").Open("pre", "class", "query stream", "data-lab-stream", "1", "data-testid", "plan-stream", "tabindex", "0").Text("…").Close("pre")
		h.Open("div", "class", "actions").Open("button", "type", "button", "class", "btn", "data-lab-abort", "1", "data-testid", "plan-stop").Text("Stop").Close("button").Close("div").Close("section")
		return
	}
	n := 0
	if r.out != nil {
		n = len(r.out.Attempts)
	}
	h.Open("label", "class", "line", "for", "plan-answer").Text("Answer " + strconv.Itoa(n+1) + ": paste all of it, prose and fences included").Close("label")
	h.Open("textarea", "id", "plan-answer", "class", "field mono", "name", "answer", "rows", "7", "spellcheck", "false", "data-testid", "plan-answer").Close("textarea")
	h.Open("div", "class", "actions")
	words.Button(h, "btn primary", "read", "", "plan-read", "Read and verify")
	if n > 0 {
		words.Button(h, "btn llm-only", "ask", "", "plan-ask", "Send the feedback, ask again")
	}
	h.Close("div").Close("section")
}

// attempt is one answer and what came of it.
func (r *Room) attempt(h *markup.Writer, i int) {
	a := &r.out.Attempts[i]
	last := i == len(r.out.Attempts)-1
	state, class, mark, word := outcome(a)
	h.Open("section", "class", "sect", "data-testid", "plan-attempt", "data-state", state)
	h.Open("h2").Open("span", "class", class).Mark(mark).Text(" " + word).Close("span").Text(" attempt " + strconv.Itoa(i+1))
	if a.Report != nil {
		h.El("span", "end", counts(a))
	}
	h.Close("h2")
	switch {
	case state == "accepted":
		h.El("p", "note", "No run of this plan breaks the policy.")
	case a.Feedback != "":
		h.Open("details", "id", "plan-feedback-"+strconv.Itoa(i), "class", "fold", "open", open(last)).Open("summary").Text("What the planner is told").Close("summary")
		h.Open("pre", "class", "query wrap", "data-testid", "plan-feedback", "tabindex", "0").Text(a.Feedback).Close("pre").Close("details")
	}
	h.Open("div", "class", "actions")
	if a.Report != nil {
		class, text := "btn", "Look at it in the page"
		if state == "accepted" {
			class, text = "btn primary", "Use this plan"
		}
		words.Button(h, class, "use", strconv.Itoa(i), "plan-use", text)
	}
	if last && a.Feedback != "" {
		words.Button(h, "btn", "feedback", "", "plan-copy-feedback", "Copy feedback")
	}
	h.Close("div").Close("section")
}

func open(is bool) string {
	if is {
		return "open"
	}
	return ""
}

// outcome is what came of an answer.
func outcome(a *planner.Attempt) (state, class, mark, word string) {
	switch {
	case a.Problem != nil:
		return "unreadable", "is-incomplete", "incomplete", "No plan:"
	case a.Report == nil:
		return "unverified", "is-incomplete", "incomplete", "Not verified:"
	case a.Report.OK:
		return "accepted", "is-proved", "proved", "Accepted:"
	}
	return "refused", "is-rejected", "confirmed", "Refused:"
}

func counts(a *planner.Attempt) string {
	text := strconv.Itoa(a.Report.Stats.Steps) + " steps"
	if n := len(a.Report.Violations); n == 1 {
		text += ", 1 violation"
	} else if n > 1 {
		text += ", " + strconv.Itoa(n) + " violations"
	}
	return text
}

// words are what happened, for the live region.
func (r *Room) words() string {
	if r.wrong != "" {
		return r.wrong
	}
	if r.out == nil || len(r.out.Attempts) == 0 {
		return ""
	}
	n := len(r.out.Attempts)
	_, _, _, word := outcome(&r.out.Attempts[n-1])
	return strings.TrimSuffix(word, ":") + ", attempt " + strconv.Itoa(n) + "."
}
