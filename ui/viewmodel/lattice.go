package viewmodel

import (
	"slices"

	"planproof/core/finding"
	"planproof/ui/layout"
)

// Lattice is everything the lattice pane draws once: the label sets that
// occur in the run, by inclusion.
type Lattice struct {
	Sets  []layout.SetNode
	Total string // "6 of 8 label sets occur"
	index map[layout.LabelSet]int
}

// Lattice collects the label sets that occur. The names are those that end
// with the set.
func (m *Model) Lattice() Lattice {
	l := Lattice{index: map[layout.LabelSet]int{}}
	l.add(0)
	for _, name := range m.line.names {
		for _, b := range m.line.bindings[name] {
			if b.value != nil {
				l.add(m.mask(b.value))
			}
		}
	}
	for _, name := range m.line.names {
		if v := m.lastValue(name); v != nil {
			n := &l.Sets[l.index[m.mask(v)]]
			n.Names = append(n.Names, name)
		}
	}
	l.Total = count(len(l.Sets), "label set") + " occur"
	if n := len(m.Labels); n > 0 && n < 16 {
		l.Total = itoa(len(l.Sets)) + " of " + count(1<<n, "label set") + " occur"
	}
	return l
}

func (l *Lattice) add(s layout.LabelSet) {
	if _, ok := l.index[s]; !ok {
		l.index[s] = len(l.Sets)
		l.Sets = append(l.Sets, layout.SetNode{Set: s})
	}
}

func (m *Model) lastValue(name string) *finding.AbstractValue {
	for i := len(m.line.bindings[name]) - 1; i >= 0; i-- {
		if v := m.line.bindings[name][i].value; v != nil {
			return v
		}
	}
	return nil
}

func (m *Model) mask(v *finding.AbstractValue) layout.LabelSet {
	var s layout.LabelSet
	for _, name := range v.Labels {
		if i := m.label(name); i >= 0 && i < 64 {
			s |= 1 << i
		}
	}
	return s
}

// Climb is one move of the selected name: From one set To another at an event.
type Climb struct {
	From, To layout.LabelSet
	Event    int
	Join     bool
}

// Join is a join of two values, component by component.
type Join struct {
	Name         string
	X, Y, Result finding.AbstractValue
	XSet, YSet   layout.LabelSet
	XWords       string // which side x is: "then", "entry"
	YWords       string
	Lost         []string // rules that only one side was sanitized for
}

// LatticePane is the lattice at a cursor.
type LatticePane struct {
	Name   string // the name whose value is followed
	Names  []string
	Now    layout.LabelSet
	Usable bool
	Trail  []Climb
	Join   *Join // when the event joins the name
	Where  string
}

// LatticeAt follows a name (the one that moved last when name is empty).
func (m *Model) LatticeAt(at int, name string) LatticePane {
	p := LatticePane{Name: name, Names: m.line.names}
	if name == "" || len(m.line.bindings[name]) == 0 {
		p.Name = m.moved(at)
	}
	for i, b := range m.line.bindings[p.Name] {
		if b.event > at || b.value == nil {
			continue
		}
		to := m.mask(b.value)
		if i > 0 {
			if prev := m.lastBefore(p.Name, i); prev != nil && m.mask(prev) != to && m.mask(prev)&^to == 0 {
				p.Trail = append(p.Trail, Climb{m.mask(prev), to, b.event, m.events[b.event].Join != nil})
			}
		}
	}
	if v := m.line.value(p.Name, at); v != nil {
		p.Now, p.Usable = m.mask(v), true
	}
	if e := m.Event(at); e != nil {
		p.Where = m.Say(at).Now
		if e.Join != nil && p.Usable {
			p.Join = m.join(at, p.Name)
		}
	}
	return p
}

func (m *Model) lastBefore(name string, i int) *finding.AbstractValue {
	for k := i - 1; k >= 0; k-- {
		if v := m.line.bindings[name][k].value; v != nil {
			return v
		}
	}
	return nil
}

// moved is the name that the event, or the last one before it, moved.
func (m *Model) moved(at int) string {
	for i := min(at, len(m.events)-1); i >= 0; i-- {
		e := &m.events[i]
		if e.Join != nil && len(e.Join.Lost) > 0 {
			return e.Join.Lost[0].Name
		}
		if e.Join != nil && len(e.Join.Changed) > 0 && !isAutomaton(e.Join.Changed[0]) {
			return e.Join.Changed[0]
		}
		if e.Bind != nil {
			return e.Bind.Name
		}
	}
	if len(m.line.names) > 0 {
		return m.line.names[0]
	}
	return ""
}

func isAutomaton(name string) bool { return len(name) > 10 && name[:10] == "automaton:" }

// join rebuilds the two sides of a join event: of a branch the ends of then
// and else, of a loop the entry and the end of the body.
func (m *Model) join(at int, name string) *Join {
	e := &m.events[at]
	x, y := -1, at-1
	j := &Join{Name: name, XWords: "then", YWords: "else"}
	if e.Kind == finding.EvMeet {
		j.XWords, j.YWords = "entry", "body"
		x = m.before(at, finding.EvHead, e.Path, len(e.Iter))
		for i := 0; i <= at; i++ {
			if m.events[i].Kind == finding.EvHead && m.events[i].Path == e.Path && m.events[i].Loop.Iteration == 1 && sameOuter(&m.events[i], e) {
				x = i
			}
		}
	} else {
		for i := at - 1; i >= 0; i-- {
			b := &m.events[i]
			if b.Kind == finding.EvBranch && b.Path == e.Path && b.Branch.Side == "else" {
				x = i - 1
				break
			}
		}
	}
	vx, vy, v := m.line.value(name, x), m.line.value(name, y), m.line.value(name, at)
	if vx == nil || vy == nil || v == nil {
		return nil
	}
	j.X, j.Y, j.Result = *vx, *vy, *v
	j.XSet, j.YSet = m.mask(vx), m.mask(vy)
	for _, l := range e.Join.Lost {
		if l.Name == name {
			j.Lost = l.Rules
		}
	}
	return j
}

func (m *Model) before(at int, kind finding.EventKind, path string, depth int) int {
	for i := at - 1; i >= 0; i-- {
		if e := &m.events[i]; e.Kind == kind && e.Path == path && len(e.Iter) == depth {
			return i
		}
	}
	return -1
}

// sameOuter tells whether two events of a loop belong to one analysis of it.
func sameOuter(a, b *finding.Event) bool {
	if len(a.Iter) != len(b.Iter) || len(a.Iter) == 0 {
		return len(a.Iter) == len(b.Iter)
	}
	return sameInts(a.Iter[:len(a.Iter)-1], b.Iter[:len(b.Iter)-1])
}

func sameInts(a, b []int) bool { return slices.Equal(a, b) }
