package check

import (
	"slices"

	"planproof/core/finding"
	"planproof/core/flow"
)

// maxHops bounds the hops that one report hands out; a plan of thousands of
// relays into thousands of sinks would else need a quadratic report. Beyond
// it a flow has its first and last hop only.
const maxHops = 100_000

// carried describes the data whose way a flow shows.
type carried struct {
	// key tells it from other data: a rule's number, or below 0 for a label.
	key int
	// in says whether a value may have it, made whether an origin is its
	// source.
	in   func(flow.Value) bool
	made func(*flow.Origin) bool
	// cleaned says whether an origin keeps it out of its result although an
	// argument has it.
	cleaned func(*flow.Origin) bool
}

// ruleData is the unsanitized data of a taint rule. A sanitizer's result has
// it only when the call itself was decided by such data.
func ruleData(rule int) carried {
	return carried{
		key:     rule,
		in:      func(v flow.Value) bool { return !v.Sanitized.Has(rule) },
		made:    func(o *flow.Origin) bool { return o.Tool != nil && o.Tool.Sources.Has(rule) },
		cleaned: func(o *flow.Origin) bool { return o.Tool != nil && o.Tool.Sanitizes.Has(rule) },
	}
}

// labelData is the data with a label; nothing removes a label.
func labelData(label int) carried {
	return carried{
		key:     -1 - label,
		in:      func(v flow.Value) bool { return v.Labels.Has(label) },
		made:    func(o *flow.Origin) bool { return o.Tool != nil && o.Tool.Labels.Has(label) },
		cleaned: func(*flow.Origin) bool { return false },
	}
}

// through reports whether the data came into o by this use of it.
func (d *carried) through(o *flow.Origin, u flow.Use) bool {
	return d.in(u.Origin.Value) && !(u.Param != "" && d.cleaned(o))
}

// findFlow reads off how data got into an argument: from a source to the
// sink, one hop a transfer. It prefers a way without joins, items and loop
// exits, and reports whether there is one: then every run carries the data.
func (c *Context) findFlow(s *Site, arg int, data carried) (path []finding.Hop, certain bool) {
	sink := &flow.Origin{From: s.Args[arg].Uses}
	w := c.wayBack(sink, data, true)
	if certain = w.length > 0; !certain {
		w = c.wayBack(sink, data, false)
	}
	target := s.Call.Tool.Name + "." + s.Call.Args[arg].Name
	if w.length == 0 {
		return nil, certain
	}
	if c.hops += w.length; c.hops > maxHops && w.length > 2 {
		return c.ends(s, w, target, s.Args[arg].Value), certain
	}
	return c.hopsOf(s, c.chain(w, data, certain), target, s.Args[arg].Value), certain
}

// way is how data came into an origin: through next, in the end from source,
// length uses away. A length of 0 is no way.
type way struct {
	next   flow.Use
	source *flow.Origin
	length int
}

// wayKey: the ways of one origin differ by what is looked for.
type wayKey struct {
	at      *flow.Origin
	data    int
	certain bool
}

// wayBack finds a way back to a source; a certain one goes through calls and
// bindings alone. It is a depth-first search with an explicit stack, since a
// derivation is as long as the plan, and remembers what it found at every
// origin, so that many sinks behind one long derivation cost its length once.
func (c *Context) wayBack(sink *flow.Origin, d carried, certain bool) way {
	type frame struct {
		at   *flow.Origin
		next int
	}
	stack := []frame{{at: sink}}
	done := func(w way) {
		c.ways[wayKey{stack[len(stack)-1].at, d.key, certain}] = w
		stack = stack[:len(stack)-1]
	}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.at.From) {
			done(way{})
			continue
		}
		use := top.at.From[top.next]
		if certain && uncertain(use.Origin.Rule) || !d.through(top.at, use) {
			top.next++
			continue
		}
		before, known := c.ways[wayKey{use.Origin, d.key, certain}]
		switch {
		case d.made(use.Origin):
			done(way{use, use.Origin, 1})
		case before.length > 0:
			done(way{use, before.source, before.length + 1})
		case known:
			top.next++
		default:
			stack = append(stack, frame{at: use.Origin})
		}
	}
	found := c.ways[wayKey{sink, d.key, certain}]
	delete(c.ways, wayKey{sink, d.key, certain})
	return found
}

// chain lists the uses of a way, source first.
func (c *Context) chain(w way, d carried, certain bool) []flow.Use {
	out := make([]flow.Use, 0, w.length)
	for ; w.next.Origin != w.source; w = c.ways[wayKey{w.next.Origin, d.key, certain}] {
		out = append(out, w.next)
	}
	out = append(out, w.next)
	slices.Reverse(out)
	return out
}

func uncertain(rule finding.HopRule) bool {
	return rule == finding.HopJoin || rule == finding.HopItem || rule == finding.HopLoop
}

// ends are the first and the last hop of a way.
func (c *Context) ends(s *Site, w way, target string, sunk flow.Value) []finding.Hop {
	return []finding.Hop{
		{Path: w.source.Path, Rule: finding.HopSource, From: w.source.Name, To: place(w.source), Labels: c.labelNames(w.source.Value.Labels)},
		{Path: s.Call.Path, Rule: finding.HopSink, From: place(w.next.Origin) + w.next.Part, To: target, Labels: c.labelNames(sunk.Labels)},
	}
}

// hopsOf turns a chain of origins, source first, into hops. Each origin is the
// place data moved to; the use after it says through which parameter.
func (c *Context) hopsOf(s *Site, chain []flow.Use, target string, sunk flow.Value) []finding.Hop {
	var out []finding.Hop
	add := func(path string, rule finding.HopRule, from, to string, v flow.Value) {
		out = append(out, finding.Hop{Path: path, Rule: rule, From: from, To: to, Labels: c.labelNames(v.Labels)})
	}
	first := chain[0].Origin
	at := place(first)
	add(first.Path, finding.HopSource, first.Name, at, first.Value)
	for i := 1; i < len(chain); i++ {
		o, param := chain[i].Origin, chain[i-1].Param
		at += chain[i-1].Part
		if o.Rule == finding.HopResult {
			through := o.Name + "." + param
			add(o.Path, finding.HopArg, at, through, chain[i-1].Origin.Value)
			at = through
		}
		add(o.Path, o.Rule, at, place(o), o.Value)
		at = place(o)
	}
	add(s.Call.Path, finding.HopSink, at+chain[len(chain)-1].Part, target, sunk)
	return out
}

// place names where an origin's value is.
func place(o *flow.Origin) string {
	if o.Rule == finding.HopResult {
		return o.Name + ".result"
	}
	return o.Name
}
