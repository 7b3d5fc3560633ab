package soundtest

import (
	"fmt"
	"slices"

	"planproof/core/finding"
	"planproof/core/internal/refint"
)

// covered: at a step the abstract state of the last pass covers the machine.
func (s *Subject) covered(step string, m *refint.Machine) error {
	abstract, ok := s.before[step]
	if !ok {
		return fmt.Errorf("a run reached %s, which the trace does not have", step)
	}
	for _, b := range abstract.Bindings {
		c, ok := m.Env[b.Name]
		if !ok {
			return fmt.Errorf("at %s %q is usable, but a run has not bound it", step, b.Name)
		}
		if err := s.valueCovered(b.Value, c.Taint); err != nil {
			return fmt.Errorf("at %s %q: %w", step, b.Name, err)
		}
	}
	for i, state := range m.States {
		name := s.Bundle.Policy.Automata[i].Name.Value
		if !slices.Contains(abstract.Automaton(name), state) {
			return fmt.Errorf("at %s automaton %q is in %q, outside of %v", step, name, state, abstract.Automaton(name))
		}
	}
	return nil
}

func (s *Subject) valueCovered(v *finding.AbstractValue, t refint.Taint) error {
	for _, set := range []struct {
		what     string
		concrete map[string]bool
		abstract []string
	}{{"labels", t.Labels, v.Labels}, {"provenance", t.Provenance, v.Provenance}, {"source_tools", t.Sources, v.SourceTools}} {
		for name := range set.concrete {
			if !slices.Contains(set.abstract, name) {
				return fmt.Errorf("%s %v do not cover %q", set.what, set.abstract, name)
			}
		}
	}
	for i := range s.Bundle.Policy.TaintRules {
		r := &s.Bundle.Policy.TaintRules[i]
		switch {
		case t.Carries(r) && !slices.Contains(v.Carries, r.Name.Value):
			return fmt.Errorf("carries %v does not cover %q", v.Carries, r.Name.Value)
		case t.Dirty(r) && slices.Contains(v.SanitizedFor, r.Name.Value):
			return fmt.Errorf("sanitized for %q, but a run's value is not", r.Name.Value)
		}
	}
	return nil
}
