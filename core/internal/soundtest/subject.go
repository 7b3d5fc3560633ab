package soundtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/internal/refint"
	"planproof/core/types"
	"planproof/core/value"
)

// Subject is a bundle with its report, which has a trace.
type Subject struct {
	Bundle *doc.Bundle
	Report *finding.Report

	plan   *refint.Plan
	before map[string]finding.State // the abstract state before each step, in the last pass
}

// New prepares a subject.
func New(b *doc.Bundle, r *finding.Report) *Subject {
	return &Subject{b, r, refint.New(b), lastStates(r.Trace)}
}

// lastStates replays a trace and keeps, for every step, the state before its
// last analysis; for a loop, the last head, which covers entry and every
// later round; for "/workflow", the end.
func lastStates(t *finding.Trace) map[string]finding.State {
	var r finding.Replay
	out := map[string]finding.State{}
	for i := range t.Events {
		e := &t.Events[i]
		r.Apply(e.Delta)
		switch e.Kind {
		case finding.EvCall, finding.EvHead, finding.EvEnd:
			out[e.Path] = r.State()
		case finding.EvBranch:
			if e.Branch.Side == "then" {
				out[e.Path] = r.State()
			}
		}
	}
	return out
}

// Check makes one run and returns the first broken promise.
func (s *Subject) Check(rng *rand.Rand) (refint.Outcome, error) {
	reached := map[string]bool{}
	var err error
	out := s.plan.Run(rng, s.inputs(rng), func(step string, m *refint.Machine) {
		reached[step] = true
		if err == nil {
			err = s.covered(step, m)
		}
	})
	for _, promise := range []func(*refint.Outcome) error{s.accepted, s.predicted, s.ordered, s.explained} {
		if err == nil {
			err = promise(&out)
		}
	}
	if err == nil {
		err = s.definite(reached, &out)
	}
	return out, err
}

// inputs draws values for the inputs; the second letter of a generated name
// tells its type, and one in thirty has another.
func (s *Subject) inputs(rng *rand.Rand) map[string]value.Value {
	out := map[string]value.Value{}
	for _, in := range s.Bundle.Workflow.Inputs {
		t := types.Any
		if rng.IntN(30) > 0 && len(in.Value) > 1 {
			t = types.Parse(map[byte]string{'s': "str", 'n': "int", 'b': "bool", 'l': "list[str]", 'd': "dict"}[in.Value[1]])
		}
		out[in.Value] = refint.RandomValue(rng, t)
	}
	return out
}

func (s *Subject) accepted(out *refint.Outcome) error {
	if s.Report.OK && out.Reason == refint.Violated {
		return fmt.Errorf("accepted, but a run stopped at %s: %v", out.Step, out.Violations)
	}
	return nil
}

// predicted: every broken rule has a finding at its step. The two kinds of
// error that depend on values of unknown type are left to the run, and so are
// missing parts of values of which nothing is declared or that are not what
// was declared.
func (s *Subject) predicted(out *refint.Outcome) error {
	for _, v := range out.Violations {
		known := s.Report.Violations
		switch {
		case out.Reason == refint.NoValue, v.Rule == "taint_condition":
			continue
		case v.Rule == "missing_part" && out.Undeclared:
			continue
		case v.Rule == "missing_part":
			known = append(known[:len(known):len(known)], s.Report.Warnings...)
		case v.Category == string(finding.Postcondition):
			known = append(known[:len(known):len(known)], s.Report.Warnings...)
		}
		if find(known, v) == nil && !(v.Rule == "automaton_guard" && movesAt(known, v.Step)) {
			return fmt.Errorf("a run broke %v, which no finding predicted", v)
		}
	}
	return nil
}

// movesAt: an automaton may move into an error state at the step. A guard into
// one that may fail to evaluate is reported by that finding alone.
func movesAt(fs []finding.Finding, step string) bool {
	return slices.ContainsFunc(fs, func(f finding.Finding) bool {
		return f.Category == finding.AutomatonCategory && stepOf(f.Path) == step
	})
}

