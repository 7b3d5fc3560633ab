package run

import (
	"strconv"
	"strings"

	exec "planproof/core/run"
	"planproof/ui/lab/verified"
	"planproof/ui/markup"
)

// lit is the row that the page's cursor is at: the chosen one while the cursor
// is at its step, else the first of the step, in the same rounds when there is
// one; -1 for none.
func (r *Room) lit(cursor string) int {
	path, iter := stepOf(cursor)
	rows := r.session.rows
	if r.chosen >= 0 && r.chosen < len(rows) && (cursor == "" || rows[r.chosen].path == path) {
		return r.chosen
	}
	found := -1
	for i := range rows {
		if rows[i].path != path {
			continue
		}
		if found < 0 {
			found = i
		}
		if sameRounds(rows[i].iter, iter) {
			return i
		}
	}
	return found
}

func sameRounds(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// trace is everything that happened, a line for each call, branch and round.
func (r *Room) trace(h *markup.Writer, s *verified.Case, at int) {
	h.Open("section", "class", "sect", "data-testid", "run-trace").Open("h2").Text("What happened")
	h.El("span", "end", "a line moves the page to its step").Close("h2")
	h.Open("ol", "class", "runlog")
	n := 0
	for i := range r.session.rows {
		row := &r.session.rows[i]
		if row.call != nil {
			n++
		}
		r.line(h, row, i, n, i == at)
	}
	h.Close("ol")
	if at >= 0 && r.session.rows[at].call != nil {
		r.call(h, &r.session.rows[at])
	}
	h.Close("section")
}

// line is one line of the trace.
func (r *Room) line(h *markup.Writer, row *row, i, n int, lit bool) {
	class, state := "deep-"+strconv.Itoa(min(len(row.iter), 4)), string(row.kind)
	if row.kind == exec.MomentRound {
		class = "deep-" + strconv.Itoa(min(len(row.iter)-1, 4))
	}
	if lit {
		class += " lit"
	}
	if row.waits {
		state = "waits"
	}
	h.Open("li", "class", class, "data-testid", "run-row", "data-kind", state, "data-path", row.path)
	h.Open("span", "class", "i")
	if row.call != nil {
		h.Text(strconv.Itoa(n))
	}
	h.Close("span").Open("button", "type", "button", "class", "c link-quiet", "data-lab-do", "row", "data-lab-arg", strconv.Itoa(i))
	h.Text(r.rowText(row)).Close("button").Open("span", "class", "w")
	r.rowEnd(h, row)
	h.Close("span").Close("li")
}

func (r *Room) rowText(row *row) string {
	switch row.kind {
	case exec.MomentBranch:
		return row.label + ": " + row.side
	case exec.MomentRound:
		rounds := make([]string, len(row.iter))
		for i, n := range row.iter {
			rounds[i] = strconv.Itoa(n)
		}
		return row.label + ": round " + strings.Join(rounds, ".")
	case exec.MomentStop:
		if row.label == "" {
			return "stopped"
		}
		return "stopped at " + row.label
	case exec.MomentEnd:
		return "the plan ended"
	case exec.MomentCalls, exec.MomentReturn:
	}
	return callText(row.call)
}

// callText is a call on one line.
func callText(c *exec.Call) string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = a.Name + "=" + brief(a.Value, 40)
	}
	return c.Tool + "(" + strings.Join(args, ", ") + ")"
}

// rowEnd is what came of a line.
func (r *Room) rowEnd(h *markup.Writer, row *row) {
	switch {
	case row.waits:
		h.Text("waits")
	case row.kind == exec.MomentStop && r.session.result.Stop.Kind == exec.Violated:
		h.Open("span", "class", "is-rejected").Mark("confirmed").Text(" " + strings.ReplaceAll(string(r.session.result.Stop.Category), "_", " ")).Close("span")
	case row.kind == exec.MomentStop:
		h.Mark("unreachable").Text(" " + strings.ReplaceAll(string(r.session.result.Stop.Kind), "_", " "))
	case row.kind == exec.MomentEnd:
		h.Open("span", "class", "is-proved").Mark("proved").Close("span")
	case row.call == nil:
	case row.call.Result == nil:
		h.Text("failed: " + row.call.Error)
	default:
		h.Text("→ ").Code(brief(row.call.Result, 48)).Text(" ")
		if row.call.Undeclared {
			h.Open("span", "class", "is-possible").Text("not the declared type ").Close("span")
		}
		r.beads(h, row.call.Taint.Labels)
	}
}

// beads are labels as everywhere in the page; a label that the analysis never
// met has its name.
func (r *Room) beads(h *markup.Writer, names []string) {
	h.Open("span", "class", "labs")
	for _, l := range r.labels(names) {
		h.Bead(l.Class, l.Letter, l.Name)
	}
	h.Close("span")
}

// call is the lit call in full.
func (r *Room) call(h *markup.Writer, row *row) {
	if row.waits {
		return // it is shown where it waits
	}
	h.Open("div", "class", "onecall", "data-testid", "run-call")
	r.arguments(h, row.call)
	if row.call.Result != nil {
		h.Open("dl", "class", "kv").El("dt", "", "Result").Open("dd").Code(brief(row.call.Result, 2000)).Text(" ")
		r.beads(h, row.call.Taint.Labels)
		h.Close("dd")
		if f := from(row.call.Taint.Provenance); f != "" {
			h.El("dt", "", "Made").El("dd", "", f)
		}
		if len(row.call.Taint.SanitizedFor) > 0 && len(row.call.Taint.Carries) > 0 {
			h.El("dt", "", "Clean").Open("dd").Text("for ").Code(strings.Join(row.call.Taint.SanitizedFor, ", ")).Close("dd")
		}
		h.Close("dl")
	}
	h.Close("div")
}
