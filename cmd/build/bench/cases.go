// Package bench measures the verifier on generated plans of growing size and
// on the examples, beside the recorded figures of what users would pick
// instead.
package bench

import (
	"fmt"
	"strings"
)

// Case is one plan to measure. Steps is its size; Baseline, when not zero, is
// the recorded time in milliseconds of the Python + Z3 implementation on the
// same shape, and Target what DESIGN asks of this one.
type Case struct {
	Name             string
	Steps            int
	Bundle           string
	Baseline, Target float64
}

// sizes are those of the scaling series.
var sizes = []int{10, 100, 1000, 10000}

// Series are the scaling series: each has the same shape at growing size, so
// that the time per step should not grow.
func Series() [][]Case {
	return [][]Case{
		series("calls in sequence", sequence),
		series("conditionals in sequence", conditionals),
		series("loops in sequence", loops),
		nested(),
	}
}

// Targets are the cases that DESIGN names a time for.
func Targets() []Case {
	return []Case{
		{Name: "1,000 calls with a symbolic domain_of", Steps: 1000, Bundle: domains(1000), Baseline: 35000, Target: 50},
		{Name: "1,000 conditionals in sequence", Steps: 2000, Bundle: conditionals(1000), Baseline: 10200, Target: 20},
	}
}

func series(name string, shape func(n int) string) []Case {
	var out []Case
	for _, n := range sizes {
		out = append(out, Case{Name: fmt.Sprintf("%s, %d", name, n), Steps: n, Bundle: shape(n)})
	}
	return out
}

func nested() []Case {
	var out []Case
	for depth := 1; depth <= 6; depth++ {
		out = append(out, Case{Name: fmt.Sprintf("loops nested %d deep", depth), Steps: 2*depth + 3, Bundle: nest(depth)})
	}
	return out
}

// bundle wraps steps with a policy that has a taint rule, a sanitizer and an
// automaton, so that every check has work to do.
func bundle(steps []string) string {
	return `{"workflow": {"goal": "g", "input_variables": ["items", "to"], "steps": [` + strings.Join(steps, ",") + `]},
"policy": {"name": "p", "allowed_tools": ["fetch", "relay", "redact", "send"],
 "taint_rules": [{"name": "r", "source_tool": "fetch", "sink_tool": "send", "sink_param": "body", "sanitizers": ["redact"]}],
 "automata": [{"name": "a", "states": [{"name": "q"}, {"name": "e", "is_error": true}], "initial_state": "q",
  "transitions": [{"from_state": "q", "to_state": "e", "tool_name": "send", "condition": "domain_of(to) not in d"}], "constants": {"d": ["a.com"]}}]},
"tools": [{"name": "fetch", "source_labels": ["mail"]}, {"name": "relay", "params": [{"name": "x", "type": "Any"}]}, {"name": "redact", "params": [{"name": "x", "type": "Any"}]},
 {"name": "send", "params": [{"name": "to"}, {"name": "body", "type": "Any", "is_taint_sink": true}], "preconditions": ["domain_of(to) in ['a.com', 'b.org']"]}]}`
}

func call(label, tool, args, bind string) string {
	if bind != "" {
		bind = `, "result_binding": "` + bind + `"`
	}
	return `{"label": "` + label + `", "tool_call": {"tool_name": "` + tool + `", "arguments": {` + args + `}` + bind + `}}`
}

func ref(param, name string) string { return `"` + param + `": {"ref": "` + name + `"}` }

// sequence is a chain of relays, each binding a new name.
func sequence(n int) string {
	steps := []string{call("f", "fetch", "", "v0")}
	for i := 1; i < n; i++ {
		steps = append(steps, call("s", "relay", ref("x", fmt.Sprint("v", i-1)), fmt.Sprint("v", i)))
	}
	return bundle(steps)
}

// conditionals rebind one name on both sides.
func conditionals(n int) string {
	steps := []string{call("f", "fetch", "", "v")}
	for range n {
		steps = append(steps, `{"label": "c", "conditional": {"condition": "to == 'x'", "then_steps": [`+
			call("t", "redact", ref("x", "v"), "v")+`], "else_steps": [`+call("e", "relay", ref("x", "v"), "v")+`]}}`)
	}
	return bundle(steps)
}

func loops(n int) string {
	steps := []string{call("f", "fetch", "", "v")}
	for range n {
		steps = append(steps, loop("item", call("b", "relay", ref("x", "item"), "v")))
	}
	return bundle(steps)
}

func loop(item, body string) string {
	return `{"label": "l", "loop": {"collection_ref": "items", "item_binding": "` + item + `", "body": [` + body + `]}}`
}

// nest is a chain of copies through nested loops: each level needs a round
// more.
func nest(depth int) string {
	steps := []string{call("f", "fetch", "", "v0")}
	for i := 1; i <= depth; i++ {
		steps = append(steps, call("s", "relay", `"x": 1`, fmt.Sprint("v", i)))
	}
	body := ""
	for i := depth; i >= 1; i-- {
		own := call("c", "relay", ref("x", fmt.Sprint("v", i-1)), fmt.Sprint("v", i))
		if body != "" {
			own = body + "," + own
		}
		body = loop(fmt.Sprint("i", i), own)
	}
	return bundle(append(steps, body))
}

func domains(n int) string {
	steps := []string{call("f", "fetch", "", "v")}
	for range n {
		steps = append(steps, call("s", "send", ref("to", "to")+", "+`"body": "hello"`, ""))
	}
	return bundle(steps)
}
