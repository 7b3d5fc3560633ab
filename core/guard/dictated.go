package guard

import (
	"fmt"
	"strings"

	"planproof/core/ground"
	"planproof/core/guard/forms"
	"planproof/core/guard/words"
	"planproof/core/value"
)

// checkDictated looks at what nobody asked to ground: the texts that an action
// carries. One that stands in the text of instructions alone, as a whole or
// with the addresses and accounts it names, was dictated by them: a link in a
// message to a colleague is an attack although the colleague is the user's.
func (d *deciding) checkDictated(c *Check) {
	if !d.tool.guess.acts() || d.inApprovedPlan() || !d.anyFlagged() {
		return
	}
	for _, m := range d.sent {
		if d.isGrounded(m.Key) || contains(d.tool.Full.Untrusted, m.Key) || d.planned(m.Key) != nil {
			continue
		}
		for _, h := range leaves(m.Key, m.Key, m.Value) {
			if t, ok := h.value.(value.Text); ok {
				d.dictatedText(c, h.path, string(t))
			}
		}
	}
}

func (d *deciding) isGrounded(argument string) bool {
	for _, a := range d.tool.Ground {
		if a.Name == argument {
			return true
		}
	}
	return false
}

// maxNames bounds how many names of one text are looked up.
const maxNames = 200

// dictatedText fails the check for a text that an instruction dictates, or for
// the first name in it that one does.
func (d *deciding) dictatedText(c *Check, path, text string) {
	all := namesIn(text)
	if len(all) > maxNames {
		c.fail(fmt.Sprintf("%s: it names more than %d addresses, too many to look each up", path, maxNames))
		return
	}
	for _, n := range all {
		q := d.dictated(path, n)
		if q == nil {
			continue
		}
		c.fail(fmt.Sprintf("%s: %s is written only in the text of instructions", path, show(value.Text(n.text))))
		c.Quotes = append(c.Quotes, *q)
		return
	}
}

// dictated quotes the first place of a name when all of its places are in the
// text of instructions; nil when it has another, or none.
func (d *deciding) dictated(path string, n name) *Quote {
	var first *Quote
	for i, m := range d.talk {
		if m.Role == Assistant {
			continue
		}
		for _, s := range n.find(d.note(i)) {
			if m.Role != Tool || !d.near(i, s.Start, s.End) {
				return nil
			}
			if first == nil {
				q := quoteOf(path, i, m, d.text(i), s)
				first = &q
			}
		}
	}
	return first
}

// name is a part of a text by which the world is reached, and how it is found
// in other texts.
type name struct {
	text string
	find func(*note) []ground.Span
}

// namesIn are the web hosts, mail addresses and bank accounts in a text, and
// the whole of it when it has more than one word.
func namesIn(text string) []name {
	var out []name
	if countWords(text) > 1 {
		out = append(out, asWritten(text))
	}
	read := ground.NewText(text)
	for _, h := range read.Hosts(ground.Options{Hosts: hostRule}) {
		out = append(out, name{read.Quote(h.Span), func(n *note) []ground.Span { return n.hostPlaces(h.Name) }})
	}
	for _, w := range strings.FieldsFunc(text, splitsMail) {
		if at := strings.IndexByte(w, '@'); at > 0 && at < len(w)-1 {
			out = append(out, asWritten(strings.TrimRight(w, ".:!?")))
		}
	}
	rs := runesOf(text)
	for _, s := range forms.Accounts(rs) {
		if iban, ok := forms.IBAN(textOf(rs[s.Start:s.End])); ok {
			out = append(out, name{iban, func(n *note) []ground.Span { return forms.FindIBAN(runesOf(n.text.Written()), iban) }})
		}
	}
	return out
}

func asWritten(text string) name {
	return name{text, func(n *note) []ground.Span {
		return n.text.Find(value.Text(text), ground.Options{Matcher: ground.NoCase})
	}}
}

// hostPlaces are the addresses of a host in a message.
func (n *note) hostPlaces(host string) []ground.Span {
	if !n.hostsRead {
		n.hosts, n.hostsRead = n.text.Hosts(ground.Options{Hosts: hostRule}), true
	}
	var out []ground.Span
	for _, h := range n.hosts {
		if h.Name == host {
			out = append(out, h.Span)
		}
	}
	return out
}

func splitsMail(r rune) bool { return r <= ' ' || strings.ContainsRune("\"'`()[]{}<>|\\,;", r) }

func countWords(text string) int {
	n := 0
	for _, t := range words.Lex(text, words.Options{}) {
		if t.Word {
			n++
		}
	}
	return n
}
