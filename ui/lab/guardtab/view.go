package guardtab

import (
	"strconv"
	"strings"

	"planproof/core/guard"
	"planproof/core/value"
	cases "planproof/examples/guard"
	"planproof/ui/markup"
)

// documents are the fields: the example, the mode, and what can be edited.
func (r *Room) documents(h *markup.Writer) {
	h.Open("div", "class", "ask").Open("select", "class", "picker", "data-lab-change", "example", "aria-label", "Example", "data-testid", "guard-example")
	for _, c := range cases.All() {
		option(h, c.ID, c.Title, c.ID == r.in.example)
	}
	h.Close("select").Open("select", "class", "picker", "name", "guard-mode", "data-lab-change", "mode", "aria-label", "Mode", "data-testid", "guard-mode")
	option(h, "", "mode as declared", r.in.mode == "")
	option(h, "literal", "literal mode", r.in.mode == "literal")
	option(h, "full", "full mode", r.in.mode == "full")
	h.Close("select").Close("div")
	if r.in.moral != "" {
		h.El("p", "note", r.in.moral)
	}
	r.field(h, "conversation", "guard-talk", "Conversation, or a whole transcript", r.in.talk, "14")
	r.field(h, "guard", "guard-config", "Guard", r.in.config, "14")
	r.field(h, "call", "guard-call", "One more proposed call, after the conversation", r.in.call, "3")
	r.field(h, "facts", "guard-facts", "Facts", r.in.facts, "2")
}

func option(h *markup.Writer, id, text string, chosen bool) {
	selected := ""
	if chosen {
		selected = "selected"
	}
	// A value that is empty must be written: it is the default.
	h.Raw(`<option value="` + markup.Escape(id) + `"`)
	if selected != "" {
		h.Raw(` selected`)
	}
	h.Raw(">").Text(text).Close("option")
}

func (r *Room) field(h *markup.Writer, part, name, label, text, rows string) {
	invalid := ""
	if r.now.part == part && r.now.err != nil {
		invalid = "true"
	}
	h.Open("label", "class", "line", "for", name).Text(label).Close("label")
	h.Open("textarea", "class", "field mono", "id", name, "name", name, "data-testid", name, "rows", rows, "spellcheck", "false",
		"data-lab-input", "edit", "data-lab-wait", "250", "aria-invalid", invalid)
	h.Text("\n" + text).Close("textarea")
	if invalid != "" {
		h.Open("p", "class", "is-rejected", "role", "alert", "data-testid", "guard-error").Text(capital(r.now.err.Error())).Close("p")
	}
}

// judgement is the decision on the chosen call, check by check.
func (r *Room) judgement(h *markup.Writer) {
	switch {
	case r.now.err != nil:
		h.Open("header", "class", "statement quiet", "data-testid", "guard-verdict").El("h2", "big", "No decision.")
		h.El("p", "meta", "The "+r.now.part+" can not be read; what is wrong stands below it.").Close("header")
		return
	case len(r.now.calls) == 0:
		h.Open("header", "class", "statement quiet", "data-testid", "guard-verdict").El("h2", "big", "No call is proposed.")
		h.El("p", "meta", "Give a transcript with tool calls, or one more proposed call.").Close("header")
		return
	}
	d := r.now.calls[r.at].Decision
	w := words[d.Verdict]
	h.Open("header", "class", "statement "+strings.TrimPrefix(w.class, "is-"), "data-testid", "guard-verdict", "data-verdict", string(d.Verdict))
	h.Open("h2", "class", "big").El("b", "", w.done).Text(" " + sentence(d)).Close("h2")
	h.El("p", "meta", "Call "+strconv.Itoa(r.at+1)+" of "+strconv.Itoa(len(r.now.calls))+", "+d.Call.Name+". "+counts(d)).Close("header")
	r.compare(h, d)
	checks(h, d)
	if d.Verdict != guard.Allow {
		h.El("h3", "", "What the agent is told").Open("p", "class", "advice").Text(d.Advice()).Close("p")
	}
}

// sentence says why, about the world.
func sentence(d *guard.Decision) string {
	if c, ok := d.Check(d.Deciding); ok && c.Reason != "" {
		return capital(c.Reason)
	}
	if len(d.Evidence) > 0 {
		return "Every value of it is written where it may come from."
	}
	return "No check is against it."
}

