package flow

import (
	"slices"

	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/lattice"
)

// State is an abstract state: what every usable name is bound to, and the
// possible states of every automaton. It is immutable; a name without a
// binding is ⊤, unusable.
//
// Beside the lattice it carries what is known of values: facts, and the last
// result of every tool. They only ever shrink at a join and never grow at a
// loop head, so they need no part in the order.
type State struct {
	env      lattice.Map[Binding]
	automata []lattice.Set
	known    lattice.Map[Known]
	last     lattice.Map[Last]
}

// Entry is the state before the first step.
func (d *Domain) Entry() State {
	var s State
	for _, slot := range d.p.Inputs {
		o := &Origin{Rule: finding.HopSource, Path: "/workflow/input_variables", Name: d.p.Names[slot], Value: d.Input()}
		s = s.Bind(slot, &Binding{o.Value, o, d.slotVersion('i', "", slot)})
	}
	for _, a := range d.p.Automata {
		s.automata = append(s.automata, lattice.SetOf(a.Initial))
	}
	return s
}

// Lookup returns the binding of a name, nil when the name is unusable.
func (s State) Lookup(slot ir.Slot) *Binding { return s.env.Get(int(slot)) }

// Bind is s with the name bound; a nil binding makes it unusable.
func (s State) Bind(slot ir.Slot, b *Binding) State {
	s.env = s.env.With(int(slot), b)
	return s
}

// Automaton returns the possible states of an automaton.
func (s State) Automaton(i int) lattice.Set { return s.automata[i] }

// Move is s with the possible states of automaton i replaced.
func (s State) Move(i int, states lattice.Set) State {
	if s.automata[i].Equal(states) {
		return s
	}
	moved := make([]lattice.Set, len(s.automata))
	copy(moved, s.automata)
	moved[i] = states
	s.automata = moved
	return s
}

// Keep is s without the names that entry does not have: how a loop's item and
// the names bound only in its body leave scope.
func (s State) Keep(entry State) State {
	lattice.Diff(entry.env, s.env, func(key int, was, _ *Binding) bool {
		if was == nil {
			s.env = s.env.With(key, nil)
		}
		return true
	})
	return s
}

// Restore is s with one name bound as in other.
func (s State) Restore(slot ir.Slot, other State) State { return s.Bind(slot, other.Lookup(slot)) }

// Leq is the order of states: every name usable in t is usable in s with a
// smaller value, and the automata's sets are included.
func (s State) Leq(t State) bool {
	if !(lattice.MustMap[bindings, Binding]{}).Leq(s.env, t.env) {
		return false
	}
	for i := range s.automata {
		if !s.automata[i].Subset(t.automata[i]) {
			return false
		}
	}
	return true
}

// Equal is equality of values; origins do not count.
func (s State) Equal(t State) bool { return s.Leq(t) && t.Leq(s) }

// bindings orders bindings by their values.
type bindings struct{}

func (bindings) Join(a, b Binding) Binding { return Binding{Value: Values{}.Join(a.Value, b.Value)} }
func (bindings) Leq(a, b Binding) bool     { return Values{}.Leq(a.Value, b.Value) }
func (bindings) Equal(a, b Binding) bool   { return Values{}.Equal(a.Value, b.Value) }

// Join is the least upper bound of the states after two branches. A name that
// was rebound on one side gets a new origin that records the meeting, even
// when one value absorbs the other (a flow through it is then no longer
// certain), and a new version; facts that both sides have are kept.
func (d *Domain) Join(s, t State, path string) State {
	out := d.joined(s, t, path)
	out.env = lattice.Merge(s.env, t.env, func(key int, x, y *Binding) *Binding {
		v := x.Version
		if v != y.Version {
			v = d.slotVersion('j', path, ir.Slot(key))
		}
		return d.meeting(finding.HopJoin, path, key, x, y, v)
	})
	return out
}

