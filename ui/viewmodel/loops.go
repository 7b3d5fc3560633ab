package viewmodel

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
)

// LoopsPane is one loop at a cursor.
type LoopsPane struct {
	Loops []LoopItem // every loop of the plan, as a tree in reading order
	Loop  *StepInfo  // the one shown, nil when the plan has none
	Item  string
	Coll  string
	// Iterations and Bound of the analysis shown; Converged once it did.
	Iterations, Bound int
	Converged         bool
	Round             int // of the cursor, 0 at entry
	Terms             []Term
	Names             []string // columns of the matrix
	Automata          []string
	Rows              []RoundRow
	Contrast          []Unrolled
	Sink              string // what the contrast is about
}

// LoopItem is one loop in the list.
type LoopItem struct {
	Step   *StepInfo
	Rounds int
	Bound  int
	Final  bool
}

// Term is one line of H = entry ⊔ body(H) for one name.
type Term struct {
	Name              string
	Head, Entry, Body []Label
	HasHead, HasBody  bool
	Writer            string // the step that writes it last
}

// RoundRow is one row of the iteration matrix: the head after a round.
type RoundRow struct {
	Round  int
	Event  int
	Cells  []Cell
	States []StatesCell
	Now    bool
	Fix    bool
	Fires  string // "holds", "fires" or ""
	Joined []string
}

// Cell is one name in one round.
type Cell struct {
	Labels  []Label
	Usable  bool
	Changed bool
	Plus    []string // provenance that came with the round when the labels did not move
}

// StatesCell is one automaton in one round.
type StatesCell struct {
	States  []string
	Changed bool
}

// Unrolled is what unrolling a number of times would have concluded.
type Unrolled struct {
	Rounds   int // 0 for the fixpoint
	Labels   []Label
	Rejects  bool
	Fixpoint bool
}

// LoopsAt shows a loop: the given one, else the innermost around the event,
// else the first.
func (m *Model) LoopsAt(at int, path string) LoopsPane {
	var p LoopsPane
	for _, s := range m.order {
		if isLoop(s) {
			item := LoopItem{Step: s}
			for _, l := range m.summaries(s.Path) {
				item.Rounds, item.Bound, item.Final = l.Iterations, l.Bound, l.Final
			}
			p.Loops = append(p.Loops, item)
		}
	}
	if len(p.Loops) == 0 {
		return p
	}
	p.Loop = m.chosenLoop(at, path, p.Loops)
	n := p.Loop.Node.(*doc.Loop)
	p.Item, p.Coll = n.Item.Value, n.Collection.Value+n.Path.String()
	m.fillLoop(&p, at)
	return p
}

func (m *Model) summaries(path string) []finding.LoopSummary {
	var out []finding.LoopSummary
	if m.Report == nil || m.Report.Trace == nil {
		return nil
	}
	for _, l := range m.Report.Trace.Loops {
		if l.Path == path {
			out = append(out, l)
		}
	}
	return out
}

func (m *Model) chosenLoop(at int, path string, loops []LoopItem) *StepInfo {
	if s := m.steps[path]; s != nil && isLoop(s) {
		return s
	}
	if e := m.Event(at); e != nil {
		for s := m.Step(e.Path); s != nil; s = s.Parent {
			if isLoop(s) {
				return s
			}
		}
	}
	return loops[0].Step
}

// analysis is the range of events of one analysis of a loop: the one around
// the cursor, else the last.
func (m *Model) analysis(path string, at int) (lo, hi int) {
	lo, hi = -1, -1
	start := -1
	for i := range m.events {
		e := &m.events[i]
		if e.Path != path {
			continue
		}
		if e.Kind == finding.EvHead && e.Loop.Iteration == 1 || e.Kind == finding.EvHead && start < 0 {
			start = i
		}
		if e.Kind == finding.EvDone {
			lo, hi = start, i
			if start <= at && at <= i {
				return lo, hi
			}
			start = -1
		}
	}
	return lo, hi
}

func (m *Model) fillLoop(p *LoopsPane, at int) {
	lo, hi := m.analysis(p.Loop.Path, at)
	if lo < 0 {
		return
	}
	done := m.events[hi].Loop
	p.Iterations, p.Bound, p.Converged = done.Iteration, done.Bound, done.Converged
	p.Names, p.Automata = m.moving(lo, hi, p.Loop.Path)
	p.Rows = append(p.Rows, m.roundRow(p, 0, lo, lo))
	for i := lo; i <= hi; i++ {
		e := &m.events[i]
		if e.Path != p.Loop.Path {
			continue
		}
		if e.Kind == finding.EvMeet {
			row := m.roundRow(p, e.Loop.Iteration, i, lo)
			row.Fix = e.Loop.Converged
			row.Joined = e.Loop.Changed
			p.Rows = append(p.Rows, row)
		}
		if e.Kind == finding.EvHead && i <= at {
			p.Round = e.Loop.Iteration
		}
	}
	for i := range p.Rows {
		p.Rows[i].Now = p.Rows[i].Round == p.Round && at >= lo && at <= hi || p.Round == 0 && i == 0 && at >= lo && at <= hi
	}
	if at > hi || at < lo {
		p.Round = p.Iterations
	}
	m.terms(p, lo)
	m.contrast(p, lo, hi)
}

