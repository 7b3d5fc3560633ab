package core_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/internal/progen"
	"planproof/core/internal/refint"
	"planproof/core/internal/soundtest"
	"planproof/core/verify"
)

// tally counts what the random programs exercised.
type tally struct {
	programs, accepted, loops, rounds, unusable int
	runs, calls                                 int
	reasons                                     map[refint.Reason]int
	findings                                    map[string]int
	verdicts                                    map[string]int
}

// TestSoundness holds random programs against the reference interpreter.
// PLANPROOF_LONG=1 makes 100,000 of them.
func TestSoundness(t *testing.T) {
	n := 2000
	if os.Getenv("PLANPROOF_LONG") != "" {
		n = 100_000
	}
	c := &tally{reasons: map[refint.Reason]int{}, findings: map[string]int{}, verdicts: map[string]int{}}
	failed := 0
	for seed := range uint64(n) {
		if err := c.program(seed); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, progen.Bundle(seed))
			if failed++; failed == 5 {
				t.Fatal("more programs fail; stopped")
			}
		}
	}
	c.print(t)
	if c.accepted*10 < c.programs*3 || c.accepted*10 > c.programs*7 {
		t.Errorf("%d of %d programs are accepted; the test wants 30 to 70 %%", c.accepted, c.programs)
	}
}

func (c *tally) program(seed uint64) error {
	text := progen.Bundle(seed)
	b, derr := doc.ReadBundle(text, doc.ReadOptions{})
	if derr != nil {
		return derr
	}
	c.programs++
	r, err := core.Verify(b, core.Options{Detail: verify.DetailFull})
	if err != nil {
		c.unusable++
		return nil
	}
	c.count(r)
	if err := finding.CheckTrace(r.Trace); err != nil {
		return err
	}
	if again, _ := core.Verify(b, core.Options{Detail: verify.DetailFull}); !bytes.Equal(r.AppendWire(nil), again.AppendWire(nil)) {
		return fmt.Errorf("two verifications differ")
	}
	s := soundtest.New(b, r)
	rng := rand.New(rand.NewPCG(seed, 7))
	for range 8 {
		out, err := s.Check(rng)
		if err != nil {
			return err
		}
		c.runs++
		c.calls += out.Calls
		c.reasons[out.Reason]++
	}
	return nil
}

func (c *tally) count(r *finding.Report) {
	if r.OK {
		c.accepted++
	}
	if len(r.Trace.Loops) > 0 {
		c.loops++
	}
	c.rounds += r.Stats.Iterations
	for _, f := range r.Violations {
		c.findings[string(f.Category)+" "+string(f.Certainty)]++
	}
	for i := range r.Trace.Events {
		if e := r.Trace.Events[i].Rule; e != nil {
			c.verdicts[e.Verdict]++
		}
		if e := r.Trace.Events[i].Guard; e != nil {
			c.verdicts["guard "+e.Verdict]++
		}
	}
}

func (c *tally) print(t *testing.T) {
	t.Logf("%d programs: %d accepted, %d refused, %d policy errors; %d with loops, %d rounds", c.programs, c.accepted, c.programs-c.accepted-c.unusable, c.unusable, c.loops, c.rounds)
	t.Logf("%d runs, %d calls, ends: %v", c.runs, c.calls, c.reasons)
	t.Logf("findings: %v", c.findings)
	t.Logf("verdicts: %v", c.verdicts)
}
