package guard

import (
	"fmt"
	"slices"
	"strings"

	"planproof/core/ground"
	"planproof/core/guard/words"
	"planproof/core/value"
)

// observationMarks begin the turns in which flattened histories put what a
// tool returned into the user's mouth.
var observationMarks = []string{"observation:", "tool output:", "tool result:", "tool response:", "function result:", "function output:",
	"action output:", "calling tools:", "<tool_result", "<observation", "[tool]", "[tool_result]", "[observation]"}

// Read is the conversation as the guard judges it. In full mode a turn of the
// user that has a line which begins like a tool's observation is a tool's
// output: whoever merges the two can not be believed.
func (g *Guard) Read(c Conversation) Conversation {
	if g.config.Mode != Full {
		return c
	}
	var out Conversation
	for i, m := range c {
		if m.Role != User || !hasObservation(m.Text) {
			continue
		}
		if out == nil {
			out = slices.Clone(c)
		}
		out[i].Role = Tool
	}
	if out == nil {
		return c
	}
	return out
}

func hasObservation(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.ToLower(strings.TrimSpace(line))
		for _, mark := range observationMarks {
			if strings.HasPrefix(line, mark) {
				return true
			}
		}
	}
	return false
}

// fullPlaces are the occurrences of a value in a message in any of its forms.
// A place in a negated clause of the user's does not count, nor does one of a
// value that says too little.
func (d *deciding) fullPlaces(h *hit, at int) []Quote {
	var out []Quote
	m := d.talk[at]
	for _, s := range d.forms(h, at) {
		q := quoteOf(h.path, at, m, d.text(at), s)
		if (m.Role == User || m.Role == System) && negatedAt(d.lexed(at), d.clausesOf(at), s.Start, s.End) {
			if h.negated == nil {
				q.Argument = "(negated)"
				h.negated = &q
			}
			continue
		}
		out = append(out, q)
	}
	return out
}

// forms finds a value as it is written and in the other forms of its type, in
// the order of the text.
func (d *deciding) forms(h *hit, at int) []ground.Span {
	if d.tooLittle(h, at) {
		return nil
	}
	out := d.findIn(h, at)
	for _, s := range d.otherForms(h, at) {
		if !slices.ContainsFunc(out, func(o ground.Span) bool { return s.Start < o.End && o.Start < s.End }) {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b ground.Span) int { return a.Start - b.Start })
	return out
}

// tooLittle is the information floor: a text without letters and digits is
// never looked for; one with a single one must stand by itself, a letter in
// quotes.
func (d *deciding) tooLittle(h *hit, at int) bool {
	t, ok := h.value.(value.Text)
	if !ok {
		return false
	}
	letters, digits := visibleCount(string(t))
	if letters+digits >= 2 {
		return false
	}
	alone := false
	if letters+digits == 1 && value.RuneCount(string(t)) == 1 {
		for _, s := range d.text(at).Find(t, ground.Options{Matcher: ground.Whole}) {
			alone = alone || digits == 1 || d.inQuotes(at, s)
		}
	}
	h.empty = h.empty || !alone
	return !alone
}

func (d *deciding) inQuotes(at int, s ground.Span) bool {
	rs := runesOf(d.talk[at].Text)
	return s.Start > 0 && s.End < len(rs) && strings.ContainsRune("\"'`“”‘’«»", rs[s.Start-1]) && strings.ContainsRune("\"'`“”‘’«»", rs[s.End])
}

// negatedAt reports whether the code points from start to end stand in a
// negated clause.
func negatedAt(ts []words.Token, clauses []words.Span, start, end int) bool {
	i, _ := slices.BinarySearchFunc(clauses, start, func(c words.Span, at int) int {
		if ts[c.To-1].End <= at {
			return -1
		}
		return 1
	})
	if i == len(clauses) {
		return false
	}
	first, last := tokensAt(ts, clauses[i], start, end)
	return first >= 0 && (words.Negated(ts, clauses[i].From, first) || words.ForbiddenAfter(ts, last+1, clauses[i].To))
}

