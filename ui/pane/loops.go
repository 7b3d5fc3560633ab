package pane

import (
	"strings"

	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// Loops is the equation of a loop, its matrix, and what unrolling would have
// concluded.
func Loops(m *viewmodel.Model, l Look) []Section {
	p := m.LoopsAt(l.At, l.Loop)
	if p.Loop == nil {
		h := sect("none")
		h.El("p", "note", "No loop in this plan.")
		return []Section{end("none", h)}
	}
	out := []Section{equation(m, p, l), matrix(m, p)}
	if len(p.Contrast) > 0 {
		out = append(out, contrast(p))
	}
	return append(out, loopList(p))
}

func equation(m *viewmodel.Model, p viewmodel.LoopsPane, l Look) Section {
	h := sect("equation")
	h.Open("h2")
	var paths []string
	for _, i := range p.Loops {
		paths = append(paths, i.Step.Path)
	}
	h.Open("select", "class", "picker", "data-change", "loop", "aria-label", "Loop")
	for _, i := range p.Loops {
		selected := ""
		if i.Step == p.Loop {
			selected = "selected"
		}
		h.Open("option", "value", i.Step.Path, "selected", selected).Text(i.Step.Name()).Close("option")
	}
	h.Close("select").Raw(" ").Text("for ").Code(p.Item).Text(" in ").Code(p.Coll)
	h.Open("span", "class", "end").Text(converged(p)).Close("span").Close("h2")
	if p.Iterations == 0 {
		h.El("p", "note", "This loop was not reached, or no trace was recorded.")
		return end("equation", h)
	}
	h.Open("p", "class", "eq", "data-testid", "loop-equation")
	index(h, "H", p.Round)
	if p.Round == 0 {
		h.Text(" = entry")
	} else {
		h.Text(" = entry ⊔ body(")
		index(h, "H", p.Round-1)
		h.Text(")")
		if p.Converged && p.Round == p.Iterations {
			h.Text(" = ")
			index(h, "H", p.Round-1)
		}
	}
	h.Close("p")
	terms(h, p)
	return end("equation", h)
}

func converged(p viewmodel.LoopsPane) string {
	switch {
	case p.Iterations == 0:
		return ""
	case p.Converged:
		return "converged after " + itoa(p.Iterations) + " of at most " + itoa(p.Bound)
	}
	return "given up after " + itoa(p.Iterations) + " rounds"
}

func index(h *markup.Writer, name string, n int) {
	h.El("i", "", name).El("sub", "", itoa(n))
}

func terms(h *markup.Writer, p viewmodel.LoopsPane) {
	if len(p.Terms) == 0 {
		h.El("p", "note", "The body changes no name that exists before the loop: one round and the confirming look are enough.")
		return
	}
	h.Open("table", "class", "tbl terms").Open("thead").Open("tr").El("th", "", "name").Open("th")
	index(h, "H", p.Round)
	h.Close("th").Raw("<td></td>").El("th", "", "entry").Raw("<td></td>").Open("th")
	if p.Round > 0 {
		h.Text("body(")
		index(h, "H", p.Round-1)
		h.Text(")")
	}
	h.Close("th").El("th", "", "last written by").Close("tr").Close("thead").Open("tbody")
	for _, t := range p.Terms {
		h.Open("tr").Open("td").Code(t.Name).Close("td").Open("td")
		labels(h, t.Head)
		h.Close("td").El("td", "opr", "=").Open("td")
		labels(h, t.Entry)
		h.Close("td")
		if t.HasBody {
			h.El("td", "opr", "⊔").Open("td")
			labels(h, t.Body)
			h.Close("td")
		} else {
			h.Raw("<td></td><td></td>")
		}
		h.El("td", "muted", t.Writer).Close("tr")
	}
	h.Close("tbody").Close("table")
}

// matrix has the head after every round: what changed is marked, the
// fixpoint ruled off.
func matrix(m *viewmodel.Model, p viewmodel.LoopsPane) Section {
	h := sect("matrix")
	heading(h, "Round by round", "◤ changed")
	fires := false
	for _, r := range p.Rows {
		fires = fires || r.Fires != ""
	}
	h.Open("div", "class", "scrollx").Open("table", "class", "tbl matrix").Open("thead").Open("tr").El("th", "", "after")
	for _, n := range p.Names {
		h.El("th", "", n)
	}
	for _, a := range p.Automata {
		h.El("th", "wide", a)
	}
	if fires {
		h.El("th", "last", "rules inside")
	}
	h.Close("tr").Close("thead").Open("tbody")
	for _, r := range p.Rows {
		roundRow(h, r, fires)
	}
	h.Close("tbody").Close("table").Close("div")
	if p.Converged {
		h.Open("p", "class", "note")
		index(h, "H", p.Iterations)
		h.Text(" = ")
		index(h, "H", p.Iterations-1)
		h.Text(", so every number of rounds is covered, zero too. The bound, " + itoa(p.Bound) + ", is the height of the domain.").Close("p")
	}
	return end("matrix", h)
}

func roundRow(h *markup.Writer, r viewmodel.RoundRow, fires bool) {
	var class []string
	if r.Now {
		class = append(class, "lit")
	}
	if r.Fix {
		class = append(class, "fix")
	}
	h.Open("tr", "class", strings.Join(class, " "), "data-testid", "loop-iteration", "data-round", itoa(r.Round))
	h.Open("td", "class", "rnd").Open("button", "type", "button", "class", "link-quiet", "data-do", "event", "data-arg", itoa(r.Event))
	index(h, "H", r.Round)
	if r.Round == 0 {
		h.Text(" entry")
	} else {
		h.Text(" round " + itoa(r.Round))
	}
	h.Close("button").Close("td")
	for _, c := range r.Cells {
		h.Open("td", "class", changed(c.Changed))
		if c.Usable {
			labels(h, c.Labels)
		} else {
			h.El("span", "muted", "unbound")
		}
		if len(c.Plus) > 0 {
			h.Text(" ").El("span", "plus", "+"+strings.Join(c.Plus, " +"))
		}
		h.Close("td")
	}
	for _, s := range r.States {
		h.Open("td", "class", changed(s.Changed)).Code(strings.Join(s.States, ", ")).Close("td")
	}
	if fires {
		firesCell(h, r.Fires)
	}
	h.Close("tr")
}

func changed(b bool) string {
	if b {
		return "chg"
	}
	return ""
}

func firesCell(h *markup.Writer, fires string) {
	if fires == "fires" {
		h.Open("td", "class", "is-rejected").Mark("confirmed").Text(" fires").Close("td")
		return
	}
	h.Open("td").El("span", "muted", fires).Close("td")
}

func contrast(p viewmodel.LoopsPane) Section {
	h := sect("contrast")
	heading(h, "What bounded unrolling would have said", "")
	h.Open("table", "class", "tbl contrast").Open("thead").Open("tr").El("th", "", "method").El("th", "", "rounds seen").El("th", "", "concludes").Close("tr").Close("thead").Open("tbody")
	last := p.Contrast[len(p.Contrast)-1].Rounds
	for _, u := range p.Contrast {
		class := ""
		if u.Fixpoint {
			class = "lit"
		}
		h.Open("tr", "class", class)
		if u.Fixpoint {
			h.Open("td").El("b", "", "fixpoint").Close("td")
		} else {
			h.El("td", "", "unroll "+itoa(u.Rounds))
		}
		h.Open("td").Open("span", "class", "ks")
		for k := 1; k <= min(last, 12); k++ {
			h.El("span", squareClass(k, u), itoa(k))
		}
		h.Close("span").Close("td")
		if u.Rejects {
			h.Open("td", "class", "is-rejected").El("b", "", "rejects").Text(", first in round " + itoa(u.Rounds)).Close("td")
		} else {
			h.Open("td").Text("accepts ").Open("span", "class", "is-incomplete").Mark("incomplete").Text(" unsound").Close("span").Close("td")
		}
		h.Close("tr")
	}
	h.Close("tbody").Close("table")
	return end("contrast", h)
}

func squareClass(k int, u viewmodel.Unrolled) string {
	switch {
	case k > u.Rounds:
		return "off"
	case k == u.Rounds && u.Rejects:
		return "hit"
	}
	return ""
}

func loopList(p viewmodel.LoopsPane) Section {
	h := markup.New().Open("section", "class", "sect tree", "data-sect", "loops")
	heading(h, "Loops in this plan", "")
	for _, i := range p.Loops {
		h.Open("p", "class", "note depth-"+itoa(min(i.Step.Depth, 6)))
		h.Code(i.Step.Path).Text(" ")
		stepLink(h, i.Step)
		if i.Rounds > 0 {
			h.Text(": " + plural(i.Rounds, "round") + " of at most " + itoa(i.Bound) + ".")
		}
		h.Close("p")
	}
	return end("loops", h)
}
