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
		in:      func(v flow.Value) bool { return !v.Sanitized.Has(rule) },
		made:    func(o *flow.Origin) bool { return o.Tool != nil && o.Tool.Sources.Has(rule) },
		cleaned: func(o *flow.Origin) bool { return o.Tool != nil && o.Tool.Sanitizes.Has(rule) },
	}
}

// labelData is the data with a label; nothing removes a label.
func labelData(label int) carried {
	return carried{
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
	chain := data.certainWay(sink)
	certain = chain != nil
	if !certain {
		chain = data.someWay(sink)
	}
	slices.Reverse(chain)
	target := s.Call.Tool.Name + "." + s.Call.Args[arg].Name
	return c.hopsOf(s, chain, target, s.Args[arg].Value), certain
}

// certainWay finds a way back to a source through calls and bindings alone:
// depth first with an explicit stack, since a derivation is as long as the
// plan.
func (d *carried) certainWay(sink *flow.Origin) []flow.Use {
	type frame struct {
		at   *flow.Origin
		next int
	}
	seen := map[*flow.Origin]bool{}
	stack := []frame{{at: sink}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.at.From) {
			stack = stack[:len(stack)-1]
			continue
		}
		use := top.at.From[top.next]
		top.next++
		o := use.Origin
		if seen[o] || uncertain(o.Rule) || !d.through(top.at, use) {
			continue
		}
		seen[o] = true
		stack = append(stack, frame{at: o})
		if d.made(o) {
			var chain []flow.Use
			for _, f := range stack[:len(stack)-1] {
				chain = append(chain, f.at.From[f.next-1])
			}
			return chain
		}
	}
	return nil
}

func uncertain(rule finding.HopRule) bool {
	return rule == finding.HopJoin || rule == finding.HopItem || rule == finding.HopLoop
}

// someWay follows the first operand that has the data all the way: a value
// that has it and is no source got it from one.
func (d *carried) someWay(sink *flow.Origin) []flow.Use {
	var chain []flow.Use
	for at := sink; ; {
		i := slices.IndexFunc(at.From, func(u flow.Use) bool { return d.through(at, u) })
		if i < 0 {
			return chain
		}
		chain = append(chain, at.From[i])
		if at = at.From[i].Origin; d.made(at) {
			return chain
		}
	}
}

// hopsOf turns a chain of origins, source first, into hops. Each origin is the
// place data moved to; the use after it says through which parameter.
func (c *Context) hopsOf(s *Site, chain []flow.Use, target string, sunk flow.Value) []finding.Hop {
	if len(chain) == 0 {
		return nil
	}
	var out []finding.Hop
	add := func(path string, rule finding.HopRule, from, to string, v flow.Value) {
		out = append(out, finding.Hop{Path: path, Rule: rule, From: from, To: to, Labels: c.labelNames(v.Labels)})
	}
	first := chain[0].Origin
	at := place(first)
	add(first.Path, finding.HopSource, first.Name, at, first.Value)
	for i := 1; i < len(chain); i++ {
		o, param := chain[i].Origin, chain[i-1].Param
		if o.Rule == finding.HopResult {
			through := o.Name + "." + param
			add(o.Path, finding.HopArg, at, through, chain[i-1].Origin.Value)
			at = through
		}
		add(o.Path, o.Rule, at, place(o), o.Value)
		at = place(o)
	}
	add(s.Call.Path, finding.HopSink, at, target, sunk)
	return c.capped(out)
}

// capped hands out hops from the report's budget.
func (c *Context) capped(hops []finding.Hop) []finding.Hop {
	if c.hops += len(hops); c.hops > maxHops && len(hops) > 2 {
		return []finding.Hop{hops[0], hops[len(hops)-1]}
	}
	return hops
}

// place names where an origin's value is.
func place(o *flow.Origin) string {
	if o.Rule == finding.HopResult {
		return o.Name + ".result"
	}
	return o.Name
}
