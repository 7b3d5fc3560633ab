package report

import (
	"strings"

	"planproof/core/finding"
)

// Fixes lists the verified edits of a report as text: what to do, which
// violation it removes, and whether the plan is accepted with it alone.
func Fixes(r *finding.Report) string {
	if len(r.Fixes) == 0 {
		return "No fix was found that holds.\n"
	}
	var b strings.Builder
	head := "1 fix"
	if len(r.Fixes) > 1 {
		head = numeral(len(r.Fixes)) + " fixes"
	}
	b.WriteString(head + ", each applied and verified\n\n")
	for i := range r.Fixes {
		f := &r.Fixes[i]
		b.WriteString(numeral(i+1) + "  " + clean(f.Title) + "\n     removes " + numbered(r, f.Fingerprint))
		if f.OK {
			b.WriteString("; the plan is then accepted")
		}
		if f.Loosens {
			b.WriteString("; this asks less of every plan")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// numbered is a violation by its number in the report.
func numbered(r *finding.Report, fingerprint string) string {
	for i := range r.Violations {
		if r.Violations[i].Fingerprint == fingerprint {
			return "violation " + numeral(i+1)
		}
	}
	return "a violation"
}
