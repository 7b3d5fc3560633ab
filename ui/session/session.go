// Package session is the state of the page and what commands do to it. It is
// pure: the browser feeds it commands and asks it what to show, and a test
// does the same without a browser.
//
//	session.go   the state and the life of a verification
//	commands.go  what keys and buttons do
//	chrome.go    what the shell shows
//	past.go      names of documents that come back
//	special.go   the panes without a verdict: empty, error, crash, stale
package session

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/ui/pane"
	"planproof/ui/viewmodel"
)

// Documents are the three texts.
type Documents struct{ Workflow, Policy, Tools string }

// Get returns a document by name.
func (d *Documents) Get(name string) string { return *d.at(name) }

func (d *Documents) at(name string) *string {
	switch name {
	case doc.DocPolicy:
		return &d.Policy
	case doc.DocTools:
		return &d.Tools
	default:
		return &d.Workflow
	}
}

// Empty tells whether all three are empty.
func (d *Documents) Empty() bool { return d.Workflow == "" && d.Policy == "" && d.Tools == "" }

// State is where a verification stands.
type State string

// The states; they are stable interface (data-state of the status).
const (
	Idle    State = "idle"
	Running State = "running"
	Stale   State = "stale"
	Done    State = "done"
	Failed  State = "error"
)

// Problem is an answer without a report: the documents can not be read.
type Problem struct {
	Kind, Message, Hint string
	Span                *doc.Span
}

// Crash is an engine that stopped.
type Crash struct {
	Why    string
	Millis int
	Ready  bool // the engine runs again
	Bytes  int  // of the documents that were kept
}

// Session is the whole state of the page.
type Session struct {
	Docs    Documents
	Title   string
	Origin  string
	Example string // that was opened last; the documents may have been edited since
	State   State
	Version string // of the engine, once it is ready

	Model   *viewmodel.Model // of the last report, nil without one
	Plan    *viewmodel.Model // of the text as it is, nil when it is no workflow
	Problem *Problem
	Crash   *Crash
	Slow    bool // running for longer than a blink

	Look   pane.Look
	Doc    string // the document shown
	Pane   string // of a phone
	PlanAs string

	Playing     bool
	Breakpoints map[string]bool // paths of steps
	Dark        bool
	Strict      bool
	Lenient     bool
	Dialog      string // "", help, paste
	Notes       []string

	aim    string  // where to look at the next verdict
	past   []named // documents that were loaded or left, the newest last
	loaded bool    // the next verdict is about other documents: the old cursor means nothing

	Reveal *doc.Span // the editor should show this place; cleared when it did
}

// New is the page before anything happened.
func New() *Session {
	return &Session{
		State: Idle, Look: pane.Look{Tab: "verdict", Obligation: -1}, Doc: doc.DocWorkflow, Pane: "inspect",
		PlanAs: "graph", Breakpoints: map[string]bool{}, Lenient: true,
	}
}

