package core_test

import (
	"strings"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/types"
	"planproof/core/value"
)

// certainty: automata by the definition of definite (17); contracts by
// concrete evaluation (1) or because no value can satisfy them (12), or
// because domain_of may have no value (4).
func (s *diffSite) certainty(d difference) string {
	switch {
	case d.is.Category == "automaton" && d.was.Certainty == "definite":
		return "17"
	case d.is.Category == "automaton":
		return s.guardDecided(d)
	case s.call == nil:
		return ""
	case s.missingParam() != "" || s.concrete():
		return "1"
	case d.finding.Certainty == finding.Definite:
		return "12"
	case strings.Contains(s.cond, "domain_of"):
		return "4"
	}
	return ""
}

// guardDecided: a guard over symbolic arguments that was UNKNOWN before is
// TRUE now, under the facts of a branch (22) or by what it says (13).
func (s *diffSite) guardDecided(d difference) string {
	if d.is.Certainty != "definite" || !strings.Contains(d.finding.Message, ", when ") {
		return ""
	}
	for i := range s.bundle.Policy.Automata {
		if a := &s.bundle.Policy.Automata[i]; a.Name.Value == d.rule() && s.guardedByBranch(a) {
			return "22"
		}
	}
	return "13"
}

// contract: which decision makes this condition come out differently.
func (s *diffSite) contract(d difference) string {
	if s.call == nil || s.cond == "" {
		return ""
	}
	if d.kind == "missing" {
		return s.contractGone(d)
	}
	switch {
	case strings.HasPrefix(s.cond, "forall"):
		return "5"
	case s.missingParam() != "", s.concrete():
		return "1"
	case d.finding.Certainty == finding.Definite:
		return "12"
	case strings.Contains(s.cond, "domain_of"):
		return "4"
	case s.opaque():
		return "2"
	case usesNewForm(s.cond):
		return "21"
	case usesPythonForm(s.cond):
		return "1" // the old translation skipped it with a warning
	}
	return ""
}

// contractGone: the condition is unreadable (16) or undecided (6) now, was
// evaluated (1), is decided under facts (22) or by short circuit (13).
func (s *diffSite) contractGone(d difference) string {
	for _, f := range d.report.Violations {
		if f.StepLabel == d.was.StepLabel && f.Category == finding.AnalysisIncomplete && strings.Contains(f.Message, s.cond) {
			if f.RuleName == "solver" {
				return "6"
			}
			return "16"
		}
	}
	for _, o := range d.report.Obligations {
		if o.Condition == s.cond && o.Status == finding.StatusProved && len(o.Facts) > 0 {
			return "22"
		}
	}
	switch {
	case d.was.Category == "postcondition" && strings.Contains(s.cond, "result"):
		return "1" // a warning: the run checks it
	case s.concrete():
		return "1"
	case strings.Contains(s.cond, " and ") || strings.Contains(s.cond, " or ") || strings.Contains(s.cond, "not "):
		return "13"
	}
	return ""
}

// names are the parameters that the condition names.
func (s *diffSite) names() []string {
	e, err := cond.Parse(s.cond)
	if err != nil {
		return nil
	}
	var out []string
	for _, n := range e.Names() {
		if s.param(n.Name) != nil {
			out = append(out, n.Name)
		}
	}
	return out
}

func (s *diffSite) param(name string) *doc.Param {
	if s.spec == nil {
		return nil
	}
	for i := range s.spec.Params {
		if s.spec.Params[i].Name.Value == name {
			return &s.spec.Params[i]
		}
	}
	return nil
}

func (s *diffSite) arg(name string) doc.Value {
	for i := range s.call.Args {
		if s.call.Args[i].Param.Value == name {
			return s.call.Args[i].Value
		}
	}
	return nil
}

// missingParam is a parameter of the condition that the call leaves out.
func (s *diffSite) missingParam() string {
	for _, n := range s.names() {
		if s.arg(n) == nil && s.param(n).Default == nil {
			return n
		}
	}
	return ""
}

// concrete: every parameter that the condition names is given as a literal.
func (s *diffSite) concrete() bool {
	for _, n := range s.names() {
		v := s.arg(n)
		if v == nil {
			continue
		}
		if _, ok := doc.Concrete(v); !ok {
			return false
		}
	}
	return true
}

