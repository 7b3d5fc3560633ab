package bench

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"planproof/core"
	"planproof/core/doc"
)

// Result is what was measured of one case: medians of one verification,
// reading included, and its deterministic work counts.
type Result struct {
	Case
	Millis     float64
	Bytes      uint64
	Iterations int
	Queries    int
}

// minTime is how long a case is repeated at least.
const minTime = 300 * time.Millisecond

// Measure verifies a case until the time is up and returns the medians.
func Measure(c Case) (Result, error) {
	var times []float64
	r := Result{Case: c}
	for start := time.Now(); len(times) < 3 || time.Since(start) < minTime; {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begin := time.Now()
		b, derr := doc.ReadBundle([]byte(c.Bundle), doc.ReadOptions{})
		if derr != nil {
			return r, fmt.Errorf("%s: %w", c.Name, derr)
		}
		report, err := core.Verify(b, core.Options{})
		if err != nil {
			return r, fmt.Errorf("%s: %w", c.Name, err)
		}
		times = append(times, float64(time.Since(begin).Microseconds())/1000)
		runtime.ReadMemStats(&after)
		r.Bytes = after.TotalAlloc - before.TotalAlloc
		r.Iterations, r.Queries = report.Stats.Iterations, report.Stats.Queries
	}
	slices.Sort(times)
	r.Millis = times[len(times)/2]
	return r, nil
}

// PerStep is the time of one step in nanoseconds.
func (r Result) PerStep() float64 { return r.Millis * 1e6 / float64(r.Steps) }