func counts(d *guard.Decision) string {
	failed := len(d.Failed) + len(d.Abstained)
	s := strconv.Itoa(len(d.Checks)) + " checks, " + strconv.Itoa(failed) + " failed or undecided."
	if failed > 1 {
		s += " The first in order decides."
	}
	return s
}

// compare shows what an edit changed.
func (r *Room) compare(h *markup.Writer, d *guard.Decision) {
	if r.before.err != nil || r.at >= len(r.before.calls) {
		return
	}
	was := r.before.calls[r.at].Decision
	if was.Verdict == d.Verdict && was.Deciding == d.Deciding {
		return
	}
	w := words[was.Verdict]
	h.Open("p", "class", "g-before", "data-testid", "guard-before").Text("Before your edits: ").Open("span", "class", w.class).Mark(w.mark).Text(" " + w.done).Close("span")
	if was.Deciding != "" {
		h.Text(" ").Code(was.Deciding)
	}
	h.Text(" ").Open("button", "type", "button", "class", "link", "data-lab-do", "base").Text("Compare with this one from now on").Close("button").Close("p")
}

// states are how a check's outcome looks. A failed or undecided one takes the
// look of what it leads to.
func stateLook(c guard.Check) (class, mark, word string) {
	switch c.State {
	case guard.Failed:
		w := words[c.OnFail]
		return w.class, w.mark, w.verb
	case guard.Abstained:
		return "is-incomplete", "incomplete", "undecided"
	case guard.Skipped:
		return "muted", "", "not looked at"
	case guard.Passed:
	}
	return "is-proved", "proved", "holds"
}

func checks(h *markup.Writer, d *guard.Decision) {
	h.El("h3", "", "Checks, in order").Open("div", "class", "scrollx", "tabindex", "0", "aria-label", "Checks").Open("table", "class", "tbl checks")
	h.Open("thead", "class", "sr").Open("tr").El("th", "", "number").El("th", "", "state").El("th", "", "check").El("th", "", "result").Close("tr").Close("thead").Open("tbody")
	for i, c := range d.Checks {
		class, mark, word := stateLook(c)
		row := ""
		if c.Name == d.Deciding {
			row = "lit"
		}
		h.Open("tr", "class", row, "data-testid", "guard-check", "data-state", string(c.State), "data-deciding", strings.Repeat("true", len(row)/3))
		h.El("td", "no", strconv.Itoa(i)).Open("td", "class", class)
		if mark != "" {
			h.Mark(mark)
		}
		h.Close("td").Open("td").Open("span", "class", "nm").Text(c.Name).Close("span")
		if c.Policy {
			h.Text(" ").El("span", "muted", "policy")
		}
		if c.Reason != "" && c.State != guard.Passed {
			h.Open("p", "class", "why").Text(capital(c.Reason)).Close("p")
		}
		for _, q := range c.Quotes {
			quote(h, q)
		}
		h.Close("td").El("td", class, word).Close("tr")
	}
	h.Close("tbody").Close("table").Close("div")
}

// letters of the roles: a color never stands for a role alone.
var letters = map[guard.Role]string{guard.User: "U", guard.Tool: "T", guard.System: "S", guard.Assistant: "A"}

func quote(h *markup.Writer, q guard.Quote) {
	h.Open("p", "class", "g-quote").Open("span", "class", "g-role "+string(q.Role), "title", string(q.Role)).Text(letters[q.Role]).Close("span").Text(" ")
	h.Code(q.Argument).Text(": “"+clip(q.Text, 90)+"” ").El("span", "muted", "message "+strconv.Itoa(q.Message+1)+", "+strconv.Itoa(q.Start+1)+" to "+strconv.Itoa(q.End))
	if q.Tainted {
		h.Text(" ").El("span", "is-incomplete", "among orders")
	}
	h.Close("p")
}

func clip(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// callWords is a call as one writes it.
func callWords(c guard.Call) string {
	var b strings.Builder
	b.WriteString(c.Name + "(")
	arguments, ok := c.Arguments.(value.Object)
	if !ok && c.Arguments != nil {
		return c.Name + "(" + string(value.AppendJSON(nil, c.Arguments)) + ")"
	}
	long := 0
	for _, m := range arguments {
		long += len(m.Key) + len(value.AppendJSON(nil, m.Value)) + 3
	}
	for i, m := range arguments {
		if i > 0 {
			b.WriteString(",")
		}
		if long > 60 {
			b.WriteString("\n  ")
		} else if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(m.Key + "=" + string(value.AppendJSON(nil, m.Value)))
	}
	return b.String() + ")"
}
