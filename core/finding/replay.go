package finding

import "slices"

// State is the abstract state at one event: what every usable name is bound
// to and the possible states of every automaton. Names stand in the order in
// which the trace first bound them, so that a name keeps its place when it
// leaves scope and comes back.
type State struct {
	Bindings []Bound
	Automata []AutomatonDelta
}

// Bound is a usable name with its value.
type Bound struct {
	Name  string
	Value *AbstractValue
}

// Lookup returns the value of a name, nil when the name is unusable.
func (s State) Lookup(name string) *AbstractValue {
	for i := range s.Bindings {
		if s.Bindings[i].Name == name {
			return s.Bindings[i].Value
		}
	}
	return nil
}

// Automaton returns the possible states of an automaton, nil when the state
// has no automaton of that name.
func (s State) Automaton(name string) []string {
	for i := range s.Automata {
		if s.Automata[i].Automaton == name {
			return s.Automata[i].States
		}
	}
	return nil
}

// StateAt is the state after event i: the sum of the deltas of events 0..i.
// It shares values with the trace, which is immutable. An i beyond the end
// gives the last state, a negative one the empty state.
func StateAt(t *Trace, i int) State {
	var r Replay
	for n := 0; n <= i && n < len(t.Events); n++ {
		r.Apply(t.Events[n].Delta)
	}
	return r.State()
}

// Replay adds deltas up, one event after the other. The zero value is the
// empty state.
type Replay struct {
	place    map[string]int // name → index in bindings
	bindings []Bound        // a nil value: unusable now
	automata []AutomatonDelta
}

// Apply adds one delta; nil changes nothing.
func (r *Replay) Apply(d *Delta) {
	if d == nil {
		return
	}
	for _, b := range d.Bindings {
		r.bind(b.Name, b.Value)
	}
	for _, a := range d.Automata {
		r.move(a)
	}
}

// State is the sum so far; later calls of Apply do not change it.
func (r *Replay) State() State {
	s := State{Automata: slices.Clone(r.automata)}
	for _, b := range r.bindings {
		if b.Value != nil {
			s.Bindings = append(s.Bindings, b)
		}
	}
	return s
}

func (r *Replay) lookup(name string) *AbstractValue {
	if i, ok := r.place[name]; ok {
		return r.bindings[i].Value
	}
	return nil
}

func (r *Replay) automaton(name string) []string {
	return State{Automata: r.automata}.Automaton(name)
}

func (r *Replay) bind(name string, v *AbstractValue) {
	if i, ok := r.place[name]; ok {
		r.bindings[i].Value = v
		return
	}
	if r.place == nil {
		r.place = map[string]int{}
	}
	r.place[name] = len(r.bindings)
	r.bindings = append(r.bindings, Bound{name, v})
}

func (r *Replay) move(a AutomatonDelta) {
	for i := range r.automata {
		if r.automata[i].Automaton == a.Automaton {
			r.automata[i].States = a.States
			return
		}
	}
	r.automata = append(r.automata, a)
}
