package answer

import "planproof/core/finding"

// readReport reads a report. The result is the same as finding.ReadReport gives,
// without encoding/json, which would be a twentieth of the page's binary.
func readReport(text string) (*finding.Report, error) {
	s := newScanner([]byte(text))
	r := record(s, s.report)
	if s.bad || r == nil {
		return nil, errAnswer
	}
	return r, nil
}

func (s *scanner) report(r *finding.Report, key string) bool {
	switch key {
	case "version":
		r.Version = s.int()
	case "engine":
		r.Engine = s.string()
	case "ok":
		r.OK = s.bool()
	case "violations":
		r.Violations = s.findings()
	case "warnings":
		r.Warnings = s.findings()
	case "notes":
		r.Notes = s.findings()
	case "lint":
		r.Lint = s.findings()
	case "obligations":
		r.Obligations = list(s, func() finding.Obligation { return value(s, s.obligation) })
	case "taint_order":
		for _, m := range s.members() {
			r.TaintOrder = append(r.TaintOrder, finding.OrderVerdict{Rule: m.Key, Flagged: m.Value == "true"})
		}
	case "stats":
		r.Stats = value(s, s.stats)
	case "fixes":
		r.Fixes = list(s, func() finding.Fix { return value(s, s.fix) })
	case "trace":
		r.Trace = s.trace()
	case "certificate":
		r.Certificate = s.raw()
	default:
		return false
	}
	return true
}

func (s *scanner) stats(t *finding.Stats, key string) bool {
	switch key {
	case "steps":
		t.Steps = s.int()
	case "events":
		t.Events = s.int()
	case "iterations":
		t.Iterations = s.int()
	case "queries":
		t.Queries = s.int()
	default:
		return false
	}
	return true
}

func (s *scanner) strings() []string { return list(s, s.string) }

func (s *scanner) ints() []int { return list(s, s.int) }

// record reads an object into a value that fill sets field by field; null is
// nil. fill returns false for a field it does not know.
func record[T any](s *scanner, fill func(v *T, key string) bool) *T {
	if s.null() {
		return nil
	}
	v := new(T)
	s.object(func(key string) {
		if !fill(v, key) {
			s.skip()
		}
	})
	return v
}

// value reads an object that is not optional.
func value[T any](s *scanner, fill func(v *T, key string) bool) T {
	if v := record(s, fill); v != nil {
		return *v
	}
	var zero T
	return zero
}

func (s *scanner) trace() *finding.Trace {
	return record(s, func(t *finding.Trace, key string) bool {
		switch key {
		case "version":
			t.Version = s.int()
		case "detail":
			t.Detail = s.string()
		case "labels":
			t.Labels = s.strings()
		case "tools":
			t.Tools = s.strings()
		case "rules":
			t.Rules = s.strings()
		case "loops":
			t.Loops = list(s, func() finding.LoopSummary { return value(s, s.loopSummary) })
		case "events":
			t.Events = list(s, func() finding.Event { return value(s, s.event) })
		case "truncated":
			t.Truncated = s.bool()
		default:
			return false
		}
		return true
	})
}

func (s *scanner) loopSummary(l *finding.LoopSummary, key string) bool {
	switch key {
	case "path":
		l.Path = s.string()
	case "iter":
		l.Iter = s.ints()
	case "iterations":
		l.Iterations = s.int()
	case "bound":
		l.Bound = s.int()
	case "converged":
		l.Converged = s.bool()
	case "final":
		l.Final = s.bool()
	default:
		return false
	}
	return true
}

func (s *scanner) event(e *finding.Event, key string) bool {
	switch key {
	case "kind":
		e.Kind = finding.EventKind(s.string())
	case "path":
		e.Path = s.string()
	case "iter":
		e.Iter = s.ints()
	case "delta":
		e.Delta = record(s, s.delta)
	case "args":
		e.Args = list(s, func() finding.ArgEvent { return value(s, s.arg) })
	case "rule":
		e.Rule = record(s, s.rule)
	case "contract":
		e.Contract = record(s, s.contract)
	case "guard":
		e.Guard = record(s, s.guard)
	case "transition":
		e.Transition = record(s, s.transition)
	case "bind":
		e.Bind = record(s, s.bind)
	case "branch":
		e.Branch = record(s, s.branch)
	case "join":
		e.Join = record(s, s.join)
	case "loop":
		e.Loop = record(s, s.loop)
	default:
		return false
	}
	return true
}
