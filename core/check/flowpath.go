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

// findFlow reads off how a tainted argument got there: from a source to the
// sink, one hop a transfer. It prefers a way without joins, items and loop
// exits, and reports whether there is one: then every run carries the data.
func (c *Context) findFlow(s *Site, arg int, tainted func(flow.Value) bool, source func(*flow.Origin) bool) (path []finding.Hop, certain bool) {
	search := &flowSearch{tainted: tainted, source: source, seen: map[*flow.Origin]bool{}}
	chain := search.certain(s.Args[arg].Uses)
	certain = chain != nil
	if !certain {
		chain = search.any(s.Args[arg].Uses)
	}
	slices.Reverse(chain)
	target := s.Call.Tool.Name + "." + s.Call.Args[arg].Name
	return c.hopsOf(s, chain, target, s.Args[arg].Value), certain
}

// flowSearch walks derivations backwards, sink to source.
type flowSearch struct {
	tainted func(flow.Value) bool
	source  func(*flow.Origin) bool
	seen    map[*flow.Origin]bool
}

// certain finds a way through calls and bindings alone: depth first with an
// explicit stack, since a derivation is as long as the plan.
func (f *flowSearch) certain(uses []flow.Use) []flow.Use {
	type frame struct {
		uses []flow.Use
		next int
	}
	stack := []frame{{uses: uses}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.uses) {
			stack = stack[:len(stack)-1]
			continue
		}
		use := top.uses[top.next]
		top.next++
		o := use.Origin
		if f.seen[o] || !f.tainted(o.Value) || uncertain(o.Rule) {
			continue
		}
		f.seen[o] = true
		stack = append(stack, frame{uses: o.From})
		if f.source(o) {
			var chain []flow.Use
			for i := range stack[:len(stack)-1] {
				chain = append(chain, stack[i].uses[stack[i].next-1])
			}
			return chain
		}
	}
	return nil
}

func uncertain(rule finding.HopRule) bool {
	return rule == finding.HopJoin || rule == finding.HopItem || rule == finding.HopLoop
}

// any follows the first tainted operand all the way: a tainted value that is
// no source has one.
func (f *flowSearch) any(uses []flow.Use) []flow.Use {
	var chain []flow.Use
	for {
		i := slices.IndexFunc(uses, func(u flow.Use) bool { return f.tainted(u.Origin.Value) })
		if i < 0 {
			return chain
		}
		chain = append(chain, uses[i])
		if f.source(uses[i].Origin) {
			return chain
		}
		uses = uses[i].Origin.From
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
