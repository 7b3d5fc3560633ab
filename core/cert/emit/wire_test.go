package emit

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"planproof/core/cert"
	"planproof/core/check"
	"planproof/core/doc"
	"planproof/core/doc/schema/schematest"
	"planproof/core/internal/progen"
	"planproof/core/ir"
	answers "planproof/core/report/schema"
	"planproof/core/verify"
)

// program is a random program with what the analysis ended on and its
// certificate; nil when the seed's documents contradict each other.
func program(t testing.TB, seed uint64) (*ir.Program, *verify.Converged, *cert.Certificate) {
	t.Helper()
	b, derr := doc.ReadBundle(progen.Bundle(seed), doc.ReadOptions{})
	if derr != nil {
		t.Fatal(derr)
	}
	p, derr := ir.Build(b)
	if derr != nil {
		return nil, nil, nil
	}
	v := verify.Converge(p, verify.Options{})
	return p, v, Certificate(p, v)
}

// TestJSON: a certificate reads back as it was written, fits its schema, gets
// the same answer, and what it takes from the solver is confirmed.
func TestJSON(t *testing.T) {
	set, err := schematest.Load(answers.Files)
	if err != nil {
		t.Fatal(err)
	}
	cases, total := 0, uint64(400)
	if testing.Short() {
		total = 60
	}
	for seed := range total {
		p, v, c := program(t, seed)
		if p == nil {
			continue
		}
		cases++
		text := cert.AppendJSON(nil, p, c)
		for _, wrong := range set.Validate(answers.Certificate, text) {
			t.Errorf("seed %d: %s", seed, wrong)
		}
		again, err := cert.ReadJSON(text, p)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if !bytes.Equal(cert.AppendJSON(nil, p, again), text) {
			t.Errorf("seed %d: it does not read back as it was written\n%s", seed, text)
		}
		if was, is := cert.Check(p, c, cert.Everything), cert.Check(p, again, cert.Everything); was.Accepted != is.Accepted || len(was.Obligations) != len(is.Obligations) {
			t.Errorf("seed %d: another answer for the same certificate: %+v, %+v", seed, was, is)
		}
		if failed := Replay(p, v, again); len(failed) > 0 {
			t.Errorf("seed %d: not confirmed: %v", seed, failed)
		}
	}
	t.Logf("%d cases", cases)
}

// TestLies: an exclusion that does not hold is refused when it is said to come
// from evaluation, and not confirmed when it is said to come from the solver.
func TestLies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	lies, refused, total := 0, 0, uint64(1000)
	if testing.Short() {
		total = 200
	}
	for seed := range total {
		p, v, c := program(t, seed)
		if p == nil {
			continue
		}
		for range 5 {
			lie, ok := liar(rng, p, v, c)
			if !ok {
				continue
			}
			lies++
			answer := cert.Check(p, lie, cert.Everything)
			if answer.Refusal != nil && answer.Refusal.Test == cert.TestReason || len(Replay(p, v, lie)) > 0 {
				refused++
				continue
			}
			t.Errorf("seed %d: a table that lies is accepted: %s", seed, cert.AppendJSON(nil, p, lie))
		}
	}
	if lies < int(total)/5 {
		t.Errorf("only %d lies", lies)
	}
	t.Logf("%d cases of lies, %d refused", lies, refused)
}

// liar adds an exclusion that the analysis does not make.
func liar(rng *rand.Rand, p *ir.Program, v *verify.Converged, c *cert.Certificate) (*cert.Certificate, bool) {
	lie := *c
	if len(v.Sites) == 0 {
		return nil, false
	}
	why := cert.Reason{Solver: rng.IntN(3) == 0}
	s := v.Sites[rng.IntN(len(v.Sites))]
	switch rng.IntN(3) {
	case 0:
		for _, sink := range s.Call.Sinks {
			if out, _ := v.Context.Excluded(s, sink.Rule); !out {
				lie.NoRule = append(slices.Clone(lie.NoRule), cert.NoRule{Call: s.Call.Index, Rule: sink.Rule.Index, Why: why})
				return &lie, true
			}
		}
	case 1:
		if len(s.Call.Tool.Pre) == 0 {
			return nil, false
		}
		i := rng.IntN(len(s.Call.Tool.Pre))
		if ok, _ := v.Context.Proved(s, s.Call.Tool.Pre[i], false); !ok {
			e := &emitter{p: p}
			lie.Holds = append(slices.Clone(lie.Holds), cert.Holds{Call: s.Call.Index, Pre: e.firstPre(s.Call.Tool) + i, Why: why})
			return &lie, true
		}
	case 2:
		if row, ok := lyingRow(rng, p, v, s); ok {
			row.Why = why
			lie.Next = append([]cert.Next{row}, lie.Next...)
			return &lie, true
		}
	}
	return nil, false
}

