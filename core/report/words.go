package report

import (
	"strconv"
	"strings"

	"planproof/core/finding"
)

// outcome is the verdict in one word.
type outcome string

// The outcomes. A plan is not established when nothing was found against it
// and something could not be analyzed: it is not accepted all the same.
const (
	accepted       outcome = "Accepted"
	rejected       outcome = "Rejected"
	notEstablished outcome = "Not established"
)

// verdict is the outcome and one sentence that says why.
func verdict(r *finding.Report) (outcome, string) {
	if r.OK {
		return accepted, "No run of this plan breaks the policy."
	}
	if open := len(r.Violations); open > 0 && open == incomplete(r.Violations) {
		return notEstablished, capital(count(open, "check")) + " could not be decided, so nothing is claimed about this plan."
	}
	return rejected, "The plan is refused with " + violationCounts(r.Violations) + "."
}

// Verdict is the verdict of a report in words: "Rejected. The plan is refused with 3 violations: …".
func Verdict(r *finding.Report) string {
	word, why := verdict(r)
	return string(word) + ". " + why
}

func incomplete(fs []finding.Finding) int {
	n := 0
	for i := range fs {
		if fs[i].Category == finding.AnalysisIncomplete {
			n++
		}
	}
	return n
}

// violationCounts is "3 violations: 2 taint, 1 automaton", the categories in
// the order of their first finding.
func violationCounts(fs []finding.Finding) string {
	var order []finding.Category
	number := map[finding.Category]int{}
	for i := range fs {
		c := fs[i].Category
		if number[c] == 0 {
			order = append(order, c)
		}
		number[c]++
	}
	parts := make([]string, len(order))
	for i, c := range order {
		parts[i] = numeral(number[c]) + " " + spoken(string(c))
	}
	return count(len(fs), "violation") + ": " + strings.Join(parts, ", ")
}

// spoken is a wire word as a reader would say it.
func spoken(wire string) string { return strings.ReplaceAll(clean(wire), "_", " ") }

