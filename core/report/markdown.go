package report

import (
	"strconv"
	"strings"
	"unicode"

	"planproof/core/finding"
)

// markdownBytes is where Markdown stops listing findings: issue trackers
// refuse texts of more than 65,536 characters.
const markdownBytes = 56_000

// Markdown renders a report for an issue or a chat (CommonMark, as GitHub
// reads it). Text of the documents stands in code spans and code blocks whose
// fences it can not close, or consists of plain words: it can not become
// markup, a link, a mention or an issue number.
func Markdown(r *finding.Report, s Sources, o Options) string {
	m := &marker{s: &s, o: o}
	word, why := verdict(r)
	m.line("**" + string(word) + ".** " + why)
	for _, sec := range sections(r) {
		m.section(sec)
	}
	m.obligations(r.Obligations)
	if order := orderLine(r); order != "" {
		m.paragraph(mdText(order))
	}
	m.paragraph(otherCounts(r))
	m.paragraph(mdText(work(r)))
	return m.b.String()
}

// marker writes Markdown.
type marker struct {
	b strings.Builder
	s *Sources
	o Options
}

func (m *marker) line(s string) { m.b.WriteString(s + "\n") }

func (m *marker) paragraph(s string) { m.line("\n" + s) }

func (m *marker) section(sec section) {
	if len(sec.findings) == 0 {
		return
	}
	m.paragraph("## " + mdText(sec.title))
	n := m.o.shown(len(sec.findings))
	for i := range sec.findings[:n] {
		if m.b.Len() > markdownBytes {
			n = i
			break
		}
		if f := &sec.findings[i]; brief(f) {
			m.briefly(f, i == 0)
		} else {
			m.finding(f, i+1, sec.mark)
		}
	}
	m.more(len(sec.findings) - n)
}

// briefly writes a finding as an entry of a list.
func (m *marker) briefly(f *finding.Finding, first bool) {
	entry := "- " + mdText(f.Message)
	if at := placeOnly(f.Span); at != "" {
		entry += " at " + code(at)
	}
	if first {
		entry = "\n" + entry
	}
	m.line(entry)
}

func (m *marker) more(n int) {
	if n > 0 {
		m.paragraph(numeral(n) + " more are not shown here.")
	}
}

func (m *marker) finding(f *finding.Finding, number int, mark string) {
	var facts []string
	if mark == "" {
		word, shape := certainty(f)
		facts, mark = append(facts, word), shape
	}
	m.paragraph("### " + strconv.Itoa(number) + " " + mark + " " + mdText(f.Message))
	facts = append(facts, code(f.ID))
	if f.RuleName != "" {
		facts = append(facts, "rule "+code(f.RuleName))
	}
	if f.StepLabel != "" {
		facts = append(facts, "step "+code(f.StepLabel))
	}
	facts = append(facts, code(f.Path))
	if at := m.s.place(f.Span); at != "" {
		facts = append(facts, code(at))
	}
	m.paragraph(strings.Join(facts, " · "))
	m.snippet(f)
	m.flow(f.Flow)
	m.witness(f.Witness)
	if f.Hint != "" {
		m.paragraph("**Hint:** " + mdText(f.Hint))
	}
}

func (m *marker) snippet(f *finding.Finding) {
	sn, ok := m.s.snippet(f.Span, m.o.width()-10)
	if !ok {
		return
	}
	number := strconv.Itoa(sn.Line)
	m.block(number+" │ "+sn.Code, strings.Repeat(" ", len(number))+" │ "+sn.carets())
}

// block writes lines as a code block with a fence that is longer than any run
// of backquotes in them.
func (m *marker) block(lines ...string) {
	fence := strings.Repeat("`", max(3, longestRun(strings.Join(lines, "\n"))+1))
	m.paragraph(fence + "text")
	for _, l := range lines {
		m.line(strings.TrimRight(l, " "))
	}
	m.line(fence)
}

func (m *marker) flow(hops []finding.Hop) {
	if len(hops) == 0 {
		return
	}
	m.paragraph("Flow:\n")
	for i := range hops {
		h := &hops[i]
		m.line(strconv.Itoa(i+1) + ". " + mdText(string(h.Rule)) + ": " + code(h.From) + " → " + code(h.To) + " " +
			code(labelSet(h.Labels)) + " at " + code(stepOf(h.Path)))
	}
}

func (m *marker) witness(w *finding.Witness) {
	if w == nil || len(w.Bindings) == 0 {
		return
	}
	m.paragraph("Witness" + replayNote(w) + ":\n")
	for _, b := range w.Bindings {
		m.line("- " + code(b.Key) + " = " + code(shortValue(string(b.Value))))
	}
}

func (m *marker) obligations(os []finding.Obligation) {
	m.paragraph("## Obligations\n\n" + obligationCounts(os) + "\n")
	n := m.o.shown(len(os))
	for i := range os[:n] {
		if m.b.Len() > markdownBytes {
			n = i
			break
		}
		o := &os[i]
		word, mark := statusWord(o.Status)
		m.line("- " + mark + " " + word + ": " + mdText(spoken(string(o.Category))) + " " + code(o.Condition) + " at " + code(stepOf(o.Path)) + mdText(reason(o)))
	}
	m.more(len(os) - n)
}

// code is a code span that its content can not end.
func code(s string) string {
	s = clean(s)
	if strings.TrimSpace(s) == "" {
		return "(empty)"
	}
	fence := strings.Repeat("`", longestRun(s)+1)
	if s[0] == '`' || s[len(s)-1] == '`' {
		s = " " + s + " "
	}
	return fence + s + fence
}

// longestRun is the length of the longest run of backquotes.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := 0; i < len(s); i++ {
		if run++; s[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// mdText renders a message: its code as code spans, its words as they are,
// and a word that could be markup as a code span too.
func mdText(message string) string {
	var b []byte
	for _, c := range inline(message) {
		if c.code {
			b = appendSpan(b, code(c.text))
			continue
		}
		words := strings.Split(clean(c.text), " ")
		for i, word := range words {
			if i > 0 {
				b = append(b, ' ')
			}
			if !plainWord(word) && (i == 0 || i == len(words)-1 || !operators[word]) {
				word = code(word)
			}
			b = appendSpan(b, word)
		}
	}
	return string(b)
}

// operators mean nothing in Markdown between two blanks.
var operators = map[string]bool{"<": true, ">": true, "<=": true, ">=": true, "==": true, "!=": true}

// appendSpan keeps code spans apart: fences that touch would be read as one.
func appendSpan(b []byte, s string) []byte {
	if len(b) > 0 && b[len(b)-1] == '`' && strings.HasPrefix(s, "`") {
		b = append(b, ' ')
	}
	return append(b, s...)
}

// plainWord reports whether a word can stand in Markdown as it is, wherever
// it stands in a line: no punctuation that starts markup, no address, no
// reference to an issue or a commit.
func plainWord(w string) bool {
	letters := strings.TrimRight(w, ".,;:)")
	for _, r := range letters {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(`.,'"()?/%-+=…→·△◆◇◌■□`, r) {
			return false
		}
	}
	lower := strings.ToLower(letters)
	return !strings.HasPrefix(lower, "www.") && !strings.HasPrefix(lower, "gh-") && !strings.Contains(w, "//") && !isHash(letters)
}

// isHash reports whether a word could name a commit.
func isHash(w string) bool {
	digits := 0
	for _, r := range w {
		if r >= '0' && r <= '9' {
			digits++
		} else if r < 'a' || r > 'f' {
			return false
		}
	}
	return len(w) >= 7 && digits > 0
}
