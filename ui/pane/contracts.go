package pane

import (
	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// Contracts is the list of obligations and the selected one in full.
func Contracts(m *viewmodel.Model, l Look) []Section {
	p := m.Contracts(l.At, l.Obligation)
	h := sect("list")
	heading(h, plural(len(p.List), "obligation"), p.Counts)
	if len(p.List) == 0 {
		h.El("p", "note", "No tool of this plan promises or demands anything.")
		return []Section{end("list", h)}
	}
	h.Open("div", "class", "scrollx").Open("table", "class", "tbl obl").Open("thead").Open("tr").Open("th").El("span", "sr", "status").Close("th")
	h.El("th", "", "step").El("th", "", "kind").El("th", "", "condition").El("th", "", "status").Close("tr").Close("thead").Open("tbody")
	for i, o := range p.List {
		obligationRow(h, i, o)
	}
	h.Close("tbody").Close("table").Close("div")
	out := []Section{end("list", h)}
	if p.Selected >= 0 && p.Selected < len(p.List) {
		out = append(out, obligation(p.List[p.Selected]), folded("question", "The query: cores, clauses, SMT-LIB"))
	}
	return out
}

func obligationRow(h *markup.Writer, i int, o viewmodel.Obligation) {
	class := ""
	if o.Lit {
		class = "lit"
	}
	h.Open("tr", "class", class, "data-testid", "obligation", "data-status", string(o.O.Status))
	h.Open("td", "class", o.Class).Mark(o.Mark).Close("td").Open("td", "class", "who")
	stepLink(h, o.Step)
	h.Close("td").El("td", "who", o.Kind).Open("td", "class", "what")
	h.Open("button", "type", "button", "class", "link-quiet", "data-do", "obligation", "data-arg", itoa(i)).Text(o.O.Condition).Close("button")
	h.Close("td").El("td", "st "+o.Class, o.Status).Close("tr")
}

func obligation(o viewmodel.Obligation) Section {
	h := sect("one")
	h.Open("h2").Open("span").Open("span", "class", o.Class).Mark(o.Mark).Close("span").Text(" ").Code(o.O.Condition)
	if o.Step != nil {
		h.Text(" at ")
		stepLink(h, o.Step)
	}
	h.Close("span").Close("h2")
	h.Open("p", "class", "note").El("b", "", statusWord(o)).Text(" " + statusWords(o)).Close("p")
	for i, f := range o.O.Facts {
		used := ""
		for _, c := range o.O.Core {
			if c.Words == f {
				used = "needed for the proof"
			}
		}
		h.Open("div", "class", "fact").El("span", "i", itoa(i+1)).Code(f).El("span", "src", used).Close("div")
	}
	if b := viewmodel.Bindings(o.O.Witness); len(b) > 0 {
		h.Open("dl", "class", "kv").El("dt", "", "Model").Open("dd")
		for i, s := range b {
			if i > 0 {
				h.Text(", ")
			}
			h.Code(s)
		}
		h.Close("dd").Close("dl")
	}
	return end("one", h)
}

func statusWord(o viewmodel.Obligation) string {
	switch o.Status {
	case "proved":
		return "Proved."
	case "at run time":
		return "Checked at run time."
	case "violated":
		return "Fails."
	case "unknown":
		return "Not established."
	}
	return "Not proved."
}

func statusWords(o viewmodel.Obligation) string {
	switch o.Status {
	case "proved":
		if len(o.O.Core) == 0 {
			return "It holds whatever the data."
		}
		return "It follows from what is known here."
	case "at run time":
		return "The tool promises it; the executor checks the result."
	case "violated":
		return "No data can satisfy it here."
	case "unknown":
		return o.O.Reason
	}
	return "A value for which it fails fits every known fact."
}
