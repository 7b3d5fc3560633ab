package answer

import "planproof/core/finding"

// readReport reads a report. Nearly all of it is the trace, which is read by
// hand; the rest is small and finding's own reader takes it. The result is
// the same as finding.ReadReport gives for the whole text.
func readReport(text string) (*finding.Report, error) {
	b := []byte(text)
	s := newScanner(b)
	var trace *finding.Trace
	from, to := 0, 0
	s.object(func(key string) {
		if key != "trace" {
			s.skip()
			return
		}
		s.peek()
		from = s.i
		trace = s.trace()
		to = s.i
	})
	if s.bad {
		return nil, errAnswer
	}
	rest := b
	if trace != nil {
		rest = append(append(append([]byte(nil), b[:from]...), "null"...), b[to:]...)
	}
	r, err := finding.ReadReport(rest)
	if err == nil {
		r.Trace = trace
	}
	return r, err
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
