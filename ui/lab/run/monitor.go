package run

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	exec "planproof/core/run"
	"planproof/ui/lab/verified"
	"planproof/ui/lab/words"
	"planproof/ui/layout"
	"planproof/ui/markup"
	"planproof/ui/svg"
)

// monitor is what the executor watches: automata as they are at the lit line,
// budgets, invariants, and the names in scope.
func (r *Room) monitor(h *markup.Writer, s *verified.Case, at int) {
	if at < 0 {
		at = len(r.session.rows) - 1
	}
	r.automata(h, s, at)
	r.budgets(h)
	r.invariants(h, s)
	r.names(h)
}

// drawWidth is the width of a pane, and drawnStates how many states a diagram
// may have: more are listed.
const (
	drawWidth   = 428
	drawnStates = 8
)

// automata shows the one state that each automaton is in. A run has one, where
// the analysis has a set.
func (r *Room) automata(h *markup.Writer, s *verified.Case, at int) {
	states := r.session.rows[at].automata
	if len(states) == 0 {
		return
	}
	h.Open("section", "class", "sect").Open("h2").Text("Automata").El("span", "end", "after line "+strconv.Itoa(at+1)).Close("h2")
	for i, a := range states {
		h.Open("div", "class", "autoline", "data-testid", "run-automaton", "data-automaton", a.Automaton, "data-state", a.State)
		h.Open("span", "class", "nm").Code(a.Automaton).Text(" is in ").Close("span")
		d := s.Model.Diagram(a.Automaton)
		if d != nil && len(d.States) <= drawnStates {
			h.Open("b", "class", "mono").Text(a.State).Close("b").Open("div", "class", "diagram").Raw(diagram(d, a)).Close("div")
		} else {
			r.chips(h, a)
		}
		h.Open("span", "class", "way").Text(r.way(i, at)).Close("span").Close("div")
	}
	h.Close("section")
}

// diagram is the drawing of an automaton with the state that it is in lit.
func diagram(d *layout.Automaton, a exec.AutomatonState) string {
	drawing := svg.Automaton(layout.LayoutAutomaton(d, drawWidth), a.Automaton)
	text := strings.ReplaceAll(drawing.SVG, ` tabindex="-1" role="button"`, "") // nothing to press here
	for k, part := range drawing.Parts {
		if part.Kind == svg.PartNode && d.States[part.Index].Name == a.State {
			node := `<g data-k="` + strconv.Itoa(k) + `"`
			text = strings.Replace(text, node, `<g class="possible" data-k="`+strconv.Itoa(k)+`"`, 1)
		}
	}
	return text
}

// chips are the states of an automaton in a row.
func (r *Room) chips(h *markup.Writer, a exec.AutomatonState) {
	h.Open("span", "class", "sts")
	for _, st := range r.states(a.Automaton) {
		class, mark := "st", ""
		if st.Name.Value == a.State {
			class, mark = "st on", " (now)"
		}
		if st.IsError {
			class += " err"
		}
		h.Open("span", "class", class).Text(st.Name.Value).El("span", "sr", mark).Close("span")
	}
	h.Close("span")
}

func (r *Room) states(automaton string) []doc.State {
	for _, a := range r.session.bundle.Policy.Automata {
		if a.Name.Value == automaton {
			return a.States
		}
	}
	return nil
}

// way is the states that an automaton came through, up to a line.
func (r *Room) way(automaton, at int) string {
	var way []string
	for i := 0; i <= at; i++ {
		if list := r.session.rows[i].automata; automaton < len(list) {
			if st := list[automaton].State; len(way) == 0 || way[len(way)-1] != st {
				way = append(way, st)
			}
		}
	}
	if len(way) < 2 {
		return "has not moved"
	}
	if len(way) > 6 {
		way = append([]string{"…"}, way[len(way)-5:]...)
	}
	return strings.Join(way, " → ")
}

func (r *Room) budgets(h *markup.Writer) {
	h.Open("section", "class", "sect").El("h2", "", "Budget").Open("p", "class", "note", "data-testid", "run-budget")
	h.Text(ofBudget(r.session.made(), r.session.budget, exec.BudgetToolCall, "call") + "; " + ofBudget(r.session.result.LoopRounds, r.session.budget, exec.BudgetLoopIter, "round") + ".")
	h.Close("p").Close("section")
}

func ofBudget(used int, budget map[string]int, name, word string) string {
	if limit, ok := budget[name]; ok {
		return strconv.Itoa(used) + " of " + words.Count(limit, word)
	}
	return words.Count(used, word) + ", no limit"
}

// invariants counts how often each was checked. A call that returned has passed
// all of its tool's.
func (r *Room) invariants(h *markup.Writer, s *verified.Case) {
	list := s.Bundle.Policy.Invariants
	if len(list) == 0 {
		return
	}
	h.Open("section", "class", "sect").El("h2", "", "Invariants")
	for _, inv := range list {
		tool, at, _ := doc.SplitInvariant(inv.Value)
		held := r.session.held[tool]
		words, class := "held before "+words.Count(held, "call"), "is-proved"
		if held == 0 {
			words, class = "not met yet", "muted"
		}
		if v := r.session.result.Stop; v != nil && r.session.pending == nil && v.Rule == "invariant:"+tool+":"+strings.TrimSpace(inv.Value[at:]) {
			words, class = "fails", "is-rejected"
		}
		h.Open("div", "class", "fact", "data-testid", "run-invariant").El("span", "i", "").Code(inv.Value).El("span", "src "+class, words).Close("div")
	}
	h.Close("section")
}

// names are what is in scope where the run is.
func (r *Room) names(h *markup.Writer) {
	env := r.session.result.Env
	if len(env) == 0 {
		return
	}
	h.Open("details", "id", "run-names", "class", "fold sect", "data-testid", "run-env").Open("summary").Text("Names in scope: " + strconv.Itoa(len(env))).Close("summary")
	h.Open("table", "class", "tbl args").Open("tbody")
	for _, b := range env {
		h.Open("tr").Open("td", "class", "mono").Text(b.Name).Close("td").Open("td", "class", "val mono").Text(brief(b.Value, 300)).Close("td").Open("td", "class", "from")
		r.beads(h, b.Taint.Labels)
		if f := from(b.Taint.Provenance); f != "" {
			h.Text(" " + f)
		}
		h.Close("td").Close("tr")
	}
	h.Close("tbody").Close("table").Close("details")
}