// newlines makes the line breaks those of a text field, so that places in the
// documents are places in what the user sees.
func newlines(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// Load replaces the documents.
func (s *Session) Load(d Documents, title, origin string) {
	d = Documents{newlines(d.Workflow), newlines(d.Policy), newlines(d.Tools)}
	s.remember(d.Empty())
	s.Docs, s.Title, s.Origin, s.Example, s.aim, s.loaded = d, title, origin, "", "", true
	s.Look = pane.Look{Tab: s.Look.Tab, Obligation: -1}
	s.Notes = nil
	s.Breakpoints = map[string]bool{}
	s.edited()
}

// Aim says where to look when the verdict is there: a cursor (or the number of
// an event, counted from 1) and a tab, either may be empty.
func (s *Session) Aim(at, view string) {
	s.aim = at
	if view != "" {
		s.Look.Tab = view
	}
}

// Refuse says why a link was not opened. Documents that are there stay.
func (s *Session) Refuse(why string) {
	if s.Docs.Empty() {
		s.State, s.Problem = Failed, &Problem{Kind: "link", Message: why}
		return
	}
	s.Notes, s.Look.Tab = []string{why}, "verdict"
}

// Edit replaces one document as the user types.
func (s *Session) Edit(name, text string) {
	if *s.Docs.at(name) == text {
		return
	}
	if s.Origin != "" && s.Origin != "edited" {
		s.remember(false)
	}
	*s.Docs.at(name) = text
	if s.Origin != "" {
		s.Origin = "edited"
	}
	s.recall()
	s.edited()
}

func (s *Session) edited() {
	s.Playing = false
	s.Crash = nil
	if s.Docs.Empty() {
		s.State, s.Model, s.Problem, s.Plan = Idle, nil, nil, nil
		return
	}
	s.State = Stale
	s.readPlan()
}

// readPlan reads the workflow for a drawing that needs no verdict.
func (s *Session) readPlan() {
	s.Plan = nil
	if len(s.Docs.Workflow) > doc.MaxBytes {
		return
	}
	if w, _, err := doc.ReadWorkflow([]byte(s.Docs.Workflow), doc.ReadOptions{Lenient: s.Lenient}); err == nil {
		s.Plan = viewmodel.New(w, s.policy(), nil)
	}
}

func (s *Session) policy() *doc.Policy {
	p, err := doc.ReadPolicy([]byte(s.Docs.Policy))
	if err != nil {
		return nil
	}
	return p
}

// Start is called when the verifier was given the documents.
func (s *Session) Start() {
	s.State, s.Slow = Running, false
}

// Answer takes the verifier's answer: a report, or the error of the reader. One
// that comes after an edit is about another text, and is not taken.
func (s *Session) Answer(r *finding.Report, p *Problem, millis float64) {
	if s.State != Running {
		return
	}
	s.Look.Millis = millis
	s.Crash, s.Slow = nil, false
	if p != nil {
		s.State, s.Problem, s.Model = Failed, p, nil
		return
	}
	s.readPlan()
	if s.Plan == nil {
		s.State, s.Problem, s.Model = Failed, &Problem{Kind: "input", Message: "the workflow can not be read"}, nil
		return
	}
	cursor := ""
	if s.Model != nil && s.aim == "" && !s.loaded {
		cursor = s.Model.CursorAt(s.Look.At)
	}
	s.State, s.Problem, s.loaded = Done, nil, false
	s.Model = viewmodel.New(s.Plan.Workflow, s.Plan.Policy, r)
	s.arrive(cursor)
}

// arrive puts the cursor where it was, or at the first finding.
func (s *Session) arrive(cursor string) {
	s.Look.Obligation = -1
	if cursor != "" {
		s.Look.At = s.Model.Find(cursor)
		return
	}
	if s.aim != "" && s.Model.Events() > 0 {
		s.Look.Open, s.Look.At = 0, s.Place(s.aim)
		s.aim = ""
		return
	}
	s.Look.Open, s.Look.At = 0, max(s.Model.Events()-1, 0)
	for _, c := range s.Model.Cards {
		if !c.Quiet {
			s.Look.Open = c.Number
			if c.Event >= 0 {
				s.Look.At = c.Event
			}
			return
		}
	}
}

// Place is the event of a semantic cursor, or of its number counted from 1.
func (s *Session) Place(cursor string) int {
	if n, err := strconv.Atoi(cursor); err == nil && n > 0 {
		return min(n, s.Model.Events()) - 1
	}
	return s.Model.Find(cursor)
}

// Cancel stops a verification: the text stays, there is no verdict for it.
func (s *Session) Cancel() {
	if s.State == Running {
		s.State, s.Slow = Stale, false
	}
}

// Crashed is called when the engine stopped by itself.
func (s *Session) Crashed(why string, millis int) {
	s.State, s.Model, s.Problem, s.Playing = Failed, nil, nil, false
	d := &s.Docs
	s.Crash = &Crash{Why: why, Millis: millis, Bytes: len(d.Workflow) + len(d.Policy) + len(d.Tools)}
}

// Ready is called when the engine (again) takes work.
func (s *Session) Ready(version string) {
	s.Version = version
	if s.Crash != nil {
		s.Crash.Ready = true
	}
}

// Selected is the open card, whose flow the plan shows.
func (s *Session) Selected() *viewmodel.Card {
	if s.Model == nil {
		return nil
	}
	for _, c := range s.Model.Cards {
		if c.Number == s.Look.Open {
			return c
		}
	}
	return nil
}

// Shown is the model that the plan is drawn from: the report's while it is
// about this text, else that of the text alone.
func (s *Session) Shown() *viewmodel.Model {
	if s.Model != nil {
		return s.Model
	}
	return s.Plan
}

// Live tells whether there is a now: a verdict about the text as it is.
func (s *Session) Live() bool { return s.Model != nil && s.State == Done && s.Model.Events() > 0 }
