package main

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"planproof/core/doc"
)

// builder writes calls as a plan. It is the planner of this comparison: a
// value of the request is written as a literal; a value that comes from outputs
// is asked of the assistant and referred to, and so is one that stands nowhere
// where the policy wants literals grounded. Where the policy lets a person
// release a value, the person is asked.
type builder struct {
	policy  *doc.Policy
	steps   []any
	results []string // names of the results of calls, in order
	asks    int      // values that a person is asked to release
	names   int
	// smuggle makes attackers' literals come by reference, out of an output.
	smuggle bool
}

// add writes calls; their sources count from the first of them.
func (b *builder) add(calls []call, attack bool) {
	base := len(b.results)
	for _, c := range calls {
		args := object{}
		for _, param := range sorted(c.Args) {
			args[param] = b.argument(c, param, param, c.Args[param], base, attack)
		}
		name := b.bind(c.Function, args, c.Function)
		b.results = append(b.results, name)
	}
}

func sorted(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// bind writes a step and returns the name of its result.
func (b *builder) bind(tool string, args object, label string) string {
	b.names++
	name := "v" + strconv.Itoa(b.names)
	b.steps = append(b.steps, object{"label": label, "tool_call": object{"tool_name": tool, "arguments": args, "result_binding": name}})
	return name
}

// argument is one argument, or a part of it; leaf is its name in the sources.
func (b *builder) argument(c call, param, leaf string, v any, base int, attack bool) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = b.argument(c, param, fmt.Sprintf("%s[%d]", leaf, i), item, base, attack)
		}
		return out
	case map[string]any:
		out := object{}
		for _, key := range sorted(v) {
			out[key] = b.argument(c, param, leaf+"."+key, v[key], base, attack)
		}
		return out
	}
	source := c.Sources[leaf]
	if attack && b.smuggle && (source == "user" || strings.HasPrefix(source, "both")) {
		source = "tool:smuggled"
	}
	switch {
	case strings.HasPrefix(source, "tool:"):
		return b.fetched(c.Function, param, b.outputs(source, base))
	case source == "neither" && b.grounded(c.Function, param) && len(b.results) > 0:
		return b.fetched(c.Function, param, b.results)
	}
	return v
}

// grounded reports whether the policy wants literals of an argument in the
// request. What is written nowhere can not be a literal then.
func (b *builder) grounded(tool, param string) bool {
	for i := range b.policy.Grounding {
		if g := &b.policy.Grounding[i]; g.Tool.Value == tool && g.Param.Value == param {
			return true
		}
	}
	return false
}

// outputs are the results that a source names.
func (b *builder) outputs(source string, base int) []string {
	_, list, _ := strings.Cut(source, ":")
	var out []string
	for n := range strings.SplitSeq(list, ",") {
		if i, err := strconv.Atoi(n); err == nil && base+i < len(b.results) {
			out = append(out, b.results[base+i])
		}
	}
	if out == nil {
		return b.results
	}
	return out
}

// fetched asks the assistant for a value, and the person to release it where
// the policy wants that.
func (b *builder) fetched(tool, param string, about []string) any {
	refs := make([]any, len(about))
	for i, name := range about {
		refs[i] = object{"ref": name}
	}
	name := b.bind("ask_assistant", object{"question": "what is the " + param + " for " + tool + "?", "about": refs}, "find "+param)
	if b.releasable(tool, param) {
		b.asks++
		name = b.bind("confirm", object{"what": param + " of " + tool, "value": object{"ref": name}}, "ask about "+param)
	}
	return object{"ref": name}
}

// releasable reports whether the policy has a rule for a sink that the person
// sanitizes.
func (b *builder) releasable(tool, param string) bool {
	for i := range b.policy.TaintRules {
		r := &b.policy.TaintRules[i]
		if r.SinkTool.Value != tool || r.SinkParam.Value != param {
			continue
		}
		for _, s := range r.Sanitizers {
			if s.Value == "confirm" {
				return true
			}
		}
	}
	return false
}
