package flow

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/ir"
	"planproof/core/lattice"
	"planproof/core/prove"
	"planproof/core/types"
	"planproof/core/value"
)

// Fact is something that holds at a point of the plan: a condition over
// versions that was evaluated without error, and its truth. Facts come from
// the conditions of branches, from contracts that the executor enforced, and
// are never taken back: versions do not change.
type Fact struct {
	ID   int
	Fact prove.Fact
	// About are the versions that the fact's names stand for.
	About []*Version
	// Words say the fact and where it comes from; Span is where it is written.
	Words string
	Span  doc.Span
}

// Known is what is known of one version: the declared types, enums and ranges
// that the executor checked it against, and the facts about it.
type Known struct {
	Type     types.Type
	Enum     []value.Value // nil: any
	Min, Max *value.Number
	Facts    []*Fact // by ID, ascending
}

// Fact interns a fact. Two facts that say the same of the same versions are
// one, so that a join can tell that both sides have it.
func (d *Domain) Fact(f prove.Fact, about []*Version, words string, span doc.Span) *Fact {
	var key strings.Builder
	key.WriteString(f.Cond.Source())
	key.WriteString(strconv.FormatBool(f.Holds))
	for _, n := range f.Names {
		key.WriteString("\x00" + n.Name + "\x00")
		prove.AppendSymKey(&key, n.Sym)
	}
	k := key.String()
	out, ok := d.facts[k]
	if !ok {
		out = &Fact{ID: len(d.facts) + 1, Fact: f, About: about, Words: words, Span: span}
		d.facts[k] = out
	}
	return out
}

// Assume is s with a fact.
func (s State) Assume(f *Fact) State {
	for _, v := range f.About {
		k := s.Known(v)
		i, found := slices.BinarySearchFunc(k.Facts, f, func(a, b *Fact) int { return a.ID - b.ID })
		if found {
			continue
		}
		k.Facts = append(append(k.Facts[:i:i], f), k.Facts[i:]...)
		s.known = s.known.With(v.ID, &k)
	}
	return s
}

// Known is what is known of a version.
func (s State) Known(v *Version) Known {
	if k := s.known.Get(v.ID); k != nil {
		return *k
	}
	return Known{Type: types.Any}
}

// AssumeShape is s with a version's type, enum and range narrowed to what a
// parameter declares; ok is false when that contradicts what was known. Then
// all that is assumed is that one of the two declarations holds: the executor
// would stop a run here, but nothing must be proved from a contradiction of
// two specs.
func (s State) AssumeShape(v *Version, t types.Type, enum []value.Value, min, max *value.Number) (out State, ok bool) {
	if t.String() == types.Any.String() && enum == nil && min == nil && max == nil {
		return s, true
	}
	k := s.Known(v)
	narrow := Known{Type: types.Intersect(k.Type, t), Enum: k.Enum, Min: k.Min, Max: k.Max, Facts: k.Facts}
	if enum != nil {
		narrow.Enum = narrowed(k.Enum, enum)
	}
	if min != nil && (k.Min == nil || k.Min.Cmp(*min) < 0) {
		narrow.Min = min
	}
	if max != nil && (k.Max == nil || k.Max.Cmp(*max) > 0) {
		narrow.Max = max
	}
	if ok = !narrow.empty(); !ok {
		narrow = Known{Type: weaker(k.Type, t), Facts: k.Facts}
	}
	s.known = s.known.With(v.ID, &narrow)
	return s, ok
}

// empty: no value is left.
func (k *Known) empty() bool {
	return k.Type.Empty() || k.Enum != nil && len(k.Enum) == 0 || k.Min != nil && k.Max != nil && k.Min.Cmp(*k.Max) > 0
}

// narrowed is the intersection of two enums; nil is any value.
func narrowed(a, b []value.Value) []value.Value {
	if a == nil {
		return b
	}
	out := []value.Value{}
	for _, v := range a {
		if slices.ContainsFunc(b, func(w value.Value) bool { return sameKind(v, w) && value.Equal(v, w) }) {
			out = append(out, v)
		}
	}
	return out
}

func sameKind(a, b value.Value) bool { return value.KindOf(a) == value.KindOf(b) }

// joinKnown keeps what both sides know.
func joinKnown(a, b lattice.Map[Known]) lattice.Map[Known] {
	return lattice.Merge(a, b, func(_ int, x, y *Known) *Known {
		k := Known{Type: weaker(x.Type, y.Type), Min: x.Min, Max: x.Max, Enum: x.Enum}
		if y.Min == nil || x.Min != nil && y.Min.Cmp(*x.Min) < 0 {
			k.Min = y.Min
		}
		if y.Max == nil || x.Max != nil && y.Max.Cmp(*x.Max) > 0 {
			k.Max = y.Max
		}
		if y.Enum == nil || x.Enum != nil && len(narrowed(x.Enum, y.Enum)) != max(len(x.Enum), len(y.Enum)) {
			k.Enum = nil
		}
		for _, f := range x.Facts {
			if slices.Contains(y.Facts, f) {
				k.Facts = append(k.Facts, f)
			}
		}
		return &k
	})
}

// weaker is a type that both are.
func weaker(a, b types.Type) types.Type {
	if a.String() == b.String() {
		return a
	}
	if u := types.Union(a, b); len(u.String()) < 100 {
		return u
	}
	return types.Any // repeated joins must not grow it without end
}

// maxFacts bounds how many facts one question gets. Leaving facts out is
// safe: less is proved.
const maxFacts = 64

// FactsAbout are the facts that bear on the given versions: those about them,
// and, transitively, about versions that such a fact relates them to. In
// order of ID.
func (s State) FactsAbout(versions []*Version) []*Fact {
	var out []*Fact
	seenV, seenF := map[int]bool{}, map[int]bool{}
	for queue := slices.Clone(versions); len(queue) > 0 && len(out) < maxFacts; queue = queue[1:] {
		v := queue[0]
		if seenV[v.ID] {
			continue
		}
		seenV[v.ID] = true
		for _, f := range s.Known(v).Facts {
			if !seenF[f.ID] {
				seenF[f.ID] = true
				out = append(out, f)
				queue = append(queue, f.About...)
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out[:min(len(out), maxFacts)]
}

// Last is the last result of a tool on this path: its version, and whether
// the tool was called on every way here. It is nil when it was called on none.
type Last struct {
	Version *Version
	Always  bool
}

// Last is what is known of the last result of a tool.
func (s State) Last(tool int) *Last { return s.last.Get(tool) }

// Called is s after a call of a tool gave the version v.
func (s State) Called(tool int, v *Version) State {
	s.last = s.last.With(tool, &Last{v, true})
	return s
}

// joinLast: different results merge into one of which nothing is known, and a
// tool called on one side only may not have been called.
func (d *Domain) joinLast(a, b lattice.Map[Last], path string) lattice.Map[Last] {
	out := lattice.Merge(a, b, func(tool int, x, y *Last) *Last {
		if x.Version == y.Version {
			return &Last{x.Version, x.Always && y.Always}
		}
		return &Last{d.mergedLast(tool, path), x.Always && y.Always}
	})
	lattice.Diff(a, b, func(tool int, x, y *Last) bool {
		if x == nil || y == nil {
			out = out.With(tool, &Last{d.mergedLast(tool, path), false})
		}
		return true
	})
	return out
}

func (d *Domain) mergedLast(tool int, path string) *Version {
	return d.version('m', path, ir.Slot(tool), "result."+d.p.Tools[tool].Name)
}
