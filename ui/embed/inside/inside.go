// Package inside is the verdict as a page shows it without script: what stands
// in a <plan-proof> element until its frame is there, and for good where it
// never comes.
package inside

import (
	"strconv"

	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// Verdict is what a plan's verification says, as HTML without style or script:
// the verdict, every violation with its flow, and a link to all the rest.
func Verdict(m *viewmodel.Model, title, href string) string {
	s := m.Statement()
	h := markup.New().Open("section", "aria-label", title).Raw("\n")
	if title != "" {
		h.El("p", "", title).Raw("\n")
	}
	h.Open("p").El("b", "", string(s.Outcome)).Text(" ").Rich(s.Sentence).Close("p").Raw("\n")
	h.El("p", "", s.Counts+" "+s.Engine+".").Raw("\n")
	list(h, m)
	h.Open("p").Open("a", "href", href).Text("Open in planproof").Close("a").Close("p").Raw("\n").Close("section")
	return h.String()
}

func list(h *markup.Writer, m *viewmodel.Model) {
	open := false
	for _, c := range m.Cards {
		if c.Quiet {
			continue
		}
		if !open {
			h.Open("ol").Raw("\n")
			open = true
		}
		h.Open("li").Code(c.Title)
		if c.Step != nil {
			h.Text(" at ").Code(c.Step.Name())
		}
		h.Text(", " + c.Certainty + ": ").Rich(c.Sum)
		flow(h, c.Hops)
		h.Close("li").Raw("\n")
	}
	if open {
		h.Close("ol").Raw("\n")
	}
}

func flow(h *markup.Writer, hops []viewmodel.Hop) {
	if len(hops) == 0 {
		return
	}
	h.Open("ol", "aria-label", "Flow, "+strconv.Itoa(len(hops))+" hops")
	for _, hop := range hops {
		h.Open("li").Code(hop.Text).Text(" (" + hop.Why + ")").Close("li")
	}
	h.Close("ol")
}
