package intake

import (
	"strings"

	"planproof/core/doc"
)

// This file is how the ways out of a decision are written.

// A fork is a decision under way.
type fork[E any] struct {
	c     *flowChart[E]
	r     *flowRegion
	id    string
	v     *visited[E]
	depth int
}

// meet is where ways meet: the node, or the exit.
func (d *fork[E]) meet(next []string) string {
	if at := d.c.meetingOf(d.r, next); at < len(d.r.order) {
		return d.r.order[at]
	}
	return d.c.exit
}

// env is what is known at the beginning of way i.
func (d *fork[E]) env(i int) E {
	if d.v.envs != nil {
		return d.v.envs[i]
	}
	return d.v.env
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// dividing finds ways that share nothing with the others and end the run, when the others meet again: then those are
// decided first, and what the others share is written once. meet is "" when there are none.
func (d *fork[E]) dividing(next []string) (mine, others []int, meet string) {
	if len(next) < 3 || !d.c.isExit(d.meet(next)) {
		return nil, nil, ""
	}
	seen := make([]map[string]bool, len(next))
	for i, to := range next {
		seen[i] = reach(d.c.next, to, d.c.exit)
	}
	for i := range next {
		if d.alone(seen, i) {
			mine = append(mine, i)
		} else {
			others = append(others, i)
		}
	}
	if len(mine) == 0 || len(others) < 2 {
		return nil, nil, ""
	}
	if meet = d.meet(pick(next, others)); d.c.isExit(meet) {
		return nil, nil, ""
	}
	return mine, others, meet
}

func (d *fork[E]) alone(seen []map[string]bool, i int) bool {
	for j := range seen {
		for id := range seen[j] {
			if j != i && seen[i][id] {
				return false
			}
		}
	}
	return true
}

func pick(from []string, which []int) []string {
	var out []string
	for _, i := range which {
		if i < len(from) {
			out = append(out, from[i])
		}
	}
	return out
}

// divided writes the ways that end the run, and otherwise the others and what is behind them.
func (d *fork[E]) divided(next []string, mine, others []int, meet, to string) ([]Step, E, *Refusal) {
	conds := append(pick(d.v.conds, others[:len(others)-1]), "")
	rest, env, refused := d.write(next, others, conds, meet)
	if refused != nil {
		return nil, env, refused
	}
	more, env, refused := d.c.write(d.r, meet, to, env, d.depth+1)
	if refused != nil {
		return nil, env, refused
	}
	ways := []*flowWay[E]{}
	first := []string{}
	for _, i := range mine {
		steps, out, refused := d.c.write(d.r, next[i], to, d.env(i), d.depth+1)
		if refused != nil {
			return nil, env, refused
		}
		ways = append(ways, &flowWay[E]{steps, out})
		first = append(first, d.firstTrue(i))
	}
	ways = append(ways, &flowWay[E]{append(rest, more...), env})
	if d.c.ends {
		env = d.c.join(ways, d.c.at(d.id))
	}
	return decision(ways, append(first, ""), d.v.label, d.c.at(d.id)), env, nil
}

// firstTrue is the condition under which way i is taken: its own, and none before it.
func (d *fork[E]) firstTrue(i int) string {
	text := ""
	for j := range i {
		text += "not (" + d.v.conds[j] + ") and "
	}
	if own := d.v.conds[i]; own != "" {
		return text + "(" + own + ")"
	}
	return strings.TrimSuffix(text, " and ")
}

// decision is the conditional of several ways: if, else if, …, otherwise. Ways that do nothing are left out.
func decision[E any](ways []*flowWay[E], conds []string, label string, at doc.Range) []Step {
	var out []Step
	for i := len(ways) - 1; i >= 0; i-- {
		if i >= len(conds) || conds[i] == "" {
			out = ways[i].steps
			continue
		}
		switch {
		case len(ways[i].steps) == 0 && len(out) == 0:
		case len(ways[i].steps) == 0:
			out = []Step{&If{Label: label, Cond: negated(conds[i]), Then: out, At: at}}
		default:
			out = []Step{&If{Label: label, Cond: conds[i], Then: ways[i].steps, Else: out, At: at}}
		}
	}
	return out
}

// negated is the condition that another one does not hold.
func negated(c string) string {
	inner, ok := strings.CutPrefix(c, "not (")
	if inner, closed := strings.CutSuffix(inner, ")"); ok && closed && !strings.ContainsAny(inner, "()'\"") {
		return inner
	}
	return "not (" + c + ")"
}
