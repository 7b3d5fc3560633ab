package check

import "planproof/core/finding"

// Collector gathers the results of the checks. A loop's body is analysed
// several times; Mark and Rewind throw away what an earlier pass said, so
// that findings come from the last pass alone.
type Collector struct {
	violations, warnings, notes, lint shelf[finding.Finding]
	obligations                       shelf[finding.Obligation]
}

// The most that a report lists of each kind; what is beyond is counted.
const (
	maxFindings    = 10_000
	maxObligations = 100_000
)

// shelf keeps the first items and counts the others.
type shelf[T any] struct {
	items []T
	more  int
}

func (s *shelf[T]) add(x T, limit int) {
	if len(s.items) < limit {
		s.items = append(s.items, x)
	} else {
		s.more++
	}
}

// spot is a position of a shelf.
type spot struct{ items, more int }

func (s *shelf[T]) mark() spot     { return spot{len(s.items), s.more} }
func (s *shelf[T]) rewind(to spot) { s.items, s.more = s.items[:to.items], to.more }

// Mark is a position to rewind to.
type Mark struct{ violations, warnings, notes, lint, obligations spot }

// Mark returns the current position.
func (c *Collector) Mark() Mark {
	return Mark{c.violations.mark(), c.warnings.mark(), c.notes.mark(), c.lint.mark(), c.obligations.mark()}
}

// Rewind forgets everything after a mark.
func (c *Collector) Rewind(m Mark) {
	c.violations.rewind(m.violations)
	c.warnings.rewind(m.warnings)
	c.notes.rewind(m.notes)
	c.lint.rewind(m.lint)
	c.obligations.rewind(m.obligations)
}

// Violation adds a finding that makes the plan refused.
func (c *Collector) Violation(f finding.Finding) { c.violations.add(f, maxFindings) }

// full reports that no more violations are listed; then it counts one that
// need not be worked out.
func (c *Collector) full() bool {
	if len(c.violations.items) < maxFindings {
		return false
	}
	c.violations.more++
	return true
}

// Warning adds a finding that does not.
func (c *Collector) Warning(f finding.Finding) { c.warnings.add(f, maxFindings) }

// Note adds a remark.
func (c *Collector) Note(f finding.Finding) { c.notes.add(f, maxFindings) }

// Lint adds a remark about the policy that one call gave rise to.
func (c *Collector) Lint(f finding.Finding) { c.lint.add(f, maxFindings) }

// Obligation adds a condition that had to be proved.
func (c *Collector) Obligation(o finding.Obligation) { c.obligations.add(o, maxObligations) }

// Into writes the results to a report: each (category, rule, path) once, the
// more certain finding first, fingerprints filled in.
func (c *Collector) Into(r *finding.Report) {
	r.Violations = unique(c.violations.items)
	r.Warnings = unique(c.warnings.items)
	r.Notes = append(unique(c.notes.items), c.unlisted()...)
	r.Obligations = append([]finding.Obligation{}, c.obligations.items...)
	r.OK = len(r.Violations) == 0
}

// unlisted notes how much the report leaves out.
func (c *Collector) unlisted() []finding.Finding {
	var out []finding.Finding
	for _, s := range []struct {
		what string
		more int
	}{{"violations", c.violations.more}, {"warnings", c.warnings.more}, {"notes", c.notes.more}, {"lint", c.lint.more}, {"obligations", c.obligations.more}} {
		if s.more > 0 {
			f := finding.Finding{
				ID: finding.IDUnlisted, Category: finding.WellFormedness, RuleName: "unlisted_" + s.what,
				Path: "/workflow", Certainty: finding.Definite,
				Message: itoa(s.more) + " more " + s.what + " are not listed", Hint: "correct what is listed, then verify again",
			}
			f.Seal()
			out = append(out, f)
		}
	}
	return out
}

type findingKey struct {
	category   finding.Category
	rule, path string
}

// unique keeps the first finding of each key, upgraded to definite when a
// later one is.
func unique(fs []finding.Finding) []finding.Finding {
	out := make([]finding.Finding, 0, len(fs))
	at := make(map[findingKey]int, len(fs))
	for _, f := range fs {
		key := findingKey{f.Category, f.RuleName, f.Path}
		if i, ok := at[key]; ok {
			if out[i].Certainty == finding.Possible && f.Certainty == finding.Definite {
				f.Seal()
				out[i] = f
			}
			continue
		}
		at[key] = len(out)
		f.Seal()
		out = append(out, f)
	}
	return out
}
