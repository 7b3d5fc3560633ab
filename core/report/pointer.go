package report

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
)

// stepSpan is the place of the step that a pointer like
// /workflow/steps/1/loop/body/0 names; zero when there is none.
func (s *Sources) stepSpan(path string) doc.Span {
	if s.Bundle == nil || s.Bundle.Workflow == nil {
		return doc.Span{}
	}
	w := s.Bundle.Workflow
	parts := strings.Split(strings.TrimPrefix(path, "/workflow/"), "/")
	if parts[0] == "input_variables" && len(w.Inputs) > 0 {
		return w.Source.Span(w.Inputs[0].Range)
	}
	steps := w.Steps
	var step *doc.Step
	for len(parts) >= 2 {
		n, err := strconv.Atoi(parts[1])
		if err != nil || n < 0 || n >= len(steps) {
			return doc.Span{}
		}
		step = &steps[n]
		if len(parts) < 4 {
			break
		}
		steps, parts = inner(step, parts[3]), parts[3:]
	}
	if step == nil {
		return doc.Span{}
	}
	return w.Source.Span(labelRange(step))
}

// labelRange is a step's label: a step as a whole may be a page long.
func labelRange(step *doc.Step) doc.Range {
	if step.Label.Range.End > step.Label.Range.Start {
		return step.Label.Range
	}
	return step.Range
}

// inner are the steps in one field of a conditional or loop.
func inner(step *doc.Step, field string) []doc.Step {
	switch n := step.Node.(type) {
	case *doc.Conditional:
		switch field {
		case "then_steps":
			return n.Then
		case "else_steps":
			return n.Else
		}
	case *doc.Loop:
		if field == "body" {
			return n.Body
		}
	case *doc.ToolCall:
	}
	return nil
}

// ruleSpan is the place of the rule that a finding is about, in the policy or
// the tools; zero when it is not known.
func (s *Sources) ruleSpan(f *finding.Finding) doc.Span {
	if s.Bundle == nil || s.Bundle.Policy == nil {
		return doc.Span{}
	}
	p := s.Bundle.Policy
	switch f.Category {
	case finding.Taint, finding.ImplicitFlow:
		for i := range p.TaintRules {
			if p.TaintRules[i].Name.Value == f.RuleName {
				return p.Source.Span(p.TaintRules[i].Name.Range)
			}
		}
	case finding.AutomatonCategory:
		for i := range p.Automata {
			if p.Automata[i].Name.Value == f.RuleName {
				return p.Source.Span(p.Automata[i].Name.Range)
			}
		}
	case finding.Precondition, finding.Postcondition, finding.Frame:
		return s.contractSpan(f)
	}
	return doc.Span{}
}

// contractSpan finds the condition that a rule name <category>:<tool>:<condition>
// means.
func (s *Sources) contractSpan(f *finding.Finding) doc.Span {
	for i := range s.Bundle.Tools {
		tool := &s.Bundle.Tools[i]
		prefix := string(f.Category) + ":" + tool.Name.Value + ":"
		text, ok := strings.CutPrefix(f.RuleName, prefix)
		if !ok {
			continue
		}
		for _, c := range conditionsOf(tool, f.Category) {
			if c.Value == text {
				return s.Bundle.ToolsSource.Span(c.Range)
			}
		}
	}
	return doc.Span{}
}

func conditionsOf(tool *doc.ToolSpec, c finding.Category) []doc.Text {
	switch c {
	case finding.Precondition:
		return tool.Preconditions
	case finding.Postcondition:
		return tool.Postconditions
	}
	return tool.FrameConditions
}
