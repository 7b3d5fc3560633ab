package guard

import (
	"slices"

	"planproof/core/guard/words"
	"planproof/core/value"
)

// checkAction: once an output that nobody vouches for was read, an action that
// the user did not ask for, and that no approved plan has, needs a person,
// whatever the output says.
func (d *deciding) checkAction(c *Check) {
	if d.inApprovedPlan() {
		return
	}
	outside := d.request.Plan != nil && d.request.Plan.Step == ""
	if !outside && !d.readUntrusted() {
		return
	}
	if outside {
		c.fail("the plan has no such call")
		return
	}
	for _, m := range d.talk {
		if m.Role == User && d.tool.guess.named(m.Text) {
			return
		}
	}
	what := "call " + d.tool.Name
	if len(d.tool.guess.actions) > 0 {
		what = d.tool.guess.actions[0].name
	}
	c.fail("the user did not ask to " + what + ", and the agent has read what others wrote")
}

func (d *deciding) inApprovedPlan() bool {
	p := d.request.Plan
	return p != nil && p.Verdict == planValid && p.Step != ""
}

// checkTopic: once an output carries instructions, what is read must be what
// the user asked about: the words of the tool's name are the user's, and they
// are not what the instructions speak of, unless the values are the user's
// too. Nor is a part of what was read before them asked for again: the answer
// is in the conversation, and the user wants nothing new.
func (d *deciding) checkTopic(c *Check) {
	if d.inApprovedPlan() || !d.readInstructions() {
		return
	}
	topics := d.tool.guess.topics
	asked := d.topicsIn(topics, func(m Message, _ int) []words.Token {
		if m.Role != User {
			return nil
		}
		return words.Lex(m.Text, words.Options{})
	})
	switch own := d.ownValues(); {
	case own < 2 && 2*asked <= len(topics) && (asked == 0 || own == 0):
		c.fail("the user did not ask about this, and an output carries instructions")
	case d.topicsIn(topics, d.instructionTokens) > 0 && d.instructed(asked == len(topics)):
		c.fail("an output carries instructions about this")
	case d.partOfRead():
		c.fail("this is a part of what was read already, and an output carries instructions")
	default:
		return
	}
	c.Quotes = d.instructionQuotes()
}

// partOfRead: a call of the tool was made whose lists hold all that this one
// asks for, and more, and the user said nothing after the instructions.
func (d *deciding) partOfRead() bool {
	if slices.ContainsFunc(d.talk[d.firstFlagged():], func(m Message) bool { return m.Role == User }) {
		return false
	}
	made, _ := d.request.Facts.Get(factCallsMade)
	for _, m := range madeCalls(made) {
		if m.Name != d.tool.Name {
			continue
		}
		if full, _, mistakes := d.revalidated(m.Arguments); len(mistakes) == 0 && partOf(d.full, full) {
			return true
		}
	}
	return false
}

// firstFlagged is the first message with instructions, the number of messages
// when none is left that has.
func (d *deciding) firstFlagged() int {
	if i := slices.IndexFunc(d.talk, d.guard.flagged); i >= 0 {
		return i
	}
	return len(d.talk)
}

// partOf: the arguments are the same, but for lists that hold fewer of the
// same values.
func partOf(part, whole value.Object) bool {
	fewer := false
	for _, m := range part {
		v, _ := whole.Get(m.Key)
		if v != nil && value.Equal(m.Value, v) {
			continue
		}
		some, isList := m.Value.(value.List)
		all, also := v.(value.List)
		if !isList || !also || len(some) >= len(all) {
			return false
		}
		for _, item := range some {
			if !slices.ContainsFunc(all, func(w value.Value) bool { return value.Equal(item, w) }) {
				return false
			}
		}
		fewer = true
	}
	return fewer && len(part) == len(whole)
}

// readInstructions: an output carries instructions, or one that is gone did.
func (d *deciding) readInstructions() bool {
	return d.request.Tainted || slices.ContainsFunc(d.talk, func(m Message) bool { return d.guard.flagged(m) })
}

// topicsIn counts the topics that stand in the texts that read gives.
func (d *deciding) topicsIn(topics []string, read func(m Message, at int) []words.Token) int {
	found := map[string]bool{}
	for i, m := range d.talk {
		for _, t := range read(m, i) {
			if w := singular(t.Text); contains(topics, w) {
				found[w] = true
			}
		}
	}
	return len(found)
}

// instructionTokens are the tokens of the instructions in an output.
func (d *deciding) instructionTokens(m Message, at int) []words.Token {
	if m.Role != Tool || len(d.guard.texts.of(m.Text)) == 0 {
		return nil
	}
	var out []words.Token
	for _, t := range d.lexed(at) {
		if d.near(at, t.Start, t.End) {
			out = append(out, t)
		}
	}
	return out
}

// instructed: the call has no values, or one of them stands in the text of an
// instruction and the user did not ask about all that the tool reads.
func (d *deciding) instructed(asked bool) bool {
	values := 0
	for _, m := range d.sent {
		for _, h := range leaves(m.Key, m.Key, m.Value) {
			values++
			for i, m := range d.talk {
				if m.Role != Tool {
					continue
				}
				for _, s := range d.forms(h, i) {
					if !asked && d.near(i, s.Start, s.End) {
						return true
					}
				}
			}
		}
	}
	return values == 0
}

// ownValues says how many of the texts and numbers among the arguments the
// user wrote: 0 none, 1 some, 2 all of them.
func (d *deciding) ownValues() int {
	own, all := 0, 0
	for _, m := range d.sent {
		for _, h := range leaves(m.Key, m.Key, m.Value) {
			if _, flag := h.value.(value.Bool); flag || h.value == value.Text("") {
				continue
			}
			all++
			for i, m := range d.talk {
				if m.Role == User && len(d.forms(h, i)) > 0 {
					own++
					break
				}
			}
		}
	}
	switch {
	case own == 0:
		return 0
	case own < all:
		return 1
	}
	return 2
}
