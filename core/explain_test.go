package core_test

import (
	"strings"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
)

// explain names the decision of the specification (section 6) that a
// difference follows from, "" when none does. Differences about contracts,
// taint and automata are held against the case: the bundle must have what the
// decision is about. New families of findings (arguments, unreadable or
// undecided conditions) are told by their rule name alone, and a missing
// "unparseable", which names no step, is always decision 16.
func explain(c *differentialCase, d difference) string {
	if d.kind == "error" {
		return explainError(d.err)
	}
	site := newDiffSite(c, d)
	switch category := d.was.Category + d.is.Category; {
	case d.kind == "certainty":
		return site.certainty(d)
	case category == "arguments":
		return map[string]string{"missing_argument": "1", "argument_type": "2", "unknown_argument": "20"}[d.is.RuleName]
	case category == "analysis_incomplete":
		return site.incomplete(d)
	case category == "unparseable":
		return site.unparseable(d)
	case category == "taint":
		return site.taint(d)
	case category == "automaton":
		return site.automaton(d)
	case category == "precondition" || category == "postcondition" || category == "frame":
		return site.contract(d)
	}
	return ""
}

func explainError(err *doc.Error) string {
	switch {
	case strings.Contains(err.Message, "declared twice"):
		return "8"
	case strings.Contains(err.Message, "two different values"), strings.Contains(err.Message, "has the name of a parameter"):
		return "7"
	}
	return ""
}

// diffSite is the call that a difference is about.
type diffSite struct {
	bundle *doc.Bundle
	call   *doc.ToolCall
	spec   *doc.ToolSpec
	cond   string // the contract's condition
}

func newDiffSite(c *differentialCase, d difference) *diffSite {
	b, err := doc.ReadParts(c.Workflow, c.Policy, c.Tools, doc.ReadOptions{})
	if err != nil {
		return &diffSite{}
	}
	s := &diffSite{bundle: b, call: callLabeled(b.Workflow.Steps, d.was.StepLabel+d.isLabel())}
	if s.call != nil {
		for i := range b.Tools {
			if b.Tools[i].Name.Value == s.call.Tool.Value {
				s.spec = &b.Tools[i]
			}
		}
	}
	if parts := strings.SplitN(d.rule(), ":", 3); len(parts) == 3 {
		s.cond = parts[2]
	}
	return s
}

// isLabel and rule name the step and rule of whichever side has them.
func (d difference) isLabel() string {
	if d.was.StepLabel == "" {
		return d.is.StepLabel
	}
	return ""
}

func (d difference) rule() string {
	if d.was.RuleName != "" {
		return d.was.RuleName
	}
	return d.is.RuleName
}

func callLabeled(steps []doc.Step, label string) *doc.ToolCall {
	for i := range steps {
		switch n := steps[i].Node.(type) {
		case *doc.ToolCall:
			if steps[i].Label.Value == label {
				return n
			}
		case *doc.Conditional:
			if c := callLabeled(append(n.Then[:len(n.Then):len(n.Then)], n.Else...), label); c != nil {
				return c
			}
		case *doc.Loop:
			if c := callLabeled(n.Body, label); c != nil {
				return c
			}
		}
	}
	return nil
}

// incomplete: conditions that can not be read (16), whatever strict says;
// guards that may have no value (15); taint conditions (19); workflow
// conditions (11); the solver (6).
func (s *diffSite) incomplete(d difference) string {
	if d.kind == "missing" {
		return s.guardMissing()
	}
	switch {
	case strings.HasSuffix(d.is.RuleName, "_unreadable"):
		return "16"
	case d.is.RuleName == "automaton_guard" && d.finding.Certainty == finding.Possible:
		return "15"
	case d.is.RuleName == "automaton_guard":
		return "16"
	case d.is.RuleName == "taint_condition":
		return "19"
	case d.is.RuleName == "condition":
		return "11"
	case d.is.RuleName == "solver":
		return "6"
	}
	return ""
}

// guardMissing: the recorded guard was outside the old grammar and is a form
// that is evaluated now (21), or the state that it is tried in is not possible
// any more, because an earlier guard of the same automaton is decided.
func (s *diffSite) guardMissing() string {
	reason := ""
	for i := range s.bundle.Policy.Automata {
		for _, t := range s.bundle.Policy.Automata[i].Transitions {
			if t.Condition == nil {
				continue
			}
			if usesNewForm(t.Condition.Value) {
				return "21"
			}
			if r := guardReason(t.Condition.Value); strings.Contains(t.Condition.Value, " or ") || strings.Contains(t.Condition.Value, " and ") {
				reason = "13"
			} else if reason == "" {
				reason = r
			}
		}
	}
	return reason
}

func usesNewForm(text string) bool {
	e, err := cond.Parse(text)
	if err != nil {
		return false
	}
	found := false
	cond.Walk(e.Root(), func(n cond.Node) {
		switch n := n.(type) {
		case *cond.Neg, *cond.Arith, *cond.Index, *cond.Field:
			found = true
		case *cond.Call:
			found = found || n.Fn.String() != "len" && n.Fn.String() != "domain_of"
		}
	})
	return found
}

// unparseable: strict promotes only unproved postconditions, each with its
// step (16, 23); what the old implementation could not translate is now
// evaluated (1), decided (12, 13), or reported as unreadable (16).
func (s *diffSite) unparseable(d difference) string {
	if d.kind == "missing" {
		return "16"
	}
	if d.finding.ID == finding.IDPostconditionOpen {
		return "23"
	}
	return ""
}

func (s *diffSite) taint(d difference) string {
	rule := s.taintRule(d.rule())
	if rule == nil || s.call == nil {
		return ""
	}
	switch {
	case d.kind == "missing" && rule.SinkTool.Value == doc.Any && s.sanitizes(rule):
		return "10"
	case d.kind == "missing":
		return s.taintGone(rule)
	case rule.SinkParam.Value == doc.Any && !s.marked():
		return "18"
	case rule.SourceTool.Value != doc.Any && s.noLabels(rule.SourceTool.Value):
		return "9"
	case rule.Condition != nil:
		return "19"
	}
	return ""
}

// taintGone: a condition that is provably false (13), or sanitized data that
// stays sanitized on its way (10).
func (s *diffSite) taintGone(rule *doc.TaintRule) string {
	switch {
	case rule.Condition != nil:
		return "13"
	case len(rule.Sanitizers) > 0:
		return "10"
	}
	return ""
}

func (s *diffSite) taintRule(name string) *doc.TaintRule {
	for i := range s.bundle.Policy.TaintRules {
		if s.bundle.Policy.TaintRules[i].Name.Value == name {
			return &s.bundle.Policy.TaintRules[i]
		}
	}
	return nil
}

func (s *diffSite) sanitizes(rule *doc.TaintRule) bool {
	for _, t := range rule.Sanitizers {
		if t.Value == s.call.Tool.Value {
			return true
		}
	}
	return false
}

func (s *diffSite) marked() bool {
	if s.spec == nil {
		return false
	}
	for i := range s.spec.Params {
		if s.spec.Params[i].IsTaintSink {
			return true
		}
	}
	return false
}

func (s *diffSite) noLabels(tool string) bool {
	for i := range s.bundle.Tools {
		if s.bundle.Tools[i].Name.Value == tool {
			return len(s.bundle.Tools[i].SourceLabels) == 0
		}
	}
	return true
}
