package core_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"planproof/core"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/verify"
)

// hostile is a document that someone made to break the verifier. want is the
// kind of the error, "ok" or "refused".
type hostile struct {
	name string
	text func() string
	want string
}

// bundleOf is a bundle of JSON parts.
func bundleOf(inputs, steps, policy, tools string) string {
	return `{"workflow":{"goal":"g","input_variables":` + inputs + `,"steps":[` + steps + `]},"policy":{"name":"p",` + policy + `},"tools":[` + tools + `]}`
}

// many joins n parts with commas.
func many(n int, part func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(part(i))
	}
	return b.String()
}

func stepOf(node string) string { return `{"label":"s",` + node + `}` }

func callOf(tool, arguments, bind string) string {
	if bind != "" {
		bind = `,"result_binding":"` + bind + `"`
	}
	return stepOf(`"tool_call":{"tool_name":"` + tool + `","arguments":{` + arguments + `}` + bind + `}`)
}

func loopOf(collection, item, body string) string {
	return stepOf(`"loop":{"collection_ref":"` + collection + `","item_binding":"` + item + `","body":[` + body + `]}`)
}

func ifOf(condition, then string) string {
	return stepOf(`"conditional":{"condition":"` + condition + `","then_steps":[` + then + `]}`)
}

// nested puts n levels of before … after around the middle.
func nested(n int, before func(i int) string, middle, after string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(before(i))
	}
	return b.String() + middle + strings.Repeat(after, n)
}

// deepest is how many loops or conditionals the reader's depth limit allows
// around a call with an argument.
const deepest = (doc.MaxDepth - 8) / 3

const (
	oneTool  = `{"name":"t","params":[{"name":"x","type":"Any","required":false}]}`
	allowOne = `"allowed_tools":["t"]`
)

func plan(steps string) string { return bundleOf(`["xs","x"]`, steps, allowOne, oneTool) }

func itoa(i int) string { return fmt.Sprint(i) }

