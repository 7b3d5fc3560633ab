package guard

import (
	"fmt"
	"strings"

	"planproof/core/ground"
	"planproof/core/value"
)

// proposal is a message of the assistant that the user accepted.
type proposal struct{ proposed, accepted int }

// acceptedProposals are the pairs of a message of the user that accepts and
// the nearest message of the assistant before it, with no other message of the
// user between; newest first. Only the user's last n messages may accept; 0 is
// all of them.
func acceptedProposals(c Conversation, last int) []proposal {
	var out []proposal
	users := 0
	for i := len(c) - 1; i >= 0; i-- {
		if c[i].Role != User {
			continue
		}
		if users++; last > 0 && users > last {
			break
		}
		if !Accepts(c[i].Text) {
			continue
		}
		for k := i - 1; k >= 0 && c[k].Role != User; k-- {
			if c[k].Role == Assistant {
				out = append(out, proposal{k, i})
				break
			}
		}
	}
	return out
}

// confirm looks for an accepted proposal that names the values.
func (d *deciding) confirm() {
	if d.full == nil {
		return
	}
	for _, p := range acceptedProposals(d.talk, d.acceptWithin()) {
		if len(d.lacking(p)) == 0 && d.unboundReason(p) == "" {
			d.confirmed = []Quote{d.whole("(proposal)", p.proposed), d.whole("(accepted)", p.accepted)}
			return
		}
	}
}

func (d *deciding) acceptWithin() int {
	if d.tool.confirm.Last == 0 && d.guard.config.Mode == Full {
		return 1
	}
	return d.tool.confirm.Last
}

func (d *deciding) whole(name string, at int) Quote {
	return quoteOf(name, at, d.talk[at], d.text(at), span(0, value.RuneCount(d.talk[at].Text)))
}

func (d *deciding) checkConfirmed() {
	c := Check{Name: CheckConfirmed, OnFail: d.tool.confirm.OnFail, State: Passed, Quotes: d.confirmed}
	if d.full == nil {
		d.skip(c)
		return
	}
	if d.confirmed == nil {
		c.fail(d.unconfirmed())
	}
	d.add(c)
}

// unconfirmed says what the closest accepted proposal lacks.
func (d *deciding) unconfirmed() string {
	best, found := []string(nil), false
	unbound := ""
	for _, p := range acceptedProposals(d.talk, d.acceptWithin()) {
		lacking := d.lacking(p)
		if len(lacking) == 0 {
			unbound = d.unboundReason(p)
		}
		if !found || len(lacking) < len(best) {
			best, found = lacking, true
		}
	}
	switch {
	case !found:
		return "the user has not accepted a proposal of this call"
	case len(best) == 0:
		return unbound
	}
	return "the proposal that the user accepted does not name " + strings.Join(best, ", ")
}

// lacking lists the required values that neither the proposal nor the
// acceptance names.
func (d *deciding) lacking(p proposal) []string {
	var out []string
	for _, a := range d.requiredArguments() {
		v, _ := d.full.Get(a.Name)
		hits := leaves(a.Name, a.Name, v)
		if len(hits) == 0 && d.tool.confirm.Arguments != nil {
			out = append(out, a.Name)
		}
		for _, h := range hits {
			h.matcher = a.Matcher
			if !d.names(p.proposed, h) && !d.names(p.accepted, h) {
				out = append(out, fmt.Sprintf("%s %s", h.path, show(h.value)))
			}
		}
	}
	return out
}

func (d *deciding) names(at int, h *hit) bool {
	if d.guard.config.Mode == Full {
		return len(d.fullPlaces(h, at)) > 0
	}
	return len(d.findIn(h, at)) > 0
}

// requiredArguments are those that a proposal must name, with their matchers.
func (d *deciding) requiredArguments() []GroundArg {
	var out []GroundArg
	c := d.tool.confirm
	if c.Arguments != nil {
		for _, name := range c.Arguments {
			out = append(out, GroundArg{name, c.matcher(name)})
		}
		return out
	}
	for _, m := range d.full {
		if nameable(m.Value) {
			out = append(out, GroundArg{m.Key, c.matcher(m.Key)})
		}
	}
	return out
}

func (c *Confirmation) matcher(name string) ground.Matcher {
	for _, m := range c.Match {
		if m.Name == name {
			return m.Matcher
		}
	}
	return ground.NoCase
}

// nameable: a text that is not blank, a number, or a list of them.
func nameable(v value.Value) bool {
	switch v := v.(type) {
	case value.Text:
		return strings.TrimSpace(string(v)) != ""
	case value.Number:
		return true
	case value.List:
		for _, item := range v {
			if !nameable(item) {
				return false
			}
		}
		return len(v) > 0
	case value.Null, value.Bool, value.Object, value.Tuple:
	}
	return false
}