// tokensAt are the first and last token of a clause that overlap a range; -1
// when none does.
func tokensAt(ts []words.Token, c words.Span, start, end int) (first, last int) {
	first = -1
	for i := c.From; i < c.To; i++ {
		if ts[i].Start < end && start < ts[i].End {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	return first, last
}

// fullDenials are the deny checks that full mode adds.
func (d *deciding) fullDenials() {
	d.checkSecrets()
	if d.request.Plan != nil {
		d.checkPlan()
	}
}

// fullEscalations are the escalate checks that full mode adds. What the user
// confirmed in so many words needs none of them.
func (d *deciding) fullEscalations() {
	for _, c := range []struct {
		name    string
		applies bool
		run     func(*Check)
	}{
		{CheckInformation, len(d.tool.Ground) > 0, d.checkInformation},
		{CheckTogether, len(d.tool.guess.together) > 0, d.checkTogether},
		{CheckSlots, len(d.tool.Ground) > 0, d.checkSlots},
		{CheckLineage, len(d.tool.Ground) > 0 || d.tool.guess.acts(), d.checkLineage},
		{CheckAddress, d.hasPrefixMatcher(), d.checkAddress},
		{CheckAsked, d.tool.guess.acts(), d.checkAction},
		{CheckAsked, len(d.tool.guess.topics) > 0, d.checkTopic},
	} {
		check := Check{Name: c.name, OnFail: Escalate, State: Passed}
		switch {
		case !c.applies:
			continue
		case d.full == nil:
			d.skip(check)
			continue
		case d.confirmed == nil:
			c.run(&check)
		}
		d.add(check)
	}
}

func (d *deciding) hasPrefixMatcher() bool {
	return slices.ContainsFunc(d.tool.Ground, func(a GroundArg) bool { return a.Matcher == ground.URLPrefix })
}

// checkInformation: a word that is in almost any text, and a value out of a
// closed set, are not found by looking; the user must ask for the action with
// that very value.
func (d *deciding) checkInformation(c *Check) {
	for _, h := range d.grounds.hits {
		closed := contains(d.tool.guess.enums, h.argument)
		if h.quote == nil || !closed && !isStopWord(h.value) {
			continue
		}
		if closed && !isStopWord(h.value) && d.askedWith(h) || !closed && d.quotedByUser(h) {
			continue
		}
		c.fail(fmt.Sprintf("%s: %s is too common a word to say what the user wants", h.path, show(h.value)))
		c.Quotes = append(c.Quotes, *h.quote)
	}
}

// quotedByUser: the user put the value in quotes, which names it.
func (d *deciding) quotedByUser(h *hit) bool {
	return slices.ContainsFunc(h.all, func(q Quote) bool { return q.Role == User && d.inQuotes(q.Message, span(q.Start, q.End)) })
}

// askedWith: the user asks for the tool's action in the clause where the value
// stands, or right after it ("… Delete it").
func (d *deciding) askedWith(h *hit) bool {
	for _, q := range h.all {
		if q.Role != User {
			continue
		}
		ts, clauses := d.lexed(q.Message), d.clausesOf(q.Message)
		for n, c := range clauses {
			if first, _ := tokensAt(ts, c, q.Start, q.End); first < 0 {
				continue
			}
			if d.tool.guess.asksIn(ts, c) >= 0 || n+1 < len(clauses) && d.asksForIt(ts, clauses[n+1]) {
				return true
			}
		}
	}
	return false
}

var pronouns = words.SetOf("it this that them these those both его ее их это")

func (d *deciding) asksForIt(ts []words.Token, c words.Span) bool {
	at := d.tool.guess.asksIn(ts, c)
	return at >= 0 && at+1 < c.To && pronouns[ts[at+1].Text]
}

// checkSlots: a value that is to be deleted must be named where the user asks
// for the deletion, and an amount must be written as one.
func (d *deciding) checkSlots(c *Check) {
	for _, h := range d.grounds.hits {
		if h.quote == nil || h.quote.Role != User {
			continue
		}
		switch {
		case contains(d.tool.guess.slots, h.argument) && len(d.tool.guess.actions) > 0 && !d.askedWith(h):
			c.fail(fmt.Sprintf("%s: the user names %s, and does not ask there to %s", h.path, show(h.value), d.tool.guess.actions[0].name))
		case d.tool.guess.typeOf(h.argument) == "money" && !d.writtenAsAmount(h):
			c.fail(fmt.Sprintf("%s: %s is written as a number of something else, not as an amount", h.path, show(h.value)))
		default:
			continue
		}
		c.Quotes = append(c.Quotes, *h.quote)
	}
}

// checkAddress: what a web address has beyond a written one must have been
// seen too, since a path can carry data out.
func (d *deciding) checkAddress(c *Check) {
	for _, h := range d.grounds.hits {
		if h.matcher != ground.URLPrefix || h.quote == nil || d.seenWhole(h) {
			continue
		}
		c.fail(fmt.Sprintf("%s: nobody wrote the whole of %s; its end may carry data out", h.path, show(h.value)))
		c.Quotes = append(c.Quotes, *h.quote)
	}
}

func (d *deciding) seenWhole(h *hit) bool {
	for i, m := range d.talk {
		if m.Role != Assistant && d.text(i).Has(h.value, ground.Options{Matcher: ground.URL, Hosts: hostRule}) {
			return true
		}
	}
	return false
}

// unboundReason says why an accepted proposal does not confirm this call in
// full mode: it does not name the action, or a call was made on it already.
func (d *deciding) unboundReason(p proposal) string {
	if d.guard.config.Mode != Full {
		return ""
	}
	if !d.tool.guess.named(d.talk[p.proposed].Text) {
		return "the proposal that the user accepted names the values, but not this action"
	}
	for i := p.accepted + 1; i < len(d.talk); i++ {
		m := d.talk[i]
		if m.Role == Tool && (m.Source == d.tool.Name || strings.HasPrefix(m.Text, d.tool.Name+": ")) {
			return "the user's acceptance was used by a call already"
		}
	}
	return ""
}
