package viewmodel

import (
	"strconv"
	"strings"

	"planproof/core/finding"
)

// Chapter is the events of one top-level step, [From, To).
type Chapter struct {
	Path, Label string
	From, To    int
	Rounds      []Round // of a top-level loop
}

// Round is one iteration, [From, To).
type Round struct{ N, From, To int }

// Chapters divides the events by top-level step.
func (m *Model) Chapters() []Chapter {
	var out []Chapter
	for i := range m.events {
		e := &m.events[i]
		path := topStep(e.Path)
		if path == "" {
			continue
		}
		if n := len(out); n == 0 || out[n-1].Path != path {
			c := Chapter{Path: path, From: i}
			if s := m.steps[path]; s != nil {
				c.Label = s.Name()
			}
			out = append(out, c)
		}
		c := &out[len(out)-1]
		c.To = i + 1
		if e.Path == path && e.Kind == finding.EvHead && len(e.Iter) == 1 {
			c.Rounds = append(c.Rounds, Round{e.Loop.Iteration, i, i + 1})
		}
		if n := len(c.Rounds); n > 0 && len(e.Iter) > 0 {
			c.Rounds[n-1].To = i + 1
		}
	}
	return out
}

// topStep is /workflow/steps/N of a path.
func topStep(path string) string {
	rest, ok := strings.CutPrefix(path, "/workflow/steps/")
	if !ok {
		return ""
	}
	n, _, _ := strings.Cut(rest, "/")
	return "/workflow/steps/" + n
}

// LostEvents are the events at which a join lost a guarantee.
func (m *Model) LostEvents() []int {
	var out []int
	for i := range m.events {
		if j := m.events[i].Join; j != nil && len(j.Lost) > 0 {
			out = append(out, i)
		}
	}
	return out
}

// NextFinding is the next card after a cursor (before it when back), by
// event, wrapping around; nil when no finding has an event.
func (m *Model) NextFinding(at int, back bool) *Card {
	var best, wrap *Card
	for _, c := range m.Cards {
		if c.Quiet || c.Event < 0 {
			continue
		}
		ahead := c.Event > at
		if back {
			ahead = c.Event < at
		}
		if ahead && (best == nil || closer(c, best, back)) {
			best = c
		}
		if wrap == nil || closer(c, wrap, back) {
			wrap = c
		}
	}
	if best == nil {
		return wrap
	}
	return best
}

func closer(c, best *Card, back bool) bool {
	if back {
		return c.Event > best.Event
	}
	return c.Event < best.Event
}

// NextRound is the next event at which a round begins or a loop is done.
func (m *Model) NextRound(at int) int { return m.next(at, 1, isRound) }

// NextStep is the next event at which a step begins.
func (m *Model) NextStep(at, dir int) int {
	return m.next(at, dir, func(e *finding.Event) bool {
		return e.Kind == finding.EvCall || e.Kind == finding.EvBranch && e.Branch.Side == "then" || e.Kind == finding.EvHead && e.Loop.Iteration == 1
	})
}

func isRound(e *finding.Event) bool { return e.Kind == finding.EvHead || e.Kind == finding.EvDone }

func (m *Model) next(at, dir int, want func(*finding.Event) bool) int {
	for i := at + dir; i >= 0 && i < len(m.events); i += dir {
		if want(&m.events[i]) {
			return i
		}
	}
	return at
}

// Sentence says an event: where, and what happened. What a user wrote is in
// backquotes.
type Sentence struct{ Now, Text string }

// Say puts an event into words.
func (m *Model) Say(at int) Sentence {
	e := m.Event(at)
	if e == nil {
		return Sentence{}
	}
	s := Sentence{Now: m.where(e), Text: m.what(e)}
	return s
}

func (m *Model) where(e *finding.Event) string {
	switch e.Kind {
	case finding.EvEntry:
		return "Entry"
	case finding.EvEnd:
		return "End"
	}
	name := e.Path
	if s := m.Step(e.Path); s != nil {
		name = s.Name()
	}
	round := ""
	if n := len(e.Iter); n > 0 {
		var parts []string
		for _, i := range e.Iter {
			parts = append(parts, strconv.Itoa(i))
		}
		round = "Round " + strings.Join(parts, ".")
	}
	switch e.Kind {
	case finding.EvJoin:
		name = "join after " + name
	case finding.EvHead:
		name = "head of " + name
	case finding.EvItem:
		name = "item of " + name
	case finding.EvExit:
		name = "end of " + name
	case finding.EvMeet:
		name = "join at " + name
	case finding.EvDone:
		name = name + " done"
	}
	if round != "" {
		return round + ", " + name
	}
	return name
}

func (m *Model) what(e *finding.Event) string {
	switch e.Kind {
	case finding.EvEntry:
		return "The inputs are known only when the plan runs: " + inputsWords(m) + "."
	case finding.EvEnd:
		return "The plan ends."
	case finding.EvCall:
		return m.callSentence(e)
	case finding.EvRule:
		return ruleSentence(e.Rule)
	case finding.EvContract:
		return contractSentence(e.Contract)
	case finding.EvGuard:
		return guardSentence(e.Guard)
	case finding.EvTransition:
		t := e.Transition
		if sameNames(t.Before, t.After) {
			return "`" + t.Automaton + "` stays in " + set(t.After) + "."
		}
		return "`" + t.Automaton + "` moves from " + set(t.Before) + " to " + set(t.After) + "."
	case finding.EvBind, finding.EvItem:
		return "`" + e.Bind.Name + "` is now " + m.valueWords(&e.Bind.Value) + "."
	case finding.EvBranch:
		return branchSentence(e.Branch)
	case finding.EvJoin:
		return m.joinSentence(e)
	}
	return loopSentence(e)
}

