// Package absent answers the question why something was not flagged: for a
// source tool and a sink, where the data went or what made it clean.
package absent

import (
	"strings"

	"planproof/core/advise"
	"planproof/core/check"
	"planproof/core/doc"
	"planproof/ui/lab"
	"planproof/ui/lab/verified"
	"planproof/ui/markup"
)

// Room has two pickers, source and sink, and the answers for every call of the
// sink.
type Room struct{ Cache *verified.Cache }

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	k := r.Cache.Of(a.Context)
	if k.Err != nil {
		return lab.Reply{HTML: k.Refusal()}
	}
	called := calls(k.Bundle.Workflow.Steps, nil)
	if len(called) < 2 {
		return lab.Reply{HTML: markup.New().El("p", "note", "The plan calls fewer than two tools.").String()}
	}
	source, sink := called[0], called[len(called)-1]
	if n := a.Form.Get("source"); contains(called, n) {
		source = n
	}
	if n := a.Form.Get("sink"); contains(called, n) {
		sink = n
	}
	h := markup.New().Open("p", "class", "ask").Text("Data of ")
	pick(h, "source", called, source)
	h.Text(" at ")
	pick(h, "sink", called, sink)
	h.Close("p")
	answers, err := advise.WhyNot(k.Bundle, source, sink, "")
	switch {
	case err != nil:
		h.El("p", "note", err.Error())
	case len(answers) == 0:
		h.Open("p", "class", "note").Text("No call of ").Code(sink).Text(" in this plan is given an argument.").Close("p")
	default:
		list(h, answers)
	}
	return lab.Reply{HTML: h.String()}
}

func list(h *markup.Writer, answers []check.Absence) {
	h.Open("ul", "class", "absent", "data-testid", "why-not")
	for _, a := range answers {
		class, mark := "is-proved", "proved"
		if a.Verdict == "flagged" {
			class, mark = "is-rejected", "confirmed"
		} else if a.Verdict == "no_rule" {
			class, mark = "is-possible", "possible"
		}
		h.Open("li").Open("span", "class", class).Mark(mark).Text(" " + words[a.Verdict]).Close("span").Text(" ")
		link(h, a.Path, a.Step)
		h.Text(" ").Code(a.Param).Open("p").Rich(capital(a.Message) + ".")
		if a.Where != "" {
			h.Text(" ")
			link(h, a.Where, "Show where")
		}
		h.Close("p").Close("li")
	}
	h.Close("ul")
}

var words = map[string]string{
	"flagged": "flagged", "not_reached": "does not flow there", "no_rule": "no rule is about it", "sanitized": "clean", "excluded": "excluded",
}

func link(h *markup.Writer, path, words string) {
	h.Open("button", "type", "button", "class", "link", "data-do", "at", "data-arg", path).Text(words).Close("button")
}

func pick(h *markup.Writer, name string, options []string, chosen string) {
	h.Open("select", "class", "picker", "name", name, "data-lab-change", lab.Look, "aria-label", name, "data-testid", "why-not-"+name)
	for _, o := range options {
		selected := ""
		if o == chosen {
			selected = "selected"
		}
		h.Open("option", "value", o, "selected", selected).Text(o).Close("option")
	}
	h.Close("select")
}

// calls are the tools that steps call, each once, in the order of the plan.
func calls(steps []doc.Step, found []string) []string {
	for _, s := range steps {
		switch n := s.Node.(type) {
		case *doc.ToolCall:
			if !contains(found, n.Tool.Value) {
				found = append(found, n.Tool.Value)
			}
		case *doc.Conditional:
			found = calls(n.Else, calls(n.Then, found))
		case *doc.Loop:
			found = calls(n.Body, found)
		}
	}
	return found
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func capital(s string) string {
	s = strings.TrimSuffix(s, ".")
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
