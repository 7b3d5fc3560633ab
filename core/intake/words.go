package intake

import (
	"strconv"
	"strings"
)

// summarize says in words what was read.
func summarize(r *Result) string {
	if r.Bundle == nil {
		format := ofFormats(r)
		if format != "" {
			format = " (" + format[1:] + ")"
		}
		return "Not imported" + format + ": " + r.Refused.Message + "."
	}
	var parts []string
	if r.Talk != nil {
		parts = append(parts, plural(len(r.Talk.Messages), "message"))
	}
	if r.Plan >= 0 {
		parts = append(parts, r.planWords())
	} else {
		parts = append(parts, "no plan")
	}
	parts = append(parts, r.toolWords(), r.policyWords())
	return "Read" + ofFormats(r) + ": " + strings.Join(parts, "; ") + "."
}

// ofFormats names the formats of the pieces that were read, each once.
func ofFormats(r *Result) string {
	var names []string
	for _, f := range r.Pieces {
		if f.Name == "" || strings.Contains(strings.Join(names, "\n"), f.Name) {
			continue
		}
		name := f.Name
		if len(f.Ties) > 0 {
			name += " (or " + strings.Join(f.Ties, ", ") + ")"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	return " " + strings.Join(names, ", ")
}

// planWords count what the plan holds.
func (r *Result) planWords() string {
	s := r.Plans[r.Plan].Stats
	words := plural(s.Calls, "tool call")
	if s.Helpers > 0 {
		words += " and " + plural(s.Helpers, "helper call")
	}
	if s.Branches > 0 {
		words += ", " + plural(s.Branches, "branch")
	}
	if s.Loops > 0 {
		words += ", " + plural(s.Loops, "loop")
	}
	if s.Refs > 0 {
		words += ", " + plural(s.Refs, "reference")
	}
	if n := len(r.Plans); n > 1 {
		words = "plan " + strconv.Itoa(r.Plan+1) + " of " + strconv.Itoa(n) + ": " + words
		if bad := r.refusedPlans(); bad > 0 {
			words += " (" + plural(bad, "plan") + " refused)"
		}
	}
	return words
}

func (r *Result) refusedPlans() int {
	n := 0
	for i := range r.Plans {
		if r.Plans[i].Refused != nil {
			n++
		}
	}
	return n
}

func (r *Result) toolWords() string {
	given := len(r.parts.shelf.specs)
	drafted := len(r.Drafted)
	switch {
	case given == 0 && drafted == 0:
		return "no tools"
	case drafted == 0:
		return plural(given, "tool spec")
	case given == 0:
		return plural(drafted, "tool") + " without specs, guessed from the calls"
	}
	return plural(given, "tool spec") + ", " + plural(drafted, "tool") + " without specs, guessed from the calls"
}

func (r *Result) policyWords() string {
	switch {
	case r.HasPolicy:
		return "policy " + ticked(r.parts.policy.Name.Value)
	case r.Bundle.Policy.Name.Value == draftName:
		return "policy: none yet, start from this draft"
	}
	return "policy: none"
}