// opaque: a symbolic parameter of the condition is neither text nor number.
func (s *diffSite) opaque() bool {
	for _, n := range s.names() {
		if v := s.arg(n); v != nil {
			if _, ok := doc.Concrete(v); !ok && !types.Parse(s.param(n).Type.Value).Kinds().Meets(value.TextKind|value.NumberKind) {
				return true
			}
		}
	}
	return false
}

// usesPythonForm: forms that the old translation to Z3 did not have and only
// warned about: order and substring on texts, is, tuples, truth of a text.
func usesPythonForm(text string) bool {
	e, err := cond.Parse(text)
	if err != nil {
		return false
	}
	found := false
	cond.Walk(e.Root(), func(n cond.Node) {
		switch n := n.(type) {
		case *cond.TupleLit:
			found = true
		case *cond.Compare:
			for _, r := range n.Rest {
				found = found || r.Op >= cond.In || r.Op == cond.Lt || r.Op == cond.Le || r.Op == cond.Gt || r.Op == cond.Ge
			}
		}
	})
	return found
}

// automaton: a difference in the states follows from the guards of this
// automaton somewhere in the plan.
func (s *diffSite) automaton(d difference) string {
	for i := range s.bundle.Policy.Automata {
		a := &s.bundle.Policy.Automata[i]
		if a.Name.Value != d.rule() {
			continue
		}
		return s.guards(a, d)
	}
	return ""
}

func (s *diffSite) guards(a *doc.Automaton, d difference) string {
	reason := ""
	for i := range a.Transitions {
		if c := a.Transitions[i].Condition; c != nil {
			if r := guardReason(c.Value); r != "" && (reason == "" || r < reason) {
				reason = r
			}
		}
	}
	for _, f := range d.report.Violations {
		if f.RuleName == "automaton_guard" && strings.Contains(f.Message, "`"+a.Name.Value+"`") {
			return "16" // an unreadable guard forks
		}
	}
	if reason == "" && d.kind == "missing" && s.guardedByBranch(a) {
		return "22"
	}
	return reason
}

// guardedByBranch: the call stands in a branch whose condition speaks of a
// variable that one of the automaton's guards sees through an argument.
func (s *diffSite) guardedByBranch(a *doc.Automaton) bool {
	if s.call == nil {
		return false
	}
	var conditions []string
	enclosing(s.bundle.Workflow.Steps, s.call, nil, &conditions)
	for i := range s.call.Args {
		ref, ok := s.call.Args[i].Value.(*doc.Ref)
		if !ok {
			continue
		}
		for _, c := range conditions {
			if strings.Contains(c, ref.Name) && guardNames(a, s.call.Args[i].Param.Value) {
				return true
			}
		}
	}
	return false
}

func guardNames(a *doc.Automaton, param string) bool {
	for i := range a.Transitions {
		if c := a.Transitions[i].Condition; c != nil && strings.Contains(c.Value, param) {
			return true
		}
	}
	return false
}

// enclosing collects the conditions of the branches around a call.
func enclosing(steps []doc.Step, call *doc.ToolCall, path []string, out *[]string) {
	for i := range steps {
		switch n := steps[i].Node.(type) {
		case *doc.ToolCall:
			if n.Range == call.Range {
				*out = path
			}
		case *doc.Conditional:
			inner := append(path[:len(path):len(path)], n.Condition.Value)
			enclosing(n.Then, call, inner, out)
			enclosing(n.Else, call, inner, out)
		case *doc.Loop:
			enclosing(n.Body, call, path, out)
		}
	}
}

// guardReason is the decision by which a guard of this form comes out
// differently: is, lists and comments (3), domain_of (4), forms that are new
// (21), complements and contradictions (13).
func guardReason(text string) string {
	switch {
	case strings.Contains(text, "domain_of"):
		return "4"
	case strings.Contains(text, " in ") || strings.Contains(text, " is "):
		return "3"
	case usesNewForm(text):
		return "21"
	case strings.Contains(text, " and ") || strings.Contains(text, " or ") || strings.Contains(text, "not "):
		return "13"
	}
	return ""
}
