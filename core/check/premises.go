package check

import (
	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/prove"
	"planproof/smt"
)

// Explain says what is added to obligations beyond their verdict. It never
// changes a verdict.
type Explain struct {
	// Core finds the least that a proof needs, see prove.MinimalCore; nil for
	// what the first proof used. Like Script it is a function so that a program
	// that has no use for it need not contain it.
	Core func(q prove.Question, none cond.Outcome, budget smt.Budget) (core []prove.Premise, ok bool)
	// Script writes a question for other solvers, see prove.Script.
	Script func(q prove.Question, outcome cond.Outcome, comment, status string) (string, error)
}

// assumes notes a fact that the decision rests on.
func (d *decision) assumes(words string, span doc.Span) {
	d.facts = append(d.facts, finding.Premise{Words: words, Span: &span})
}

// factWords are the facts in words.
func (d *decision) factWords() []string {
	out := make([]string, len(d.facts))
	for i, f := range d.facts {
		out[i] = f.Words
	}
	return out
}

// explainObligation adds the core and what was asked for.
func (c *Context) explainObligation(s *Site, o *finding.Obligation, d *decision) {
	for _, p := range c.coreOf(o.Status, d) {
		o.Core = append(o.Core, c.premise(s, p, d))
	}
	if c.Explain == nil || c.Explain.Script == nil || d.question == nil {
		return
	}
	if text, err := c.Explain.Script(*d.question, cond.CanFalse|cond.CanError, scriptComment(o), d.scriptStatus()); err == nil {
		o.SMTLib = text
	}
}

// coreOf are the premises of what makes the obligation proved (it can not be
// false and has a value) or violated in every run (it can not be true).
func (c *Context) coreOf(status finding.Status, d *decision) []prove.Premise {
	none, core := cond.Outcome(0), []prove.Premise(nil)
	switch status {
	case finding.StatusProved:
		none, core = cond.CanFalse|cond.CanError, prove.MergeCores(d.falseCore, d.errorCore)
	case finding.StatusDefinite:
		none, core = cond.CanTrue, d.trueCore
	case finding.StatusPossible, finding.StatusWarning, finding.StatusUnknown:
	}
	if c.Explain == nil || c.Explain.Core == nil || d.question == nil || none == 0 {
		return core
	}
	if minimal, ok := c.Explain.Core(*d.question, none, c.Budget); ok {
		return minimal
	}
	return core
}

// premise puts a premise into words, with its place.
func (c *Context) premise(s *Site, p prove.Premise, d *decision) finding.Premise {
	if p.Fact >= 0 {
		return d.facts[p.Fact]
	}
	out := finding.Premise{Words: p.Var + p.Path + " is " + p.Words + " (declared)"}
	for i := range s.Call.Args {
		a := &s.Call.Args[i]
		if refs := a.Refs; len(refs) == 1 && p.Path == "" && a.Param != nil && c.Program.Names[refs[0].Slot] == p.Var {
			span := c.Program.Bundle.ToolsSource.Span(a.Param.Doc.Range)
			out.Span = &span
			break
		}
	}
	return out
}

// scriptComment says what an exported question is about.
func scriptComment(o *finding.Obligation) string {
	text := "Can the " + string(o.Category) + " `" + o.Condition + "` fail to hold at " + o.Path + "? unsat: no, it is proved."
	for i, f := range o.Facts {
		text += "\nfact " + itoa(i+1) + ": " + f
	}
	return text
}

// scriptStatus is the answer to the script as far as it is known here.
func (d *decision) scriptStatus() string {
	switch {
	case d.certainlyTrue():
		return "unsat"
	case d.canFalse == yes || d.canError == yes:
		return "sat"
	default:
		return "unknown"
	}
}
