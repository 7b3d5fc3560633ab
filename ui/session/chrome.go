package session

import (
	"strconv"

	"planproof/core/doc"
	"planproof/ui/shell"
	"planproof/ui/viewmodel"
)

// Chrome is what the shell shows now.
func (s *Session) Chrome() shell.Chrome {
	c := shell.Chrome{
		State: string(s.State), Title: s.Title, Origin: s.Origin, Dark: shell.Bool(s.Dark),
		Doc: s.Doc, Docs: s.docTabs(), PlanAs: s.PlanAs, Tab: s.Look.Tab, Pane: s.Pane, Playing: s.Playing, Flag: s.flag(),
	}
	if c.Title == "" {
		c.Title = "Untitled"
	}
	if m := s.Model; m != nil {
		for _, l := range m.Labels {
			c.Legend = append(c.Legend, shell.LegendItem{Class: l.Class, Letter: l.Letter, Name: l.Name})
		}
	}
	if s.Live() {
		c.HasEvents, c.Events = true, s.Model.Events()
		c.HasFindings = s.Model.NextFinding(0, false) != nil
		c.HasLoops = len(s.Model.LoopsAt(0, "").Loops) > 0
		c.Accepted = s.Model.Statement().Outcome == viewmodel.Accepted
		c.Aside = s.breakpointWords()
	}
	return c
}

func (s *Session) breakpointWords() string {
	switch n := len(s.Breakpoints); n {
	case 0:
		return "no breakpoints"
	case 1:
		for path := range s.Breakpoints {
			if step := s.Model.Step(path); step != nil {
				return "1 breakpoint: " + step.Name()
			}
		}
		return "1 breakpoint"
	default:
		return strconv.Itoa(n) + " breakpoints"
	}
}

func (s *Session) flag() shell.Flag {
	f := shell.Flag{Tomb: "part", Class: "is-unreachable", Mark: "unreachable"}
	switch {
	case s.Crash != nil:
		f.Word, f.Rest = "No verdict", "engine stopped"
	case s.State == Running:
		f.Word, f.Rest = "Verifying", s.last()
	case s.State == Stale:
		f.Word, f.Rest = "No verdict", "edited"
	case s.Problem != nil:
		f.Class, f.Mark, f.Word, f.Rest = "is-rejected", "confirmed", "Not read", place(s.Problem.Span)
	case s.Model != nil:
		return s.verdictFlag()
	}
	return f
}

func (s *Session) last() string {
	if s.Model == nil {
		return ""
	}
	return "last: " + map[viewmodel.Outcome]string{viewmodel.Accepted: "accepted", viewmodel.Rejected: "rejected", viewmodel.Incomplete: "incomplete"}[s.Model.Statement().Outcome]
}

func (s *Session) verdictFlag() shell.Flag {
	bad := 0
	for _, c := range s.Model.Cards {
		if !c.Quiet {
			bad++
		}
	}
	switch s.Model.Statement().Outcome {
	case viewmodel.Accepted:
		return shell.Flag{Class: "is-proved", Mark: "proved", Word: "Accepted", Rest: "no violation", Tomb: "full"}
	case viewmodel.Incomplete:
		return shell.Flag{Class: "is-incomplete", Mark: "incomplete", Word: "Incomplete", Rest: "nothing claimed", Tomb: "part"}
	}
	return shell.Flag{Class: "is-rejected", Mark: "confirmed", Word: "Rejected", Rest: plural(bad, "violation"), Tomb: "open"}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}

func place(span *doc.Span) string {
	if span == nil {
		return ""
	}
	return span.Doc + " " + strconv.Itoa(span.Start.Line) + ":" + strconv.Itoa(span.Start.Column)
}

// docTabs counts the findings in every document: violations, or what is less
// than one where there are none.
func (s *Session) docTabs() []shell.Doc {
	tabs := []shell.Doc{{ID: doc.DocWorkflow, Name: "Workflow"}, {ID: doc.DocPolicy, Name: "Policy"}, {ID: doc.DocTools, Name: "Tools"}}
	for i := range tabs {
		t := &tabs[i]
		loud := false
		for _, mark := range s.Marks(t.ID) {
			if mark.Loud && !loud {
				loud, t.Count = true, 0
			}
			if mark.Loud == loud {
				if t.Count++; t.Count == 1 {
					t.Class, t.Mark = mark.Class, mark.Mark
				}
			}
		}
	}
	return tabs
}

// Mark is a finding at a place of a document.
type Mark struct {
	Span  doc.Span
	Class string // of the color
	Mark  string // of the sprite
	Lint  string // error, warning or incomplete: the underline
	Title string
	Text  string
	Loud  bool
	Card  int
}

// Marks are the findings of one document, in the order of the list.
func (s *Session) Marks(name string) []Mark {
	if p := s.Problem; p != nil {
		if p.Span == nil || p.Span.Doc != name {
			return nil
		}
		return []Mark{{Span: *p.Span, Class: "is-rejected", Mark: "confirmed", Lint: "error", Title: "Not read", Text: p.Message, Loud: true}}
	}
	if s.Model == nil || s.State != Done {
		return nil
	}
	var out []Mark
	for _, c := range s.Model.Cards {
		if c.F.Span.Doc != name {
			continue
		}
		lint := "error"
		switch {
		case c.Class == "is-incomplete":
			lint = "incomplete"
		case c.Quiet || c.Class == "is-possible":
			lint = "warning"
		}
		out = append(out, Mark{c.F.Span, c.Class, c.Mark, lint, c.Title, c.Sum, !c.Quiet, c.Number})
	}
	return out
}

// Labels are the references of a document that carry labels.
func (s *Session) Labels(name string) []viewmodel.RefLabels {
	if s.Model == nil || s.State != Done || name != doc.DocWorkflow {
		return nil
	}
	return s.Model.RefLabels(s.Docs.Workflow)
}

// Lit is the range of the workflow that the cursor is at, ok false when there
// is no now.
func (s *Session) Lit() (r doc.Range, ok bool) {
	if !s.Live() {
		return r, false
	}
	e := s.Model.Event(s.Look.At)
	step := s.Model.Step(e.Path)
	if step == nil {
		return r, false
	}
	return step.Range, true
}
