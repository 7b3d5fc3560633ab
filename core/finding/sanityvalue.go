package finding

import (
	"fmt"
	"slices"
)

// value checks one abstract value against the universes.
func (s *sanity) value(v *AbstractValue) error {
	for _, set := range []struct {
		what     string
		names    []string
		universe map[string]int
	}{
		{"labels", v.Labels, s.labels}, {"provenance", v.Provenance, s.tools}, {"source_tools", v.SourceTools, s.tools},
		{"carries", v.Carries, s.rules}, {"sanitized_for", v.SanitizedFor, s.rules},
	} {
		if err := inOrder(set.names, set.universe); err != nil {
			return fmt.Errorf("%s: %w", set.what, err)
		}
	}
	if !subset(v.SanitizedFor, v.Carries) {
		return fmt.Errorf("sanitized_for %v is not part of carries %v", v.SanitizedFor, v.Carries)
	}
	if !subset(v.SourceTools, v.Provenance) {
		return fmt.Errorf("source_tools %v is not part of provenance %v", v.SourceTools, v.Provenance)
	}
	return nil
}

// inOrder checks that a set lists names of its universe, each once, in the
// universe's order: then equal sets are equal lists.
func inOrder(names []string, universe map[string]int) error {
	before := -1
	for _, n := range names {
		at, ok := universe[n]
		if !ok {
			return fmt.Errorf("unknown name %q", n)
		}
		if at <= before {
			return fmt.Errorf("%q is out of order", n)
		}
		before = at
	}
	return nil
}

// delta checks a delta against the state before it: every entry is a real
// change with a well-formed value, and automata are those of the entry.
func (s *sanity) delta(e *Event) error {
	if e.Delta == nil {
		return nil
	}
	if len(e.Delta.Bindings)+len(e.Delta.Automata) == 0 {
		return fmt.Errorf("an empty delta")
	}
	for _, b := range e.Delta.Bindings {
		if err := s.rebinding(b); err != nil {
			return fmt.Errorf("delta of %q: %w", b.Name, err)
		}
	}
	for _, a := range e.Delta.Automata {
		if err := s.moving(e, a); err != nil {
			return fmt.Errorf("delta of automaton %q: %w", a.Automaton, err)
		}
	}
	return nil
}

func (s *sanity) rebinding(b BindingDelta) error {
	was := s.now.lookup(b.Name)
	switch {
	case b.Value == nil && was == nil:
		return fmt.Errorf("drops a name that is not bound")
	case b.Value == nil:
		return nil
	case was != nil && sameValue(was, b.Value):
		return fmt.Errorf("changes nothing")
	}
	return s.value(b.Value)
}

func (s *sanity) moving(e *Event, a AutomatonDelta) error {
	was := s.now.automaton(a.Automaton)
	switch {
	case len(a.States) == 0:
		return fmt.Errorf("no possible state")
	case was == nil && e.Kind != EvEntry:
		return fmt.Errorf("is not an automaton of the entry")
	case slices.Equal(was, a.States):
		return fmt.Errorf("changes nothing")
	}
	return nil
}

func sameValue(a, b *AbstractValue) bool {
	return slices.Equal(a.Labels, b.Labels) && slices.Equal(a.Provenance, b.Provenance) &&
		slices.Equal(a.SourceTools, b.SourceTools) && slices.Equal(a.Carries, b.Carries) &&
		slices.Equal(a.SanitizedFor, b.SanitizedFor)
}

// above checks that joined is an upper bound of v: nothing that may be is
// lost, and no guarantee appears that v did not give.
func above(joined, v *AbstractValue) error {
	for _, set := range []struct {
		what  string
		small []string
		large []string
	}{
		{"labels", v.Labels, joined.Labels}, {"provenance", v.Provenance, joined.Provenance},
		{"source_tools", v.SourceTools, joined.SourceTools}, {"carries", v.Carries, joined.Carries},
	} {
		if !subset(set.small, set.large) {
			return fmt.Errorf("%s %v lost some of %v", set.what, set.large, set.small)
		}
	}
	for _, r := range joined.SanitizedFor {
		if slices.Contains(v.Carries, r) && !slices.Contains(v.SanitizedFor, r) {
			return fmt.Errorf("sanitized_for gained %q", r)
		}
	}
	return nil
}

// aboveState checks above for every name and automaton. Names that joined
// lacks are unusable, the top of the order.
func aboveState(joined, s State) error {
	for _, b := range joined.Bindings {
		v := s.Lookup(b.Name)
		if v == nil {
			return fmt.Errorf("%q is bound and one side lacks it", b.Name)
		}
		if err := above(b.Value, v); err != nil {
			return fmt.Errorf("%q: %w", b.Name, err)
		}
	}
	for _, a := range s.Automata {
		if !subset(a.States, joined.Automaton(a.Automaton)) {
			return fmt.Errorf("automaton %q lost some of %v", a.Automaton, a.States)
		}
	}
	return nil
}

func sameState(a, b State) bool { return aboveState(a, b) == nil && aboveState(b, a) == nil }

func subset(small, large []string) bool {
	for _, n := range small {
		if !slices.Contains(large, n) {
			return false
		}
	}
	return true
}
