package lattice_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"planproof/core/lattice"
	"planproof/core/lattice/latticetest"
)

// sets are non-extremal samples on both sides of the 64-element boundary.
func sets() []lattice.Set {
	return []lattice.Set{
		{}, lattice.SetOf(0), lattice.SetOf(1), lattice.SetOf(0, 1), lattice.SetOf(63), lattice.SetOf(64),
		lattice.SetOf(1, 64), lattice.SetOf(130), lattice.SetOf(0, 63, 64, 130), lattice.UpTo(131),
	}
}

func TestPowersetLaws(t *testing.T) {
	latticetest.Laws[lattice.Set](t, lattice.Powerset{}, sets())
	latticetest.MeetLaws[lattice.Set](t, lattice.Powerset{}, sets())
}

func TestDualLaws(t *testing.T) {
	latticetest.Laws[lattice.Set](t, lattice.Dual[lattice.Powerset, lattice.Set]{}, sets())
}

type coupleLattice = lattice.Pair[lattice.Powerset, lattice.Dual[lattice.Powerset, lattice.Set], lattice.Set, lattice.Set]

func couples() []lattice.Couple[lattice.Set, lattice.Set] {
	var out []lattice.Couple[lattice.Set, lattice.Set]
	for _, a := range sets()[:5] {
		for _, b := range sets()[4:8] {
			out = append(out, lattice.Couple[lattice.Set, lattice.Set]{First: a, Second: b})
		}
	}
	return out
}

func TestPairLaws(t *testing.T) {
	latticetest.Laws[lattice.Couple[lattice.Set, lattice.Set]](t, coupleLattice{}, couples())
}

func maps() []lattice.Map[lattice.Set] {
	var out []lattice.Map[lattice.Set]
	rng := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		var m lattice.Map[lattice.Set]
		for range rng.IntN(5) {
			s := sets()[rng.IntN(5)]
			m = m.With([]int{0, 3, 17, 300, 5000}[rng.IntN(5)], &s)
		}
		out = append(out, m)
	}
	return out
}

func TestMustMapLaws(t *testing.T) {
	latticetest.Laws[lattice.Map[lattice.Set]](t, lattice.MustMap[lattice.Powerset, lattice.Set]{}, maps())
}

// TestMapAgainstGoMap runs random operations on a Map and a Go map side by
// side; the old versions must not change.
func TestMapAgainstGoMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var m lattice.Map[int]
	ref := map[int]int{}
	var old []lattice.Map[int]
	var oldRef []map[int]int
	for i := range 3000 {
		key := rng.IntN(6000)
		if rng.IntN(4) == 0 {
			m = m.With(key, nil)
			delete(ref, key)
		} else {
			v := i
			m = m.With(key, &v)
			ref[key] = v
		}
		if i%500 == 0 {
			copied := map[int]int{}
			for k, v := range ref {
				copied[k] = v
			}
			old, oldRef = append(old, m), append(oldRef, copied)
		}
	}
	for i := range old {
		for k := range 6000 {
			want, ok := oldRef[i][k]
			if got := old[i].Get(k); (got != nil) != ok || ok && *got != want {
				t.Fatalf("version %d key %d: got %v, want %d %v", i, k, got, want, ok)
			}
		}
	}
	var seen []int
	lattice.Diff(lattice.Map[int]{}, m, func(k int, x, y *int) bool {
		seen = append(seen, k)
		return x == nil && y != nil
	})
	if len(seen) != len(ref) || !slices.IsSorted(seen) {
		t.Fatalf("Diff saw %d keys (sorted %v), want %d", len(seen), slices.IsSorted(seen), len(ref))
	}
}

// TestMergeShares: merging versions of one map touches only what differs.
func TestMergeShares(t *testing.T) {
	var m lattice.Map[int]
	for k := range 10000 {
		v := k
		m = m.With(k, &v)
	}
	a, b, calls := 1, 2, 0
	merged := lattice.Merge(m.With(77, &a), m.With(77, &b).With(9000, nil), func(_ int, x, _ *int) *int {
		calls++
		return x
	})
	if calls != 1 || merged.Get(9000) != nil || *merged.Get(77) != 1 || merged.Get(5) != m.Get(5) {
		t.Fatalf("merge called f %d times", calls)
	}
}

// TestBuilder builds sets element by element; a set that was taken out does
// not change afterwards.
func TestBuilder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var b lattice.Builder
	var want lattice.Set
	for range 500 {
		e := rng.IntN(700)
		before := b.Set()
		had := before.Has(e)
		b.Add(e)
		want = want.With(e)
		if !b.Set().Equal(want) || before.Has(e) != had {
			t.Fatalf("after adding %d", e)
		}
	}
}

func TestSetAgainstSlice(t *testing.T) {
	s := lattice.SetOf(5, 64, 3, 200, 64)
	if got := slices.Collect(s.All()); !slices.Equal(got, []int{3, 5, 64, 200}) {
		t.Fatalf("All = %v", got)
	}
	if s.Len() != 4 || s.Min() != 3 || !s.Has(200) || s.Has(199) || s.Empty() || (lattice.Set{}).Min() != -1 {
		t.Fatal("Len, Min, Has or Empty is wrong")
	}
	for _, n := range []int{0, 1, 63, 64, 65, 128, 200} {
		if u := lattice.UpTo(n); u.Len() != n || u.Has(n) {
			t.Fatalf("UpTo(%d) has %d elements", n, u.Len())
		}
	}
	if m := lattice.UpTo(130).Minus(lattice.UpTo(129)); m.Min() != 129 || m.Len() != 1 {
		t.Fatal("Minus is wrong")
	}
}
