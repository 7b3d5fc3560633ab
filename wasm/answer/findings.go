package answer

import (
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/wire"
)

// raw is the text of a value as it stands.
func (s *scanner) raw() wire.Raw {
	s.peek()
	from := s.i
	s.skip()
	return wire.Raw(s.b[min(from, s.i):s.i])
}

// members reads an object whose values stay text.
func (s *scanner) members() wire.Object {
	if s.null() {
		return nil
	}
	o := wire.Object{}
	s.object(func(key string) { o = append(o, wire.Member{Key: key, Value: s.raw()}) })
	return o
}

func (s *scanner) findings() []finding.Finding {
	return list(s, func() finding.Finding { return value(s, s.finding) })
}

func (s *scanner) finding(f *finding.Finding, key string) bool {
	switch key {
	case "id":
		f.ID = s.string()
	case "fingerprint":
		f.Fingerprint = s.string()
	case "category":
		f.Category = finding.Category(s.string())
	case "rule_name":
		f.RuleName = s.string()
	case "step_label":
		f.StepLabel = s.string()
	case "path":
		f.Path = s.string()
	case "certainty":
		f.Certainty = finding.Certainty(s.string())
	case "unreachable":
		f.Unreachable = s.bool()
	case "message":
		f.Message = s.string()
	case "hint":
		f.Hint = s.string()
	case "span":
		f.Span = value(s, s.span)
	case "witness":
		f.Witness = record(s, s.witness)
	case "flow":
		f.Flow = list(s, func() finding.Hop { return value(s, s.hop) })
	case "cursor":
		f.Cursor = s.string()
	default:
		return false
	}
	return true
}

func (s *scanner) witness(w *finding.Witness, key string) bool {
	switch key {
	case "bindings":
		w.Bindings = s.members()
	case "replay":
		w.Replay = s.string()
	default:
		return false
	}
	return true
}

func (s *scanner) hop(h *finding.Hop, key string) bool {
	switch key {
	case "path":
		h.Path = s.string()
	case "rule":
		h.Rule = finding.HopRule(s.string())
	case "from":
		h.From = s.string()
	case "to":
		h.To = s.string()
	case "labels":
		h.Labels = s.strings()
	default:
		return false
	}
	return true
}

func (s *scanner) span(p *doc.Span, key string) bool {
	switch key {
	case "doc":
		p.Doc = s.string()
	case "start":
		p.Start = value(s, s.pos)
	case "end":
		p.End = value(s, s.pos)
	default:
		return false
	}
	return true
}

func (s *scanner) pos(p *doc.Pos, key string) bool {
	switch key {
	case "line":
		p.Line = s.int()
	case "column":
		p.Column = s.int()
	case "offset":
		p.Offset = s.int()
	default:
		return false
	}
	return true
}

func (s *scanner) obligation(o *finding.Obligation, key string) bool {
	switch key {
	case "path":
		o.Path = s.string()
	case "category":
		o.Category = finding.Category(s.string())
	case "condition":
		o.Condition = s.string()
	case "status":
		o.Status = finding.Status(s.string())
	case "facts":
		o.Facts = s.strings()
	case "core":
		o.Core = list(s, func() finding.Premise { return value(s, s.premise) })
	case "witness":
		o.Witness = record(s, s.witness)
	case "smtlib":
		o.SMTLib = s.string()
	case "reason":
		o.Reason = s.string()
	default:
		return false
	}
	return true
}

func (s *scanner) premise(p *finding.Premise, key string) bool {
	switch key {
	case "words":
		p.Words = s.string()
	case "span":
		p.Span = record(s, s.span)
	default:
		return false
	}
	return true
}

func (s *scanner) fix(f *finding.Fix, key string) bool {
	switch key {
	case "fingerprint":
		f.Fingerprint = s.string()
	case "title":
		f.Title = s.string()
	case "loosens":
		f.Loosens = s.bool()
	case "edits":
		f.Edits = list(s, func() finding.Edit { return value(s, s.edit) })
	case "ok":
		f.OK = s.bool()
	default:
		return false
	}
	return true
}

func (s *scanner) edit(e *finding.Edit, key string) bool {
	switch key {
	case "doc":
		e.Doc = s.string()
	case "start":
		e.Start = s.int()
	case "end":
		e.End = s.int()
	case "text":
		e.Text = s.string()
	default:
		return false
	}
	return true
}

// problem reads the error of an answer that is a refusal.
func (s *scanner) problem(p *Problem, key string) bool {
	switch key {
	case "kind":
		p.Kind = s.string()
	case "message":
		p.Message = s.string()
	case "hint":
		p.Hint = s.string()
	case "span":
		p.Span = record(s, s.span)
	default:
		return false
	}
	return true
}
