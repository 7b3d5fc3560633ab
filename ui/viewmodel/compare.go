package viewmodel

import (
	"planproof/core/finding"
	"planproof/ui/layout"
)

// Names are all names that are bound somewhere, in order of appearance.
func (m *Model) Names() []string { return m.line.names }

// ValueAt is what a name holds after an event, nil when it is not usable.
func (m *Model) ValueAt(name string, at int) *finding.AbstractValue { return m.line.value(name, at) }

// JoinOf is x ⊔ y as the engine joins two values where paths meet
// (core/flow.Join): labels, provenance and source tools are united; a rule
// stays satisfied when it is on both sides, and a side that does not carry a
// rule's data has nothing to satisfy.
func (m *Model) JoinOf(x, y finding.AbstractValue) Join {
	j := Join{X: x, Y: y, XWords: "x", YWords: "y", XSet: m.mask(&x), YSet: m.mask(&y)}
	j.Result = finding.AbstractValue{
		Labels: union(x.Labels, y.Labels), Provenance: union(x.Provenance, y.Provenance),
		SourceTools: union(x.SourceTools, y.SourceTools), Carries: union(x.Carries, y.Carries),
	}
	clean := func(v finding.AbstractValue, rule string) bool {
		return contains(v.SanitizedFor, rule) || !contains(v.Carries, rule)
	}
	for _, rule := range j.Result.Carries {
		if clean(x, rule) && clean(y, rule) {
			j.Result.SanitizedFor = append(j.Result.SanitizedFor, rule)
		}
	}
	j.Lost = minus(union(x.SanitizedFor, y.SanitizedFor), j.Result.SanitizedFor)
	return j
}

// union keeps the order of a, then that of what b adds.
func union(a, b []string) []string {
	return append(append([]string(nil), a...), minus(b, a)...)
}

// LatticeOf are the label sets of a join with their meet, for a drawing of
// their own.
func (m *Model) LatticeOf(j Join, x, y string) []layout.SetNode {
	both := j.XSet | j.YSet
	sets := map[layout.LabelSet][]string{j.XSet & j.YSet: nil}
	order := []layout.LabelSet{j.XSet & j.YSet}
	for _, s := range []struct {
		set layout.LabelSet
		who string
	}{{j.XSet, x}, {j.YSet, y}, {both, "x ⊔ y"}} {
		if _, ok := sets[s.set]; !ok {
			order = append(order, s.set)
		}
		sets[s.set] = append(sets[s.set], s.who)
	}
	var out []layout.SetNode
	for _, s := range order {
		out = append(out, layout.SetNode{Set: s, Names: sets[s]})
	}
	return out
}
