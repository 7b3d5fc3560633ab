package proof

import (
	"fmt"
	"strings"

	"planproof/core/cert"
	"planproof/ui/lab/verified"
	"planproof/ui/lab/words"
	"planproof/ui/markup"
)

// nothing is the tab without a plan.
func nothing(err error) string {
	h := markup.New().Open("header", "class", "statement quiet", "data-testid", "proof-status", "data-state", "none").El("h1", "", "Nothing to prove yet.")
	if err != nil {
		h.Open("p", "class", "meta").Rich(verified.Problem(err).Message).Text(".").Close("p")
	}
	return h.Close("header").String()
}

func (r *Room) view(s *verified.Case) string {
	h := markup.New().Open("div", "class", "proofroom")
	r.head(h, s)
	r.actions(h)
	r.certificate(h, s)
	r.order(h, s)
	r.tests(h)
	trust(h)
	return h.Close("div").String()
}

// head is the checker's verdict.
func (r *Room) head(h *markup.Writer, s *verified.Case) {
	class, state, word, rest := r.answer.outcome(s.Report.OK, r.edits > 0)
	h.Open("header", "class", "statement "+class, "data-testid", "proof-status", "data-state", state)
	h.Open("h1").El("b", "", word).Text(" ").Rich(rest).Close("h1")
	h.Open("p", "class", "meta", "data-testid", "proof-time").Rich(r.answer.work()).Close("p")
	if f := r.answer.verdict.Refusal; f != nil {
		h.Open("p", "class", "meta", "data-testid", "proof-refusal", "data-test", string(f.Test)).Text("The test that fails is ").Code(string(f.Test))
		if name := f.Test.Proof(); name != "" {
			h.Text(", ").Code(name).Text(" in the proofs")
		}
		if step := s.Model.Step(f.Path); step != nil {
			h.Text(", at ")
			h.Open("button", "type", "button", "class", "link", "data-do", "at", "data-arg", step.Path).Text(step.Name()).Close("button")
		}
		h.Text(".").Close("p")
	}
	h.Close("header")
}

// outcome is the checker's verdict in one word and one sentence.
func (a *answer) outcome(accepted, tampered bool) (class, state, word, rest string) {
	switch {
	case a.unread != "":
		return "rejected", "unread", "Refused.", "This is no certificate of the plan: " + strings.TrimSuffix(a.unread, ".") + "."
	case a.verdict.Refusal != nil:
		rest = words.Sentence(a.verdict.Refusal.Message)
		if !tampered {
			return "rejected", "none", "No certificate.", rest + " What the analysis ended on does not pass the check."
		}
		return "rejected", "refused", "Refused.", rest
	case len(a.doubted) > 0:
		return "rejected", "doubted", "Refused.", "What this takes from the solver, the solver does not confirm."
	case !accepted:
		return "", "part", "Checked in part.", "No run breaks a taint rule or drives an automaton into an error state. The plan is refused for another reason."
	}
	return "proved", "accepted", "Checked.", "No run of this plan breaks a taint rule, reaches an error state, calls what is not allowed, or fails a precondition or invariant."
}

func (a *answer) words() string {
	_, _, word, rest := a.outcome(true, true)
	return word + " " + strings.ReplaceAll(rest, "`", "")
}

// work says what the check did and how long it took.
func (a *answer) work() string {
	if a.unread != "" {
		return "Nothing was checked."
	}
	each := float64(a.took.Microseconds()) / 1000 / float64(a.times)
	text := fmt.Sprintf("%.3f ms for one pass, the mean of %d", each, a.times)
	if each >= 1 {
		text = fmt.Sprintf("%.1f ms for one pass", each)
	}
	if a.verdict.Accepted {
		text += ": " + words.Count(a.verdict.Calls, "call") + ", " + words.Count(a.verdict.Loops, "loop") + ", " + words.Count(a.verdict.Reasons, "entry") + " of the table"
	}
	text += ". No fixpoint, no solver."
	if n := a.confirmed; n > 0 && len(a.doubted) == 0 {
		text += " " + words.Count(n, "entry") + " resting on the solver: asked again, confirmed."
	}
	return text
}

func (r *Room) actions(h *markup.Writer) {
	h.Open("section", "class", "sect setup").Open("div", "class", "actions")
	words.Button(h, "btn primary", "check", "", "proof-check", "Check again")
	if r.edits > 0 {
		words.Button(h, "btn", "restore", "", "proof-restore", "Undo the tampering")
	}
	words.Button(h, "btn", "save", "", "proof-save", "Certificate")
	if r.answer.verdict.Accepted {
		words.Button(h, "btn", "save-coq", "", "proof-coq", "Coq file")
		words.Button(h, "btn", "save-dafny", "", "proof-dafny", "Dafny file")
	}
	h.Close("div").Close("section")
}

// order compares the verdict by data flow with the two by order.
func (r *Room) order(h *markup.Writer, s *verified.Case) {
	if len(s.Report.TaintOrder) == 0 {
		return
	}
	m := cert.ModelOf(r.program, cert.DataFlow)
	h.Open("section", "class", "sect", "data-testid", "proof-order").Open("h2").Text("Three taint verdicts").Close("h2")
	h.Open("div", "class", "scrollx").Open("table", "class", "tbl").Open("thead").Open("tr").El("th", "", "rule").El("th", "", "by data flow").El("th", "", "by order").El("th", "", "by order, sanitizers clear")
	h.Close("tr").Close("thead").Open("tbody")
	for i, o := range s.Report.TaintOrder {
		h.Open("tr").Open("td", "class", "mono").Text(o.Rule).Close("td")
		flag(h, r.flagged(s, o.Rule))
		flag(h, o.Flagged)
		flag(h, m.FlaggedClearing(i))
		h.Close("tr")
	}
	h.Close("tbody").Close("table").Close("div")
	h.Open("p", "class", "note").Text("By order: once a source ran, every later sink counts, sanitizers ignored. It is above the precise verdict (")
	h.Code("Verdicts.precise_below_order").Text("). The last column lets a sanitizer clear everything; it is ").El("b", "", "unsound").Text(" (").Code("Order.order_misses").Text(") and here to be compared only.").Close("p")
	h.Close("section")
}

func (r *Room) flagged(s *verified.Case, rule string) bool {
	for i := range s.Report.Violations {
		if f := &s.Report.Violations[i]; f.RuleName == rule && (f.Category == "taint" || f.Category == "implicit_flow") {
			return true
		}
	}
	return false
}

func flag(h *markup.Writer, on bool) {
	if on {
		h.Open("td", "class", "is-rejected").Mark("confirmed").Text(" flagged").Close("td")
		return
	}
	h.Open("td").Text("clean").Close("td")
}
