package answer

import "planproof/core/finding"

// The payloads of events, one function a type, in the order of their fields.

func (s *scanner) abstract(v *finding.AbstractValue, key string) bool {
	switch key {
	case "labels":
		v.Labels = s.strings()
	case "provenance":
		v.Provenance = s.strings()
	case "source_tools":
		v.SourceTools = s.strings()
	case "carries":
		v.Carries = s.strings()
	case "sanitized_for":
		v.SanitizedFor = s.strings()
	default:
		return false
	}
	return true
}

func (s *scanner) delta(d *finding.Delta, key string) bool {
	switch key {
	case "bindings":
		d.Bindings = list(s, func() finding.BindingDelta { return value(s, s.binding) })
	case "automata":
		d.Automata = list(s, func() finding.AutomatonDelta { return value(s, s.automaton) })
	default:
		return false
	}
	return true
}

func (s *scanner) binding(b *finding.BindingDelta, key string) bool {
	switch key {
	case "name":
		b.Name = s.string()
	case "value":
		b.Value = record(s, s.abstract)
	default:
		return false
	}
	return true
}

func (s *scanner) automaton(a *finding.AutomatonDelta, key string) bool {
	switch key {
	case "automaton":
		a.Automaton = s.string()
	case "states":
		a.States = s.strings()
	default:
		return false
	}
	return true
}

func (s *scanner) arg(a *finding.ArgEvent, key string) bool {
	switch key {
	case "param":
		a.Param = s.string()
	case "refs":
		a.Refs = s.strings()
	case "value":
		a.Value = value(s, s.abstract)
	case "default":
		a.Default = s.bool()
	default:
		return false
	}
	return true
}

func (s *scanner) rule(r *finding.RuleEvent, key string) bool {
	switch key {
	case "rule":
		r.Rule = s.string()
	case "param":
		r.Param = s.string()
	case "verdict":
		r.Verdict = s.string()
	default:
		return false
	}
	return true
}

func (s *scanner) contract(c *finding.ContractEvent, key string) bool {
	switch key {
	case "category":
		c.Category = finding.Category(s.string())
	case "condition":
		c.Condition = s.string()
	case "status":
		c.Status = finding.Status(s.string())
	default:
		return false
	}
	return true
}

func (s *scanner) guard(g *finding.GuardEvent, key string) bool {
	switch key {
	case "automaton":
		g.Automaton = s.string()
	case "from":
		g.From = s.string()
	case "to":
		g.To = s.string()
	case "index":
		g.Index = s.int()
	case "condition":
		g.Condition = s.string()
	case "verdict":
		g.Verdict = s.string()
	default:
		return false
	}
	return true
}

func (s *scanner) transition(t *finding.TransitionEvent, key string) bool {
	switch key {
	case "automaton":
		t.Automaton = s.string()
	case "before":
		t.Before = s.strings()
	case "after":
		t.After = s.strings()
	default:
		return false
	}
	return true
}

func (s *scanner) bind(b *finding.BindEvent, key string) bool {
	switch key {
	case "name":
		b.Name = s.string()
	case "value":
		b.Value = value(s, s.abstract)
	default:
		return false
	}
	return true
}

func (s *scanner) branch(b *finding.BranchEvent, key string) bool {
	switch key {
	case "side":
		b.Side = s.string()
	case "condition":
		b.Condition = s.string()
	case "decided":
		b.Decided = s.string()
	default:
		return false
	}
	return true
}

func (s *scanner) join(j *finding.JoinEvent, key string) bool {
	switch key {
	case "changed":
		j.Changed = s.strings()
	case "dropped":
		j.Dropped = s.strings()
	case "lost":
		j.Lost = list(s, func() finding.Lost { return value(s, s.lost) })
	default:
		return false
	}
	return true
}

func (s *scanner) lost(l *finding.Lost, key string) bool {
	switch key {
	case "name":
		l.Name = s.string()
	case "rules":
		l.Rules = s.strings()
	default:
		return false
	}
	return true
}

func (s *scanner) loop(l *finding.LoopEvent, key string) bool {
	switch key {
	case "iteration":
		l.Iteration = s.int()
	case "bound":
		l.Bound = s.int()
	case "changed":
		l.Changed = s.strings()
	case "converged":
		l.Converged = s.bool()
	default:
		return false
	}
	return true
}
