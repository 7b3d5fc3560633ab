package guard

import (
	"fmt"
	"slices"
)

// Verdicts of a plan.
const (
	planValid    = "valid"
	planRejected = "rejected"
)

// trusts reports that the author vouches for a tool's outputs.
func (g *Guard) trusts(source string) bool {
	t := g.tool(source)
	return t != nil && t.Full.Trusted
}

// untrusted reports a tool's output that nobody vouches for.
func (g *Guard) untrusted(m Message) bool {
	return m.Role == Tool && (!g.trusts(m.Source) || g.flagged(m))
}

// readUntrusted is the control taint: an output that nobody vouches for was
// read, in this conversation or before it.
func (d *deciding) readUntrusted() bool {
	return d.request.Untrusted || d.request.Tainted || slices.ContainsFunc(d.talk, d.guard.untrusted)
}

// taintsOutputs reports whether a value in a tool's output is under the
// suspicion of instructions. Literal mode suspects all outputs for one; full
// mode knows where the value is from: its own output alone counts, and in one
// that the author vouches for the text of the instructions.
func (d *deciding) taintsOutputs(q Quote) bool {
	if d.guard.config.Mode == Literal {
		return d.anyFlagged()
	}
	m := d.talk[q.Message]
	if d.guard.trusts(m.Source) {
		return !d.vouched(q)
	}
	return d.guard.flagged(m)
}

// checkLineage: a value that only outputs have must come from one that the
// author vouches for.
func (d *deciding) checkLineage(c *Check) {
	for _, h := range d.grounds.hits {
		if h.quote == nil || contains(d.tool.Full.Untrusted, h.argument) {
			continue
		}
		if l := d.planned(h.argument); l != nil {
			if !d.cleanLineage(l) {
				c.fail(fmt.Sprintf("%s: its value flows from %s, which nobody vouches for", h.path, l.untrusted(d.guard)))
			}
			continue
		}
		if !slices.ContainsFunc(h.all, d.vouched) {
			c.fail(fmt.Sprintf("%s: %s comes only from %s, which nobody vouches for", h.path, show(h.value), d.sourceName(*h.quote)))
			c.Quotes = append(c.Quotes, *h.quote)
		}
	}
	d.checkDictated(c)
}

// vouched: the place is in the words of the user or the system, or in a
// trusted output. Nobody vouches for the text of instructions in one, nor for
// an output that was cut.
func (d *deciding) vouched(q Quote) bool {
	m := d.talk[q.Message]
	return q.Role != Tool || d.guard.trusts(m.Source) && !m.Tainted && !d.near(q.Message, q.Start, q.End)
}

func (d *deciding) sourceName(q Quote) string {
	if s := d.talk[q.Message].Source; s != "" {
		return "an output of " + s
	}
	return "a tool's output"
}

// planned is the lineage of an argument in the plan; nil when there is no plan
// with this call, or the value is a constant of the plan, which has to be
// looked for like any other literal.
func (d *deciding) planned(argument string) *Lineage {
	p := d.request.Plan
	if p == nil || p.Step == "" || p.Verdict == planRejected {
		return nil
	}
	for i := range p.Lineage {
		if p.Lineage[i].Argument == argument && !contains(p.Lineage[i].From, "constant") && len(p.Lineage[i].From) > 0 {
			return &p.Lineage[i]
		}
	}
	return nil
}

func (d *deciding) cleanLineage(l *Lineage) bool { return l.untrusted(d.guard) == "" }

// untrusted is the first source of a lineage that nobody vouches for.
func (l *Lineage) untrusted(g *Guard) string {
	for _, from := range l.From {
		if from != string(User) && !g.trusts(from) {
			return from
		}
	}
	return ""
}

// flowsIn reports that a value needs no search: the plan says that it comes
// from the user, or from a tool whose outputs may ground the argument.
func (d *deciding) flowsIn(h *hit) bool {
	l := d.planned(h.argument)
	if l == nil {
		return false
	}
	for _, from := range l.From {
		role := Tool
		if from == string(User) {
			role = User
		}
		if !hasRole(d.tool.From, role) {
			return false
		}
	}
	return true
}

// flowsClean: the plan says that a value comes from the user and from tools
// that the author vouches for alone.
func (d *deciding) flowsClean(h *hit) bool {
	l := d.planned(h.argument)
	return l != nil && d.flowsIn(h) && d.cleanLineage(l)
}

// checkPlan: a call of a plan that the verifier refused is not made.
func (d *deciding) checkPlan() {
	c := Check{Name: CheckPlan, OnFail: Deny, State: Passed}
	if d.request.Plan.Verdict == planRejected {
		c.fail("the verifier refused the plan that this call belongs to")
	}
	d.add(c)
}
