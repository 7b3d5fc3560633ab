package planner

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
)

// mostFindings is how many findings one feedback lists: a model that reads
// more corrects less.
const mostFindings = 12

// maxWitness cuts the values of witnesses.
const maxWitness = 80

// Feedback is what a planner is told about a plan that was refused.
func Feedback(r *finding.Report) string {
	var b strings.Builder
	b.WriteString("The plan was refused; nothing was run. Correct all of this and answer with the whole plan:\n")
	for i := range r.Violations {
		if i == mostFindings {
			b.WriteString("\n... and " + strconv.Itoa(len(r.Violations)-i) + " more\n")
			break
		}
		writeFinding(&b, i+1, &r.Violations[i])
	}
	return b.String()
}

func writeFinding(b *strings.Builder, n int, f *finding.Finding) {
	b.WriteString("\n" + strconv.Itoa(n) + ". ")
	if f.StepLabel != "" {
		b.WriteString("step \"" + f.StepLabel + "\" (" + strings.TrimPrefix(f.Path, "/workflow") + "): ")
	}
	b.WriteString(f.Message + " [" + string(f.Category) + " " + f.RuleName + "]\n")
	for i, hop := range f.Flow {
		if i == 0 {
			b.WriteString("   the data: " + hop.From)
		}
		b.WriteString(" -> " + hop.To)
		if i == len(f.Flow)-1 {
			b.WriteString("\n")
		}
	}
	if f.Witness != nil && len(f.Witness.Bindings) > 0 {
		b.WriteString("   for example when")
		for i, m := range f.Witness.Bindings {
			if i > 0 {
				b.WriteString(" and")
			}
			b.WriteString(" " + m.Key + " = " + shorten(string(m.Value)))
		}
		b.WriteString("\n")
	}
	if f.Hint != "" {
		b.WriteString("   " + f.Hint + "\n")
	}
}

func shorten(s string) string {
	for i := range s {
		if i > maxWitness {
			return s[:i] + "…"
		}
	}
	return s
}

// Unreadable is what a planner is told about an answer that is no plan.
func Unreadable(e *doc.Error) string {
	out := "The answer could not be read as a plan: " + e.Message
	if e.Span != nil {
		out += " (line " + strconv.Itoa(e.Span.Start.Line) + ", column " + strconv.Itoa(e.Span.Start.Column) + ")"
	}
	if e.Hint != "" {
		out += "\n" + e.Hint
	}
	return out + "\nAnswer with the whole plan, as one JSON object."
}
