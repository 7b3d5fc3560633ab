package viewmodel

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"planproof/core/finding"
)

// Texts of this package mark what a user wrote with backquotes; the panes set
// it in the mono face.

// Outcome is the verdict in one word.
type Outcome string

// The outcomes. Incomplete outranks the others and is never shown as good.
const (
	Accepted   Outcome = "Accepted."
	Rejected   Outcome = "Rejected."
	Incomplete Outcome = "Not established."
)

// Statement is the verdict: one word, one sentence about the world, and the
// counts.
type Statement struct {
	Outcome  Outcome
	Class    string // of the stylesheet: rejected, proved, incomplete
	Sentence string
	Counts   string
	Engine   string // engine, steps, events
}

// Card is one finding.
type Card struct {
	Number    int
	F         *finding.Finding
	Class     string // is-rejected, is-possible, is-incomplete, is-unreachable
	Mark      string // of the sprite
	Certainty string // "taint · definite"
	Title     string // the rule, or the condition of a contract
	Sum       string
	Step      *StepInfo
	Hops      []Hop
	Event     int  // the moment that shows it, -1 without a trace
	Quiet     bool // a warning, note or lint result
}

// cards lists what was found: what could not be established first, then the
// violations in source order, then warnings, lint and notes.
func (m *Model) cards() []*Card {
	var out []*Card
	number := 0
	add := func(fs []finding.Finding, incomplete, quiet bool) {
		for i := range fs {
			if f := &fs[i]; quiet || (f.Category == finding.AnalysisIncomplete) == incomplete {
				number++
				out = append(out, m.card(f, number, quiet))
			}
		}
	}
	add(m.Report.Violations, true, false)
	add(m.Report.Violations, false, false)
	add(m.Report.Warnings, false, true)
	add(m.Report.Lint, false, true)
	add(m.Report.Notes, false, true)
	return out
}

func (m *Model) card(f *finding.Finding, number int, quiet bool) *Card {
	c := &Card{Number: number, F: f, Quiet: quiet, Step: m.Step(f.Path), Title: title(f), Sum: sentence(f.Message), Event: -1}
	c.Class, c.Mark, c.Certainty = looks(f, quiet)
	c.Hops = m.hops(f)
	if m.Events() > 0 {
		if f.Cursor != "" {
			c.Event = m.Find(f.Cursor)
		} else if c.Step != nil {
			c.Event = m.Find(c.Step.Path)
		}
	}
	return c
}

// looks chooses shape and word of a certainty. A replayed witness outranks
// what the analysis alone could say.
func looks(f *finding.Finding, quiet bool) (class, mark, words string) {
	kind := strings.ReplaceAll(string(f.Category), "_", " ")
	replay := ""
	if f.Witness != nil {
		replay = f.Witness.Replay
	}
	switch {
	case f.Category == finding.AnalysisIncomplete:
		return "is-incomplete", "incomplete", string(f.Category)
	case quiet:
		return "is-possible", "warning", kind
	case f.Unreachable:
		return "is-unreachable", "unreachable", kind + " · unreachable"
	case replay == "confirmed":
		return "is-rejected", "confirmed", kind + " · confirmed"
	case replay == "abstract_only":
		return "is-possible", "possible", kind + " · abstract only"
	case f.Certainty == finding.Possible:
		return "is-possible", "possible", kind + " · possible"
	}
	return "is-rejected", "confirmed", kind + " · definite"
}

// title is the rule; contracts are named by their condition.
func title(f *finding.Finding) string {
	parts := strings.SplitN(f.RuleName, ":", 3)
	if len(parts) == 3 && parts[0] == string(f.Category) {
		return parts[2]
	}
	return f.RuleName
}

