package cert

import (
	"slices"
	"strconv"
	"strings"

	"planproof/core/lattice"
)

// token is one way that a label took to a value: the calls it crossed above its
// source. (ways)
type token struct {
	label int
	met   uint64
}

// datum is a value of a run: data and provenance.
type datum struct {
	data int
	ways []token
	size int // how many ways the model lists, the same one many times
}

// maxSize is how many ways a run may have for the extracted checker, which
// lists them all.
const maxSize = 20_000

// happened is an event of a run. (event)
type happened struct {
	tool   int
	params []int
	args   []datum
	result int
	under  []datum
}

// machine runs a world on drawn data and watches its policy. (exec, trial)
type machine struct {
	w      *world
	env    map[int]datum
	draws  []int
	events []happened
	safe   bool
	huge   bool // some value has more than maxSize ways
	states []int
}

// trial runs a world on the given draws; it says whether the policy held, and
// what happened: the events, and the states that the automata end in.
func (w *world) trial(draws []int) (safe bool, events string, huge bool) {
	m := &machine{w: w, env: map[int]datum{}, draws: draws, safe: true}
	for _, in := range w.Inputs {
		d := m.env[in.Var]
		for l := range in.Labels.All() {
			d.ways = append(d.ways, token{l, 0})
			d.size++
		}
		m.env[in.Var] = d
	}
	for i := range w.Automata {
		m.states = append(m.states, w.Automata[i].Init)
	}
	m.steps(w.Workflow, nil)
	for i, q := range m.states {
		m.safe = m.safe && !w.Automata[i].Err.Has(q)
	}
	var b strings.Builder
	for i := range m.events {
		m.events[i].text(&b)
	}
	b.WriteString(") (")
	for i, q := range m.states {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(strconv.Itoa(q))
	}
	return m.safe, b.String(), m.huge
}

func (e *happened) text(b *strings.Builder) {
	b.WriteString("(" + strconv.Itoa(e.tool) + " " + strconv.Itoa(e.result) + " " + strconv.Itoa(len(e.under)))
	for i, p := range e.params {
		b.WriteString(" (" + strconv.Itoa(p) + " " + strconv.Itoa(e.args[i].data) + ")")
	}
	b.WriteString(")")
}

func (m *machine) draw() int {
	if len(m.draws) == 0 {
		return 0
	}
	d := m.draws[0]
	m.draws = m.draws[1:]
	return d
}

