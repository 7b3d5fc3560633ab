package pane

import (
	"strconv"
	"strings"

	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// Verdict is the sentence, the counts and the finding cards.
func Verdict(m *viewmodel.Model, l Look) []Section {
	s := m.Statement()
	h := markup.New().Open("header", "class", "statement "+s.Class, "data-testid", "verdict", "data-sect", "statement")
	h.Open("h1").El("b", "", string(s.Outcome)).Text(" ").Rich(s.Sentence).Close("h1")
	h.El("p", "meta", s.Counts).El("p", "meta", s.Engine+took(l.Millis)).Close("header")
	out := []Section{{ID: "statement", HTML: h.String()}}
	quiet := 0
	for _, c := range m.Cards {
		if c.Quiet {
			quiet++
			if !l.More {
				continue
			}
			if quiet == 1 {
				out = append(out, fold(m, l))
			}
		}
		out = append(out, card(m, c, l))
		if c.Number == l.Open {
			out = append(out, folded("mend", "What would make it pass"))
		}
	}
	if quiet > 0 && !l.More {
		out = append(out, fold(m, l))
	}
	if s.Outcome == viewmodel.Accepted {
		out = append(out, proved(m))
	}
	if s.Outcome == viewmodel.Incomplete {
		n := sect("incomplete").Open("p", "class", "note", "data-testid", "analysis-incomplete")
		n.Text("Incomplete is its own outcome: neither accepted nor refuted. It outranks every other verdict and is never shown in green.").Close("p")
		out = append(out, end("incomplete", n))
	}
	return append(out, folded("absent", "Why was something not flagged?"))
}

func took(ms float64) string {
	switch {
	case ms <= 0:
		return ""
	case ms < 10:
		return " · " + strconv.FormatFloat(ms, 'f', 1, 64) + " ms"
	}
	return " · " + strconv.FormatFloat(ms, 'f', 0, 64) + " ms"
}

// fold is the line that opens and closes warnings and remarks.
func fold(m *viewmodel.Model, l Look) Section {
	var parts []string
	if n := len(m.Report.Warnings); n > 0 {
		parts = append(parts, plural(n, "warning"))
	}
	if n := len(m.Report.Lint); n > 0 {
		parts = append(parts, plural(n, "remark")+" on the policy")
	}
	if n := len(m.Report.Notes); n > 0 {
		parts = append(parts, plural(n, "note"))
	}
	word := "Show"
	if l.More {
		word = "Hide"
	}
	h := markup.New().Open("div", "class", "group", "data-sect", "fold")
	h.Open("span", "class", "is-possible").Mark("warning").Text(" " + strings.Join(parts, ", ")).Close("span")
	h.Open("span", "class", "end").Open("button", "type", "button", "class", "link", "data-do", "more", "aria-expanded", boolWord(l.More)).Text(word).Close("button").Close("span")
	return Section{ID: "fold", HTML: h.Close("div").String()}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return itoa(n) + " " + word + "s"
}

func boolWord(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

func card(m *viewmodel.Model, c *viewmodel.Card, l Look) Section {
	open := c.Number == l.Open
	class := "finding"
	if open {
		class += " open"
	}
	id := "finding-" + itoa(c.Number)
	h := markup.New().Open("article", "class", class, "data-sect", id, "data-testid", "finding",
		"data-category", string(c.F.Category), "data-rule", c.F.RuleName, "data-path", c.F.Path)
	h.Open("header", "class", "head")
	h.Open("span", "class", "num "+c.Class).Mark(c.Mark).Text(" " + itoa(c.Number)).Close("span")
	h.Open("h2").Open("button", "class", "rule", "type", "button", "data-do", "open", "data-arg", itoa(c.Number), "aria-expanded", boolWord(open))
	h.Text(c.Title).Close("button")
	if c.Step != nil {
		h.Raw(" ").Open("span", "class", "at").Text("at ")
		stepLink(h, c.Step)
		h.Close("span")
	}
	h.Close("h2").El("span", "cert "+c.Class, c.Certainty)
	h.Open("p", "class", "sum").Rich(c.Sum).Close("p").Close("header")
	if open {
		more(h, m, c, l)
	}
	return Section{ID: id, HTML: h.Close("article").String()}
}

func more(h *markup.Writer, m *viewmodel.Model, c *viewmodel.Card, l Look) {
	h.Open("div", "class", "more")
	if len(c.Hops) > 0 {
		h.Open("ol", "class", "flow", "aria-label", "Flow, "+plural(len(c.Hops), "hop"))
		for i, hop := range c.Hops {
			hopLine(h, i, hop, hop.Now(l.At))
		}
		h.Close("ol")
	}
	h.Open("dl", "class", "kv")
	if b := viewmodel.Bindings(c.F.Witness); len(b) > 0 {
		h.El("dt", "", "Witness").Open("dd")
		for i, s := range b {
			if i > 0 {
				h.Text(", ")
			}
			h.Code(s)
		}
		h.Close("dd")
	}
	if c.F.Witness != nil && c.F.Witness.Replay != "" {
		h.El("dt", "", "Replay").Open("dd")
		if c.F.Witness.Replay == "confirmed" {
			h.El("b", "is-rejected", "Confirmed.")
		} else {
			h.El("b", "is-possible", "Abstract only.").Text(" No replayed run shows it.")
		}
		h.Close("dd")
	}
	if c.F.Hint != "" {
		h.El("dt", "", "Hint").Open("dd").Rich(capital(c.F.Hint)).Close("dd")
	}
	h.El("dt", "", "Where").Open("dd")
	h.Open("button", "type", "button", "class", "link", "data-do", "span", "data-arg", itoa(c.Number))
	h.Text(c.F.Span.Doc + " " + itoa(c.F.Span.Start.Line) + ":" + itoa(c.F.Span.Start.Column)).Close("button")
	if c.Event >= 0 {
		h.Text(" ").Open("button", "type", "button", "class", "link", "data-do", "event", "data-arg", itoa(c.Event)).Text("event " + itoa(c.Event+1)).Close("button")
	}
	if c.Step != nil {
		h.Text(" ").Open("button", "type", "button", "class", "link", "data-do", "tab", "data-arg", "run").Text("replay").Close("button")
	}
	h.Close("dd").Close("dl").Close("div")
}

func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:] + "."
}