var hostiles = []hostile{
	{"8 MiB of spaces and a bundle", func() string { return strings.Repeat(" ", 8<<20-400) + plan(callOf("t", "", "")) }, "ok"},
	{"more than 8 MiB", func() string { return strings.Repeat(" ", 8<<20) + plan("") }, "limit"},
	{"8 MiB of one array", func() string { return "[" + strings.Repeat("0,", 4<<20-10) + "0]" }, "input"},
	{"8 MiB of a string", func() string { return plan(callOf("t", `"x":"`+strings.Repeat("a", 8<<20-300)+`"`, "")) }, "ok"},
	{"100,000 nested brackets", func() string { return strings.Repeat("[", 100_000) }, "limit"},
	{"100,000 nested brackets, closed", func() string { return strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) }, "limit"},
	{"a string of 1 MB in a goal", func() string { return strings.Replace(plan(""), `"g"`, `"`+strings.Repeat("g", 1<<20)+`"`, 1) }, "ok"},
	{"a NUL byte", func() string { return plan(callOf("t", "\"x\":\"\x00\"", "")) }, "input"},
	{"an escaped NUL", func() string { return plan(callOf("t", `"x":"\u0000"`, "")) }, "ok"},
	{"lone surrogates", func() string { return plan(callOf("t", `"x":"\ud800 \udfff"`, "\\ud83d")) }, "ok"},
	{"1e999", func() string { return plan(callOf("t", `"x":1e999`, "")) }, "input"},
	{"a number of 100,000 digits", func() string { return plan(callOf("t", `"x":`+strings.Repeat("9", 100_000), "")) }, "input"},
	{"duplicate keys", func() string { return plan(callOf("t", `"x":1,"x":2`, "")) }, "input"},
	{"100,000 keys in one object", func() string {
		return plan(callOf("t", `"x":{`+many(100_000, func(i int) string { return `"k` + itoa(i) + `":0` })+`}`, ""))
	}, "ok"},
	{"a condition of 5,000 nots", func() string { return plan(ifOf(strings.Repeat("not ", 5000)+"x", "")) }, "refused"},
	{"a condition of 400 nots", func() string { return plan(ifOf(strings.Repeat("not ", 400)+"x", "")) }, "ok"},
	{"a condition of 5,000 parentheses", func() string { return plan(ifOf(strings.Repeat("(", 5000)+"x"+strings.Repeat(")", 5000), "")) }, "refused"},
	{"a condition of 50,000 ands", func() string { return plan(ifOf("x"+strings.Repeat(" and x == 1", 50_000), "")) }, "ok"},
	{"a condition of 50,000 names", func() string {
		return plan(ifOf(strings.ReplaceAll(many(50_000, func(i int) string { return "n" + itoa(i) }), ",", " and "), ""))
	}, "refused"},
	{"a chain of 20,000 comparisons", func() string { return plan(ifOf("x"+strings.Repeat(" < x", 20_000), "")) }, "ok"},
	{"10,000 automaton states in a row", func() string { return bigAutomaton(10_000, "") }, "ok"},
	{"10,000 automaton states, guarded", func() string { return bigAutomaton(10_000, "x == 1") }, "ok"},
	{"10,000 automaton states, all possible", fullAutomaton, "ok"},
	{"a loop over an automaton of 2,000 states", loopedAutomaton, "ok"},
	{"2,000 automata", func() string {
		automata := many(2000, func(i int) string {
			return `{"name":"m` + itoa(i) + `","states":[{"name":"a"},{"name":"b"}],"initial_state":"a","transitions":[{"from_state":"a","to_state":"b","tool_name":"t","condition":"x == ` + itoa(i) + `"}]}`
		})
		return bundleOf(`["x"]`, many(10, func(int) string { return callOf("t", `"x":{"ref":"x"}`, "") }), allowOne+`,"automata":[`+automata+`]`, oneTool)
	}, "ok"},
	{"100,000 steps", func() string { return plan(many(100_000, func(int) string { return callOf("t", "", "") })) }, "ok"},
	{"60,000 steps that bind", func() string {
		return plan(many(60_000, func(i int) string { return callOf("t", `"x":{"ref":"x"}`, "v"+itoa(i)) }))
	}, "ok"},
	{"100,001 steps", func() string { return plan(many(100_001, func(int) string { return callOf("t", "", "") })) }, "limit"},
	{"50,000 undefined references", func() string {
		return plan(many(50_000, func(i int) string { return callOf("t", `"x":{"ref":"u`+itoa(i)+`"}`, "w"+itoa(i)) }))
	}, "refused"},
	{"50,000 calls of unknown tools", func() string {
		return plan(many(50_000, func(i int) string { return callOf("u"+itoa(i), "", "") }))
	}, "refused"},
	{"nested loops, as deep as the reader allows", func() string {
		return plan(nested(deepest, func(i int) string {
			return `{"label":"s","loop":{"collection_ref":"xs","item_binding":"i` + itoa(i) + `","body":[`
		}, callOf("t", `"x":{"ref":"x"}`, "x"), `]}}`))
	}, "ok"},
	{"nested loops, as deep as the reader allows, that each rebind", func() string {
		return plan(nested(deepest, func(i int) string {
			return callOf("t", `"x":{"ref":"x"}`, "x") + `,{"label":"s","loop":{"collection_ref":"xs","item_binding":"i` + itoa(i) + `","body":[`
		}, callOf("t", `"x":{"ref":"x"}`, "x"), `]}}`))
	}, "ok"},
	{"as many nested conditionals as the depth allows", func() string {
		return plan(nested(deepest, func(i int) string {
			return `{"label":"s","conditional":{"condition":"x == ` + itoa(i) + `","then_steps":[`
		}, callOf("t", `"x":{"ref":"x"}`, "x"), `]}}`))
	}, "ok"},
	{"10,000 loops in sequence", func() string {
		return plan(many(10_000, func(i int) string { return loopOf("xs", "i", callOf("t", `"x":{"ref":"i"}`, "y"+itoa(i))) }))
	}, "ok"},
	{"10,000 conditionals in sequence", func() string {
		return plan(many(10_000, func(i int) string { return ifOf("x == "+itoa(i), callOf("t", `"x":{"ref":"x"}`, "y")) }))
	}, "ok"},
	{"10,000 conditionals that rebind", func() string {
		return plan(many(10_000, func(i int) string { return ifOf("x == "+itoa(i), callOf("t", `"x":{"ref":"x"}`, "x")) }))
	}, "ok"},
	{"1,000 taint rules and 1,000 steps", func() string { return manyRules(1000, 1000) }, "refused"},
	{"20,000 taint rules", func() string { return manyRules(20_000, 100) }, "refused"},
	{"3,000 sinks behind a long relay chain", relayChain, "refused"},
	{"3,000 sinks after 3,000 loops", loopChain, "refused"},
	{"one argument with 100,000 references", func() string {
		return plan(callOf("t", `"x":[`+many(100_000, func(int) string { return `{"ref":"x"}` })+`]`, "y"))
	}, "ok"},
	{"ten arguments with 40,000 names each", func() string {
		names := many(40_000, func(i int) string { return `"n` + itoa(i) + `"` })
		refs := many(40_000, func(i int) string { return `{"ref":"n` + itoa(i) + `"}` })
		return bundleOf("["+names+"]", many(10, func(int) string { return callOf("t", `"x":[`+refs+`]`, "y") }), allowOne, oneTool)
	}, "ok"},
	{"a tool of 20,000 parameters", func() string {
		params := many(20_000, func(i int) string { return `{"name":"p` + itoa(i) + `","required":false}` })
		return bundleOf(`[]`, many(1000, func(int) string { return callOf("t", "", "") }), allowOne, `{"name":"t","params":[`+params+`]}`)
	}, "limit"},
	{"10,000 missing arguments in 5,000 calls", func() string {
		params := many(10_000, func(i int) string { return `{"name":"p` + itoa(i) + `"}` })
		return bundleOf(`[]`, many(5000, func(int) string { return callOf("t", "", "") }), allowOne, `{"name":"t","params":[`+params+`]}`)
	}, "any"},
	{"10,000 defaults in 5,000 calls", func() string {
		params := many(10_000, func(i int) string { return `{"name":"p` + itoa(i) + `","default":"a"}` })
		return bundleOf(`[]`, many(5000, func(int) string { return callOf("t", "", "r") }), allowOne, `{"name":"t","params":[`+params+`]}`)
	}, "any"},
	{"30,000 tools and 30,000 allowed", func() string {
		tools := many(30_000, func(i int) string { return `{"name":"t` + itoa(i) + `"}` })
		allowed := many(30_000, func(i int) string { return `"u` + itoa(i) + `"` })
		return bundleOf(`[]`, many(20_000, func(i int) string { return callOf("t"+itoa(i), "", "") }), `"allowed_tools":[`+allowed+`]`, tools)
	}, "any"},
	{"10,000 constants", func() string {
		constants := many(10_000, func(i int) string { return `"k` + itoa(i) + `":` + itoa(i) })
		return bundleOf(`["x"]`, callOf("t", `"x":{"ref":"x"}`, ""), allowOne+`,"automata":[{"name":"m","states":[{"name":"a"}],"initial_state":"a","transitions":[{"from_state":"a","to_state":"a","tool_name":"t","condition":"x == k77"}],"constants":{`+constants+`}}]`, oneTool)
	}, "ok"},
	{"3,000 preconditions in 300 calls", func() string {
		pre := many(3000, func(i int) string { return `"x != ` + itoa(i) + `"` })
		return bundleOf(`["x"]`, many(300, func(int) string { return callOf("t", `"x":1e5`, "") }), allowOne, `{"name":"t","params":[{"name":"x","type":"Any"}],"preconditions":[`+pre+`]}`)
	}, "limit"},
	{"5,000 facts about one value", func() string {
		return bundleOf(`["x"]`, many(5000, func(i int) string {
			return callOf("t"+itoa(i%50), `"x":{"ref":"x"}`, "")
		}), `"allowed_tools":[`+many(50, func(i int) string { return `"t` + itoa(i) + `"` })+`]`, many(50, func(i int) string {
			return `{"name":"t` + itoa(i) + `","params":[{"name":"x","type":"int"}],"preconditions":["x != ` + itoa(i) + `"]}`
		}))
	}, "refused"},
	{"an error with a giant name", func() string {
		return strings.Replace(plan(callOf("t", "", "")), `"goal"`, `"`+strings.Repeat("goal", 1<<19)+`"`, 1)
	}, "input"},
}

