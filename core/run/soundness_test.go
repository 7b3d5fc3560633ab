package run_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"

	"planproof/core/doc"
	"planproof/core/internal/progen"
	"planproof/core/internal/refint"
	"planproof/core/run"
	"planproof/core/types"
	"planproof/core/value"
	"planproof/core/verify"
)

// random are tools that answer with random values of their declared type; one
// call in 200 fails. It draws as the reference interpreter does, so that the
// same seed gives both the same answers.
type random struct {
	rng   *rand.Rand
	specs map[string]*doc.ToolSpec
	calls int
}

const maxCalls = 2000

func newRandom(b *doc.Bundle, rng *rand.Rand) *random {
	out := &random{rng: rng, specs: map[string]*doc.ToolSpec{}}
	for i := range b.Tools {
		out.specs[b.Tools[i].Name.Value] = &b.Tools[i]
	}
	return out
}

func (r *random) Call(_ context.Context, tool string, _ value.Object) (value.Value, error) {
	if r.calls++; r.calls >= maxCalls || r.rng.IntN(200) == 0 {
		return nil, errors.New("out of order")
	}
	return refint.RandomValue(r.rng, types.Parse(r.specs[tool].ReturnType)), nil
}

// inputs draws values for the inputs; the second letter of a generated name
// tells its type.
func inputs(b *doc.Bundle, rng *rand.Rand) []value.Member {
	var out []value.Member
	for _, in := range b.Workflow.Inputs {
		t := types.Any
		if rng.IntN(30) > 0 && len(in.Value) > 1 {
			t = types.Parse(map[byte]string{'s': "str", 'n': "int", 'b': "bool", 'l': "list[str]", 'd': "dict"}[in.Value[1]])
		}
		out = append(out, value.Member{Key: in.Value, Value: refint.RandomValue(rng, t)})
	}
	return out
}

// scripts is how many random scripts the tests try.
func scripts() int {
	if os.Getenv("PLANPROOF_LONG") != "" {
		return 100_000
	}
	if runtime.GOOS == "js" { // ten times slower, and the same program
		return 400
	}
	return 2000
}

const perPlan = 8

// allowed are the stops that a verified plan may come to.
var allowed = []run.StopKind{run.ToolFailed, run.FalsePost, run.OverBudget, run.NotApproved, run.UndeclaredType, run.NoValue, run.MissingPart}

// TestAcceptedPlansRun: a plan that was accepted comes to its end, or stops
// for what nobody could foresee. One that was refused calls no tool.
func TestAcceptedPlansRun(t *testing.T) {
	kinds, ran, refused := map[run.StopKind]int{}, 0, 0
	for seed := uint64(0); ran < scripts(); seed++ {
		b, derr := doc.ReadBundle(progen.Bundle(seed), doc.ReadOptions{})
		if derr != nil {
			t.Fatal(derr)
		}
		v, _, derr := run.Verify(b, verify.Options{})
		if derr != nil {
			continue
		}
		rng := rand.New(rand.NewPCG(seed, 11))
		if v == nil {
			refused++
			refusedPlan(t, b, seed)
			continue
		}
		for range perPlan {
			ran++
			r := v.Run(t.Context(), run.Options{Inputs: inputs(b, rng), Tools: newRandom(b, rng)})
			if r.Stop == nil {
				kinds["end"]++
				continue
			}
			kinds[r.Stop.Kind]++
			if !slices.Contains(allowed, r.Stop.Kind) {
				t.Fatalf("seed %d: an accepted plan was stopped: %+v\n%s", seed, r.Stop, progen.Bundle(seed))
			}
		}
	}
	t.Logf("%d runs of accepted plans: %v; %d plans refused, without a call", ran, kinds, refused)
}

func refusedPlan(t *testing.T, b *doc.Bundle, seed uint64) {
	t.Helper()
	tools := newRandom(b, rand.New(rand.NewPCG(seed, 12)))
	r, err := run.Execute(t.Context(), b, verify.Options{}, run.Options{Tools: tools})
	if err != nil || r.Stop == nil || r.Stop.Kind != run.Refused || tools.calls != 0 || len(r.Calls) != 0 {
		t.Fatalf("seed %d: a refused plan called %d tools (%v)", seed, tools.calls, err)
	}
}

