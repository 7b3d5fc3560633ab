package advise

import (
	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
)

// maxMinimize bounds how many plans Minimize verifies.
const maxMinimize = 2000

// Minimize returns a smallest plan that still has the violation: no step can
// be removed and no conditional or loop replaced by its parts without losing
// it. The policy and the tools stay as they are. It is delta debugging
// (Zeller and Hildebrandt 2002) over the tree of steps, one step at a time,
// which is enough for plans.
func Minimize(b *doc.Bundle, v finding.Finding) *doc.Bundle {
	m := &minimizer{bundle: b, want: v}
	steps := b.Workflow.Steps
	for again := true; again; {
		before := m.held
		steps = m.reduce(steps, func(whole []doc.Step) []doc.Step { return whole })
		again = m.held > before
	}
	return m.with(steps)
}

type minimizer struct {
	bundle *doc.Bundle
	want   finding.Finding
	tried  int
	held   int // simplifications that kept the violation
}

// with is the bundle with other steps.
func (m *minimizer) with(steps []doc.Step) *doc.Bundle {
	b, w := *m.bundle, *m.bundle.Workflow
	w.Steps = steps
	b.Workflow = &w
	return &b
}

// fails reports whether the violation is still there.
func (m *minimizer) fails(steps []doc.Step) bool {
	if m.tried++; m.tried > maxMinimize {
		return false
	}
	r, err := core.Verify(m.with(steps), core.Options{})
	if err != nil {
		return false
	}
	for i := range r.Violations {
		if r.Violations[i].Category == m.want.Category && r.Violations[i].RuleName == m.want.RuleName {
			return true
		}
	}
	return false
}

// reduce simplifies one list of steps, innermost last; whole puts the list
// back into the plan.
func (m *minimizer) reduce(steps []doc.Step, whole func([]doc.Step) []doc.Step) []doc.Step {
	for i := len(steps) - 1; i >= 0; i-- {
		if smaller, ok := m.simpler(steps, i, whole); ok {
			steps = smaller
			continue
		}
		for k := range parts(&steps[i]) {
			part := parts(&steps[i])[k]
			inner := m.reduce(*part, func(by []doc.Step) []doc.Step {
				return whole(splice(steps, i, []doc.Step{replacePart(&steps[i], part, by)}))
			})
			steps = splice(steps, i, []doc.Step{replacePart(&steps[i], part, inner)})
		}
	}
	return steps
}

// simpler tries the simplifications of step i.
func (m *minimizer) simpler(steps []doc.Step, i int, whole func([]doc.Step) []doc.Step) ([]doc.Step, bool) {
	for _, by := range simplifications(&steps[i]) {
		if next := splice(steps, i, by); m.fails(whole(next)) {
			m.held++
			return next, true
		}
	}
	return steps, false
}

// simplifications of a step: nothing, then its parts.
func simplifications(s *doc.Step) [][]doc.Step {
	switch n := s.Node.(type) {
	case *doc.Conditional:
		return [][]doc.Step{nil, n.Then, n.Else}
	case *doc.Loop:
		return [][]doc.Step{nil, n.Body}
	default:
		return [][]doc.Step{nil}
	}
}

func splice(steps []doc.Step, i int, by []doc.Step) []doc.Step {
	out := make([]doc.Step, 0, len(steps)+len(by))
	out = append(out, steps[:i]...)
	out = append(out, by...)
	return append(out, steps[i+1:]...)
}

// parts are the nested step lists of a step.
func parts(s *doc.Step) []*[]doc.Step {
	switch n := s.Node.(type) {
	case *doc.Conditional:
		return []*[]doc.Step{&n.Then, &n.Else}
	case *doc.Loop:
		return []*[]doc.Step{&n.Body}
	default:
		return nil
	}
}

// replacePart is the step with one of its nested lists replaced.
func replacePart(s *doc.Step, part *[]doc.Step, by []doc.Step) doc.Step {
	out := *s
	switch n := s.Node.(type) {
	case *doc.Conditional:
		c := *n
		if part == &n.Then {
			c.Then = by
		} else {
			c.Else = by
		}
		out.Node = &c
	case *doc.Loop:
		l := *n
		l.Body = by
		out.Node = &l
	case *doc.ToolCall:
	}
	return out
}
