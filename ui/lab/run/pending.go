package run

import (
	"strconv"
	"strings"

	exec "planproof/core/run"
	"planproof/core/types"
	"planproof/core/value"
	"planproof/ui/lab/words"
	"planproof/ui/markup"
)

// waiting is the call that waits: for approval, or for its result.
func (r *Room) waiting(h *markup.Writer) {
	p := r.session.pending
	h.Open("section", "class", "sect asked", "role", "dialog", "aria-labelledby", "run-asked", "data-testid", "run-pending")
	word := "The tool is called with"
	if r.session.asking {
		word = "Approve this call?"
	}
	h.Open("h2", "id", "run-asked").Text(word).Open("span", "class", "end").Text("call " + strconv.Itoa(p.number+1))
	if p.left >= 0 && r.session.asking {
		h.Text(", " + words.Count(p.left, "more call") + " in the budget")
	}
	h.Close("span").Close("h2")
	r.arguments(h, p.call)
	if r.session.asking {
		h.El("p", "note", "These are the real tool and its real arguments; the step's label is only what the planner wrote: "+quoted(p.call.Label)+".")
		h.Open("div", "class", "actions")
		h.Open("button", "type", "button", "class", "btn", "data-lab-do", "deny", "data-testid", "run-deny", "autofocus", "autofocus").Text("Deny").Close("button")
		words.Button(h, "btn primary", "allow", "", "run-allow", "Allow")
		h.Close("div")
	} else {
		r.result(h, p)
	}
	h.Close("section")
}

func quoted(s string) string { return "“" + s + "”" }

// arguments lists what a call is given, with where it is from.
func (r *Room) arguments(h *markup.Writer, c *exec.Call) {
	h.Open("p", "class", "calls").Code(c.Tool).Close("p").Open("table", "class", "tbl args").Open("tbody")
	for _, a := range c.Args {
		h.Open("tr").Open("td", "class", "mono").Text(a.Name).Close("td").Open("td", "class", "val mono").Text(brief(a.Value, 600))
		if a.Default {
			h.El("span", "muted", " default")
		}
		h.Close("td").Open("td", "class", "from")
		r.beads(h, a.Taint.Labels)
		if from := from(a.Taint.Provenance); from != "" {
			h.Text(" " + from)
		}
		h.Close("td").Close("tr")
	}
	if len(c.Args) == 0 {
		h.Open("tr").El("td", "muted", "no arguments").Close("tr")
	}
	h.Close("tbody").Close("table")
}

// from says what tools a value comes from.
func from(provenance []string) string {
	if len(provenance) == 0 {
		return ""
	}
	return "from " + strings.Join(provenance, ", ")
}

// result is the form for the result of the waiting call.
func (r *Room) result(h *markup.Writer, p *pending) {
	t := returns(p.spec)
	text := ""
	if p.suggested != nil && p.suggested.failed == "" {
		text = typed(t, p.suggested.result)
	}
	id := "run-" + p.field()
	h.Open("label", "class", "line", "for", id).Text("It answers, ").Code(t.String())
	if p.spec != nil {
		for _, c := range p.spec.Postconditions {
			h.Text(", with ").Code(c.Value)
		}
	}
	h.Close("label")
	resultField(h, p, t, text)
	if r.wrong != "" {
		h.Open("p", "class", "note is-rejected", "role", "alert", "data-testid", "run-wrong").Rich(r.wrong).Close("p")
	}
	h.Open("div", "class", "actions")
	words.Button(h, "btn primary", "answer", "", "run-answer", "Answer")
	if p.misfit {
		words.Button(h, "btn", "anyway", "", "run-anyway", "Answer so all the same")
	}
	if p.suggested != nil {
		words.Button(h, "btn", "on", "", "run-on", "Run on by the script")
	}
	h.Open("input", "type", "text", "class", "field", "name", "failure", "placeholder", "error message", "aria-label", "Error message", "data-testid", "run-failure")
	words.Button(h, "btn", "fail", "", "run-fail", "Let it fail")
	h.Close("div")
}

func placeholder(plain bool) string {
	if plain {
		return "the text, as it is"
	}
	return "JSON; a text stands in quotes"
}

// resultField is the field that fits the declared type.
func resultField(h *markup.Writer, p *pending, t types.Type, text string) {
	id := "run-" + p.field()
	switch {
	case truth(t):
		h.Open("select", "class", "field", "id", id, "name", p.field(), "data-testid", "run-result")
		for _, v := range []string{"true", "false"} {
			selected := ""
			if v == text {
				selected = "selected"
			}
			h.Open("option", "value", v, "selected", selected).Text(v).Close("option")
		}
		h.Close("select")
	case t.Kinds().Has(value.TextKind) || t.Kinds().Meets(value.ListKind|value.ObjectKind):
		h.Open("textarea", "class", "field mono", "id", id, "name", p.field(), "rows", "3", "spellcheck", "false", "data-testid", "run-result", "placeholder", placeholder(plainText(t)), "autofocus", "autofocus").
			Text(text).Close("textarea")
	default:
		h.Open("input", "type", "text", "class", "field mono", "id", id, "name", p.field(), "value", text, "data-testid", "run-result", "autocomplete", "off", "autofocus", "autofocus")
	}
}
