package verify

import (
	"slices"

	"planproof/core/check"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/lattice"
)

// recorder writes the trace. A nil recorder records nothing, so that the
// walker has one path with and without a trace.
type recorder struct {
	p     *ir.Program
	d     *flow.Domain
	trace *finding.Trace
	// last is the state that the deltas so far add up to.
	last  flow.State
	limit int
	room  int // what is left of maxTraceNames
	tools []string
	rules []string
}

func newRecorder(p *ir.Program, d *flow.Domain, limit int) *recorder {
	if limit == 0 {
		limit = DefaultMaxEvents
	}
	t := &finding.Trace{Version: finding.TraceVersion, Detail: "full", Labels: p.Labels, Tools: p.ToolNames(), Rules: p.RuleNames()}
	if t.Labels == nil {
		t.Labels = []string{}
	}
	return &recorder{p: p, d: d, trace: t, limit: limit, room: maxTraceNames, tools: t.Tools, rules: t.Rules}
}

// maxTraceNames bounds the names and iteration numbers in a trace: an event of
// a plan with a thousand rules is a thousand times larger than another.
const maxTraceNames = 1_000_000

// add appends an event that leaves the state as it is.
func (r *recorder) add(e finding.Event) {
	if r.room -= size(&e); len(r.trace.Events) >= r.limit || r.room < 0 {
		r.trace.Truncated = true
		return
	}
	r.trace.Events = append(r.trace.Events, e)
}

// size is how many names and numbers an event has, about.
func size(e *finding.Event) int {
	n := len(e.Iter)
	value := func(v *finding.AbstractValue) {
		n += len(v.Labels) + len(v.Provenance) + len(v.SourceTools) + len(v.Carries) + len(v.SanitizedFor)
	}
	for i := range e.Args {
		value(&e.Args[i].Value)
		n += len(e.Args[i].Refs)
	}
	if e.Bind != nil {
		value(&e.Bind.Value)
	}
	if t := e.Transition; t != nil {
		n += len(t.Before) + len(t.After)
	}
	if e.Delta != nil {
		for i := range e.Delta.Bindings {
			if v := e.Delta.Bindings[i].Value; v != nil {
				value(v)
			}
		}
		for i := range e.Delta.Automata {
			n += len(e.Delta.Automata[i].States)
		}
	}
	return n
}

// full reports that nothing more is recorded.
func (r *recorder) full() bool { return r == nil || r.trace.Truncated }

// addAt appends an event after which the state is s.
func (r *recorder) addAt(e finding.Event, s flow.State) {
	e.Delta = r.delta(s)
	r.add(e)
}

func (r *recorder) delta(s flow.State) *finding.Delta {
	d := &finding.Delta{}
	flow.Changes(r.last, s, func(slot ir.Slot, was, is *flow.Binding) {
		if was != nil && is != nil && (flow.Values{}).Equal(was.Value, is.Value) {
			return
		}
		b := finding.BindingDelta{Name: r.p.Names[slot]}
		if is != nil {
			v := r.value(is.Value)
			b.Value = &v
		}
		d.Bindings = append(d.Bindings, b)
	}, func(i int) {
		a := r.p.Automata[i]
		d.Automata = append(d.Automata, finding.AutomatonDelta{Automaton: a.Name, States: check.StateNames(a, s.Automaton(i))})
	})
	r.last = s
	if len(d.Bindings)+len(d.Automata) == 0 {
		return nil
	}
	return d
}

// event records what a check saw. The one that changes the state is the
// transition of an automaton.
func (r *recorder) event(e finding.Event) {
	if t := e.Transition; t != nil {
		e.Delta = &finding.Delta{Automata: []finding.AutomatonDelta{{Automaton: t.Automaton, States: t.After}}}
	}
	r.add(e)
}

// moved tells the recorder that the transitions it saw led to s.
func (r *recorder) moved(s flow.State) {
	if !r.full() {
		r.last = s
	}
}

func (r *recorder) entry(s flow.State) {
	if !r.full() {
		r.addAt(finding.Event{Kind: finding.EvEntry, Path: "/workflow"}, s)
	}
}

func (r *recorder) end(s flow.State) {
	if !r.full() {
		r.addAt(finding.Event{Kind: finding.EvEnd, Path: "/workflow"}, s)
	}
}

