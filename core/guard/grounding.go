package guard

import (
	"fmt"
	"slices"
	"strconv"

	"planproof/core/ground"
	"planproof/core/value"
)

// hit is a value to ground and what was found.
type hit struct {
	path     string // the argument, with the place in it: to.1
	argument string
	matcher  ground.Matcher
	value    value.Value
	quote    *Quote  // the place that counts; nil: none in an allowed role
	all      []Quote // every place in an allowed role, full mode's rules applied
	stale    *Quote  // a place in a message of the user that no longer counts
	negated  *Quote  // a place in a negated clause
	fromTool *Quote  // a place in a tool's output, when tools may not ground it
	empty    bool    // full mode: the value says too little to be looked for
}

// groundings are the hits of a call.
type groundings struct{ hits []*hit }

// findAll looks for every value of the arguments that the tool grounds.
func (d *deciding) findAll() {
	for _, a := range d.tool.Ground {
		v, ok := d.full.Get(a.Name)
		if !ok || d.leftAtDefault(a.Name, v) {
			continue
		}
		for _, h := range leaves(a.Name, a.Name, v) {
			h.matcher = a.Matcher
			d.find(h)
			d.grounds.hits = append(d.grounds.hits, h)
		}
	}
}

// leftAtDefault: an optional text left at its empty default is not looked for.
func (d *deciding) leftAtDefault(name string, v value.Value) bool {
	if v != value.Text("") || d.tool.schema == nil {
		return false
	}
	for _, p := range d.tool.schema.props {
		if p.name == name {
			return !p.required && p.fallback == value.Text("")
		}
	}
	return false
}

// leaves are the texts, numbers and truth values in v; null and what is empty
// are not looked for.
func leaves(argument, path string, v value.Value) []*hit {
	var out []*hit
	switch v := v.(type) {
	case value.List:
		for i, item := range v {
			out = append(out, leaves(argument, join(path, strconv.Itoa(i)), item)...)
		}
	case value.Object:
		for _, m := range v {
			out = append(out, leaves(argument, join(path, m.Key), m.Value)...)
		}
	case value.Text, value.Number, value.Bool:
		out = append(out, &hit{path: path, argument: argument, value: v})
	case value.Null, value.Tuple:
	}
	return out
}

// find looks for one value: the first untainted place in a message of an
// allowed role wins, else the first tainted one.
func (d *deciding) find(h *hit) {
	for i, m := range d.talk {
		allowed := slices.Contains(d.tool.From, m.Role)
		fresh := m.Role != User || i >= d.firstFresh
		switch {
		case allowed && fresh:
			d.take(h, i)
		case allowed:
			h.stale = d.firstPlace(h, i, h.stale)
		case m.Role == Tool:
			h.fromTool = d.firstPlace(h, i, h.fromTool)
		}
	}
	if h.quote == nil && len(h.all) > 0 {
		h.quote = &h.all[0]
	}
}

func (d *deciding) firstPlace(h *hit, at int, known *Quote) *Quote {
	if known != nil {
		return known
	}
	for _, q := range d.places(h, at) {
		return &q
	}
	return nil
}

// take adds the places in a message of an allowed role.
func (d *deciding) take(h *hit, at int) {
	for _, q := range d.places(h, at) {
		q.Tainted = d.tainted(q)
		h.all = append(h.all, q)
		if h.quote == nil && !q.Tainted {
			h.quote = &q
		}
	}
}

// places are the occurrences of a value in one message, by the rules of the
// mode.
func (d *deciding) places(h *hit, at int) []Quote {
	if d.guard.config.Mode == Full {
		return d.fullPlaces(h, at)
	}
	var out []Quote
	text := d.text(at)
	for _, s := range d.findIn(h, at) {
		out = append(out, quoteOf(h.path, at, d.talk[at], text, s))
	}
	return out
}

func (d *deciding) options(h *hit) ground.Options {
	return ground.Options{Matcher: h.matcher, Locale: d.tool.Locale, Hosts: hostRule}
}

// tainted reports whether a place is under the suspicion of instructions: in a
// tool's output when any output carries them, in a message of the user next to
// an override.
func (d *deciding) tainted(q Quote) bool {
	switch q.Role {
	case Tool:
		return d.tool.Injections != Off && d.taintsOutputs(q)
	case User:
		if !d.tool.scan {
			return false
		}
		return d.note(q.Message).overrides.meets(q.Start, q.End)
	case Assistant, System:
	}
	return false
}