// count is "no things", "1 thing" or "1,234 things".
func count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	}
	return numeral(n) + " " + thing + "s"
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// numeral groups the digits of a number by thousands.
func numeral(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// marks of a finding or an obligation: their shape carries the certainty.
const (
	markShown    = "◆" // definite, or confirmed by a replay
	markPossible = "◇" // some over-approximated run
	markOpen     = "◌" // not analyzed
	markProved   = "■"
	markAssumed  = "□" // checked at run time
	markWarning  = "△"
	markNote     = "·"
)

// certainty says how sure a violation is, and its mark.
func certainty(f *finding.Finding) (word, mark string) {
	word, mark = "definite", markShown
	switch {
	case f.Category == finding.AnalysisIncomplete:
		word, mark = "not established", markOpen
	case f.Certainty == finding.Definite:
	case f.Witness == nil || f.Witness.Replay == "":
		word, mark = "possible", markPossible
	case f.Witness.Replay == "confirmed":
		word = "confirmed by replay"
	default:
		word, mark = "abstract only", markPossible
	}
	if f.Unreachable {
		word += ", unreachable"
	}
	return word, mark
}

// statusWord is an obligation's status in words, and its mark.
func statusWord(s finding.Status) (word, mark string) {
	switch s {
	case finding.StatusProved:
		return "proved", markProved
	case finding.StatusDefinite:
		return "violated", markShown
	case finding.StatusPossible:
		return "possibly violated", markPossible
	case finding.StatusWarning:
		return "checked at run time", markAssumed
	case finding.StatusUnknown:
		return "not established", markOpen
	}
	return spoken(string(s)), markOpen
}

// statuses is the order in which obligations are counted.
var statuses = []finding.Status{finding.StatusProved, finding.StatusWarning, finding.StatusPossible, finding.StatusDefinite, finding.StatusUnknown}

// obligationCounts is "10 obligations: 3 proved, 4 checked at run time".
func obligationCounts(os []finding.Obligation) string {
	number := map[finding.Status]int{}
	for i := range os {
		number[os[i].Status]++
	}
	var parts []string
	for _, s := range statuses {
		if number[s] > 0 {
			word, _ := statusWord(s)
			parts = append(parts, numeral(number[s])+" "+word)
		}
	}
	if len(parts) == 0 {
		return "Nothing to prove."
	}
	return capital(count(len(os), "obligation")) + ": " + strings.Join(parts, ", ") + "."
}

// otherCounts is "No warnings. 1 note. No lint."
func otherCounts(r *finding.Report) string {
	lint := count(len(r.Lint), "policy remark")
	return capital(count(len(r.Warnings), "warning")) + ". " + capital(count(len(r.Notes), "note")) + ". " + capital(lint) + "."
}

// work is the engine and what it did; a count of events only with a trace.
func work(r *finding.Report) string {
	parts := []string{count(r.Stats.Steps, "step")}
	if r.Stats.Events > 0 {
		parts = append(parts, count(r.Stats.Events, "event"))
	}
	if r.Stats.Iterations > 0 {
		parts = append(parts, count(r.Stats.Iterations, "loop round"))
	}
	if r.Stats.Queries == 1 {
		parts = append(parts, "1 solver query")
	} else {
		parts = append(parts, strings.TrimSuffix(count(r.Stats.Queries, "solver query"), "ys")+"ies")
	}
	return clean(r.Engine) + " · " + strings.Join(parts, " · ")
}

// orderLine says what the order of calls alone shows, "" without taint rules.
func orderLine(r *finding.Report) string {
	if len(r.TaintOrder) == 0 {
		return ""
	}
	var flagged []string
	for _, o := range r.TaintOrder {
		if o.Flagged {
			flagged = append(flagged, "`"+o.Rule+"`")
		}
	}
	if len(flagged) == 0 {
		return "By the order of calls alone, no sink of a taint rule follows a source of it."
	}
	return "By the order of calls alone, sanitizers ignored, a sink follows a source of " + listed(flagged) + "."
}

// listed joins names with commas and "and".
func listed(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// section is one list of findings under a heading.
type section struct {
	title    string
	findings []finding.Finding
	mark     string // of every finding; "" for violations, whose certainty decides
}

func sections(r *finding.Report) []section {
	return []section{
		{capital(count(len(r.Violations), "violation")), r.Violations, ""},
		{capital(count(len(r.Warnings), "warning")), r.Warnings, markWarning},
		{capital(count(len(r.Notes), "note")), r.Notes, markNote},
		{"Policy: " + count(len(r.Lint), "remark"), r.Lint, markWarning},
	}
}

// brief reports whether a place and a message say all: a tolerant reading of
// a pasted text has many such notes.
func brief(f *finding.Finding) bool { return f.ID == finding.IDLenientNote }

// where names the step of a finding, and its path.
func where(f *finding.Finding) string {
	if f.StepLabel == "" {
		return clean(f.Path)
	}
	return `step "` + clean(f.StepLabel) + `" at ` + clean(f.Path)
}

// kind names the family of a finding and the rule that it is about.
func kind(f *finding.Finding) string {
	if f.RuleName == "" {
		return clean(f.ID)
	}
	return clean(f.ID) + ", rule `" + clean(f.RuleName) + "`"
}

// labelSet is {a, b}.
func labelSet(labels []string) string {
	cleaned := make([]string, len(labels))
	for i, l := range labels {
		cleaned[i] = clean(l)
	}
	return "{" + strings.Join(cleaned, ", ") + "}"
}

// stepOf is a step's pointer without the part that all have.
func stepOf(path string) string { return strings.TrimPrefix(clean(path), "/workflow/") }

// shortValue shows a witness value; a long one is cropped, and a text of one
// letter again and again is said so: its length is all there is to it.
func shortValue(json string) string {
	const most = 64
	shown, n := clean(json), 0
	for i := range shown {
		if n++; n > most {
			if r, times := repeated(shown); times > 0 {
				return `"` + r + `" × ` + numeral(times)
			}
			return shown[:i] + ellipsis + " (" + numeral(len(json)) + " bytes)"
		}
	}
	return shown
}

// repeated is the letter that a JSON text consists of and how often; 0 when
// it is anything else.
func repeated(json string) (string, int) {
	text, ok := strings.CutPrefix(json, `"`)
	text, closed := strings.CutSuffix(text, `"`)
	if !ok || !closed || strings.ContainsRune(text, '\\') {
		return "", 0
	}
	first := firstRune(text)
	times := strings.Count(text, first)
	if times*len(first) != len(text) {
		return "", 0
	}
	return first, times
}

func firstRune(s string) string {
	for i := range s {
		if i > 0 {
			return s[:i]
		}
	}
	return s
}