func (r *recorder) call(s *check.Site) {
	if r.full() {
		return
	}
	args := []finding.ArgEvent{}
	for i := range s.Call.Args {
		a := &s.Call.Args[i]
		e := finding.ArgEvent{Param: a.Name, Value: r.value(s.Args[i].Value), Default: a.Default}
		for _, ref := range a.Refs {
			e.Refs = append(e.Refs, r.p.Names[ref.Slot])
		}
		args = append(args, e)
	}
	r.add(finding.Event{Kind: finding.EvCall, Path: s.Call.Path, Iter: s.Iter, Args: args})
}

func (r *recorder) bind(kind finding.EventKind, path string, iter []int, slot ir.Slot, s flow.State) {
	if r.full() {
		return
	}
	b := &finding.BindEvent{Name: r.p.Names[slot], Value: r.value(s.Lookup(slot).Value)}
	r.addAt(finding.Event{Kind: kind, Path: path, Iter: iter, Bind: b}, s)
}

func (r *recorder) branch(b *ir.Branch, iter []int, side string, decided ir.Verdict, s flow.State) {
	if r.full() {
		return
	}
	e := &finding.BranchEvent{Side: side, Condition: b.Cond.Text.Value, Decided: decided.String()}
	r.addAt(finding.Event{Kind: finding.EvBranch, Path: b.Path, Iter: iter, Branch: e}, s)
}

func (r *recorder) join(b *ir.Branch, iter []int, then, otherwise, joined flow.State) {
	if !r.full() {
		r.addAt(finding.Event{Kind: finding.EvJoin, Path: b.Path, Iter: iter, Join: r.met(then, otherwise, joined)}, joined)
	}
}

// value spells an abstract value out.
func (r *recorder) value(v flow.Value) finding.AbstractValue {
	carries := r.d.Carries(v)
	return finding.AbstractValue{
		Labels:       names(v.Labels, r.trace.Labels),
		Provenance:   names(v.Provenance, r.tools),
		SourceTools:  names(v.Sources, r.tools),
		Carries:      names(carries, r.rules),
		SanitizedFor: names(carries.Intersect(v.Sanitized), r.rules),
	}
}

func names(s lattice.Set, universe []string) []string {
	out := []string{}
	for e := range s.All() {
		out = append(out, universe[e])
	}
	return out
}

// met says what a join of a and b changed: names whose values differ, names
// that one side lacks, and sanitizations that one side had and the join lost.
func (r *recorder) met(a, b, joined flow.State) *finding.JoinEvent {
	e := &finding.JoinEvent{Changed: []string{}, Dropped: []string{}, Lost: []finding.Lost{}}
	flow.Changes(a, b, func(slot ir.Slot, x, y *flow.Binding) {
		name := r.p.Names[slot]
		j := joined.Lookup(slot)
		switch {
		case j == nil:
			e.Dropped = append(e.Dropped, name)
		case x != nil && y != nil && !(flow.Values{}).Equal(x.Value, y.Value):
			e.Changed = append(e.Changed, name)
			r.lost(e, name, x.Value, y.Value, j.Value)
		}
	}, func(i int) { e.Changed = append(e.Changed, "automaton:"+r.p.Automata[i].Name) })
	return e
}

func (r *recorder) lost(e *finding.JoinEvent, name string, x, y, joined flow.Value) {
	guaranteed := func(v flow.Value) lattice.Set { return v.Sanitized.Intersect(r.d.Carries(v)) }
	gone := guaranteed(x).Union(guaranteed(y)).Minus(joined.Sanitized)
	if !gone.Empty() {
		e.Lost = append(e.Lost, finding.Lost{Name: name, Rules: names(gone, r.rules)})
	}
}

// finish marks the last analysis of every loop as the final one.
func (r *recorder) finish() *finding.Trace {
	seen := map[string]bool{}
	for i := len(r.trace.Loops) - 1; i >= 0; i-- {
		l := &r.trace.Loops[i]
		l.Final = !seen[l.Path]
		seen[l.Path] = true
	}
	r.trace.Loops = slices.Clip(r.trace.Loops)
	return r.trace
}