// Meet is entry ⊔ exit at a loop head. Entry is the state that Enter made, so
// a name that the body rebinds keeps the head's version.
func (d *Domain) Meet(entry, exit State, path string) State {
	out := d.joined(entry, exit, path)
	out.known = entry.known // exit knows all of it, and more only of this round
	out.env = lattice.Merge(entry.env, exit.env, func(key int, x, y *Binding) *Binding {
		b := d.meeting(finding.HopLoop, path, key, x, y, x.Version)
		b.Origin.From = append(x.Origin.atHead(path), Use{Origin: y.Origin})
		return b
	})
	return out
}

// atHead are the values that a loop head was made from, or the one value that
// it is: what a further meeting at the head starts from.
func (o *Origin) atHead(path string) []Use {
	if o.Rule == finding.HopLoop && o.Path == path {
		return slices.Clone(o.From)
	}
	return []Use{{Origin: o}}
}

// joined joins everything but the environments.
func (d *Domain) joined(s, t State, path string) State {
	out := State{automata: s.automata, known: joinKnown(s.known, t.known), last: d.joinLast(s.last, t.last, path)}
	for i := range s.automata {
		out = out.Move(i, s.automata[i].Union(t.automata[i]))
	}
	return out
}

func (d *Domain) meeting(rule finding.HopRule, path string, key int, x, y *Binding, v *Version) *Binding {
	joined := Values{}.Join(x.Value, y.Value)
	o := &Origin{Rule: rule, Path: path, Name: d.p.Names[key], Value: joined, From: []Use{{Origin: x.Origin}, {Origin: y.Origin}}}
	return &Binding{joined, o, v}
}

// Enter is the state in which a loop's head starts: the entry, where every
// name that the body rebinds has a version of its own, of which nothing is
// known, and an origin that says that it may have been rebound; the last result of a tool that the body calls may be of any round.
func (d *Domain) Enter(entry State, l *ir.Loop) State {
	for _, slot := range l.Binds {
		if b := entry.Lookup(slot); b != nil {
			o := &Origin{Rule: finding.HopLoop, Path: l.Path, Name: d.p.Names[slot], Value: b.Value, From: []Use{{Origin: b.Origin}}}
			entry = entry.Bind(slot, &Binding{b.Value, o, d.slotVersion('h', l.Path, slot)})
		}
	}
	for _, tool := range l.Calls {
		before := entry.Last(tool)
		entry.last = entry.last.With(tool, &Last{d.mergedLast(tool, l.Path), before != nil && before.Always})
	}
	return entry
}

// Resume is the head that a loop starts from when it is analysed again with a
// larger entry: entry ⊔ the head it converged to before. That head is below
// the new least fixpoint, so the iteration reaches the same one, and a nest of
// loops costs the sum of its rounds instead of their product. A binding of
// entry that absorbs the old one stays as it is.
func (d *Domain) Resume(entry, before State, path string) State {
	out := State{automata: entry.automata, known: entry.known, last: entry.last}
	out.env = lattice.Merge(entry.env, before.env, func(key int, x, y *Binding) *Binding {
		if (Values{}).Leq(y.Value, x.Value) {
			return x
		}
		return d.meeting(finding.HopLoop, path, key, x, y, x.Version)
	})
	for i := range entry.automata {
		out = out.Move(i, entry.automata[i].Union(before.automata[i]))
	}
	return out
}

// Height bounds the length of any ascending chain of states from entry with
// the given number of bound names: each name can gain every label, tool and
// producer, lose every sanitization and become unusable, and every automaton
// can gain every state. It is an emergency bound; real chains are short.
func (d *Domain) Height(names int) int {
	tools := len(d.p.Tools) + 2
	h := names * (len(d.p.Labels) + 2*tools + len(d.p.Rules) + 1)
	for _, a := range d.p.Automata {
		h += len(a.States)
	}
	return h + 1
}

// Changes calls name for every name whose binding differs between two states
// and automaton for every automaton whose possible states do, in order.
func Changes(s, t State, name func(slot ir.Slot, was, is *Binding), automaton func(i int)) {
	lattice.Diff(s.env, t.env, func(key int, x, y *Binding) bool {
		name(ir.Slot(key), x, y)
		return true
	})
	for i := range t.automata {
		if len(s.automata) == 0 || !s.automata[i].Equal(t.automata[i]) {
			automaton(i)
		}
	}
}