// bigAutomaton has n states in a row and n calls that go along them.
func bigAutomaton(n int, guard string) string {
	if guard != "" {
		guard = `,"condition":"` + guard + `"`
	}
	states := many(n, func(i int) string { return `{"name":"q` + itoa(i) + `"}` })
	transitions := many(n-1, func(i int) string {
		return `{"from_state":"q` + itoa(i) + `","to_state":"q` + itoa(i+1) + `","tool_name":"t"` + guard + `}`
	})
	return bundleOf(`["x"]`, many(1000, func(int) string { return callOf("t", `"x":1`, "") }),
		allowOne+`,"automata":[{"name":"m","states":[`+states+`],"initial_state":"q0","transitions":[`+transitions+`]}]`, oneTool)
}

// fullAutomaton: one call makes all of 3,000 states possible, then 100 more
// calls are checked in all of them.
func fullAutomaton() string {
	n := 3000
	states := many(n, func(i int) string { return `{"name":"q` + itoa(i) + `"}` })
	transitions := many(n-1, func(i int) string {
		return `{"from_state":"q0","to_state":"q` + itoa(i+1) + `","tool_name":"t","condition":"x == ` + itoa(i) + `"}`
	}) + "," + many(n-1, func(i int) string {
		return `{"from_state":"q` + itoa(i+1) + `","to_state":"q0","tool_name":"t","condition":"x == 5"}`
	})
	return bundleOf(`["x"]`, many(10, func(int) string { return callOf("t", `"x":{"ref":"x"}`, "") }),
		allowOne+`,"automata":[{"name":"m","states":[`+states+`],"initial_state":"q0","transitions":[`+transitions+`]}]`, oneTool)
}