// lyingRow leaves something out of a row that may happen: a transition, or that
// the state stays.
func lyingRow(rng *rand.Rand, p *ir.Program, v *verify.Converged, s *check.Site) (row cert.Next, ok bool) {
	if len(p.Automata) == 0 {
		return row, false
	}
	a := p.Automata[rng.IntN(len(p.Automata))]
	for q := range s.State.Automaton(a.Index).All() {
		if a.Errors.Has(q) {
			continue
		}
		row = cert.Next{Call: s.Call.Index, Automaton: a.Index, State: q, Fires: []int{}, Stays: true}
		for _, g := range v.Context.Guards(s, a, q) {
			if g.Reached && g.Verdict != ir.False {
				row.Fires = append(row.Fires, g.Transition.Index)
				row.Stays = row.Stays && g.Verdict != ir.True
			}
		}
		switch n := len(row.Fires); {
		case row.Stays && n > 0 && rng.IntN(2) == 0:
			row.Stays = false
			return row, true
		case n > 1 && rng.IntN(2) == 0:
			row.Fires, row.Stays = row.Fires[:n-1], false
			return row, true
		case n > 0:
			row.Fires, row.Stays = row.Fires[1:], true
			return row, true
		}
	}
	return row, false
}

// TestTampered: a changed certificate never makes a plan pass that the analysis
// refuses, unless it is in obligations that the replay does not confirm.
func TestTampered(t *testing.T) {
	total := uint64(300)
	if testing.Short() {
		total = 60
	}
	if os.Getenv("PLANPROOF_LONG") != "" {
		total = 20_000
	}
	tampered, passed := 0, 0
	rng := rand.New(rand.NewPCG(5, 5))
	for seed := range total {
		p, v, c := program(t, seed)
		if p == nil || clean(v.Report) {
			continue
		}
		text := cert.AppendJSON(nil, p, c)
		for range 20 {
			changed, err := cert.ReadJSON(tamper(rng, text), p)
			if err != nil {
				continue
			}
			tampered++
			if cert.Check(p, changed, cert.DataFlow).Accepted && len(Replay(p, v, changed)) == 0 {
				passed++
				t.Errorf("seed %d: a tampered certificate passes", seed)
			}
		}
	}
	t.Logf("%d cases of tampered certificates, %d passed", tampered, passed)
}

// tamper changes one thing in the JSON of a certificate.
func tamper(rng *rand.Rand, text []byte) []byte {
	var root any
	if json.Unmarshal(text, &root) != nil {
		return text
	}
	var places []func()
	collect(root, func(any) {}, &places, rng)
	if len(places) == 0 {
		return text
	}
	places[rng.IntN(len(places))]()
	out, err := json.Marshal(root)
	if err != nil {
		return text
	}
	return out
}

func collect(v any, set func(any), places *[]func(), rng *rand.Rand) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range sorted(v) {
			collect(v[key], func(x any) { v[key] = x }, places, rng)
		}
	case []any:
		if len(v) > 0 {
			i := rng.IntN(len(v))
			*places = append(*places, func() { set(append(slices.Clone(v[:i]), v[i+1:]...)) })
		}
		for i := range v {
			collect(v[i], func(x any) { v[i] = x }, places, rng)
		}
	case bool:
		*places = append(*places, func() { set(!v) })
	case string:
		if v == "evaluation" || v == "solver" {
			*places = append(*places, func() { set(map[string]string{"evaluation": "solver", "solver": "evaluation"}[v]) })
		}
	}
}

func sorted(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// FuzzReadJSON: no text makes the reader or the checker fail.
func FuzzReadJSON(f *testing.F) {
	p, _, c := program(f, 4)
	f.Add(cert.AppendJSON(nil, p, c))
	f.Add([]byte(`{"version":1,"loops":[],"calls":[]}`))
	f.Add([]byte(`{"version":1,"loops":[{"path":"/workflow/steps/0","names":[],"automata":[]}],"calls":[{"path":"/workflow/steps/1","next":[{"automaton":"a","state":"s","fires":[-1,99],"stays":false,"by":"solver"}]}]}`))
	var ps []*ir.Program
	for seed := range uint64(20) {
		if p, _, _ := program(f, seed); p != nil {
			ps = append(ps, p)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, p := range ps {
			c, err := cert.ReadJSON(text, p)
			if err != nil {
				continue
			}
			cert.Check(p, c, cert.Everything)
			cert.Check(p, c, cert.DataFlow)
			if _, err := cert.ReadJSON(cert.AppendJSON(nil, p, c), p); err != nil {
				t.Errorf("it does not read back: %v", err)
			}
		}
	})
}
