package pane

import (
	"planproof/core/doc"
	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// Hollow is the plan pane when there is no plan.
func Hollow() string {
	h := markup.New().Open("div", "class", "hollow").El("h1", "", "Paste a plan.")
	h.El("p", "", "A workflow, a policy, tool specifications, or all of it in one piece, with the prose and code fences an assistant wraps around it. It is sorted by shape.")
	h.Open("div", "class", "actions")
	h.Open("button", "class", "btn primary", "type", "button", "data-do", "paste", "data-lab-open", "paste").Text("Paste anything").Close("button")
	h.Open("button", "class", "btn", "type", "button", "data-do", "example", "data-arg", "inbox-digest").Text("Open an example").Close("button")
	h.Open("button", "class", "btn", "type", "button", "data-do", "file").Text("Choose a file").Close("button").Close("div")
	h.Open("ul", "class", "sorts")
	for _, s := range [][2]string{
		{"Workflow", "the steps an agent means to take, with references in place of data"},
		{"Policy", "what must never happen: flows, orders of calls, invariants"},
		{"Tools", "what each tool takes, promises and may leak"},
	} {
		h.Open("li").El("b", "", s[0]).Text(s[1]).Close("li")
	}
	return h.Close("ul").El("p", "", "Nothing leaves this page.").Close("div").String()
}

// NoPlan stands where the drawing would be when the workflow can not be read.
func NoPlan() string {
	h := markup.New().Open("div", "class", "hollow").El("h1", "", "No drawing.")
	return h.El("p", "", "The workflow can not be read as it is. The plan appears as soon as it can.").Close("div").String()
}

// PlanList is the plan as nested lists: the same content as the drawing, for
// those who do not see it and for plans that are too large to draw.
func PlanList(m *viewmodel.Model) string {
	h := markup.New().Open("div", "class", "plan-list")
	if !m.Drawable() {
		h.Open("p", "class", "note").Text("Plans of up to " + itoa(viewmodel.MaxSteps) + " steps are drawn. This one is verified completely and listed.").Close("p")
	}
	listSteps(h, m, m.Workflow.Steps, "/workflow/steps")
	return h.Close("div").String()
}

func listSteps(h *markup.Writer, m *viewmodel.Model, steps []doc.Step, at string) {
	h.Open("ol")
	for i := range steps {
		path := at + "/" + itoa(i)
		h.Open("li", "data-path", path, "data-testid", "step-"+path)
		h.Open("button", "type", "button", "class", "link-quiet", "data-do", "at", "data-arg", path).El("b", "", steps[i].Label.Value).Close("button").Text(" ")
		for _, mark := range m.Marks()[path] {
			class := "is-rejected"
			if mark.Class != "found" {
				class = "is-possible"
			}
			h.Open("span", "class", class).Text("finding " + itoa(mark.Number) + " ").Close("span")
		}
		switch n := steps[i].Node.(type) {
		case *doc.ToolCall:
			h.Code(viewmodel.CallWords(n))
		case *doc.Conditional:
			h.Text("if ").Code(n.Condition.Value)
			listSide(h, m, "then", n.Then, path+"/conditional/then_steps")
			listSide(h, m, "else", n.Else, path+"/conditional/else_steps")
		case *doc.Loop:
			h.Text("for ").Code(n.Item.Value).Text(" in ").Code(n.Collection.Value + n.Path.String())
			listSteps(h, m, n.Body, path+"/loop/body")
		}
		h.Close("li")
	}
	h.Close("ol")
}

func listSide(h *markup.Writer, m *viewmodel.Model, word string, steps []doc.Step, at string) {
	h.El("div", "side-word", word)
	if len(steps) == 0 {
		h.El("p", "muted", "nothing")
		return
	}
	listSteps(h, m, steps, at)
}
