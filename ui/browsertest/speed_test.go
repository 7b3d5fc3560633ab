//go:build browser

package browsertest

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// bigPlan has as many steps as are drawn and about 2,000 events: values are
// handed on from name to name in a loop.
func bigPlan(steps int) (workflow, policy, tools string) {
	var b strings.Builder
	b.WriteString(`{"goal": "speed", "input_variables": ["n0"], "steps": [` + "\n")
	b.WriteString(`{"label": "read", "tool_call": {"tool_name": "read", "arguments": {}, "result_binding": "items"}}`)
	chain := steps / 10
	for i := range steps - chain - 2 {
		fmt.Fprintf(&b, ",\n"+`{"label": "s%d", "tool_call": {"tool_name": "keep", "arguments": {"value": {"ref": "n%d"}}, "result_binding": "n%d"}}`, i, i, i+1)
	}
	b.WriteString(",\n" + `{"label": "loop", "loop": {"collection_ref": "items", "item_binding": "item", "body": [`)
	for i := range chain {
		from := fmt.Sprintf("n%d", i+1)
		if i == chain-1 {
			from = "item"
		}
		fmt.Fprintf(&b, "\n"+`{"label": "c%d", "tool_call": {"tool_name": "keep", "arguments": {"value": {"ref": "%s"}}, "result_binding": "n%d"}}`, i, from, i)
		if i < chain-1 {
			b.WriteString(",")
		}
	}
	b.WriteString("]}}]}")
	policy = `{"name": "p", "allowed_tools": ["read", "keep"], "taint_rules": [{"name": "r", "source_tool": "read", "sink_tool": "keep", "sink_param": "value"}],
	"automata": [{"name": "a", "states": [{"name": "s"}, {"name": "t"}], "initial_state": "s", "transitions": [{"from_state": "s", "to_state": "t", "tool_name": "keep"}, {"from_state": "t", "to_state": "s", "tool_name": "keep"}]}]}`
	tools = `[{"name": "read", "params": [], "source_labels": ["secret"]}, {"name": "keep", "params": [{"name": "value"}]}]`
	return b.String(), policy, tools
}

// A step paints in under 16 ms at the median, on every tab, with the largest
// plan that is drawn.
func TestStepTime(t *testing.T) {
	b := open(t, address(t)+"/#blank", 1440, 900)
	b.wait("document.querySelector('[data-testid=verdict]').innerText.includes('Engine ready')")
	w, p, tools := bigPlan(200)
	b.set(id("editor-policy"), p)
	b.set(id("editor-tools"), tools)
	b.set(id("editor-workflow"), w)
	b.waitState("done")
	n := js[int](b, "+document.querySelector('[data-testid=transport-slider]').max")
	steps := js[int](b, "document.querySelectorAll('.graph [data-path]').length")
	t.Logf("%d steps drawn, %d events", steps, n)
	if n < 1000 {
		t.Errorf("only %d events", n)
	}
	for _, view := range views {
		b.click(id("tab-" + view))
		times := js[[]float64](b, fmt.Sprintf(`(async()=>{
			const s = document.querySelector('[data-testid=transport-slider]');
			planproof.paints = [];
			for (let part = 0; part < 12; part++) {
				s.value = Math.floor((part + 0.5) * %d / 12); s.dispatchEvent(new Event('input', {bubbles: true}));
				for (let i = 0; i < 10; i++) {
					document.querySelector('[data-testid=transport-next]').click();
					await new Promise(r => requestAnimationFrame(() => setTimeout(r)));
				}
			}
			const all = planproof.paints; delete planproof.paints; return all;
		})()`, n))
		slices.Sort(times)
		median, worst := times[len(times)/2], times[len(times)*95/100]
		t.Logf("%-10s median %.1f ms, 95%% %.1f ms, %d paints", view, median, worst, len(times))
		if median > 16 && idle(t) {
			t.Errorf("%s: a step paints in %.1f ms", view, median)
		}
	}
	b.shot("big-1440x900-light")
}

// The verdict is there within a second of a cold navigation.
func TestColdStart(t *testing.T) {
	var verdicts []float64
	for range 5 {
		b := open(t, address(t), 1440, 900)
		b.waitState("done")
		marks := js[map[string]float64](b, "planproof.marks")
		paint := js[float64](b, "(performance.getEntriesByName('first-contentful-paint')[0]||{startTime:-1}).startTime")
		t.Logf("first paint %.0f ms, compiled %.0f, interface %.0f, engine %.0f, verdict %.0f", paint, marks["compiled"], marks["painted"], marks["ready"], marks["verdict"])
		verdicts = append(verdicts, marks["verdict"])
	}
	slices.Sort(verdicts)
	// The fastest run is the one that other work on the machine disturbed least.
	if m := verdicts[0]; m > 1000 && idle(t) {
		t.Errorf("the verdict takes %.0f ms", m)
	}
}

// idle tells whether a time means anything: a machine that others use too is
// not held to a budget.
func idle(t *testing.T) bool {
	t.Helper()
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return true
	}
	load, err := strconv.ParseFloat(strings.Fields(string(text))[0], 64)
	if err != nil || load < float64(2*runtime.NumCPU()) {
		return true
	}
	t.Logf("the budget is not enforced: the load is %.1f on %d processors", load, runtime.NumCPU())
	return false
}
