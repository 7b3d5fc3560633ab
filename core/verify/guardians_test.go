package verify

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/lattice"
)

// recordedValue is an abstract value as the record has it.
type recordedValue struct {
	Labels       []string `json:"labels"`
	Provenance   []string `json:"provenance"`
	SanitizedFor []string `json:"sanitized_for"`
	SourceTools  []string `json:"source_tools"`
}

// recordedLoop is one loop that was run from a given environment.
type recordedLoop struct {
	Name                string
	Step, Policy, Tools json.RawMessage
	Env                 map[string]recordedValue
	Expected            struct {
		Env        map[string]recordedValue
		OK         bool
		Violations []finding.Finding
	}
}

// TestGuardiansLoops runs single loops from environments recorded from the
// Python implementation's own tests and compares the environment after.
func TestGuardiansLoops(t *testing.T) {
	dir := os.Getenv("PLANPROOF_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	text, err := os.ReadFile(filepath.Join(dir, "guardians", "verify_loop.json"))
	if err != nil {
		t.Skipf("SKIPPED, third-party corpus not found: %v (set PLANPROOF_CORPUS)", err)
	}
	var cases []recordedLoop
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		c.check(t)
	}
	t.Logf("%d recorded loops", len(cases))
}

func (c *recordedLoop) check(t *testing.T) {
	workflow := `{"goal":"g","steps":[` + string(c.Step) + `]}`
	b, derr := doc.ReadParts([]byte(workflow), c.Policy, c.Tools, doc.ReadOptions{})
	if derr != nil {
		t.Fatalf("%s: %v", c.Name, derr)
	}
	p, derr := ir.Build(b)
	if derr != nil {
		t.Fatalf("%s: %v", c.Name, derr)
	}
	w := newWalker(p, Options{})
	for slot, name := range p.Names {
		if v, ok := c.Env[name]; ok {
			value := w.value(v)
			origin := &flow.Origin{Rule: finding.HopSource, Name: name, Value: value}
			w.state = w.state.Bind(ir.Slot(slot), &flow.Binding{Value: value, Origin: origin, Version: &flow.Version{ID: 1000 + slot, Name: name}})
		}
	}
	w.steps(p.Body, nil)
	r := w.report()
	// The recorded function does not look at scope, which another pass did.
	r.Violations = slices.DeleteFunc(r.Violations, func(f finding.Finding) bool { return f.Category == finding.WellFormedness })
	if len(r.Violations) != len(c.Expected.Violations) {
		t.Errorf("%s: violations %v, want %v", c.Name, verdicts(r), c.Expected.Violations)
	}
	for slot, name := range p.Names {
		want, bound := c.Expected.Env[name]
		got := w.state.Lookup(ir.Slot(slot))
		if bound != (got != nil) || bound && !(flow.Values{}).Equal(got.Value, w.value(want)) {
			t.Errorf("%s: %s is %v, want %v", c.Name, name, got, want)
		}
	}
}

// value interns a recorded value; the record lists the rules a value is
// sanitized for, ours adds those it does not carry.
func (w *walker) value(r recordedValue) flow.Value {
	intern := func(names, universe []string) lattice.Set {
		var s lattice.Set
		for _, n := range names {
			s = s.With(slices.Index(universe, n))
		}
		return s
	}
	v := flow.Value{Labels: intern(r.Labels, w.p.Labels), Provenance: intern(r.Provenance, w.p.ToolNames()), Sources: intern(r.SourceTools, w.p.ToolNames())}
	rules := lattice.UpTo(len(w.p.Rules))
	v.Sanitized = intern(r.SanitizedFor, w.p.RuleNames()).Union(rules.Minus(w.ctx.Domain.Carries(v)))
	return v
}