// TestAgreesWithReference: on the same answers, the executor stops at the same
// step for the same reason as the reference interpreter, with the same values
// and taints.
func TestAgreesWithReference(t *testing.T) {
	n := scripts() / 2 / perPlan
	tally := map[string]int{}
	for seed := range uint64(n) {
		b, derr := doc.ReadBundle(progen.Bundle(seed), doc.ReadOptions{})
		if derr != nil {
			t.Fatal(derr)
		}
		plan := refint.New(b)
		for k := range uint64(perPlan) {
			if _, err := run.ExecuteUnverified(t.Context(), b, run.Options{Tools: run.NewScript(nil)}); err != nil {
				break // a policy error
			}
			how, err := agree(t.Context(), b, plan, seed, k)
			if err != nil {
				t.Fatalf("seed %d, run %d: %v\n%s", seed, k, err, progen.Bundle(seed))
			}
			tally[how]++
		}
	}
	t.Logf("%d programs, ends: %v", n, tally)
}

func agree(ctx context.Context, b *doc.Bundle, plan *refint.Plan, seed, k uint64) (string, error) {
	rng := rand.New(rand.NewPCG(seed, k))
	given := inputs(b, rng)
	values := byName(given)
	again := rand.New(rand.NewPCG(seed, k))
	inputs(b, again)
	r, _ := run.ExecuteUnverified(ctx, b, run.Options{Inputs: given, Tools: newRandom(b, again)})
	var differ error
	out := plan.Run(rng, values, func(step string, m *refint.Machine) {
		if step == "/workflow" && differ == nil {
			differ = sameEnd(r, m)
		}
	})
	if out.Calls >= maxCalls {
		return "too long", nil
	}
	if differ != nil {
		return "", differ
	}
	return string(out.Reason), sameStop(r.Stop, &out)
}

func byName(ms []value.Member) map[string]value.Value {
	out := map[string]value.Value{}
	for _, m := range ms {
		out[m.Key] = m.Value
	}
	return out
}

// reasons are the reference's, by kind. The reference does not tell a tool's failure
// from the end of its patience.
var reasons = map[run.StopKind]refint.Reason{
	run.Violated: refint.Violated, run.ToolFailed: refint.ToolError, run.FalsePost: refint.FalsePost,
	run.UndeclaredType: refint.UndeclaredType, run.NoValue: refint.NoValue,
	run.MissingPart: refint.MissingPart,
}

func sameStop(v *run.SecurityViolation, out *refint.Outcome) error {
	if v == nil {
		if out.Reason != refint.Done {
			return fmt.Errorf("the reference stops: %+v", out)
		}
		return nil
	}
	if reasons[v.Kind] != out.Reason || v.Path != out.Step {
		return fmt.Errorf("stopped: %+v; the reference: %+v", v, out)
	}
	if len(out.Violations) > 0 && !out.Breaks(string(v.Category), v.Rule) {
		return fmt.Errorf("stopped for %s %s; the reference for %v", v.Category, v.Rule, out.Violations)
	}
	return nil
}

// sameEnd compares values, taints and automata at the end of a run.
func sameEnd(r *run.Result, m *refint.Machine) error {
	if len(r.Env) != len(m.Env) {
		return fmt.Errorf("%d names at the end, the reference has %d", len(r.Env), len(m.Env))
	}
	for _, b := range r.Env {
		c, ok := m.Env[b.Name]
		if !ok || !value.Equal(c.Value, b.Value) {
			return fmt.Errorf("%s is %s, the reference has %v", b.Name, value.AppendJSON(nil, b.Value), c.Value)
		}
		if err := sameTaint(b, c.Taint); err != nil {
			return err
		}
	}
	for i, a := range r.Automata {
		if m.States[i] != a.State {
			return fmt.Errorf("%s is in %s, the reference in %s", a.Automaton, a.State, m.States[i])
		}
	}
	return nil
}

func sameTaint(b run.Binding, t refint.Taint) error {
	for _, set := range []struct {
		got  []string
		want map[string]bool
	}{{b.Taint.Labels, t.Labels}, {b.Taint.Provenance, t.Provenance}, {b.Taint.SourceTools, t.Sources}} {
		if len(set.got) != len(set.want) || slices.ContainsFunc(set.got, func(s string) bool { return !set.want[s] }) {
			return fmt.Errorf("%s has %v, the reference %v", b.Name, b.Taint, t)
		}
	}
	for _, rule := range b.Taint.Carries {
		if slices.Contains(b.Taint.SanitizedFor, rule) != t.Sanitized[rule] {
			return fmt.Errorf("%s is sanitized for %v, the reference has %v", b.Name, b.Taint.SanitizedFor, t.Sanitized)
		}
	}
	return nil
}
