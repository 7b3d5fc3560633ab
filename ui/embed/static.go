// Package embed is the page inside other pages.
//
//	static.go  the verdict as HTML, for readers without JavaScript
//	fill.go    puts it into the <plan-proof> elements of a page
//	page.go    embed.html, made from index.html
//	web/       the custom element, and script and style of embed.html
//
// It is part of the build, not of the page's binary.
package embed

import (
	"strconv"

	"planproof/ui/markup"
	"planproof/ui/viewmodel"
)

// Static is what a plan's verification says, as HTML without style or script:
// the verdict, every violation with its flow, and a link to all the rest.
func Static(m *viewmodel.Model, title, href string) string {
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
