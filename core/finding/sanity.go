package finding

import (
	"fmt"
	"slices"
	"strings"
)

// CheckTrace checks that a trace is what a page may rely on; it returns the
// first breach, nil when there is none. It shares no code with the recorder.
//
//   - every name of a label, tool or rule occurs in the trace's universes, in
//     their order; sanitized_for ⊆ carries, source_tools ⊆ provenance
//   - every event has exactly the payload of its kind, and the events follow
//     the shape of the plan: call… bind, branch then … branch else … join,
//     head item … exit meet … done
//   - deltas can be replayed, change something, and agree with the payloads
//   - a join is above both of its sides: it loses no label and gains no
//     guarantee; a loop's heads ascend, and a converged loop ends where it
//     stopped changing
//   - every loop summary matches the event that ended the loop
//
// A truncated trace may end anywhere; what is there is checked.
func CheckTrace(t *Trace) error {
	s := &sanity{t: t, labels: universe(t.Labels), tools: universe(t.Tools), rules: universe(t.Rules)}
	if t.Version != TraceVersion {
		return fmt.Errorf("trace version %d, expected %d", t.Version, TraceVersion)
	}
	if err := s.universes(); err != nil {
		return err
	}
	for i := range t.Events {
		if err := s.event(&t.Events[i]); err != nil {
			return fmt.Errorf("event %d, %s at %s: %w", i, t.Events[i].Kind, t.CursorAt(i), err)
		}
	}
	if len(s.open) > 0 && !t.Truncated {
		return fmt.Errorf("the trace ends inside %s", s.top().path)
	}
	return s.summaries()
}

// sanity is one check under way.
type sanity struct {
	t                    *Trace
	labels, tools, rules map[string]int
	now                  Replay
	open                 []frame
	call                 *callFrame
	started, ended       bool
	rootNext             int // the number of the plan's next step
	done                 []LoopSummary
}

// universe numbers the names of a powerset's universe.
func universe(names []string) map[string]int {
	m := make(map[string]int, len(names))
	for i, n := range names {
		m[n] = i
	}
	return m
}

func (s *sanity) universes() error {
	switch {
	case len(s.labels) != len(s.t.Labels):
		return fmt.Errorf("a label occurs twice in labels")
	case len(s.tools) != len(s.t.Tools):
		return fmt.Errorf("a tool occurs twice in tools")
	case len(s.rules) != len(s.t.Rules):
		return fmt.Errorf("a rule occurs twice in rules")
	}
	return nil
}

// event checks one event against the state before it and moves on.
func (s *sanity) event(e *Event) error {
	if s.ended {
		return fmt.Errorf("nothing may follow the end")
	}
	if s.started == (e.Kind == EvEntry) {
		return fmt.Errorf("the entry comes first, and once")
	}
	s.started = true
	if err := payload(e); err != nil {
		return err
	}
	if err := s.before(e); err != nil {
		return err
	}
	if err := s.delta(e); err != nil {
		return err
	}
	s.now.Apply(e.Delta)
	return s.after(e)
}

// payloads has the fields that each kind carries, as payloadOf names them.
var payloads = map[EventKind]string{
	EvEntry: "", EvCall: "", EvRule: "rule", EvContract: "contract", EvGuard: "guard",
	EvTransition: "transition", EvBind: "bind", EvBranch: "branch", EvJoin: "join",
	EvHead: "loop", EvItem: "bind", EvExit: "loop", EvMeet: "join loop", EvDone: "loop", EvEnd: "",
}

// still has the kinds that leave the state as it is.
var still = []EventKind{EvCall, EvRule, EvContract, EvGuard}

func payload(e *Event) error {
	want, known := payloads[e.Kind]
	if !known {
		return fmt.Errorf("unknown kind")
	}
	if have := payloadOf(e); have != want {
		return fmt.Errorf("has the payload %q, expected %q", have, want)
	}
	if len(e.Args) > 0 && e.Kind != EvCall {
		return fmt.Errorf("has arguments and is no call")
	}
	if e.Delta != nil && slices.Contains(still, e.Kind) {
		return fmt.Errorf("changes the state")
	}
	return nil
}

// payloadOf lists the payload fields that are set. Arguments are apart: a
// call without any is still a call.
func payloadOf(e *Event) string {
	var set []string
	for _, p := range []struct {
		name string
		set  bool
	}{
		{"rule", e.Rule != nil}, {"contract", e.Contract != nil}, {"guard", e.Guard != nil},
		{"transition", e.Transition != nil}, {"bind", e.Bind != nil}, {"branch", e.Branch != nil},
		{"join", e.Join != nil}, {"loop", e.Loop != nil},
	} {
		if p.set {
			set = append(set, p.name)
		}
	}
	return strings.Join(set, " ")
}

// summaries compares the list of loops with the events that ended them.
func (s *sanity) summaries() error {
	loops := s.t.Loops
	if len(loops) != len(s.done) && !(s.t.Truncated && len(loops) >= len(s.done)) {
		return fmt.Errorf("%d loop summaries for %d loops that ended", len(loops), len(s.done))
	}
	last := map[string]int{}
	for i := range loops {
		last[loops[i].Path] = i
	}
	for i := range loops {
		l := &loops[i]
		if final := last[l.Path] == i; l.Final != final {
			return fmt.Errorf("loop summary %d of %s: final is %v, expected %v", i, l.Path, l.Final, final)
		}
		if i < len(s.done) && !sameSummary(l, &s.done[i]) {
			return fmt.Errorf("loop summary %d does not match its event: %v and %v", i, *l, s.done[i])
		}
	}
	return nil
}

func sameSummary(a, b *LoopSummary) bool {
	return a.Path == b.Path && slices.Equal(a.Iter, b.Iter) && a.Iterations == b.Iterations &&
		a.Bound == b.Bound && a.Converged == b.Converged
}
