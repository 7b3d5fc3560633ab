package viewmodel

import (
	"strconv"
	"strings"

	"planproof/core/finding"
)

// Hop is one line of a finding's flow as it is read: what a step did with the
// data. An argument and the result of the same call are one hop.
type Hop struct {
	Path   string
	Text   string // keep(value=b) → c
	Why    string // result takes labels
	Labels []Label
	Event  int // the moment it happened, -1 without a trace
	From   int // the events of the same visit to the step, [From, To)
	To     int
	Sink   bool
}

// hops folds the report's hops for reading: an argument, the result and its
// binding are one line; that a value is carried to the next round is seen from
// the rounds of the lines around it.
func (m *Model) hops(f *finding.Finding) []Hop {
	var out []Hop
	labels := ""
	for i := 0; i < len(f.Flow); i++ {
		h := f.Flow[i]
		hop := Hop{Path: h.Path, Event: -1}
		to := h.To
		for i+1 < len(f.Flow) && f.Flow[i+1].Path == h.Path && continues(f.Flow[i].Rule, f.Flow[i+1].Rule) {
			i++
			to = f.Flow[i].To
		}
		switch h.Rule {
		case finding.HopLoop:
			continue
		case finding.HopArg:
			hop.Text, hop.Why = callWords(h.To, h.From), "argument"
			if to != h.To {
				hop.Text, hop.Why = hop.Text+" → "+to, "result takes labels"
			}
		case finding.HopSink:
			hop.Text, hop.Why, hop.Sink = callWords(h.To, h.From), "sink", true
		default:
			hop.Text, hop.Why = h.From+" → "+to, hopWords[h.Rule]
		}
		if now := strings.Join(f.Flow[i].Labels, ","); now != labels {
			labels = now
			hop.Labels = m.labelsOf(f.Flow[i].Labels)
		}
		out = append(out, hop)
	}
	m.date(out)
	return out
}

// Now tells whether the cursor is in the hop's visit to its step.
func (h Hop) Now(at int) bool { return h.From <= at && at < h.To }

var hopWords = map[finding.HopRule]string{
	finding.HopSource: "enters here", finding.HopBind: "is bound", finding.HopJoin: "the branches meet",
	finding.HopItem: "item of the collection", finding.HopResult: "result takes labels",
}

// continues tells whether a hop goes on in the same line.
func continues(a, b finding.HopRule) bool {
	switch a {
	case finding.HopSource, finding.HopResult:
		return b == finding.HopBind
	case finding.HopArg:
		return b == finding.HopResult
	}
	return false
}

// callWords turns tool.param and a name into tool(param=name).
func callWords(target, from string) string {
	tool, param, ok := strings.Cut(target, ".")
	if !ok {
		return from + " → " + target
	}
	return tool + "(" + param + "=" + from + ")"
}

// date finds the event of every hop: the first at its step after the one
// before it, so that a flow through a loop climbs through its rounds.
func (m *Model) date(hops []Hop) {
	from := 0
	for i := range hops {
		for k := from; k < len(m.events); k++ {
			e := &m.events[k]
			if e.Path == hops[i].Path && happens(e.Kind, hops[i].Sink) {
				hops[i].Event, from = k, k
				break
			}
		}
		if n := hops[i].Event; n >= 0 {
			hops[i].From, hops[i].To = m.visit(n)
			if iter := m.events[n].Iter; len(iter) > 0 {
				hops[i].Why = "round " + strconv.Itoa(iter[len(iter)-1]) + " · " + hops[i].Why
			}
		}
	}
}

// visit is the range of events around one that are about the same step in
// the same iteration.
func (m *Model) visit(at int) (from, to int) {
	same := func(i int) bool {
		return m.events[i].Path == m.events[at].Path && sameInts(m.events[i].Iter, m.events[at].Iter)
	}
	from, to = at, at+1
	for from > 0 && same(from-1) {
		from--
	}
	for to < len(m.events) && same(to) {
		to++
	}
	return from, to
}

func happens(kind finding.EventKind, sink bool) bool {
	if sink {
		return kind == finding.EvRule
	}
	return kind == finding.EvBind || kind == finding.EvItem || kind == finding.EvJoin
}
