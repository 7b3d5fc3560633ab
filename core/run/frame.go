package run

import (
	"planproof/core/cond"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/value"
)

// frames looks for the frame that a replay is about, on concrete arguments. A
// run does not check frames: the verifier has to, before anything runs.
func (m *machine) frames(s *site) *SecurityViolation {
	for _, f := range s.Tool.Frames {
		v := violation(s, Violated, finding.Frame, string(finding.Frame)+":"+s.Tool.Name+":"+f.Written(), "the frame `%s` of `%s` protects nothing here", f.Written(), s.Tool.Name)
		if m.o.also(v) && !m.holdsFrame(s, f) {
			return m.fail(v)
		}
	}
	return nil
}

func (m *machine) holdsFrame(s *site, f *ir.FrameCondition) bool {
	if f.Frame == nil {
		return judge(s.Call, &f.Condition, s.names) == isTrue
	}
	return m.protects(s, f.Frame)
}

// protects reports whether a forall frame leaves some name protected, by its
// pattern.
func (m *machine) protects(s *site, f *cond.Frame) bool {
	names := s.names[:len(s.names):len(s.names)]
	for _, n := range f.Names() {
		if v, ok := m.p.Constant(n.Name); ok {
			names = append(names, cond.Binding{Name: n.Name, Value: v})
		}
	}
	v, err := f.PatternExpr().Eval(names)
	text, isText := v.(value.Text)
	if err != nil || !isText {
		return false
	}
	g, gerr := cond.ParseGlob(string(text))
	if gerr != nil {
		return false
	}
	if f.Negated {
		return !g.CoversNames()
	}
	return g.MatchesSomeName()
}
