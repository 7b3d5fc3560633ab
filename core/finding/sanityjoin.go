package finding

import (
	"fmt"
	"slices"
)

// after checks an event against the state that it leads to.
func (s *sanity) after(e *Event) error {
	switch e.Kind {
	case EvBind, EvItem:
		return s.bound(e)
	case EvBranch:
		return s.sideBegins()
	case EvJoin:
		f := s.top()
		err := s.joined(e.Join, f.first, f.second)
		s.pop()
		return err
	case EvHead:
		return s.headReached()
	case EvExit:
		return s.exitReached()
	case EvMeet:
		return s.met(e)
	case EvDone:
		return s.loopDone(e)
	}
	return nil
}

func (s *sanity) pop() { s.open = s.open[:len(s.open)-1] }

// bound checks that the name, and only it, has the value that the event says.
func (s *sanity) bound(e *Event) error {
	v := s.now.lookup(e.Bind.Name)
	if v == nil || !sameValue(v, &e.Bind.Value) {
		return fmt.Errorf("the state has another value of %q", e.Bind.Name)
	}
	if d := e.Delta; d != nil && (len(d.Bindings) != 1 || d.Bindings[0].Name != e.Bind.Name || len(d.Automata) > 0) {
		return fmt.Errorf("the delta is about more than %q", e.Bind.Name)
	}
	return nil
}

// sideBegins checks that both sides of a conditional start from its entry.
func (s *sanity) sideBegins() error {
	if !sameState(s.now.State(), s.top().entry) {
		return fmt.Errorf("the side does not begin in the state before the conditional")
	}
	return nil
}

// joined checks a join of the states a and b against what the event says.
func (s *sanity) joined(j *JoinEvent, a, b State) error {
	now := s.now.State()
	for _, side := range []State{a, b} {
		if err := aboveState(now, side); err != nil {
			return fmt.Errorf("the join is not above both sides: %w", err)
		}
	}
	var changed, dropped []string
	lost := map[string][]string{}
	for _, x := range a.Bindings {
		y, v := b.Lookup(x.Name), now.Lookup(x.Name)
		switch {
		case y == nil:
			dropped = append(dropped, x.Name)
		case v == nil:
			return fmt.Errorf("%q is bound on both sides and not after the join", x.Name)
		case !sameValue(x.Value, y):
			changed = append(changed, x.Name)
			lost[x.Name] = lostBy(v, x.Value, y)
		}
	}
	dropped = append(dropped, missing(b, a)...)
	return checkJoin(j, append(changed, movedAutomata(a, b)...), dropped, lost)
}

// missing lists the names of s that t does not have.
func missing(s, t State) []string {
	var out []string
	for _, b := range s.Bindings {
		if t.Lookup(b.Name) == nil {
			out = append(out, b.Name)
		}
	}
	return out
}

// lostBy are the guarantees of one side that the join does not have.
func lostBy(joined, a, b *AbstractValue) []string {
	var out []string
	for _, r := range append(slices.Clone(a.SanitizedFor), b.SanitizedFor...) {
		if !slices.Contains(joined.SanitizedFor, r) && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

func movedAutomata(a, b State) []string {
	var out []string
	for _, x := range a.Automata {
		if !slices.Equal(x.States, b.Automaton(x.Automaton)) {
			out = append(out, "automaton:"+x.Automaton)
		}
	}
	return out
}

func checkJoin(j *JoinEvent, changed, dropped []string, lost map[string][]string) error {
	if !sameSet(j.Changed, changed) {
		return fmt.Errorf("changed is %v, expected %v", j.Changed, changed)
	}
	if !sameSet(j.Dropped, dropped) {
		return fmt.Errorf("dropped is %v, expected %v", j.Dropped, dropped)
	}
	for _, l := range j.Lost {
		if len(l.Rules) == 0 || !sameSet(l.Rules, lost[l.Name]) {
			return fmt.Errorf("lost %v of %q, expected %v", l.Rules, l.Name, lost[l.Name])
		}
		delete(lost, l.Name)
	}
	for _, name := range changed {
		if len(lost[name]) > 0 {
			return fmt.Errorf("the loss of %v of %q is not listed", lost[name], name)
		}
	}
	return nil
}

func sameSet(a, b []string) bool {
	return len(a) == len(b) && subset(a, b) && subset(b, a)
}

// headReached checks that a round begins where the one before it met, above
// the head before.
func (s *sanity) headReached() error {
	f := s.top()
	now := s.now.State()
	if f.round > 1 {
		if f.stable {
			return fmt.Errorf("another round, although nothing changed")
		}
		if !sameState(now, f.second) {
			return fmt.Errorf("the head is not what the round before met")
		}
		if err := aboveState(now, f.first); err != nil {
			return fmt.Errorf("the heads do not ascend: %w", err)
		}
	}
	f.first = now
	return nil
}

// exitReached checks that the item and the names of the body have left scope.
func (s *sanity) exitReached() error {
	f := s.top()
	f.second = s.now.State()
	if left := missing(f.second, f.entry); len(left) > 0 {
		return fmt.Errorf("%v should have left scope with the body", left)
	}
	return nil
}

// met checks entry ⊔ exit and what it changed against the round's head.
func (s *sanity) met(e *Event) error {
	f := s.top()
	if err := s.joined(e.Join, f.entry, f.second); err != nil {
		return err
	}
	now := s.now.State()
	changed := append(missing(f.first, now), missing(now, f.first)...)
	for _, b := range now.Bindings {
		if v := f.first.Lookup(b.Name); v != nil && !sameValue(v, b.Value) {
			changed = append(changed, b.Name)
		}
	}
	changed = append(changed, movedAutomata(f.first, now)...)
	if !sameSet(e.Loop.Changed, changed) {
		return fmt.Errorf("changed is %v, expected %v", e.Loop.Changed, changed)
	}
	if e.Loop.Converged != (len(changed) == 0) {
		return fmt.Errorf("converged is %v with %d changes", e.Loop.Converged, len(changed))
	}
	f.second, f.stable = now, e.Loop.Converged
	return nil
}

// loopDone checks that a loop that claims convergence stopped changing, and
// notes its summary.
func (s *sanity) loopDone(e *Event) error {
	f := s.top()
	if e.Loop.Converged && !f.stable {
		return fmt.Errorf("claims convergence, and the last round changed something")
	}
	if !sameState(s.now.State(), f.second) {
		return fmt.Errorf("the loop does not end in its last state")
	}
	s.done = append(s.done, LoopSummary{Path: e.Path, Iter: e.Iter, Iterations: e.Loop.Iteration, Bound: e.Loop.Bound, Converged: e.Loop.Converged})
	s.pop()
	return nil
}
