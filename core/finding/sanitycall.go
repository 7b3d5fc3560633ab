package finding

import (
	"fmt"
	"slices"
)

// callFrame is the call that the current events belong to.
type callFrame struct {
	path  string
	iter  []int
	args  []ArgEvent
	bound bool
	// row is the last guard seen; taken is set when it was TRUE.
	row   *GuardEvent
	taken bool
}

func (s *sanity) beginCall(e *Event) error {
	if err := s.child(e); err != nil {
		return err
	}
	s.call = &callFrame{path: e.Path, iter: e.Iter, args: e.Args}
	for i := range e.Args {
		if err := s.argument(&e.Args[i]); err != nil {
			return fmt.Errorf("argument %q: %w", e.Args[i].Param, err)
		}
	}
	return nil
}

// argument checks that an argument is at least what it is made from.
func (s *sanity) argument(a *ArgEvent) error {
	if err := s.value(&a.Value); err != nil {
		return err
	}
	for _, ref := range a.Refs {
		v := s.now.lookup(ref)
		if v == nil {
			continue // not in scope: a finding, and no value to compare with
		}
		if err := above(&a.Value, v); err != nil {
			return fmt.Errorf("reference %q: %w", ref, err)
		}
	}
	return nil
}

// inCall checks an event that belongs to the call before it.
func (s *sanity) inCall(e *Event) error {
	c := s.call
	if c == nil || c.path != e.Path || !slices.Equal(c.iter, e.Iter) {
		return fmt.Errorf("belongs to no call")
	}
	if c.bound {
		return fmt.Errorf("comes after the call's result was bound")
	}
	switch e.Kind {
	case EvRule:
		return s.rule(e.Rule)
	case EvContract:
		return s.contract(e.Contract)
	case EvGuard:
		return s.guard(e.Guard)
	case EvTransition:
		return s.transition(e)
	default: // EvBind
		c.bound = true
		return nil
	}
}

// rule checks the verdict of a taint rule against the argument's value.
// sink_labels stands for the nameless rule of a tool's sink labels.
func (s *sanity) rule(r *RuleEvent) error {
	i := slices.IndexFunc(s.call.args, func(a ArgEvent) bool { return a.Param == r.Param })
	if i < 0 {
		return fmt.Errorf("no argument %q", r.Param)
	}
	if _, known := s.rules[r.Rule]; !known {
		if r.Rule != "sink_labels" || r.Verdict != "fires" {
			return fmt.Errorf("unknown rule %q", r.Rule)
		}
		return nil
	}
	v := &s.call.args[i].Value
	carries, sanitized := slices.Contains(v.Carries, r.Rule), slices.Contains(v.SanitizedFor, r.Rule)
	ok := false
	switch r.Verdict {
	case "clean":
		ok = !carries
	case "sanitized":
		ok = carries && sanitized
	case "excluded", "fires":
		ok = carries && !sanitized
	default:
		return fmt.Errorf("unknown verdict %q", r.Verdict)
	}
	if !ok {
		return fmt.Errorf("verdict %q of %q contradicts the argument's value", r.Verdict, r.Rule)
	}
	return nil
}

func (s *sanity) contract(c *ContractEvent) error {
	switch c.Status {
	case StatusProved, StatusDefinite, StatusPossible, StatusWarning, StatusUnknown:
		return nil
	}
	return fmt.Errorf("unknown status %q", c.Status)
}

// guard checks a row of a guard table: from a possible state, in declaration
// order, and unreached exactly after a TRUE.
func (s *sanity) guard(g *GuardEvent) error {
	if !slices.Contains(s.now.automaton(g.Automaton), g.From) {
		return fmt.Errorf("%q is not a possible state of %q", g.From, g.Automaton)
	}
	c := s.call
	same := c.row != nil && c.row.Automaton == g.Automaton && c.row.From == g.From
	if !same {
		c.taken = false
	} else if g.Index <= c.row.Index {
		return fmt.Errorf("guard %d comes after guard %d", g.Index, c.row.Index)
	}
	c.row = g
	if c.taken != (g.Verdict == "unreached") {
		return fmt.Errorf("verdict %q, and an earlier guard being TRUE is %v", g.Verdict, c.taken)
	}
	switch g.Verdict {
	case "TRUE":
		c.taken = true
	case "FALSE", "UNKNOWN", "unreached":
	default:
		return fmt.Errorf("unknown verdict %q", g.Verdict)
	}
	return nil
}

func (s *sanity) transition(e *Event) error {
	t := e.Transition
	if before := s.now.automaton(t.Automaton); !slices.Equal(before, t.Before) {
		return fmt.Errorf("%q was in %v, not %v", t.Automaton, before, t.Before)
	}
	d := e.Delta
	if d == nil || len(d.Bindings) > 0 || len(d.Automata) != 1 || d.Automata[0].Automaton != t.Automaton || !slices.Equal(d.Automata[0].States, t.After) {
		return fmt.Errorf("the delta is not the move of %q to %v", t.Automaton, t.After)
	}
	return nil
}
