package session

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/ui/editor"
	"planproof/ui/shell"
	"planproof/ui/viewmodel"
)

// Effect is what the browser has to do after a command.
type Effect uint8

// The effects.
const (
	None   Effect = iota
	Verify        // give the documents to the verifier
	Stop          // end the verifier's work
	Theme         // apply Dark
	Tick          // start or stop the clock that plays
)

// Do runs a command. Commands and their arguments are what buttons carry
// (data-do, data-arg) and what keys are bound to.
func (s *Session) Do(name, arg string) Effect {
	n, _ := strconv.Atoi(arg)
	switch name {
	case "tab":
		s.Look.Tab, s.Pane = arg, "inspect"
	case "doc":
		s.Doc = arg
	case "pane":
		s.choosePane(arg)
	case "plan":
		s.PlanAs = arg
	case "theme":
		s.Dark = !s.Dark
		return Theme
	case "help":
		s.Dialog = name
	case "notes":
		s.Notes = nil
	case "close":
		s.Dialog = ""
	case "verify":
		return Verify
	case "cancel":
		s.Cancel()
		return Stop
	default:
		return s.move(name, arg, n)
	}
	return None
}

func (s *Session) choosePane(arg string) {
	switch arg {
	case "text", "plan":
		s.Pane = arg
	default:
		s.Pane, s.Look.Tab = "inspect", arg
	}
}

// move runs the commands that need a verdict.
func (s *Session) move(name, arg string, n int) Effect {
	m := s.Model
	if m == nil {
		return None
	}
	switch name {
	case "more":
		s.Look.More = !s.Look.More
	case "open":
		s.open(n)
	case "span":
		s.reveal(n)
	case "follow":
		s.Look.Name = arg
		if s.Look.Tab == "state" {
			s.Look.Tab = "lattice"
		}
	case "automaton":
		s.Look.Automaton = arg
	case "loop":
		s.Look.Loop = arg
	case "obligation":
		s.Look.Obligation = n
	case "break":
		s.toggleBreak(arg)
	default:
		return s.step(name, arg, n)
	}
	return None
}

// step runs the commands that move the cursor. They need a live verdict.
func (s *Session) step(name, arg string, n int) Effect {
	m := s.Model
	if !s.Live() {
		return None
	}
	at := s.Look.At
	switch name {
	case "first":
		at = 0
	case "last":
		at = m.Events() - 1
	case "back":
		at--
	case "next":
		at++
	case "event":
		at = n
	case "line":
		return s.line(n)
	case "at":
		at = m.Find(arg)
		if first := m.FirstEvent(arg); first >= 0 && m.Event(at).Path != arg {
			at = first
		}
	case "step":
		at = m.NextStep(at, 1)
	case "step-back":
		at = m.NextStep(at, -1)
	case "round":
		at = m.NextRound(at)
	case "finding", "finding-back":
		if c := m.NextFinding(at, name == "finding-back"); c != nil {
			s.Look.Open, at = c.Number, c.Event
		}
	case "play":
		s.Playing = !s.Playing
		if s.Playing && at >= m.Events()-1 {
			s.Look.At = 0
		}
		return Tick
	default:
		return None
	}
	s.Go(at)
	return None
}

// line goes to the innermost step that begins on (or goes through) a line of
// the workflow, counted from 0.
func (s *Session) line(n int) Effect {
	if s.Doc != doc.DocWorkflow {
		return None
	}
	text := s.Docs.Workflow
	at := editor.LineStart(text, n)
	for at < len(text) && strings.IndexByte(" \t{", text[at]) >= 0 {
		at++
	}
	if step := s.Model.StepAtOffset(at); step != nil {
		return s.step("at", step.Path, 0)
	}
	return None
}

// Go moves the cursor; it stays inside the trace.
func (s *Session) Go(at int) {
	if !s.Live() {
		return
	}
	s.Look.At = max(0, min(at, s.Model.Events()-1))
	s.Look.Obligation = -1
}

// Advance is one tick of playing. It stops at the end and at breakpoints.
func (s *Session) Advance() bool {
	if !s.Playing || !s.Live() {
		s.Playing = false
		return false
	}
	s.Go(s.Look.At + 1)
	if s.Look.At >= s.Model.Events()-1 || s.stopsHere() {
		s.Playing = false
	}
	return s.Playing
}

// stopsHere tells whether a breakpoint is at the event: a step's breakpoint
// stops at its call, a finding stops always.
func (s *Session) stopsHere() bool {
	e := s.Model.Event(s.Look.At)
	before := s.Model.Event(s.Look.At - 1)
	if s.Breakpoints[e.Path] && (before == nil || before.Path != e.Path) {
		return true
	}
	for _, c := range s.Model.Cards {
		if !c.Quiet && c.Event == s.Look.At && s.Breakpoints["findings"] {
			return true
		}
	}
	return false
}

func (s *Session) toggleBreak(path string) {
	if path == "" {
		if e := s.Model.Event(s.Look.At); e != nil {
			path = e.Path
		}
	}
	if s.Breakpoints[path] {
		delete(s.Breakpoints, path)
	} else if path != "" {
		s.Breakpoints[path] = true
	}
}

// open unfolds a card and goes to its moment; again, it folds it.
func (s *Session) open(n int) {
	if s.Look.Open == n {
		s.Look.Open = 0
		return
	}
	s.Look.Open = n
	if c := s.Selected(); c != nil && c.Event >= 0 {
		s.Go(c.Event)
	}
}

func (s *Session) reveal(n int) {
	for _, c := range s.Model.Cards {
		if c.Number == n {
			span := c.F.Span
			s.Reveal = &span
			if span.Doc != doc.DocBundle {
				s.Doc = span.Doc
			}
			s.Pane = "text"
		}
	}
}

// Key is the command of a key, "" when it has none. Names are those of
// KeyboardEvent.key; shift is told apart only for letters.
func Key(key string, shift bool) (name, arg string) {
	switch key {
	case "ArrowLeft":
		return "back", ""
	case "ArrowRight":
		return "next", ""
	case "Home":
		return "first", ""
	case "End":
		return "last", ""
	case " ":
		return "play", ""
	case "?":
		return "help", ""
	case "n", "N":
		if shift {
			return "finding-back", ""
		}
		return "finding", ""
	case "r", "R":
		return "round", ""
	case "s", "S":
		if shift {
			return "step-back", ""
		}
		return "step", ""
	case "b", "B":
		return "break", ""
	}
	if len(key) == 1 && key[0] >= '1' && int(key[0]-'1') < len(shell.Tabs) {
		return "tab", shell.Tabs[key[0]-'1'].ID
	}
	return "", ""
}

// Sentence is what the live region says.
func (s *Session) Sentence() viewmodel.Sentence {
	if !s.Live() {
		return viewmodel.Sentence{}
	}
	return s.Model.Say(s.Look.At)
}
