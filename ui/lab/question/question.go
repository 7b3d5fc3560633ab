// Package question shows an obligation as it was asked of the solver: as
// written, as SMT-LIB for other solvers, and as what our own solver made of
// it, asked again while one looks.
package question

import (
	"strconv"
	"strings"

	"planproof/core/finding"
	"planproof/smt"
	"planproof/smt/smtlib"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/lab/words"
	"planproof/ui/markup"
)

// Room has a picker of the obligations that reached the solver. Ask "save"
// offers the chosen one as a file.
type Room struct {
	Cache  *verified.Cache
	chosen int // number of the obligation, 0 for none yet
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	k := r.Cache.Of(a.Context)
	if k.Err != nil {
		return lab.Reply{HTML: k.Refusal()}
	}
	asked := withScript(k.Report.Obligations)
	if len(asked) == 0 {
		return lab.Reply{HTML: markup.New().El("p", "note", "No obligation of this plan needed the solver: each was decided from its values, or is checked at run time.").String()}
	}
	if n, err := strconv.Atoi(a.Form.Get("obligation")); err == nil {
		r.chosen = n + 1
	}
	o := r.pickOne(asked)
	if a.Do == "save" {
		return lab.Reply{Same: true, Effects: []lab.Effect{lab.Download("obligation-"+strconv.Itoa(o.index+1)+".smt2", "text/plain", o.SMTLib)}}
	}
	h := markup.New()
	pick(h, asked, o)
	describe(h, o)
	return lab.Reply{HTML: h.String()}
}

// pickOne is the chosen obligation; at first the first that was not proved.
func (r *Room) pickOne(asked []obligation) obligation {
	for _, x := range asked {
		if x.index+1 == r.chosen {
			return x
		}
	}
	for _, x := range asked {
		if x.Status != finding.StatusProved && x.Status != finding.StatusWarning {
			return x
		}
	}
	return asked[0]
}

type obligation struct {
	*finding.Obligation
	index int
}

func withScript(list []finding.Obligation) []obligation {
	var out []obligation
	for i := range list {
		if list[i].SMTLib != "" {
			out = append(out, obligation{&list[i], i})
		}
	}
	return out
}

func pick(h *markup.Writer, asked []obligation, chosen obligation) {
	h.Open("p", "class", "ask").Open("select", "class", "picker", "name", "obligation", "data-lab-change", lab.Look, "aria-label", "Obligation", "data-testid", "question")
	for _, o := range asked {
		selected := ""
		if o.index == chosen.index {
			selected = "selected"
		}
		h.Open("option", "value", strconv.Itoa(o.index), "selected", selected).Text(strconv.Itoa(o.index+1) + ". " + o.Condition + " (" + string(o.Status) + ")").Close("option")
	}
	h.Close("select").Close("p")
}

func describe(h *markup.Writer, o obligation) {
	if len(o.Core) > 0 {
		h.El("h3", "", "What the proof needed").Open("ul", "class", "edits")
		for _, p := range o.Core {
			h.Open("li").Code(p.Words)
			if p.Span != nil {
				h.Text(" ").El("span", "muted", p.Span.Doc+" "+strconv.Itoa(p.Span.Start.Line)+":"+strconv.Itoa(p.Span.Start.Column))
			}
			h.Close("li")
		}
		h.Close("ul")
	}
	h.El("h3", "", "As our solver saw it").El("p", "note", counted(o.SMTLib))
	h.El("h3", "", "As SMT-LIB").Open("pre", "class", "query", "tabindex", "0", "data-testid", "question-smtlib").Text(o.SMTLib).Close("pre")
	h.Open("p")
	words.Button(h, "btn", "save", "", "question-save", "Save .smt2")
	h.Close("p")
}

// counted asks the question again and says what work it was.
func counted(script string) string {
	s, err := smtlib.Read(script)
	if err != nil {
		return "The script can not be read back: " + err.Error() + "."
	}
	r := s.Builder.Solve(s.Assertions, smt.Budget{})
	t := r.Stats
	parts := []string{words.Count(t.Vars, "variable"), words.Count(t.Clauses, "clause"), words.Count(t.Conflicts, "conflict")}
	for _, b := range t.Bounds {
		part := string(b.Fragment)
		if b.Detail != "" {
			part += ", " + b.Detail
		}
		parts = append(parts, part)
	}
	line := r.Status.String() + ": " + strings.Join(parts, "; ") + "."
	if r.Reason != "" {
		line += " " + words.Sentence(r.Reason)
	}
	return line
}