// checkGrounded fails when a value is in no message of an allowed role.
func (d *deciding) checkGrounded() {
	c := Check{Name: CheckGrounded, OnFail: Deny, State: Passed}
	if d.full == nil {
		d.skip(c)
		return
	}
	for _, h := range d.grounds.hits {
		switch {
		case h.quote != nil:
			c.Quotes = append(c.Quotes, *h.quote)
		case d.toFromTools(h), d.flowsIn(h):
		default:
			c.fail(h.missing(d.tool))
			if h.negated != nil {
				c.Quotes = append(c.Quotes, *h.negated)
			}
		}
	}
	d.add(c)
}

// toFromTools: the value is left to the check arguments_from_user.
func (d *deciding) toFromTools(h *hit) bool {
	return d.tool.values == Escalate && !slices.Contains(d.tool.From, Tool) && h.fromTool != nil
}

func (h *hit) missing(t *tool) string {
	what := fmt.Sprintf("%s: %s is ", h.path, show(h.value))
	switch {
	case h.empty:
		return what + "too little to be looked for: it is in almost any text"
	case h.negated != nil:
		return what + "written only where the user forbids it"
	case h.stale != nil:
		return what + "only in an earlier request of the user"
	}
	return what + "not in the words of the " + roleList(t.From)
}

func roleList(roles []Role) string {
	out := ""
	for i, r := range roles {
		switch {
		case i > 0 && i == len(roles)-1:
			out += " or "
		case i > 0:
			out += ", "
		}
		out += string(r)
	}
	return out
}

// checkFromUser: in the middle mode a value that only a tool's output has goes
// to a person.
func (d *deciding) checkFromUser() {
	c := Check{Name: CheckFromUser, OnFail: Escalate, State: Passed}
	if d.full == nil {
		d.skip(c)
		return
	}
	for _, h := range d.grounds.hits {
		if h.quote == nil && d.toFromTools(h) {
			c.fail(fmt.Sprintf("%s: %s is not in the user's words, only in a tool output", h.path, show(h.value)))
			c.Quotes = append(c.Quotes, *h.fromTool)
		}
	}
	if c.State == Failed && d.anyFlagged() {
		c.Reason += "; a tool output carries instructions"
		c.Quotes = append(c.Quotes, d.instructionQuotes()...)
	}
	d.add(c)
}

// checkInjected: a grounded value must be written somewhere untainted.
func (d *deciding) checkInjected() {
	c := Check{Name: CheckInjected, OnFail: Escalate, State: Passed}
	if d.full == nil {
		d.skip(c)
		return
	}
	for _, h := range d.grounds.hits {
		if h.quote != nil && h.quote.Tainted && !d.flowsClean(h) {
			c.fail(fmt.Sprintf("%s: %s is written only in places that carry instructions", h.path, show(h.value)))
			c.Quotes = append(c.Quotes, *h.quote)
		}
	}
	if c.State == Failed {
		c.Quotes = append(c.Quotes, d.instructionQuotes()...)
	}
	d.add(c)
}

// checkInstructions: for tools with injections = any, no tool output may carry
// instructions.
func (d *deciding) checkInstructions() {
	c := Check{Name: CheckInstructions, OnFail: Escalate, State: Passed}
	if d.anyFlagged() {
		c.fail("a tool output carries instructions")
		c.Quotes = d.instructionQuotes()
	}
	d.add(c)
}

// fact is what conditions read as grounding.
func (gs *groundings) fact() value.Value {
	found, missing, tools := value.Object{}, value.List{}, value.List{}
	for _, h := range gs.hits {
		switch {
		case h.quote != nil:
			found = append(found, value.Member{Key: h.path, Value: value.Text(h.quote.Role)})
		case h.fromTool != nil:
			tools = append(tools, value.Text(h.path))
		default:
			missing = append(missing, value.Text(h.path))
		}
	}
	return value.Object{{Key: "found", Value: found}, {Key: "missing", Value: missing}, {Key: "from_tools", Value: tools}}
}