// loopedAutomaton: every round of a loop makes one more state possible.
func loopedAutomaton() string {
	n := 2000
	states := many(n, func(i int) string { return `{"name":"q` + itoa(i) + `"}` })
	transitions := many(n-1, func(i int) string {
		return `{"from_state":"q` + itoa(i) + `","to_state":"q` + itoa(i+1) + `","tool_name":"t"}`
	})
	return bundleOf(`["xs"]`, loopOf("xs", "i", callOf("t", "", "")),
		allowOne+`,"automata":[{"name":"m","states":[`+states+`],"initial_state":"q0","transitions":[`+transitions+`]}]`, oneTool)
}

// manyRules: every rule has the same source and sink, and every step is a sink
// of all of them.
func manyRules(rules, steps int) string {
	rs := many(rules, func(i int) string {
		return `{"name":"r` + itoa(i) + `","source_tool":"src","sink_tool":"t","sink_param":"x","sanitizers":["san"]}`
	})
	calls := callOf("src", "", "a") + "," + many(steps, func(int) string { return callOf("t", `"x":{"ref":"a"}`, "b") })
	return bundleOf(`[]`, calls, `"allowed_tools":["t","src","san"],"taint_rules":[`+rs+`]`, oneTool+`,{"name":"src"},{"name":"san"}`)
}

