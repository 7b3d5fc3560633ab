package intake

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/value"
)

// testChart is a graph whose nodes are numbers and call a tool of their name; way i out of node n is taken when the input
// "c<n>_<i>" is true.
type testChart struct{ next map[string][]string }

func (c *testChart) chart() *flowChart[[]string] {
	return &flowChart[[]string]{notes: &Notes{src: doc.NewSource("t", "")},
		next: func(id string) []string { return c.next[id] },
		visit: func(id string, env []string) (visited[[]string], *Refusal) {
			v := visited[[]string]{steps: []Step{&Call{Tool: "n" + id}}, env: append(slices.Clone(env), id)}
			for i := range len(c.next[id]) - 1 {
				v.conds = append(v.conds, fmt.Sprintf("c%s_%d", id, i))
			}
			if len(c.next[id]) > 1 {
				v.conds = append(v.conds, "")
			}
			return v, nil
		},
		join: sameEnv[[]string], name: func(id string) string { return id }, at: func(string) doc.Range { return doc.Range{} }}
}

// walk runs the graph itself.
func (c *testChart) walk(start string, holds cond.Bindings) []string {
	var out []string
	for id := start; id != ""; {
		out = append(out, "n"+id)
		next := c.next[id]
		to := ""
		for i := range next {
			if v, known := holds.Lookup(fmt.Sprintf("c%s_%d", id, i)); i == len(next)-1 || known && value.Truthy(v) {
				to = next[i]
				break
			}
		}
		id = to
	}
	return out
}

// follow runs steps.
func follow(t *testing.T, steps []Step, holds cond.Bindings, out []string) []string {
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			out = append(out, s.Tool)
		case *If:
			e, err := cond.Parse(s.Cond)
			if err != nil {
				t.Fatal(s.Cond, err)
			}
			v, failed := e.Eval(holds)
			if failed != nil {
				t.Fatal(s.Cond, failed)
			}
			if value.Truthy(v) {
				out = follow(t, s.Then, holds, out)
			} else {
				out = follow(t, s.Else, holds, out)
			}
		}
	}
	return out
}

// randomChart has ways forward only.
func randomChart(rng *rand.Rand) *testChart {
	c := &testChart{next: map[string][]string{}}
	n := 1 + rng.IntN(9)
	for i := range n {
		var to []string
		for range rng.IntN(4) {
			at := i + 1 + rng.IntN(n-i+1)
			if at < n {
				to = append(to, fmt.Sprint(at))
			} else {
				to = append(to, "")
			}
		}
		if len(to) == 1 && to[0] == "" {
			to = nil
		}
		c.next[fmt.Sprint(i)] = to
	}
	return c
}

// TestFlowIsTheGraph: the steps that a graph without cycles becomes call the same tools in the same order as the graph,
// whatever its decisions are.
func TestFlowIsTheGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	branches := 0
	for range 4000 {
		c := randomChart(rng)
		steps, _, refused := c.chart().run("0", "", nil)
		if refused != nil {
			t.Fatalf("%v: %s", c.next, refused.Message)
		}
		for range 12 {
			var holds cond.Bindings
			for id, to := range c.next {
				for i := range to {
					holds = append(holds, cond.Binding{Name: fmt.Sprintf("c%s_%d", id, i), Value: value.Bool(rng.IntN(2) == 0)})
				}
			}
			want, got := c.walk("0", holds), follow(t, steps, holds, nil)
			if !slices.Equal(want, got) {
				t.Fatalf("%v with %v: the graph calls %v, the steps %v", c.next, holds, want, got)
			}
			branches += len(want)
		}
	}
	if branches < 50_000 {
		t.Errorf("only %d calls were compared", branches)
	}
}

// TestFlowRefusesCycles: a graph that goes round on a way from its start is refused, and the refusal names a cycle.
func TestFlowRefusesCycles(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	refusals := 0
	for range 2000 {
		c := randomChart(rng)
		from, to := fmt.Sprint(rng.IntN(len(c.next))), fmt.Sprint(rng.IntN(len(c.next)))
		c.next[from] = append(c.next[from], to)
		round := reach(func(id string) []string { return c.next[id] }, to, "")[from] && reach(func(id string) []string { return c.next[id] }, "0", "")[from]
		_, _, refused := c.chart().run("0", "", nil)
		if (refused != nil) != round {
			t.Fatalf("%v, with %s → %s: goes round is %v, refused %v", c.next, from, to, round, refused)
		}
		if refused == nil {
			continue
		}
		refusals++
		names := refused.Names
		for i, n := range names {
			if !slices.Contains(c.next[n], names[(i+1)%len(names)]) {
				t.Fatalf("%v: %v is no cycle", c.next, names)
			}
		}
	}
	if refusals < 500 {
		t.Errorf("only %d cycles", refusals)
	}
}

// TestDiamondIsWrittenOnce: what comes behind a decision is not copied into its ways, also when one of them ends the run.
func TestDiamondIsWrittenOnce(t *testing.T) {
	for _, c := range []struct {
		name, next string
		calls      int
	}{
		{"a diamond", "0:1,2 1:3 2:3 3:", 4},
		{"diamonds in a row", "0:1,2 1:3 2:3 3:4,5 4:6 5:6 6:", 7},
		{"a way that ends", "0:1,2,3 1: 2:4 3:4 4:5 5:", 6},
		{"two ways that end", "0:1,2,3,4 1: 2: 3:5 4:5 5:", 6},
		{"a way that ends late", "0:1,2 1:3, 2:3 3:", 5},
	} {
		chart := &testChart{next: map[string][]string{}}
		for _, node := range strings.Fields(c.next) {
			id, to, _ := strings.Cut(node, ":")
			if to != "" {
				chart.next[id] = strings.Split(to, ",")
			} else {
				chart.next[id] = nil
			}
		}
		steps, _, refused := chart.chart().run("0", "", nil)
		if refused != nil {
			t.Fatal(c.name, refused.Message)
		}
		if got := countCalls(steps); got != c.calls {
			t.Errorf("%s: %d calls are written, want %d", c.name, got, c.calls)
		}
	}
}

func countCalls(steps []Step) int {
	n := 0
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			n++
		case *If:
			n += countCalls(s.Then) + countCalls(s.Else)
		case *Each:
			n += countCalls(s.Body)
		}
	}
	return n
}
