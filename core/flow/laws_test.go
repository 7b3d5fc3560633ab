package flow

import (
	"math/rand/v2"
	"testing"

	"planproof/core/ir"
	"planproof/core/lattice"
	"planproof/core/lattice/latticetest"
)

func TestValuesLaws(t *testing.T) {
	latticetest.Laws[Value](t, Values{}, values(NewDomain(sample())))
}

// stateLattice is the lattice of states of one domain.
type stateLattice struct{ d *Domain }

func (l stateLattice) Join(a, b State) State { return l.d.Join(a, b, "/join") }
func (stateLattice) Leq(a, b State) bool     { return a.Leq(b) }
func (stateLattice) Equal(a, b State) bool   { return a.Equal(b) }

func TestStateLaws(t *testing.T) {
	d := NewDomain(sample())
	latticetest.Laws[State](t, stateLattice{d}, states(d))
}

// TestMeetIsJoin: how a loop's entry and exit meet differs from a join in what
// is known of versions, not in the lattice.
func TestMeetIsJoin(t *testing.T) {
	d := NewDomain(sample())
	for i, a := range states(d) {
		for j, b := range states(d) {
			if !d.Meet(a, b, "/loop").Equal(d.Join(a, b, "/join")) {
				t.Errorf("states %d and %d: Meet is not Join", i, j)
			}
		}
	}
}

// TestResumeIsJoin: resuming is entry ⊔ the head before, as a lattice value.
func TestResumeIsJoin(t *testing.T) {
	d := NewDomain(sample())
	for i, a := range states(d) {
		for j, b := range states(d) {
			if !d.Resume(a, b, "/loop").Equal(d.Join(a, b, "/join")) {
				t.Errorf("states %d and %d: Resume is not Join", i, j)
			}
		}
	}
}

// TestTransferIsMonotone: a larger argument gives a larger result, for every
// tool and in every position.
func TestTransferIsMonotone(t *testing.T) {
	d := NewDomain(sample())
	vs := values(d)
	for _, tool := range d.p.Tools {
		latticetest.Monotone[Value, Value](t, Values{}, Values{}, vs, func(v Value) Value { return d.Result(tool, []Value{v}) })
		latticetest.Monotone[Value, Value](t, Values{}, Values{}, vs, func(v Value) Value { return d.Result(tool, []Value{vs[5], v, vs[9]}) })
	}
	for _, control := range vs {
		latticetest.Monotone[Value, Value](t, Values{}, Values{}, vs, func(v Value) Value { return d.Controlled(v, control) })
		latticetest.Monotone[Value, Value](t, Values{}, Values{}, vs, func(v Value) Value { return d.Controlled(control, v) })
	}
	latticetest.Monotone[Value, lattice.Set](t, Values{}, lattice.Powerset{}, vs, d.Carries)
}

// TestTransferDistributes: the result of a join is the join of the results, so
// that joining early loses nothing.
func TestTransferDistributes(t *testing.T) {
	d := NewDomain(sample())
	for _, tool := range d.p.Tools {
		for i, a := range values(d) {
			for j, b := range values(d) {
				whole := d.Result(tool, []Value{Values{}.Join(a, b)})
				parts := Values{}.Join(d.Result(tool, []Value{a}), d.Result(tool, []Value{b}))
				if !(Values{}).Equal(whole, parts) {
					t.Errorf("%s on values %d and %d does not distribute", tool.Name, i, j)
				}
			}
		}
	}
}

// TestFreshOutput: the output of a source is never sanitized for its rules,
// whatever went in; a sanitizer's is, unless it is a source.
func TestFreshOutput(t *testing.T) {
	d := NewDomain(sample())
	for i, v := range values(d) {
		if src := d.Result(d.p.Tools[0], []Value{v}); !src.Sanitized.Intersect(d.p.Tools[0].Sources).Empty() {
			t.Errorf("value %d: fresh output of src is sanitized for its own rules", i)
		}
		if clean := d.Result(d.p.Tools[2], []Value{v}); !d.p.Tools[2].Sanitizes.Subset(clean.Sanitized) {
			t.Errorf("value %d: clean does not clean", i)
		}
	}
}

// TestHeightBoundsChains climbs random chains of states; none is longer than
// the height for the names that move.
func TestHeightBoundsChains(t *testing.T) {
	d := NewDomain(sample())
	bound := d.Height(len(d.p.Names))
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 3))
		s, length := d.Entry(), 0
		for slot := range d.p.Names {
			v := d.Literal()
			s = s.Bind(ir.Slot(slot), &Binding{Value: v, Origin: &Origin{Value: v}, Version: d.slotVersion('r', "/test", ir.Slot(slot))})
		}
		for range 3000 {
			next := d.Join(s, changed(rng, d, s), "/join")
			if !next.Equal(s) {
				length++
			}
			s = next
		}
		if length > bound {
			t.Errorf("seed %d: a chain of %d states, above the height %d", seed, length, bound)
		}
	}
}
