package report

import (
	"strconv"
	"strings"

	"planproof/core/finding"
)

// Options say how a report is rendered. The zero value is 100 columns without
// color and the first 200 findings of a kind.
type Options struct {
	// Color paints the text with ANSI escapes.
	Color bool
	// Width is the number of columns; 0 is 100, and at least 40 are used.
	Width int
	// Limit is how many findings of a kind, and obligations, are shown; 0 is
	// 200, negative is all.
	Limit int
}

const (
	defaultWidth = 100
	leastWidth   = 40
	defaultLimit = 200
)

func (o Options) width() int {
	if o.Width == 0 {
		return defaultWidth
	}
	return max(o.Width, leastWidth)
}

// shown is how many of n things are rendered.
func (o Options) shown(n int) int {
	switch {
	case o.Limit < 0:
		return n
	case o.Limit == 0:
		return min(n, defaultLimit)
	}
	return min(n, o.Limit)
}

// style is an ANSI color; texter.paint applies it.
type style string

const (
	bold    style = "1"
	red     style = "1;31"
	green   style = "1;32"
	yellow  style = "33"
	magenta style = "1;35"
	dim     style = "2"
)

// Text renders a report as plain text, the verdict first.
func Text(r *finding.Report, s Sources, o Options) string {
	t := &texter{s: &s, o: o}
	word, why := verdict(r)
	t.line(t.paint(outcomeStyle(word), string(word)+".") + " " + why)
	for _, sec := range sections(r) {
		t.section(sec)
	}
	t.obligations(r.Obligations)
	t.blank()
	t.wrapped("", orderLine(r))
	t.line(otherCounts(r))
	t.line(t.paint(dim, work(r)))
	return t.b.String()
}

func outcomeStyle(o outcome) style {
	switch o {
	case accepted:
		return green
	case rejected:
		return red
	}
	return magenta
}

// texter writes plain text.
type texter struct {
	b strings.Builder
	s *Sources
	o Options
}

