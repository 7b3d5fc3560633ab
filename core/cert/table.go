package cert

import "planproof/core/lattice"

// Certificate is the evidence for one program: its numbers are those of the
// program's Model.
type Certificate struct {
	// Heads has the state at the head of each loop, by the loop's number.
	Heads []*Head
	Table
}

// Head is the state at a loop's head. It is written as what it changes of the
// state in which the loop is entered (a loop unbinds nothing that was bound
// before); a Whole one says everything itself.
type Head struct {
	Whole    bool
	Known    []Known
	Automata []lattice.Set
}

// Known says of which rules a variable may carry raw data.
type Known struct {
	Var int
	Raw lattice.Set
}

// at is the state that the head stands for when the loop is entered in a.
func (h *Head) at(a AState) AState {
	if h.Whole {
		a.env = lattice.Map[lattice.Set]{}
	}
	for _, k := range h.Known {
		a = a.put(k.Var, k.Raw)
	}
	a.auts = h.Automata
	return a
}

// Table says what the conditions at calls can do. What it does not list it
// does not exclude: every transition may fire, the state may stay, the rule may
// apply, the precondition may fail. (entries)
type Table struct {
	Next   []Next
	NoRule []NoRule
	Holds  []Holds
}

// Next: at the call, in the state of the automaton, one of the transitions
// fires, or none and the state stays.
type Next struct {
	Call, Automaton, State int
	Fires                  []int
	Stays                  bool
	Why                    Reason
}

// NoRule: at the call the condition of the rule is evaluated and false.
type NoRule struct {
	Call, Rule int
	Why        Reason
}

// Holds: at the call the precondition (or invariant) surely holds.
type Holds struct {
	Call, Pre int
	Why       Reason
}

// Reason is what an exclusion rests on. Without Solver the checker evaluates
// the conditions itself; with it the exclusion is an obligation that it passes
// on, together with the facts that it was concluded from.
type Reason struct {
	Solver bool
	Facts  []string
}

// lookup is a table prepared for the checker. (table_of)
type lookup struct {
	next   map[[3]int]*Next
	noRule map[[2]int]*NoRule
	holds  map[[2]int]*Holds
}

// tableOf prepares a table; of two entries about the same thing the first
// counts.
func tableOf(t *Table) *lookup {
	l := &lookup{
		next:   make(map[[3]int]*Next, len(t.Next)),
		noRule: make(map[[2]int]*NoRule, len(t.NoRule)),
		holds:  make(map[[2]int]*Holds, len(t.Holds)),
	}
	for i := range t.Next {
		e := &t.Next[i]
		if key := [3]int{e.Call, e.Automaton, e.State}; l.next[key] == nil {
			l.next[key] = e
		}
	}
	for i := range t.NoRule {
		e := &t.NoRule[i]
		if key := [2]int{e.Call, e.Rule}; l.noRule[key] == nil {
			l.noRule[key] = e
		}
	}
	for i := range t.Holds {
		e := &t.Holds[i]
		if key := [2]int{e.Call, e.Pre}; l.holds[key] == nil {
			l.holds[key] = e
		}
	}
	return l
}
