// Package mend says of the open finding what it means and what would make it
// go away: edits that were applied and verified again before they are offered,
// and the smallest plan that still fails in the same way.
package mend

import (
	"strconv"
	"strings"

	"planproof/core/advise"
	"planproof/core/doc"
	"planproof/core/explain"
	"planproof/core/finding"
	"planproof/ui/lab"
	"planproof/ui/lab/prose"
	"planproof/ui/lab/verified"
	"planproof/ui/markup"
)

// Room is about the finding whose card is open in the page. Ask "apply" with
// the number of a fix makes its edits; "smallest" loads the smallest plan.
type Room struct {
	Cache *verified.Cache

	about *finding.Finding // that fixes belong to
	fixes []finding.Fix
}

var _ lab.Room = (*Room)(nil)

// Handle implements lab.Room.
func (r *Room) Handle(a lab.Ask) lab.Reply {
	k := r.Cache.Of(a.Context)
	card := k.Open(a.Context)
	switch {
	case k.Err != nil:
		return lab.Reply{HTML: k.Refusal()}
	case card == nil:
		return lab.Reply{HTML: markup.New().El("p", "note", "Open a finding to see what would make it pass.").String()}
	}
	if r.about != card.F {
		one := *k.Report
		one.Violations = []finding.Finding{*card.F}
		r.about, r.fixes = card.F, advise.Fixes(k.Texts, &one)
	}
	switch a.Do {
	case "apply":
		return r.apply(a, k)
	case "smallest":
		return smallest(a, k, *card.F)
	}
	return lab.Reply{HTML: r.show(k)}
}

func (r *Room) apply(a lab.Ask, k *verified.Case) lab.Reply {
	n, err := strconv.Atoi(a.Arg)
	if err != nil || n < 0 || n >= len(r.fixes) {
		return lab.Reply{Same: true}
	}
	d := k.Texts.Apply(r.fixes[n].Edits)
	return lab.Reply{Same: true, Say: "Applied: " + r.fixes[n].Title, Effects: []lab.Effect{lab.Load(lab.Opening{
		Docs:  lab.Docs{Workflow: string(d.Workflow), Policy: string(d.Policy), Tools: string(d.Tools)},
		Title: a.Title, Origin: "edited", Example: a.Example, Strict: a.Strict,
	})}}
}

func smallest(a lab.Ask, k *verified.Case, f finding.Finding) lab.Reply {
	small := advise.Minimize(k.Bundle, f)
	return lab.Reply{Same: true, Say: "The smallest plan with this finding", Effects: []lab.Effect{lab.Load(lab.Opening{
		Docs:  lab.Docs{Workflow: string(small.Workflow.Print()), Policy: a.Policy, Tools: a.Tools},
		Title: a.Title + ", smallest", Origin: "edited", Example: a.Example, Strict: a.Strict,
	})}}
}

func (r *Room) show(k *verified.Case) string {
	h := markup.New()
	if len(r.fixes) == 0 {
		h.El("p", "note", "No single edit that was tried makes this finding go away and the rest no worse.")
	} else {
		h.Open("ol", "class", "fixes")
		for i := range r.fixes {
			r.fix(h, k, i)
		}
		h.Close("ol")
		h.El("p", "note", "Each was applied to your documents and verified again before it is offered here.")
	}
	h.Open("p").Open("button", "type", "button", "class", "btn", "data-lab-do", "smallest", "data-testid", "smallest").Text("Reduce to the smallest plan with this finding").Close("button").Close("p")
	if page, ok := explain.Page(r.about.ID); ok {
		title, body := explain.Split(page)
		h.Open("details", "class", "page", "id", "mend-page").El("summary", "", "What this kind of finding means")
		h.El("h3", "", title)
		prose.Write(h, body)
		h.Close("details")
	}
	return h.String()
}

func (r *Room) fix(h *markup.Writer, k *verified.Case, i int) {
	f := r.fixes[i]
	h.Open("li", "data-testid", "fix").Open("div", "class", "fix-head").Open("span").Rich(f.Title).Close("span")
	h.Open("button", "type", "button", "class", "btn", "data-lab-do", "apply", "data-lab-arg", strconv.Itoa(i), "data-testid", "fix-apply").Text("Apply").Close("button").Close("div")
	h.Open("p", "class", "meta")
	if f.OK {
		h.Open("span", "class", "is-proved").Mark("proved").Text(" the plan is then accepted").Close("span")
	} else {
		h.Text("this finding is then gone; others stay")
	}
	if f.Loosens {
		h.Text(" · ").Open("span", "class", "is-possible").Mark("warning").Text(" asks less: it changes the policy or the tools, not the plan").Close("span")
	}
	h.Close("p").Open("ul", "class", "edits")
	for _, e := range f.Edits {
		edit(h, textOf(k.Texts, e.Doc), e)
	}
	h.Close("ul").Close("li")
}

func textOf(d advise.Documents, name string) string {
	switch name {
	case doc.DocPolicy:
		return string(d.Policy)
	case doc.DocTools:
		return string(d.Tools)
	default:
		return string(d.Workflow)
	}
}

// edit writes what an edit takes out and puts in, without the blanks around.
func edit(h *markup.Writer, text string, e finding.Edit) {
	line := 1 + strings.Count(text[:min(e.Start, len(text))], "\n")
	h.Open("li").El("span", "muted", e.Doc+" "+strconv.Itoa(line)).Text(" ")
	if old := strings.TrimSpace(text[e.Start:e.End]); old != "" {
		h.Open("del").Text(clip(old)).Close("del").Text(" ")
	}
	if added := strings.TrimSpace(e.Text); added != "" {
		h.Open("ins").Text(clip(added)).Close("ins")
	}
	h.Close("li")
}

// clip keeps a long text readable as one line.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 160 {
		return string(r[:120]) + " … " + string(r[len(r)-36:])
	}
	return s
}
