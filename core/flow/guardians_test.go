package flow

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"planproof/core/ir"
	"planproof/core/lattice"
)

// corpusFile reads third-party data, which is never part of the repository.
func corpusFile(t *testing.T, name string) []byte {
	t.Helper()
	dir := os.Getenv("PLANPROOF_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("SKIPPED, third-party corpus not found: %v (set PLANPROOF_CORPUS)", err)
	}
	return b
}

// recordedValue and recordedState are the recorder's form of ours.
type recordedValue struct {
	Labels       []string `json:"labels"`
	Provenance   []string `json:"provenance"`
	SanitizedFor []string `json:"sanitized_for"`
	SourceTools  []string `json:"source_tools"`
}

type recordedState struct {
	Env      map[string]recordedValue `json:"env"`
	Automata map[string][]string      `json:"automata"`
}

// names interns the recorded names of one case.
type names map[string]int

func (n names) set(elems []string) lattice.Set {
	var s lattice.Set
	for _, e := range elems {
		if _, ok := n[e]; !ok {
			n[e] = len(n)
		}
		s = s.With(n[e])
	}
	return s
}

func (n names) value(r recordedValue) Value {
	return Value{n.set(r.Labels), n.set(r.Provenance), n.set(r.SourceTools), n.set(r.SanitizedFor)}
}

func (n names) state(r recordedState) State {
	var s State
	for _, name := range []string{"x", "y", "z"} {
		if v, ok := r.Env[name]; ok {
			s = s.Bind(ir.Slot(slices.Index([]string{"x", "y", "z"}, name)), &Binding{Value: n.value(v), Origin: &Origin{}, Version: &Version{}})
			delete(r.Env, name)
		}
	}
	s.automata = []lattice.Set{n.set(r.Automata["m"])}
	return s
}

// TestGuardiansLattice compares joins and orders with those recorded from the
// Python implementation's own tests.
func TestGuardiansLattice(t *testing.T) {
	var cases []struct {
		Name, Op     string
		A, B, Result json.RawMessage
	}
	if err := json.Unmarshal(corpusFile(t, "guardians/lattice.json"), &cases); err != nil {
		t.Fatal(err)
	}
	d := NewDomain(&ir.Program{Names: []string{"x", "y", "z"}})
	for _, c := range cases {
		n := names{}
		var a, b, want recordedValue
		var sa, sb, swant recordedState
		var truth bool
		ok := false
		switch c.Op {
		case "join_value":
			read(t, c.A, &a, c.B, &b, c.Result, &want)
			ok = Values{}.Equal(Values{}.Join(n.value(a), n.value(b)), n.value(want))
		case "value_leq":
			read(t, c.A, &a, c.B, &b, c.Result, &truth)
			ok = Values{}.Leq(n.value(a), n.value(b)) == truth
		case "value_eq":
			read(t, c.A, &a, c.B, &b, c.Result, &truth)
			ok = Values{}.Equal(n.value(a), n.value(b)) == truth
		case "join_state":
			read(t, c.A, &sa, c.B, &sb, c.Result, &swant)
			ok = d.Join(n.state(sa), n.state(sb), "/join").Equal(n.state(swant))
		case "state_leq":
			read(t, c.A, &sa, c.B, &sb, c.Result, &truth)
			ok = n.state(sa).Leq(n.state(sb)) == truth
		case "state_eq":
			read(t, c.A, &sa, c.B, &sb, c.Result, &truth)
			ok = n.state(sa).Equal(n.state(sb)) == truth
		}
		if !ok {
			t.Errorf("%s: %s differs from the record\n%s\n%s\n%s", c.Name, c.Op, c.A, c.B, c.Result)
		}
	}
	t.Logf("%d recorded operations", len(cases))
}

func read(t *testing.T, pairs ...any) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if err := json.Unmarshal(pairs[i].(json.RawMessage), pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
}