func hopLine(h *markup.Writer, i int, hop viewmodel.Hop, now bool) {
	class := ""
	if now {
		class = "now"
	}
	h.Open("li", "class", class).El("span", "i", itoa(i+1))
	if hop.Event >= 0 {
		h.Open("button", "type", "button", "class", "c link-quiet", "data-do", "event", "data-arg", itoa(hop.Event)).Text(hop.Text).Close("button")
	} else {
		h.El("span", "c", hop.Text)
	}
	h.Open("span", "class", "w")
	if len(hop.Labels) > 0 {
		labels(h, hop.Labels)
		h.Text(" ")
	}
	h.Text(hop.Why).Close("span").Close("li")
}

// proved lists what an accepted plan's verdict rests on.
func proved(m *viewmodel.Model) Section {
	h := sect("proved")
	heading(h, "What was proved", "")
	h.Open("ul", "class", "claims")
	claim := func(what, how string) {
		h.Open("li").Open("span", "class", "is-proved").Mark("proved").Close("span").Open("span").Rich(what).Close("span")
		h.Open("span", "class", "how").Rich(how).Close("span").Close("li")
	}
	if m.Policy != nil {
		for _, r := range m.Policy.TaintRules {
			claim("`"+r.Name.Value+"` holds", "No value that carries it reaches its sink unsanitized, on any path.")
		}
		for _, a := range m.Policy.Automata {
			claim("`"+a.Name.Value+"` stays out of its error states", "For every order of calls that the plan allows.")
		}
	}
	for _, o := range m.Contracts(-1, -1).List {
		if o.Class == "is-proved" && o.Step != nil {
			claim("`"+o.O.Condition+"` at "+o.Step.Name(), strings.Join(o.O.CoreWords(), "; "))
		}
	}
	claim("Every name is bound before it is used", m.Understood()+".")
	h.Close("ul")
	return end("proved", h)
}
