package advise

import (
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
)

// maxTried bounds how many candidates one call verifies.
const maxTried = 64

// Fixes proposes edits for the violations of a report, at most a few each, in
// the order of the findings.
func Fixes(d Documents, r *finding.Report) []finding.Fix {
	b, derr := d.Read()
	if derr != nil {
		return nil
	}
	p, perr := ir.Build(b)
	if perr != nil {
		return nil
	}
	f := &fixer{docs: d, bundle: b, program: p, before: r}
	for i := range r.Violations {
		f.propose(&r.Violations[i])
	}
	return f.out
}

// fixer collects the fixes that hold.
type fixer struct {
	docs    Documents
	bundle  *doc.Bundle
	program *ir.Program
	before  *finding.Report
	tried   int
	out     []finding.Fix
}

// candidates are the generators, one a kind of repair.
var candidates = []func(*fixer, *finding.Finding) []finding.Fix{
	(*fixer).renameReference, (*fixer).renameTool, (*fixer).renameArgument,
	(*fixer).insertSanitizer, (*fixer).guardCall, (*fixer).removeArgument, (*fixer).allowTool,
}

func (f *fixer) propose(v *finding.Finding) {
	for _, generate := range candidates {
		for _, c := range generate(f, v) {
			if f.tried++; f.tried > maxTried {
				return
			}
			c.Fingerprint = v.Fingerprint
			if ok, accepted := f.holds(v, c); ok {
				c.OK = accepted
				f.out = append(f.out, c)
			}
		}
	}
}

// holds applies a candidate and verifies: the finding must be gone, and every
// violation left must have been there before.
func (f *fixer) holds(v *finding.Finding, c finding.Fix) (holds, accepted bool) {
	_, after := f.docs.Apply(c.Edits).verify()
	if after == nil || len(after.Violations) >= len(f.before.Violations) {
		return false, false
	}
	for i := range after.Violations {
		if !f.knew(&after.Violations[i]) {
			return false, false
		}
	}
	return countRule(after, v) < countRule(f.before, v), after.OK
}

// knew: the same category and rule was violated before.
func (f *fixer) knew(v *finding.Finding) bool { return countRule(f.before, v) > 0 }

func countRule(r *finding.Report, v *finding.Finding) int {
	n := 0
	for i := range r.Violations {
		if r.Violations[i].Category == v.Category && r.Violations[i].RuleName == v.RuleName {
			n++
		}
	}
	return n
}

// callAt finds the call that a path points into.
func (f *fixer) callAt(path string) *ir.Call {
	var found *ir.Call
	visit(f.program.Body, func(c *ir.Call) {
		if len(path) >= len(c.Path) && path[:len(c.Path)] == c.Path && (len(path) == len(c.Path) || path[len(c.Path)] == '/') {
			found = c
		}
	})
	return found
}

// visit calls f for every call, in order.
func visit(steps []ir.Step, f func(*ir.Call)) {
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.Call:
			f(s)
		case *ir.Branch:
			visit(s.Then, f)
			visit(s.Else, f)
		case *ir.Loop:
			visit(s.Body, f)
		}
	}
}
