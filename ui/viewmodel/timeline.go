package viewmodel

import (
	"slices"
	"sort"

	"planproof/core/finding"
)

// timeline answers what the abstract state was at any event. The trace has
// changes only; for every name they are kept in order, so that a question
// costs one binary search and stepping 2,000 events keeps no copies.
type timeline struct {
	names    []string // in order of first appearance
	bindings map[string][]bindingAt
	automata map[string][]statesAt
	order    []string // automata in order of first appearance
	lost     map[string][]lostAt
}

type bindingAt struct {
	event int
	value *finding.AbstractValue
}

type statesAt struct {
	event  int
	states []string
}

type lostAt struct {
	event int
	rules []string
}

func newTimeline(events []finding.Event) timeline {
	t := timeline{bindings: map[string][]bindingAt{}, automata: map[string][]statesAt{}, lost: map[string][]lostAt{}}
	for i := range events {
		e := &events[i]
		if e.Delta != nil {
			t.apply(i, e.Delta)
		}
		if e.Join != nil {
			for _, l := range e.Join.Lost {
				t.lost[l.Name] = append(t.lost[l.Name], lostAt{i, l.Rules})
			}
		}
	}
	return t
}

func (t *timeline) apply(i int, d *finding.Delta) {
	for _, b := range d.Bindings {
		if t.bindings[b.Name] == nil {
			t.names = append(t.names, b.Name)
		}
		t.bindings[b.Name] = append(t.bindings[b.Name], bindingAt{i, b.Value})
	}
	for _, a := range d.Automata {
		if t.automata[a.Automaton] == nil {
			t.order = append(t.order, a.Automaton)
		}
		t.automata[a.Automaton] = append(t.automata[a.Automaton], statesAt{i, a.States})
	}
}

// value is what a name holds after an event, nil when it is not usable.
func (t *timeline) value(name string, at int) *finding.AbstractValue {
	list := t.bindings[name]
	k := sort.Search(len(list), func(i int) bool { return list[i].event > at })
	if k == 0 {
		return nil
	}
	return list[k-1].value
}

// states are the possible states of an automaton after an event, and the
// event that made them so.
func (t *timeline) states(automaton string, at int) (states []string, since int) {
	list := t.automata[automaton]
	k := sort.Search(len(list), func(i int) bool { return list[i].event > at })
	if k == 0 {
		return nil, -1
	}
	for k > 1 && slices.Equal(list[k-2].states, list[k-1].states) {
		k--
	}
	return list[k-1].states, list[k-1].event
}

// lostBefore is the last join before (or at) an event that took a guarantee
// from the value that the name still holds, -1 when there is none.
func (t *timeline) lostBefore(name string, at int) (event int, rules []string) {
	list := t.lost[name]
	k := sort.Search(len(list), func(i int) bool { return list[i].event > at })
	if k == 0 {
		return -1, nil
	}
	l := list[k-1]
	later := t.bindings[name]
	if n := sort.Search(len(later), func(i int) bool { return later[i].event > l.event }); n < len(later) && later[n].event <= at {
		return -1, nil
	}
	return l.event, l.rules
}