func (t *texter) paint(s style, text string) string {
	if !t.o.Color || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

func (t *texter) line(s string) {
	t.b.WriteString(strings.TrimRight(s, " "))
	t.b.WriteByte('\n')
}

func (t *texter) blank() { t.b.WriteByte('\n') }

// wrapped writes a text with its first line behind lead and the others
// indented as far. Words longer than a line stay whole.
func (t *texter) wrapped(lead, text string) { t.wrappedAs(lead, lead, text) }

// wrappedAs is wrapped with a painted lead that takes as many cells.
func (t *texter) wrappedAs(lead, painted, text string) {
	if text == "" {
		return
	}
	indent := strings.Repeat(" ", width(lead))
	line, room := painted, t.o.width()-width(lead)
	used := 0
	for _, word := range strings.Split(clean(text), " ") {
		if w := width(word); used > 0 && used+1+w > room {
			t.line(line)
			line, used = indent, 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+width(word)
	}
	t.line(line)
}

func (t *texter) section(sec section) {
	if len(sec.findings) == 0 {
		return
	}
	if sec.mark != "" { // violations stand under the verdict
		t.blank()
		t.line(t.paint(bold, sec.title))
	}
	n := t.o.shown(len(sec.findings))
	for i := range sec.findings[:n] {
		f := &sec.findings[i]
		if brief(f) {
			t.wrapped("   "+sec.mark+" "+pad(placeOnly(f.Span), 12)+"  ", f.Message)
			continue
		}
		t.blank()
		t.finding(f, i+1, sec.mark)
	}
	t.more(len(sec.findings) - n)
}

// more says how many were left out.
func (t *texter) more(n int) {
	if n > 0 {
		t.blank()
		t.line(numeral(n) + " more are not shown here; --format json has all.")
	}
}

// indentOf is where the lines under a finding's first one begin.
const indentOf = "     "

func (t *texter) finding(f *finding.Finding, number int, mark string) {
	word := ""
	if mark == "" {
		word, mark = certainty(f)
	}
	lead := pad(strconv.Itoa(number), 2) + " "
	t.wrappedAs(lead+mark+" ", lead+t.paint(markStyle(mark), mark)+" ", f.Message)
	if word != "" {
		word += ", "
	}
	t.wrapped(indentOf, word+kind(f))
	t.line(indentOf + where(f))
	t.snippet(f)
	t.flow(f.Flow)
	t.witness(f.Witness)
	if f.Hint != "" {
		t.blank()
		t.wrapped(indentOf+"hint  ", f.Hint)
	}
}

func markStyle(mark string) style {
	switch mark {
	case markShown:
		return red
	case markOpen:
		return magenta
	case markProved:
		return green
	case markPossible, markWarning:
		return yellow
	}
	return dim
}

func (t *texter) snippet(f *finding.Finding) {
	at := t.s.place(f.Span)
	if at == "" {
		return
	}
	t.blank()
	t.line(indentOf + t.paint(bold, at))
	const gutter = 9 // of the indent, a line number and its rule, at least
	sn, ok := t.s.snippet(f.Span, t.o.width()-len(indentOf)-gutter)
	if !ok {
		return
	}
	t.code(sn, indentOf)
}

// code writes a snippet with its line number and carets.
func (t *texter) code(sn snippet, indent string) {
	number := strconv.Itoa(sn.Line)
	number = strings.Repeat(" ", max(0, 5-len(number))) + number
	t.line(indent + t.paint(dim, number+" │ ") + sn.Code)
	t.line(indent + strings.Repeat(" ", len(number)) + " " + t.paint(dim, "│ ") + t.paint(red, sn.carets()))
}

// flow writes the hops as a table.
func (t *texter) flow(hops []finding.Hop) {
	if len(hops) == 0 {
		return
	}
	moves, labels := make([]string, len(hops)), make([]string, len(hops))
	moveWidth, labelWidth := 0, 0
	for i := range hops {
		moves[i] = clean(hops[i].From) + " → " + clean(hops[i].To)
		labels[i] = labelSet(hops[i].Labels)
		moveWidth, labelWidth = max(moveWidth, min(width(moves[i]), 48)), max(labelWidth, min(width(labels[i]), 24))
	}
	t.blank()
	t.line(indentOf + "flow")
	for i := range hops {
		number := strconv.Itoa(i + 1)
		line := indentOf + strings.Repeat(" ", max(0, 3-len(number))) + number + " " + pad(clean(string(hops[i].Rule)), 6)
		t.line(line + "  " + pad(moves[i], moveWidth) + "  " + pad(labels[i], labelWidth) + "  " + t.paint(dim, stepOf(hops[i].Path)))
	}
}

// witness writes one run that shows the finding.
func (t *texter) witness(w *finding.Witness) {
	if w == nil || len(w.Bindings) == 0 {
		return
	}
	t.blank()
	t.line(indentOf + "witness" + replayNote(w))
	for _, m := range w.Bindings {
		t.wrapped(indentOf+"    "+clean(m.Key)+" = ", shortValue(string(m.Value)))
	}
}

// replayNote says what a replay of a witness showed.
func replayNote(w *finding.Witness) string {
	switch w.Replay {
	case "confirmed":
		return ", confirmed by replay"
	case "abstract_only":
		return ", abstract only: no replayed run shows it"
	}
	return ""
}

func (t *texter) obligations(os []finding.Obligation) {
	t.blank()
	t.line(obligationCounts(os))
	n := t.o.shown(len(os))
	for i := range os[:n] {
		word, mark := statusWord(os[i].Status)
		lead := " " + pad(word, 19) + "  "
		t.wrappedAs("   "+mark+lead, "   "+t.paint(markStyle(mark), mark)+lead, spoken(string(os[i].Category))+" `"+os[i].Condition+"` at "+stepOf(os[i].Path)+reason(&os[i]))
	}
	t.more(len(os) - n)
}

// reason says why an obligation is not established, or which facts its proof
// used. Facts are phrases with their own code in backquotes.
func reason(o *finding.Obligation) string {
	if o.Reason != "" {
		return " (" + clean(o.Reason) + ")"
	}
	core := o.CoreWords()
	if len(core) == 0 {
		return ""
	}
	const most = 3
	shown := core[:min(len(core), most)]
	if more := len(core) - most; more > 0 {
		shown = append(shown[:most:most], count(more, "more fact"))
	}
	return ", given " + listed(shown)
}

// Lint renders the remarks about the policy alone, as plain text.
func Lint(r *finding.Report, s Sources, o Options) string {
	t := &texter{s: &s, o: o}
	t.line(capital(count(len(r.Lint), "remark")) + " about the policy and the tools.")
	n := o.shown(len(r.Lint))
	for i := range r.Lint[:n] {
		t.blank()
		t.finding(&r.Lint[i], i+1, markWarning)
	}
	t.more(len(r.Lint) - n)
	return t.b.String()
}