// moving are the names and automata that any round changes.
func (m *Model) moving(lo, hi int, path string) (names, automata []string) {
	seen := map[string]bool{}
	for i := lo; i <= hi; i++ {
		e := &m.events[i]
		if e.Path != path || e.Kind != finding.EvMeet {
			continue
		}
		for _, c := range e.Loop.Changed {
			if seen[c] {
				continue
			}
			seen[c] = true
			if name, ok := strings.CutPrefix(c, "automaton:"); ok {
				automata = append(automata, name)
			} else {
				names = append(names, c)
			}
		}
	}
	return names, automata
}

func (m *Model) roundRow(p *LoopsPane, round, event, lo int) RoundRow {
	row := RoundRow{Round: round, Event: event}
	prev := lo
	if n := len(p.Rows); n > 0 {
		prev = p.Rows[n-1].Event
	}
	for _, name := range p.Names {
		v, was := m.line.value(name, event), m.line.value(name, prev)
		c := Cell{Usable: v != nil}
		if v != nil {
			c.Labels = m.labelsOf(v.Labels)
		}
		if v != nil && was != nil && round > 0 && !sameValue(v, was) {
			c.Changed = true
			if sameNames(v.Labels, was.Labels) {
				c.Plus = minus(v.Provenance, was.Provenance)
			}
		}
		row.Cells = append(row.Cells, c)
	}
	for _, name := range p.Automata {
		now, _ := m.line.states(name, event)
		was, _ := m.line.states(name, prev)
		row.States = append(row.States, StatesCell{now, round > 0 && !sameNames(now, was)})
	}
	if round > 0 {
		row.Fires = m.fires(p.Loop.Path, round, event)
	}
	return row
}

func minus(a, b []string) []string {
	var out []string
	for _, x := range a {
		if !contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// fires tells whether some taint rule fired in the body in the round that
// ended at the event.
func (m *Model) fires(path string, round, end int) string {
	verdict := ""
	for i := end - 1; i >= 0; i-- {
		e := &m.events[i]
		if e.Path == path && e.Kind == finding.EvHead && e.Loop.Iteration == round {
			break
		}
		if e.Rule != nil && strings.HasPrefix(e.Path, path+"/") {
			if e.Rule.Verdict == "fires" {
				return "fires"
			}
			verdict = "holds"
		}
	}
	return verdict
}

// terms fills the equation for the round of the cursor.
func (m *Model) terms(p *LoopsPane, lo int) {
	if p.Round >= len(p.Rows) || len(p.Rows) == 0 {
		return
	}
	row := p.Rows[max(p.Round, 0)]
	exit := row.Event - 1
	for _, name := range p.Names {
		t := Term{Name: name, Writer: m.writer(p.Loop, name)}
		if v := m.line.value(name, row.Event); v != nil {
			t.Head, t.HasHead = m.labelsOf(v.Labels), true
		}
		if v := m.line.value(name, lo); v != nil {
			t.Entry = m.labelsOf(v.Labels)
		}
		if v := m.line.value(name, exit); v != nil && row.Round > 0 {
			t.Body, t.HasBody = m.labelsOf(v.Labels), true
		}
		p.Terms = append(p.Terms, t)
	}
}

// writer is the last step of a loop's body that binds a name.
func (m *Model) writer(loop *StepInfo, name string) string {
	words := ""
	for _, s := range m.order {
		c, ok := s.Node.(*doc.ToolCall)
		if !ok || c.Binding == nil || c.Binding.Value != name || !strings.HasPrefix(s.Path, loop.Path+"/") {
			continue
		}
		var args []string
		for _, a := range c.Args {
			text, _ := argText(a.Value)
			args = append(args, a.Param.Value+"="+text)
		}
		words = s.Name() + ": " + c.Tool.Value + "(" + strings.Join(args, ", ") + ")"
	}
	return words
}

// contrast says what unrolling 1, 2, … times would have concluded about the
// first rule that fires in the loop: it sees the rounds one by one and
// accepts as long as none of them fires.
func (m *Model) contrast(p *LoopsPane, lo, hi int) {
	first := 0
	for _, r := range p.Rows {
		if r.Fires == "fires" {
			first = r.Round
			break
		}
	}
	if first < 2 {
		return
	}
	for _, c := range m.Cards {
		if c.Step != nil && strings.HasPrefix(c.F.Path, p.Loop.Path+"/") && c.F.Category == finding.Taint {
			p.Sink = c.Step.Name()
			break
		}
	}
	for k := 1; k < first; k++ {
		p.Contrast = append(p.Contrast, Unrolled{Rounds: k})
	}
	p.Contrast = append(p.Contrast, Unrolled{Rounds: first, Rejects: true, Fixpoint: true})
}