// sentence makes a message start with a capital and end with a full stop.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	if r, size := utf8.DecodeRuneInString(s); unicode.IsLower(r) {
		s = string(unicode.ToUpper(r)) + s[size:]
	}
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// Statement says the verdict.
func (m *Model) Statement() Statement {
	r := m.Report
	s := Statement{Counts: m.counts()}
	s.Engine = r.Engine + " · " + count(r.Stats.Steps, "step")
	if n := m.Events(); n > 0 {
		s.Engine += " · " + count(n, "event")
	}
	incomplete, failed := m.split()
	switch {
	case len(incomplete) > 0:
		s.Outcome, s.Class = Incomplete, "incomplete"
		s.Sentence = m.notEstablished(incomplete)
	case !r.OK:
		s.Outcome, s.Class = Rejected, "rejected"
		s.Sentence = m.refused(failed)
	default:
		s.Outcome, s.Class = Accepted, "proved"
		s.Sentence = "No run of this plan breaks the policy."
	}
	return s
}

func (m *Model) split() (incomplete, failed []*Card) {
	for _, c := range m.Cards {
		switch {
		case c.Quiet:
		case c.F.Category == finding.AnalysisIncomplete:
			incomplete = append(incomplete, c)
		default:
			failed = append(failed, c)
		}
	}
	return incomplete, failed
}

func (m *Model) notEstablished(cards []*Card) string {
	what := "check"
	switch cards[0].F.RuleName {
	case "automaton_guard":
		what = "guard"
	case "taint_condition", "condition":
		what = "condition"
	case "loop_fixpoint":
		what = "loop"
	}
	text := spelled(len(cards)) + " " + what + "s could not be evaluated"
	if len(cards) == 1 {
		text = "One " + what + " could not be evaluated"
	}
	return text + ", so nothing is claimed about what depends on it."
}

// refused tells the first finding and counts the rest.
func (m *Model) refused(cards []*Card) string {
	if len(cards) == 0 {
		return "The report says so without a finding."
	}
	text := cards[0].Sum
	if round := m.lateRound(cards[0]); round > 1 {
		text = strings.TrimSuffix(text, ".") + " in round " + strconv.Itoa(round) + " of the loop."
	}
	switch n := len(cards) - 1; n {
	case 0:
	case 1:
		text += " One more check fails."
	default:
		text += " " + spelled(n) + " more checks fail."
	}
	return text
}

// lateRound is the round of the innermost loop in which a taint finding first
// shows, 0 outside loops.
func (m *Model) lateRound(c *Card) int {
	if c.Step == nil {
		return 0
	}
	for i := range m.events {
		e := &m.events[i]
		if e.Path == c.Step.Path && e.Rule != nil && e.Rule.Rule == c.F.RuleName && e.Rule.Verdict == "fires" && len(e.Iter) > 0 {
			return e.Iter[len(e.Iter)-1]
		}
	}
	return 0
}

// counts says how many of what, in words, also when there are none.
func (m *Model) counts() string {
	incomplete, failed := m.split()
	text := "No violations."
	if len(failed) > 0 {
		text = count(len(failed), "violation") + ": " + certainties(failed) + "."
	}
	if len(incomplete) > 0 {
		text = "Analysis incomplete: " + count(len(incomplete), "check") + ". " + text
	}
	if n := len(m.Report.Warnings); n > 0 {
		text += " " + count(n, "warning") + "."
	}
	if n := len(m.Report.Lint); n > 0 {
		text += " " + count(n, "remark") + " on the policy."
	}
	return text
}

func certainties(cards []*Card) string {
	order := []string{"definite", "confirmed", "abstract only", "possible", "unreachable"}
	words := map[string]string{"confirmed": "confirmed by replay"}
	seen := map[string]int{}
	for _, c := range cards {
		_, word, _ := strings.Cut(c.Certainty, " · ")
		seen[word]++
	}
	var parts []string
	for _, w := range order {
		if n := seen[w]; n > 0 {
			shown := w
			if words[w] != "" {
				shown = words[w]
			}
			parts = append(parts, strconv.Itoa(n)+" "+shown)
		}
	}
	return strings.Join(parts, ", ")
}
