package viewmodel

import (
	"slices"
	"testing"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/examples"
)

// The join of the playground is the engine's: at every join of every example
// it gives what the trace says.
func TestJoinOfIsTheEnginesJoin(t *testing.T) {
	seen := 0
	for _, e := range examples.All() {
		if _, err := doc.ReadBundle(e.Text, doc.ReadOptions{}); err != nil {
			continue
		}
		m := load(t, e.ID)
		for at := range m.events {
			if m.events[at].Join == nil || m.events[at].Kind == finding.EvMeet {
				continue
			}
			for _, name := range m.Names() {
				want := m.join(at, name)
				if want == nil {
					continue
				}
				seen++
				got := m.JoinOf(want.X, want.Y).Result
				if !same(got.Labels, want.Result.Labels) || !same(got.Provenance, want.Result.Provenance) ||
					!same(got.SourceTools, want.Result.SourceTools) || !same(got.Carries, want.Result.Carries) || !same(got.SanitizedFor, want.Result.SanitizedFor) {
					t.Errorf("event %d, %s: %+v, want %+v", at+1, name, got, want.Result)
				}
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d joins", seen)
	}
}

func same(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
