package flow

import (
	"math/rand/v2"
	"testing"

	"planproof/core/ir"
)

// TestChangesFindsAllDifferences compares Changes with a look at every name.
func TestChangesFindsAllDifferences(t *testing.T) {
	d := NewDomain(sample())
	for i, a := range states(d) {
		for j, b := range states(d) {
			seen := map[ir.Slot]bool{}
			before := ir.Slot(-1)
			Changes(a, b, func(slot ir.Slot, was, is *Binding) {
				if slot <= before || was != a.Lookup(slot) || is != b.Lookup(slot) {
					t.Errorf("states %d, %d: slot %d is out of order or not as it is", i, j, slot)
				}
				before, seen[slot] = slot, true
			}, func(int) {
				if a.Automaton(0).Equal(b.Automaton(0)) {
					t.Errorf("states %d, %d: the automaton did not change", i, j)
				}
			})
			for slot := range d.p.Names {
				if s := ir.Slot(slot); a.Lookup(s) != b.Lookup(s) && !seen[s] {
					t.Errorf("states %d, %d: a change of %s is missing", i, j, d.p.Names[slot])
				}
			}
		}
	}
}

// TestStatesAreImmutable: changing a state leaves it as it was.
func TestStatesAreImmutable(t *testing.T) {
	d := NewDomain(sample())
	rng := rand.New(rand.NewPCG(4, 4))
	for i, s := range states(d) {
		var before [4]*Binding
		for slot := range before {
			before[slot] = s.Lookup(ir.Slot(slot))
		}
		moved := s.Automaton(0)
		for range 10 {
			d.Join(changed(rng, d, s), s, "/join")
		}
		for slot := range before {
			if before[slot] != s.Lookup(ir.Slot(slot)) || !moved.Equal(s.Automaton(0)) {
				t.Errorf("state %d changed", i)
			}
		}
	}
}

// TestJoinMarksTheMeeting: a name that was rebound on one side gets an origin
// that says so, also when the values are equal; one that was not keeps its own.
func TestJoinMarksTheMeeting(t *testing.T) {
	d := NewDomain(sample())
	entry := d.Entry()
	v := entry.Lookup(0).Value
	rebound := entry.Bind(0, &Binding{Value: v, Origin: &Origin{Name: "w", Value: v}, Version: d.slotVersion('r', "/p", 0)})
	joined := d.Join(entry, rebound, "/join").Lookup(0)
	if joined.Origin.Rule != "join" || len(joined.Origin.From) != 2 || joined.Version == entry.Lookup(0).Version {
		t.Errorf("the join of a rebound name has the origin %+v", joined.Origin)
	}
	if same := d.Join(entry, entry, "/join").Lookup(0); same != entry.Lookup(0) {
		t.Errorf("the join of a state with itself made a new binding")
	}
}

// TestKeepAndRestore: how names leave a loop.
func TestKeepAndRestore(t *testing.T) {
	d := NewDomain(sample())
	entry := d.Entry()
	inside := entry.Bind(1, &Binding{Version: d.slotVersion('r', "/p", 1)}).Bind(0, nil)
	out := inside.Restore(0, entry).Keep(entry)
	if out.Lookup(1) != nil || out.Lookup(0) != entry.Lookup(0) {
		t.Errorf("a local name stayed, or the old one did not come back")
	}
}
