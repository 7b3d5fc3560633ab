package pane

import (
	"strings"

	"planproof/core/finding"
	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// State is the environment, the automata and what the event changed.
func State(m *viewmodel.Model, l Look, d *Drawings) []Section {
	p := m.State(l.At)
	h := sect("env")
	heading(h, "Environment at "+lower(m.Say(l.At).Now), "compared with the event before")
	environment(h, p, true)
	h.Open("p", "class", "note").Text("~ changed   + added   ▽ guarantee lost at a join, and where.")
	for _, g := range p.Gone {
		h.Text(" ").Code(g).Text(" is gone.")
	}
	h.Close("p")
	env := end("env", h)
	env.Rows = d.rows(p, true)
	out := []Section{env}
	if len(p.Automata) > 0 {
		h = sect("automata")
		heading(h, "Automata", "")
		h.Open("table", "class", "tbl").Open("tbody")
		for _, a := range p.Automata {
			class := ""
			if a.Now {
				class = "lit"
			}
			h.Open("tr", "class", class).Open("td").Code(a.Name).Close("td").Open("td", "class", "mono")
			set(h, a.States).Close("td").El("td", "muted r", since(m, a.Since)).Close("tr")
		}
		h.Close("tbody").Close("table")
		out = append(out, end("automata", h))
	}
	return append(out, folded("watch", "Watch, and compare with a pinned moment"))
}

func since(m *viewmodel.Model, event int) string {
	if event <= 0 {
		return "since the start"
	}
	return "since " + lower(m.Say(event).Now)
}

// lower starts a place in the middle of a sentence.
func lower(s string) string {
	if len(s) > 0 && s[0] >= 'A' && s[0] <= 'Z' && (len(s) < 6 || s[:5] == "Round" || s == "Entry" || s == "End") {
		return string(s[0]-'A'+'a') + s[1:]
	}
	return s
}

func environment(h *markup.Writer, p viewmodel.StatePane, full bool) {
	class := "tbl env"
	if full {
		class += " full"
	}
	h.Open("div", "class", "scrollx").Open("table", "class", class).Open("thead").Open("tr")
	h.Open("th").El("span", "sr", "change").Close("th").El("th", "", "name").El("th", "", "labels")
	if full {
		h.El("th", "", "provenance")
	}
	h.El("th", "", "source_tools").El("th", "", "sanitized_for").Close("tr").Close("thead").Open("tbody", "data-rows", "env")
	h.Close("tbody").Close("table").Close("div")
	if len(p.Rows) == 0 {
		h.El("p", "note", "No name is bound yet.")
	}
}

// rowKey is everything that a row's HTML depends on.
type rowKey struct {
	value *finding.AbstractValue
	sign  viewmodel.Sign
	now   bool
	lost  int
	full  bool
}

// rows renders the environment. A row that nothing happened to is rendered
// once: most names stay as they are in most steps.
func (d *Drawings) rows(p viewmodel.StatePane, full bool) []string {
	out := make([]string, len(p.Rows))
	for i := range p.Rows {
		r := &p.Rows[i]
		k := rowKey{r.At, r.Sign, r.Now, r.LostEvent, full}
		html, ok := d.rowCache[k]
		if !ok || r.Sign == viewmodel.Changed {
			h := markup.New()
			row(h, *r, full)
			html = h.String()
			d.rowCache[k] = html
		}
		out[i] = html
	}
	return out
}

func row(h *markup.Writer, r viewmodel.Row, full bool) {
	class := map[viewmodel.Sign]string{viewmodel.Added: "add", viewmodel.Changed: "chg", viewmodel.LostAt: "los"}[r.Sign]
	if r.Now && class == "los" {
		class = "los chg"
	}
	h.Open("tr", "class", class, "data-name", r.Name).El("td", "sign", string(r.Sign))
	h.Open("td").Open("button", "type", "button", "class", "link-quiet mono", "data-do", "follow", "data-arg", r.Name).Text(r.Name).Close("button").Close("td")
	h.Open("td")
	labels(h, r.Labels)
	h.Close("td")
	if full {
		h.Open("td", "class", "mono")
		provenance(h, r)
		h.Close("td")
	}
	h.Open("td", "class", "mono")
	names(h, r.Value.SourceTools)
	h.Close("td")
	guarantee(h, r)
	h.Close("tr")
}

func provenance(h *markup.Writer, r viewmodel.Row) {
	if len(r.Value.Provenance) == 0 {
		h.None()
	}
	for i, n := range r.Value.Provenance {
		if i > 0 {
			h.Raw(" ")
		}
		if r.New[n] {
			h.El("b", "", n)
		} else {
			h.Text(n)
		}
	}
}

// guarantee is the sanitized_for cell: what holds, and what a join took.
func guarantee(h *markup.Writer, r viewmodel.Row) {
	if r.LostEvent == 0 {
		h.Open("td", "class", "mono")
		names(h, r.Value.SanitizedFor)
		h.Close("td")
		return
	}
	words := r.LostRules[0]
	if n := len(r.LostRules); n > 1 {
		words = plural(n, "rule")
	}
	h.Open("td", "class", "gone").Open("s", "title", strings.Join(r.LostRules, ", ")).Text(words).Close("s").Text(" ")
	h.Open("button", "type", "button", "class", "link-quiet", "data-do", "event", "data-arg", itoa(r.LostEvent-1))
	h.Text("lost at " + itoa(r.LostEvent)).Close("button").Close("td")
}
