package pasting

import (
	"slices"
	"strings"

	"planproof/core/doc"
	"planproof/core/intake"
	"planproof/ui/lab"
	"planproof/ui/paste"
)

// opening are the documents of the text. What is not in it stays as it is in
// the page, as long as it knows the tools of the plan; else it is drafted.
func (r *Room) opening(a lab.Ask) lab.Opening {
	x := r.result
	texts := r.texts()
	o := lab.Opening{Docs: a.Docs, Title: x.Bundle.Title, Notes: r.notes(a)}
	if x.Plan >= 0 {
		o.Workflow = texts.Workflow
	}
	keep := r.keeps(a)
	if x.HasPolicy || !keep {
		o.Policy = texts.Policy
	}
	if x.HasTools || !keep {
		o.Tools = texts.Tools
	}
	return o
}

// texts are the three documents. Those of this program are cut out of the text
// as they are written; others are printed.
func (r *Room) texts() lab.Docs {
	b := r.result.Bundle
	d := lab.Docs{Workflow: string(b.Workflow.Print()), Policy: string(b.Policy.Print()), Tools: string(doc.PrintTools(b.Tools))}
	if slices.ContainsFunc(r.result.Pieces, func(f intake.Found) bool { return f.Format != "planproof" }) || len(r.result.Plans) > 1 {
		return d
	}
	s := paste.Sort(r.text)
	for _, p := range []struct {
		to   *string
		text string
	}{{&d.Workflow, s.Workflow}, {&d.Policy, s.Policy}, {&d.Tools, s.Tools}} {
		if p.text != "" && s.Recognized {
			*p.to = p.text
		}
	}
	return d
}

// keeps tells whether policy and tools of the page stay where the text has
// none.
func (r *Room) keeps(a lab.Ask) bool {
	if r.chosen {
		return !r.own
	}
	return strings.TrimSpace(a.Policy) != "" && strings.TrimSpace(a.Tools) != "" && r.knows(a)
}

// knows tells whether the tools of the page are those that the plan calls.
func (r *Room) knows(a lab.Ask) bool {
	tools, _, err := doc.ReadTools([]byte(a.Tools))
	if err != nil {
		return false
	}
	known := map[string]bool{}
	for i := range tools {
		known[tools[i].Name.Value] = true
	}
	return calls(r.result.Bundle.Workflow.Steps, known)
}

func calls(steps []doc.Step, known map[string]bool) bool {
	for i := range steps {
		ok := true
		switch n := steps[i].Node.(type) {
		case *doc.ToolCall:
			ok = known[n.Tool.Value]
		case *doc.Conditional:
			ok = calls(n.Then, known) && calls(n.Else, known)
		case *doc.Loop:
			ok = calls(n.Body, known)
		}
		if !ok {
			return false
		}
	}
	return true
}

// notes are what the page goes on showing after the documents are used.
func (r *Room) notes(a lab.Ask) []string {
	out := []string{r.result.Summary}
	if missing := r.missing(); missing != "" && r.keeps(a) {
		out = append(out, "The "+missing+" in the page stay as they are.")
	}
	for i, n := range r.result.Notes {
		if i == notesKept {
			return append(out, "and more")
		}
		out = append(out, n.Message)
	}
	return out
}

// notesKept is how many notes of an import are repeated with the verdict.
const notesKept = 12

// missing names what the text does not have.
func (r *Room) missing() string {
	switch x := r.result; {
	case !x.HasPolicy && !x.HasTools:
		return "policy and tools"
	case !x.HasPolicy:
		return "policy"
	case !x.HasTools:
		return "tools"
	}
	return ""
}
