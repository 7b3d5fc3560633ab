package core_test

import (
	"fmt"
	"strings"
	"testing"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/verify"
)

// shape is a family of plans of growing size.
type shape struct {
	name string
	text func(n int) string
}

const benchPolicy = `"allowed_tools":["src","t","clean","sink","mail"],
	"taint_rules":[{"name":"r","source_tool":"src","sink_tool":"sink","sink_param":"x","sanitizers":["clean"]}],
	"automata":[{"name":"a","states":[{"name":"q"},{"name":"e","is_error":true}],"initial_state":"q",
		"transitions":[{"from_state":"q","to_state":"e","tool_name":"sink","condition":"x == 'bad'"}]}]`

const benchTools = `{"name":"src","source_labels":["l"]},{"name":"t","params":[{"name":"x","type":"Any"}]},
	{"name":"clean","params":[{"name":"x","type":"Any"}]},{"name":"sink","params":[{"name":"x","type":"Any","is_taint_sink":true}]},
	{"name":"mail","params":[{"name":"to"}],"preconditions":["domain_of(to) in ['a.com','b.org']"]}`

func benchPlan(steps string) string {
	return bundleOf(`["xs","to"]`, callOf("src", "", "v0")+","+steps, benchPolicy, benchTools)
}

func refTo(param, name string) string { return `"` + param + `":{"ref":"` + name + `"}` }

var shapes = []shape{
	{"calls", func(n int) string {
		return benchPlan(many(n, func(i int) string { return callOf("t", refTo("x", "v"+itoa(i)), "v"+itoa(i+1)) }))
	}},
	{"conditionals", func(n int) string {
		return benchPlan(many(n, func(int) string { return ifOf("to == 'a'", callOf("clean", refTo("x", "v0"), "v0")) }))
	}},
	{"loops", func(n int) string {
		return benchPlan(many(n, func(i int) string { return loopOf("xs", "i", callOf("t", refTo("x", "i"), "v0")) }))
	}},
	{"sinks", func(n int) string {
		return benchPlan(callOf("clean", refTo("x", "v0"), "w") + "," + many(n, func(int) string { return callOf("sink", refTo("x", "w"), "") }))
	}},
	{"domain_of of one value", func(n int) string {
		return benchPlan(many(n, func(int) string { return callOf("mail", refTo("to", "to"), "") }))
	}},
	{"domain_of of different values", func(n int) string {
		return benchPlan(many(n, func(i int) string {
			return callOf("t", refTo("x", "xs"), "w"+itoa(i)) + "," + callOf("mail", refTo("to", "w"+itoa(i)), "")
		}))
	}},
}

// nestOf is a chain of copies through nested loops: every level needs one more
// round.
func nestOf(depth int) string {
	body := callOf("sink", refTo("x", "c"+itoa(depth)), "")
	for i := depth; i > 0; i-- {
		body = loopOf("xs", "i"+itoa(i), body+","+callOf("t", refTo("x", "c"+itoa(i-1)), "c"+itoa(i)))
	}
	start := many(depth, func(i int) string { return callOf("t", `"x":1`, "c"+itoa(i+1)) })
	return benchPlan(callOf("src", "", "c0") + "," + start + "," + body)
}

func read(t testing.TB, text string) *doc.Bundle {
	t.Helper()
	b, err := doc.ReadBundle([]byte(text), doc.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func verified(t testing.TB, b *doc.Bundle, detail verify.Detail) *finding.Report {
	t.Helper()
	r, err := core.Verify(b, core.Options{Detail: detail})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestWorkIsLinear doubles the size of every shape: work counts grow by
// exactly the same amount per step, and so do allocations, roughly. It takes
// no times.
func TestWorkIsLinear(t *testing.T) {
	for _, s := range shapes {
		var stats [3]finding.Stats
		var allocs [3]float64
		for i := range stats {
			b := read(t, s.text(200<<i))
			stats[i] = verified(t, b, verify.DetailFull).Stats
			allocs[i] = testing.AllocsPerRun(1, func() { verified(t, b, verify.DetailNone) })
		}
		linear := func(what string, a, b, c int) {
			if c-b != 2*(b-a) {
				t.Errorf("%s: %s %d, %d, %d at sizes 200, 400, 800: not linear", s.name, what, a, b, c)
			}
		}
		linear("steps", stats[0].Steps, stats[1].Steps, stats[2].Steps)
		linear("events", stats[0].Events, stats[1].Events, stats[2].Events)
		linear("rounds", stats[0].Iterations, stats[1].Iterations, stats[2].Iterations)
		linear("queries", stats[0].Queries, stats[1].Queries, stats[2].Queries)
		if allocs[2]-allocs[1] > 2.5*(allocs[1]-allocs[0]) {
			t.Errorf("%s: %.0f, %.0f, %.0f allocations: more than linear", s.name, allocs[0], allocs[1], allocs[2])
		}
		t.Logf("%-30s per step: %.2f events, %.2f rounds, %.2f queries, %.1f allocations", s.name, float64(stats[2].Events)/800,
			float64(stats[2].Iterations)/800, float64(stats[2].Queries)/800, allocs[2]/800)
	}
}

// TestNestedLoopsStayCheap: the rounds of a nest of loops in total.
func TestNestedLoopsStayCheap(t *testing.T) {
	var rounds []int
	for depth := 1; depth <= 8; depth++ {
		rounds = append(rounds, verified(t, read(t, nestOf(depth)), verify.DetailNone).Stats.Iterations)
	}
	t.Logf("rounds of nests of 1 to 8 loops: %v", rounds)
	for i, n := range rounds {
		if depth := i + 1; n > 2*depth*(depth+1) {
			t.Errorf("%d rounds at depth %d", n, depth)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	for _, s := range shapes {
		for _, n := range []int{10, 100, 1000, 10_000} {
			bench(b, fmt.Sprintf("%s/%d", strings.ReplaceAll(s.name, " ", "_"), n), s.text(n), n)
		}
	}
	for depth := 1; depth <= 6; depth++ {
		bench(b, fmt.Sprintf("nested_loops/%d", depth), nestOf(depth), depth)
	}
}

// bench verifies a bundle that was read before, and reports time per step and
// work counts.
func bench(b *testing.B, name, text string, steps int) {
	bundle := read(b, text)
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		var stats finding.Stats
		for b.Loop() {
			stats = verified(b, bundle, verify.DetailNone).Stats
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(steps), "ns/step")
		b.ReportMetric(float64(stats.Iterations), "rounds")
		b.ReportMetric(float64(stats.Queries), "queries")
	})
}