// relayChain passes data along 6,000 names and sinks it 3,000 times.
func relayChain() string {
	calls := callOf("src", "", "v0") + "," + many(6000, func(i int) string {
		return callOf("t", `"x":{"ref":"v`+itoa(i)+`"}`, "v"+itoa(i+1))
	}) + "," + many(3000, func(int) string { return callOf("sink", `"x":{"ref":"v6000"}`, "") })
	return bundleOf(`[]`, calls, `"allowed_tools":["t","src","sink"],"taint_rules":[{"name":"r","source_tool":"src","sink_tool":"sink","sink_param":"x"}]`,
		oneTool+`,{"name":"src"},{"name":"sink","params":[{"name":"x","type":"Any"}]}`)
}

// loopChain passes data along through 3,000 loops and sinks it in each.
func loopChain() string {
	calls := callOf("src", "", "v") + "," + many(3000, func(i int) string {
		return loopOf("xs", "i", callOf("t", `"x":{"ref":"v"}`, "v")+","+callOf("sink", `"x":{"ref":"v"}`, ""))
	})
	return bundleOf(`["xs"]`, calls, `"allowed_tools":["t","src","sink"],"taint_rules":[{"name":"r","source_tool":"src","sink_tool":"sink","sink_param":"x"}]`,
		oneTool+`,{"name":"src"},{"name":"sink","params":[{"name":"x","type":"Any"}]}`)
}

// TestHostile reads and verifies each document through the public door, with a
// trace. A clear answer must come within seconds: 2 are wanted.
func TestHostile(t *testing.T) {
	for _, h := range hostiles {
		t.Run(h.name, func(t *testing.T) {
			text := []byte(h.text())
			got, size, took := h.timed(text)
			if took > hostileLimit { // once more: the machine may have been busy
				_, _, again := h.timed(text)
				took = min(took, again)
			}
			t.Logf("%8d bytes %10v %-8s answer of %d bytes", len(text), took.Round(time.Millisecond), got, size)
			if got != h.want && h.want != "any" {
				t.Errorf("%s, want %s", got, h.want)
			}
			if took > hostileLimit {
				t.Errorf("took %v", took)
			}
		})
	}
}

func (h *hostile) timed(text []byte) (kind string, size int, took time.Duration) {
	slow := slowness()
	start := time.Now()
	kind, size, r := h.answer(text)
	took = time.Duration(float64(time.Since(start)) / max(1, slow, slowness()))
	if r != nil && len(r.Trace.Events) < 2000 {
		if err := finding.CheckTrace(r.Trace); err != nil {
			return err.Error(), size, took
		}
	}
	return kind, size, took
}

// hostileLimit is what fails. Under js/wasm the worst cases (thousands of
// possible states, ten thousand different conditions) take 2 to 5 seconds on
// an idle machine.
var hostileLimit = map[bool]time.Duration{false: 5 * time.Second, true: 10 * time.Second}[runtime.GOOS == "js"]

// slowness is how much slower a fixed piece of work is now than on an idle
// machine of 2024: others may be using this one. Under js/wasm, where the same
// work takes longer, it allows for that too.
func slowness() float64 {
	start := time.Now()
	x := uint64(1)
	for range 20_000_000 {
		x = x*6364136223846793005 + 1442695040888963407
	}
	if x == 0 {
		return 1 // never; keeps the loop
	}
	return float64(time.Since(start)) / float64(20*time.Millisecond)
}

// answer is what a user waits for: reading, verifying with a trace, and the
// report's text.
func (h *hostile) answer(text []byte) (kind string, size int, r *finding.Report) {
	b, derr := doc.ReadBundle(text, doc.ReadOptions{})
	if derr != nil {
		return derr.Kind, len(derr.AppendJSON(nil)), nil
	}
	r, err := core.Verify(b, core.Options{Detail: verify.DetailFull})
	if err != nil {
		return err.(*doc.Error).Kind, 0, nil
	}
	size = len(r.AppendWire(nil))
	if !r.OK {
		return "refused", size, r
	}
	return "ok", size, r
}
