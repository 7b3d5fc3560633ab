package guard

import (
	"slices"

	"planproof/core/ground"
	"planproof/core/guard/words"
)

// note is what a decision knows of one message. Everything is read once,
// however often a value occurs in it.
type note struct {
	read    bool
	text    *ground.Text
	tokens  []words.Token
	clauses []words.Span
	// instructions is the text of the instructions in an output: from the
	// paragraph in which a passage begins to some way behind it.
	instructions regions
	// overrides are the surroundings of overrides in a message of the user.
	overrides regions
	// hosts are the web hosts of the message, once hostsRead.
	hosts     []ground.Host
	hostsRead bool
}

// How far the text of an instruction goes on behind what was recognized of it,
// and how near an override taints a value of the user, in characters.
const afterPassage, nearUser = 300, 200

// note reads a message.
func (d *deciding) note(at int) *note {
	n := &d.notes[at]
	if n.read {
		return n
	}
	m := d.talk[at]
	n.read, n.text, n.tokens = true, ground.NewText(m.Text), d.guard.texts.lexed(m.Text)
	n.clauses = words.Clauses(n.tokens)
	switch m.Role {
	case Tool:
		for _, p := range d.guard.texts.of(m.Text) {
			n.instructions = n.instructions.with(paragraphStart(n.tokens, p.Start), p.End+afterPassage)
		}
	case User:
		if d.tool.scan {
			for _, p := range UserOverrides(m.Text) {
				n.overrides = n.overrides.with(p.Start-nearUser, p.End+nearUser)
			}
		}
	case Assistant, System:
	}
	return n
}

// text is a message prepared for searches, lexed its tokens.
func (d *deciding) text(at int) *ground.Text      { return d.note(at).text }
func (d *deciding) lexed(at int) []words.Token    { return d.note(at).tokens }
func (d *deciding) near(at, start, end int) bool  { return d.note(at).instructions.meets(start, end) }
func (d *deciding) clausesOf(at int) []words.Span { return d.note(at).clauses }

// paragraphStart is where the paragraph of a place begins.
func paragraphStart(ts []words.Token, place int) int {
	i, _ := slices.BinarySearchFunc(ts, place, func(t words.Token, at int) int { return t.Start - at })
	for i = min(i, len(ts)-1); i > 0; i-- {
		if ts[i].Start <= place && ts[i].Blank {
			return ts[i].Start
		}
	}
	return 0
}

// regions are ranges of a text in the order of their starts. Those that meet
// are one.
type regions []words.Span

// with adds a range that begins no earlier than the last but one.
func (rs regions) with(from, to int) regions {
	if n := len(rs); n > 0 && from <= rs[n-1].To {
		rs[n-1].From, rs[n-1].To = min(rs[n-1].From, from), max(rs[n-1].To, to)
		return rs
	}
	return append(rs, words.Span{From: from, To: to})
}

// meets reports whether a place is in one of the regions, in part.
func (rs regions) meets(start, end int) bool {
	i, _ := slices.BinarySearchFunc(rs, start, func(r words.Span, at int) int {
		if r.To <= at {
			return -1
		}
		return 1
	})
	return i < len(rs) && rs[i].From < end
}