func find(fs []finding.Finding, v refint.Violation) *finding.Finding {
	for i := range fs {
		f := &fs[i]
		if string(f.Category) == v.Category && f.RuleName == v.Rule && stepOf(f.Path) == v.Step {
			return f
		}
	}
	return nil
}

// stepOf is the step pointer of a finding's path, "" for one about the policy.
func stepOf(path string) string {
	at := -1
	for _, field := range []string{"/tool_call", "/conditional/condition", "/loop/collection_ref", "/loop/collection_path", "/loop/item_binding"} {
		at = max(at, strings.LastIndex(path, field))
	}
	if at < 0 {
		return ""
	}
	return path[:at]
}

// definite: runs that reach a definite finding's step break its rule there,
// unless the executor stopped at the step before it came to that check.
func (s *Subject) definite(reached map[string]bool, out *refint.Outcome) error {
	for i := range s.Report.Violations {
		f := &s.Report.Violations[i]
		step := stepOf(f.Path)
		if f.Certainty != finding.Definite || f.Category == finding.Frame || f.RuleName == "frame_unreadable" || step != "" && !reached[step] {
			continue
		}
		if !(out.Step == step && (out.Breaks(string(f.Category), f.RuleName) || stoppedBefore(f, out))) {
			return fmt.Errorf("definite %s %s at %s, but a run ended with %q at %q: %v", f.Category, f.RuleName, step, out.Reason, out.Step, out.Violations)
		}
	}
	return nil
}

// stoppedBefore reports that the executor stopped at the finding's step before
// it came to the finding's check.
func stoppedBefore(f *finding.Finding, out *refint.Outcome) bool {
	switch f.Category {
	case finding.Allowlist, finding.MissingSpec, finding.Arguments, finding.WellFormedness:
		return false
	case finding.Postcondition:
		return out.Cut || out.Reason != refint.Done && out.Reason != refint.FalsePost || out.Breaks("analysis_incomplete", "postcondition_unreadable")
	}
	if f.RuleName == "postcondition_unreadable" && out.Reason != refint.FalsePost {
		return true
	}
	return out.Cut
}

// ordered: a rule that is not flagged by taint_order is violated nowhere, and
// no run has a sink of it after a source of it.
func (s *Subject) ordered(out *refint.Outcome) error {
	for _, o := range s.Report.TaintOrder {
		if o.Flagged {
			continue
		}
		if out.Flagged[o.Rule] {
			return fmt.Errorf("taint_order does not flag %s, but a run called a sink of it after a source", o.Rule)
		}
		for _, f := range s.Report.Violations {
			if f.Category == finding.Taint && f.RuleName == o.Rule {
				return fmt.Errorf("taint_order does not flag %s, but it is violated", o.Rule)
			}
		}
	}
	return nil
}

// follows: a hop starts where the one before it ended, or takes a part of it.
func follows(from, to string) bool {
	part, ok := strings.CutPrefix(from, to)
	_, isPath := value.ParsePath(part)
	return ok && isPath
}

// explained: the flow of a finding about data leads from a source to the sink
// without a gap, and a definite one takes no uncertain hop.
func (s *Subject) explained(*refint.Outcome) error {
	for i := range s.Report.Violations {
		f := &s.Report.Violations[i]
		if f.Category != finding.Taint && f.Category != finding.ImplicitFlow {
			continue
		}
		if len(f.Flow) < 2 || f.Flow[0].Rule != finding.HopSource || f.Flow[len(f.Flow)-1].Rule != finding.HopSink {
			return fmt.Errorf("the flow of %s %s at %s does not lead from a source to the sink: %v", f.Category, f.RuleName, f.Path, f.Flow)
		}
		for j, h := range f.Flow {
			if j > 0 && !follows(h.From, f.Flow[j-1].To) {
				return fmt.Errorf("the flow of %s %s at %s has a gap: %v", f.Category, f.RuleName, f.Path, f.Flow)
			}
			if f.Certainty == finding.Definite && (h.Rule == finding.HopJoin || h.Rule == finding.HopItem || h.Rule == finding.HopLoop) {
				return fmt.Errorf("the definite %s %s at %s takes an uncertain hop: %v", f.Category, f.RuleName, f.Path, f.Flow)
			}
		}
	}
	return nil
}