func inputsWords(m *Model) string {
	var names []string
	for _, in := range m.Workflow.Inputs {
		names = append(names, "`"+in.Value+"`")
	}
	if len(names) == 0 {
		return "there are none"
	}
	return strings.Join(names, ", ")
}

func (m *Model) callSentence(e *finding.Event) string {
	tool := ""
	if s := m.steps[e.Path]; s != nil {
		tool = callTool(s)
	}
	text := "`" + tool + "` is called"
	for i, a := range e.Args {
		sep := ", "
		if i == 0 {
			sep = " with "
		}
		text += sep + "`" + a.Param + "` " + m.valueWords(&a.Value)
	}
	return text + "."
}

func (m *Model) valueWords(v *finding.AbstractValue) string {
	if len(v.Labels) == 0 {
		return "without labels"
	}
	return set(v.Labels)
}

func ruleSentence(r *finding.RuleEvent) string {
	switch r.Verdict {
	case "fires":
		return "Rule `" + r.Rule + "` fires at `" + r.Param + "`."
	case "sanitized":
		return "Rule `" + r.Rule + "` holds: `" + r.Param + "` is sanitized for it."
	case "excluded":
		return "Rule `" + r.Rule + "` does not apply to `" + r.Param + "`: its condition is false."
	}
	return "Rule `" + r.Rule + "` holds: `" + r.Param + "` does not carry it."
}

func contractSentence(c *finding.ContractEvent) string {
	kind := strings.ToUpper(string(c.Category[:1])) + string(c.Category[1:])
	switch c.Status {
	case finding.StatusProved:
		return kind + " `" + c.Condition + "` is proved."
	case finding.StatusDefinite:
		return kind + " `" + c.Condition + "` fails."
	case finding.StatusPossible:
		return kind + " `" + c.Condition + "` is not proved: a value for which it fails fits every known fact."
	case finding.StatusWarning:
		return kind + " `" + c.Condition + "` is left to the run."
	}
	return kind + " `" + c.Condition + "` could not be established."
}

func guardSentence(g *finding.GuardEvent) string {
	n := "Guard " + strconv.Itoa(g.Index+1) + " of `" + g.Automaton + "`"
	switch g.Verdict {
	case "UNKNOWN":
		return n + " is UNKNOWN: the way forks to `" + g.To + "` and on."
	case "TRUE":
		return n + " is TRUE: `" + g.From + "` goes to `" + g.To + "`."
	case "FALSE":
		return n + " is FALSE: passed."
	}
	return n + " is not reached: an earlier guard is TRUE."
}

func branchSentence(b *finding.BranchEvent) string {
	not := ""
	if b.Side == "else" {
		not = "not "
	}
	if b.Decided == "UNKNOWN" {
		return "The " + b.Side + " side begins on a copy of the state; `" + b.Condition + "` is taken to be " + not + "true in it."
	}
	return "The " + b.Side + " side begins; `" + b.Condition + "` is always " + strings.ToLower(b.Decided) + "."
}

func (m *Model) joinSentence(e *finding.Event) string {
	var parts []string
	for _, name := range e.Join.Changed {
		if auto, ok := strings.CutPrefix(name, "automaton:"); ok {
			parts = append(parts, "`"+auto+"` may be in more states")
			continue
		}
		parts = append(parts, "`"+name+"` joins both sides")
	}
	for _, name := range e.Join.Dropped {
		parts = append(parts, "`"+name+"` is bound on one side only and is gone")
	}
	for _, l := range e.Join.Lost {
		parts = append(parts, "`"+l.Name+"` loses its guarantee for `"+strings.Join(l.Rules, "`, `")+"`")
	}
	if len(parts) == 0 {
		return "Both sides agree."
	}
	return sentence(strings.Join(parts, "; "))
}

func loopSentence(e *finding.Event) string {
	l := e.Loop
	n := strconv.Itoa(l.Iteration)
	switch e.Kind {
	case finding.EvHead:
		return "Round " + n + " of at most " + strconv.Itoa(l.Bound) + " begins at the loop's head."
	case finding.EvExit:
		return "The body ends; the item and its locals leave scope."
	case finding.EvMeet:
		if l.Converged {
			return "Nothing changed: the loop has converged."
		}
		var names []string
		for _, c := range l.Changed {
			names = append(names, "`"+strings.TrimPrefix(c, "automaton:")+"`")
		}
		return "Joined with the entry; " + strings.Join(names, ", ") + " changed."
	}
	if l.Converged {
		return "Converged after " + count(l.Iteration, "round") + " of at most " + strconv.Itoa(l.Bound) + "."
	}
	return "Given up after " + count(l.Iteration, "round") + ": nothing is claimed about this loop."
}
