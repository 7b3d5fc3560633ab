package viewmodel

import (
	"sort"
	"strconv"

	"planproof/core/doc"
	"planproof/core/finding"
)

// Model is a report with its documents, indexed for the panes. It does not
// change; a cursor is an index into Report.Trace.Events.
type Model struct {
	Workflow *doc.Workflow
	Policy   *doc.Policy // nil when the policy could not be read
	Report   *finding.Report
	Labels   []Label
	Cards    []*Card // findings in the order of the list

	steps  map[string]*StepInfo
	order  []*StepInfo
	line   timeline
	events []finding.Event
	sets   []finding.AbstractValue
}

// StepInfo is one step of the workflow.
type StepInfo struct {
	Path, Label string
	Node        doc.StepNode
	Range       doc.Range
	Depth       int
	Parent      *StepInfo
}

// New indexes a report. The report may have no trace; then there are no
// events to step through. A nil report is a plan without a verdict.
func New(w *doc.Workflow, p *doc.Policy, r *finding.Report) *Model {
	m := &Model{Workflow: w, Policy: p, Report: r, steps: map[string]*StepInfo{}}
	m.index(w.Steps, "/workflow/steps", nil)
	if r != nil && r.Trace != nil {
		m.events = r.Trace.Events
		m.Labels = palette(r.Trace.Labels)
	}
	m.line = newTimeline(m.events)
	if r != nil {
		m.Cards = m.cards()
	}
	return m
}

func (m *Model) index(steps []doc.Step, at string, parent *StepInfo) {
	for i := range steps {
		s := &steps[i]
		info := &StepInfo{Path: at + "/" + strconv.Itoa(i), Label: s.Label.Value, Node: s.Node, Range: s.Range, Parent: parent}
		if parent != nil {
			info.Depth = parent.Depth + 1
		}
		m.steps[info.Path] = info
		m.order = append(m.order, info)
		switch n := s.Node.(type) {
		case *doc.Conditional:
			m.index(n.Then, info.Path+"/conditional/then_steps", info)
			m.index(n.Else, info.Path+"/conditional/else_steps", info)
		case *doc.Loop:
			m.index(n.Body, info.Path+"/loop/body", info)
		case *doc.ToolCall:
		}
	}
}

// Events is the number of events.
func (m *Model) Events() int { return len(m.events) }

// Event is the event at a cursor, nil when there are none.
func (m *Model) Event(at int) *finding.Event {
	if at < 0 || at >= len(m.events) {
		return nil
	}
	return &m.events[at]
}

// Step finds the step that a path is in: the step itself, or the one whose
// argument or condition the path names. It is nil outside the workflow.
func (m *Model) Step(path string) *StepInfo {
	for path != "" {
		if s := m.steps[path]; s != nil {
			return s
		}
		path = parent(path)
	}
	return nil
}

func parent(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[:i]
		}
	}
	return ""
}

// StepAtOffset is the innermost step that covers a byte of the workflow text.
func (m *Model) StepAtOffset(offset int) *StepInfo {
	var best *StepInfo
	for _, s := range m.order {
		if int(s.Range.Start) <= offset && offset < int(s.Range.End) {
			best = s
		}
	}
	return best
}

// Steps are all steps in reading order. The list is shared: do not change it.
func (m *Model) Steps() []*StepInfo { return m.order }

// Label is a step's label, or its path when it has none.
func (s *StepInfo) Name() string {
	if s.Label != "" {
		return s.Label
	}
	return s.Path
}

// FirstEvent is the first event at a step or inside it, -1 when there is none.
func (m *Model) FirstEvent(path string) int {
	for i := range m.events {
		p := m.events[i].Path
		if p == path || len(p) > len(path) && p[:len(path)] == path && p[len(path)] == '/' {
			return i
		}
	}
	return -1
}

// Find returns the event of a semantic cursor.
func (m *Model) Find(cursor string) int {
	if len(m.events) == 0 {
		return 0
	}
	return m.Report.Trace.Find(finding.ParseCursor(cursor))
}

// CursorAt is the semantic cursor of an event.
func (m *Model) CursorAt(at int) string {
	if m.Event(at) == nil {
		return ""
	}
	return m.Report.Trace.CursorAt(at).String()
}

// Understood says what the documents hold: "12 steps, 1 branch, 1 loop, 3 inputs".
func (m *Model) Understood() string {
	branches, loops := 0, 0
	for _, s := range m.order {
		switch s.Node.(type) {
		case *doc.Conditional:
			branches++
		case *doc.Loop:
			loops++
		case *doc.ToolCall:
		}
	}
	text := count(len(m.order), "step")
	if branches > 0 {
		text += ", " + countAs(branches, "branch", "branches")
	}
	if loops > 0 {
		text += ", " + count(loops, "loop")
	}
	return text + ", " + count(len(m.Workflow.Inputs), "input")
}

func count(n int, word string) string { return countAs(n, word, word+"s") }

func countAs(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