// steps reports false when the run is stuck.
func (m *machine) steps(steps []Step, under []datum) bool {
	for _, s := range steps {
		ok := true
		switch s := s.(type) {
		case *Call:
			ok = m.call(s, under)
		case *Cond:
			ok = m.cond(s, under)
		case *Loop:
			ok = m.loop(s, under)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (m *machine) cond(s *Cond, under []datum) bool {
	under = slices.Clone(under)
	for _, x := range s.Reads {
		d, ok := m.env[x]
		if !ok {
			return false
		}
		under = append(under, d)
	}
	if m.draw()%2 == 0 {
		return m.steps(s.Then, under)
	}
	return m.steps(s.Else, under)
}

func (m *machine) loop(s *Loop, under []datum) bool {
	coll, ok := m.env[s.Coll]
	if !ok {
		return false
	}
	under = append(slices.Clone(under), coll)
	for d := m.draw(); d != 0; d = m.draw() {
		m.env[s.Item] = datum{d, coll.ways, coll.size}
		if !m.steps(s.Body, under) {
			return false
		}
	}
	return true
}

func (m *machine) call(c *Call, under []datum) bool {
	e := happened{tool: c.Tool, under: under}
	var ways []token
	size := 0
	for i := range c.Args {
		a := &c.Args[i]
		d := datum{data: a.Lit}
		for _, x := range a.Refs {
			v, ok := m.env[x]
			if !ok {
				return false
			}
			if !a.Mix {
				d.data = v.data
			}
			d.ways = append(d.ways, v.ways...)
			d.size += v.size
		}
		for _, t := range d.ways {
			ways = append(ways, token{t.label, t.met | 1<<c.Tool})
		}
		size += d.size
		e.params, e.args = append(e.params, a.Param), append(e.args, d)
	}
	added := m.added(c.Tool, under)
	ways, size = append(ways, added.ways...), size+added.size
	e.result = m.draw()
	if m.huge = m.huge || size > maxSize; m.huge {
		return false
	}
	m.watch(&e)
	m.events = append(m.events, e)
	if c.Bind != None {
		m.env[c.Bind] = datum{e.result, distinct(ways), size}
	}
	return true
}

// added are the ways that start at a call: its labels, and what decided it.
func (m *machine) added(tool int, under []datum) datum {
	var d datum
	for _, i := range m.w.Intro {
		if i.Tool == tool {
			d.ways = append(d.ways, token{i.Label, 0})
			d.size++
		}
	}
	if m.w.Track {
		for _, u := range under {
			d.ways = append(d.ways, u.ways...)
			d.size += u.size
		}
	}
	return d
}

// distinct keeps one of equal tokens, so that loops do not grow them without end.
func distinct(ways []token) []token {
	var out []token
	for _, t := range ways {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// raw: does data of the rule reach the value uncleaned? (rawb)
func (d datum) raw(r *Rule) bool {
	return slices.ContainsFunc(d.ways, func(t token) bool {
		for s := range r.Sanitizers.All() {
			if t.met&(1<<s) != 0 {
				return false
			}
		}
		return r.srcMatch(t.label)
	})
}

// holds evaluates a condition on an event. (gsat)
func (m *machine) holds(e *happened, g Guard) bool {
	return g == Always || m.gsat(e, m.w.guards[g])
}

func (m *machine) gsat(e *happened, g *gexpr) bool {
	switch g.kind {
	case gOpaque:
		sum := g.id + e.tool + len(e.args) + len(m.events)
		if len(m.events) > 0 {
			sum += m.events[0].result
		}
		return sum%2 == 0
	case gIn:
		i := slices.Index(e.params, g.param)
		return i >= 0 && slices.Contains(g.lits, m.w.attr(g.attr, e.args[i].data))
	case gNot:
		return !m.gsat(e, g.sub[0])
	case gAnd:
		return m.gsat(e, g.sub[0]) && m.gsat(e, g.sub[1])
	default:
		return m.gsat(e, g.sub[0]) || m.gsat(e, g.sub[1])
	}
}

// watch notes whether the event is safe and moves the automata. (safe_traceb)
func (m *machine) watch(e *happened) {
	w := m.w
	ok := w.Allowed.Has(e.tool)
	for i := range w.Rules {
		ok = ok && !m.breaks(e, &w.Rules[i])
	}
	for _, p := range w.Pre {
		ok = ok && (p.Tool != e.tool || m.holds(e, p.Guard))
	}
	m.safe = m.safe && ok
	for i := range w.Automata {
		for j := range w.Automata[i].Trans {
			t := &w.Automata[i].Trans[j]
			if t.cand(m.states[i], e.tool) && m.holds(e, t.Guard) {
				m.states[i] = t.To
				break
			}
		}
	}
}

// breaks: the event gives raw data of the rule to a sink of it, or was decided
// by such data where the rule forbids that. (breaksb)
func (m *machine) breaks(e *happened, r *Rule) bool {
	if !r.sinkMatch(e.tool) {
		return false
	}
	receives, given := false, false
	var marks lattice.Set
	for _, k := range m.w.Marks {
		if k.Tool == e.tool {
			marks = marks.With(k.Param)
		}
	}
	for i, p := range e.params {
		if r.paramMatch(marks, p) {
			given = true
			receives = receives || e.args[i].raw(r)
		}
	}
	tells := given && r.Deny && slices.ContainsFunc(e.under, func(u datum) bool { return u.raw(r) })
	return receives && m.holds(e, r.Guard) || tells
}
