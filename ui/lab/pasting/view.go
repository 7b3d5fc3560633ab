package pasting

import (
	"strconv"
	"strings"

	"planproof/core/intake"
	"planproof/ui/lab"
	"planproof/ui/lab/form"
	"planproof/ui/markup"
)

func (r *Room) html(a lab.Ask) string {
	h := markup.New().Open("div", "class", "pasting")
	h.Open("div", "class", "row").El("p", "note", "A workflow, a policy, tool specifications, or all of it in one piece; tool calls, workflow files, Python plans and recorded conversations of other programs; with the prose and code fences around it. What is not in the text stays as it is. Nothing leaves this page.")
	h.Open("textarea", "class", "pastebox", "name", "text", "data-testid", "paste", "aria-label", "Text to sort", "spellcheck", "false", "placeholder", "Paste here",
		"data-lab-input", "read", "data-lab-wait", "200", "autofocus", "autofocus")
	if strings.HasPrefix(r.text, "\n") {
		h.Raw("\n") // the first one is not part of the text in HTML
	}
	h.Text(r.text).Close("textarea")
	r.readBack(h, a)
	h.Open("div", "class", "actions")
	refused := r.result != nil && r.result.Bundle == nil
	off := ""
	if refused {
		off = "disabled"
	}
	h.Open("button", "type", "button", "class", "btn primary", "data-lab-do", "use", "data-testid", "paste-sort", "disabled", off).Text("Use it").Close("button")
	if refused {
		form.Button(h, "asis", "", "btn", "paste-asis", "Put it into Workflow as it is")
	}
	h.Open("button", "type", "button", "class", "btn", "data-do", "file", "data-lab-close", "dialog").Text("Choose a file").Close("button")
	return h.Close("div").Close("div").Close("div").String()
}

// readBack says what was understood.
func (r *Room) readBack(h *markup.Writer, a lab.Ask) {
	h.Open("div", "class", "readback", "data-testid", "paste-notes", "role", "group", "aria-label", "What was understood")
	switch x := r.result; {
	case x == nil:
		h.El("p", "note", "What is understood of the text appears here before anything is used.")
	case x.Bundle == nil:
		r.refused(h, x.Refused)
	default:
		h.Open("p", "class", "understood").Mark("tick").Text(" ").Rich(x.Summary).Close("p")
	}
	if r.result != nil {
		r.choices(h, a)
		r.pieces(h)
		r.group(h, intake.NoteGuessed, "Guessed", "possible")
		r.group(h, intake.NoteDropped, "Dropped", "unreachable")
		r.group(h, intake.NoteRead, "Read otherwise than written", "assumed")
	}
	h.Close("div")
}

func (r *Room) refused(h *markup.Writer, f *intake.Refused) {
	h.Open("p", "class", "understood is-rejected").Mark("confirmed").Text(" ").Rich(r.result.Summary).Close("p")
	if f == nil {
		return
	}
	h.Open("p", "class", "note").Text("At ").El("span", "mono", place(f.Span.Start.Line, f.Span.Start.Column)).Text(". ")
	if len(f.Names) > 0 {
		h.Text("Involved: ")
		for i, name := range f.Names {
			if i > 0 {
				h.Text(", ")
			}
			h.Code(name)
		}
		h.Text(". ")
	}
	h.Rich(upper(hint(f))).Close("p")
}

// hint is the hint of a refusal as it applies here.
func hint(f *intake.Refused) string {
	if strings.Contains(f.Hint, "--") {
		return "choose a format if you know it"
	}
	return f.Hint
}

func upper(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}

// choices are what the reader can decide: the format, the plan, what is done
// with what the text does not have.
func (r *Room) choices(h *markup.Writer, a lab.Ask) {
	h.Open("p", "class", "choices")
	options := []string{"", "its shape"}
	for _, f := range intake.Formats() {
		options = append(options, f.ID, f.Name)
	}
	form.Choice(h, "from", "read by", r.options.From, options...)
	if n := len(r.result.Plans); n > 1 {
		options = nil
		for i, p := range r.result.Plans {
			options = append(options, strconv.Itoa(i+1), strconv.Itoa(i+1)+" of "+strconv.Itoa(n)+": "+planTitle(p))
		}
		form.Choice(h, "plan", "plan", strconv.Itoa(r.result.Plan+1), options...)
	}
	if missing := r.missing(); r.result.Bundle != nil && missing != "" {
		value := "own"
		if r.keeps(a) {
			value = "page"
		}
		form.Choice(h, "around", missing, value, "page", "as in the page", "own", "drafted from the text")
	}
	if r.result.Talk != nil {
		form.Check(h, "link", "make references of arguments that repeat a result (a guess)", r.options.Link)
	}
	h.Close("p")
}

func planTitle(p intake.PlanInfo) string {
	if p.Refused != nil {
		return "refused, " + p.Refused.Message
	}
	for _, s := range []string{p.Title, p.Goal} {
		if s != "" {
			return s
		}
	}
	return strconv.Itoa(p.Stats.Calls) + " calls"
}

// pieces list what the text consists of when that is more than one thing, or
// when a piece might be another.
func (r *Room) pieces(h *markup.Writer) {
	interesting := len(r.result.Pieces) > 1
	for _, p := range r.result.Pieces {
		interesting = interesting || len(p.Ties) > 0
	}
	if !interesting {
		return
	}
	h.El("h3", "", "Pieces").Open("ul", "class", "noted")
	for _, p := range r.result.Pieces {
		h.Open("li").El("span", "mono", place(p.Span.Start.Line, p.Span.Start.Column)).Open("span")
		switch {
		case p.Refused != nil:
			h.Open("span", "class", "is-rejected").Mark("confirmed").Text(" ").Rich(p.Refused.Message).Close("span")
		default:
			h.Text(p.Name + ": " + form.Count(p.Plans, "plan") + ", " + form.Count(p.Tools, "tool"))
		}
		if len(p.Ties) > 0 {
			h.Text("; it might as well be " + strings.Join(p.Ties, " or ")).Text(": choose above")
		}
		h.Close("span").Close("li")
	}
	h.Close("ul")
}

func (r *Room) group(h *markup.Writer, kind intake.NoteKind, words, mark string) {
	open := false
	for _, n := range r.result.Notes {
		if n.Kind != kind {
			continue
		}
		if !open {
			h.Open("h3").Mark(mark).Text(" "+words).Close("h3").Open("ul", "class", "noted", "data-kind", string(kind))
			open = true
		}
		h.Open("li").El("span", "mono", place(n.Span.Start.Line, n.Span.Start.Column)).Open("span").Rich(n.Message).Close("span").Close("li")
	}
	if open {
		h.Close("ul")
	}
}

func place(line, column int) string {
	if line == 0 {
		return ""
	}
	return strconv.Itoa(line) + ":" + strconv.Itoa(column)
}
