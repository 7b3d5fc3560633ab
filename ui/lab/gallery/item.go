package gallery

import (
	"strconv"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/ui/viewmodel"
)

// Item is one example as the build lists it for the page.
type Item struct {
	ID    string `json:"id"`
	Group string `json:"group"` // the heading
	Title string `json:"title"`
	Moral string `json:"moral"`
	OK    bool   `json:"ok"`
	Shape string `json:"shape"`
	Word  string `json:"word"`           // Accepted, Rejected or Incomplete
	Rest  string `json:"rest,omitempty"` // what was found, in a few words
}

// Describe fills in what verifying the example shows.
func (i *Item) Describe(b *doc.Bundle, r *finding.Report) {
	i.Shape = Shape(b, r)
	switch viewmodel.New(b.Workflow, b.Policy, r).Statement().Outcome {
	case viewmodel.Accepted:
		i.Word = "Accepted"
	case viewmodel.Rejected:
		i.Word = "Rejected"
	case viewmodel.Incomplete:
		i.Word = "Incomplete"
	}
	definite, possible, incomplete := 0, 0, 0
	for _, f := range r.Violations {
		switch {
		case f.Category == finding.AnalysisIncomplete:
			incomplete++
		case f.Certainty == finding.Definite:
			definite++
		default:
			possible++
		}
	}
	for _, n := range []struct {
		n    int
		word string
	}{{incomplete, "not analyzed"}, {definite, "definite"}, {possible, "possible"}} {
		if n.n == 0 {
			continue
		}
		if i.Rest != "" {
			i.Rest += ", "
		}
		i.Rest += strconv.Itoa(n.n) + " " + n.word
	}
}

// looks are class and mark of a verdict.
func (i *Item) looks() (class, mark string) {
	switch i.Word {
	case "Accepted":
		return "is-proved", "proved"
	case "Incomplete":
		return "is-incomplete", "incomplete"
	}
	return "is-rejected", "confirmed"
}
