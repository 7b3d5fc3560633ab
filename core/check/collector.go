package check

import "planproof/core/finding"

// Collector gathers the results of the checks. A loop's body is analysed
// several times; Mark and Rewind throw away what an earlier pass said, so
// that findings come from the last pass alone.
type Collector struct {
	violations, warnings, notes, lint []finding.Finding
	obligations                       []finding.Obligation
}

// Mark is a position to rewind to.
type Mark struct{ violations, warnings, notes, lint, obligations int }

// Mark returns the current position.
func (c *Collector) Mark() Mark {
	return Mark{len(c.violations), len(c.warnings), len(c.notes), len(c.lint), len(c.obligations)}
}

// Rewind forgets everything after a mark.
func (c *Collector) Rewind(m Mark) {
	c.violations = c.violations[:m.violations]
	c.warnings = c.warnings[:m.warnings]
	c.notes = c.notes[:m.notes]
	c.lint = c.lint[:m.lint]
	c.obligations = c.obligations[:m.obligations]
}

// Violation adds a finding that makes the plan refused.
func (c *Collector) Violation(f finding.Finding) { c.violations = append(c.violations, f) }

// Warning adds a finding that does not.
func (c *Collector) Warning(f finding.Finding) { c.warnings = append(c.warnings, f) }

// Note adds a remark.
func (c *Collector) Note(f finding.Finding) { c.notes = append(c.notes, f) }

// Lint adds a remark about the policy that one call gave rise to.
func (c *Collector) Lint(f finding.Finding) { c.lint = append(c.lint, f) }

// Obligation adds a condition that had to be proved.
func (c *Collector) Obligation(o finding.Obligation) { c.obligations = append(c.obligations, o) }

// Into writes the results to a report: each (category, rule, path) once, the
// more certain finding first, fingerprints filled in.
func (c *Collector) Into(r *finding.Report) {
	r.Violations = unique(c.violations)
	r.Warnings = unique(c.warnings)
	r.Notes = unique(c.notes)
	r.Obligations = append([]finding.Obligation{}, c.obligations...)
	r.OK = len(r.Violations) == 0
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
