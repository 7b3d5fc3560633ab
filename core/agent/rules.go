package agent

import (
	"strconv"
	"strings"

	"planproof/core/doc"
)

// Deny forbids calls of a tool for which a condition over its parameters
// holds; an empty condition forbids all.
func (a *Agent) Deny(tool, condition string) {
	t := doc.Transition{From: text("allowed"), To: text("denied"), Tool: text(tool)}
	if condition != "" {
		c := text(condition)
		t.Condition = &c
	}
	a.automaton("deny_"+tool, []string{"allowed", "denied"}, t)
}

// NoDataFlow forbids that anything made from the results of a tool ("*": from
// labeled data) reaches a parameter, written tool.param, or with tool alone any
// sink of it, unless it went through one of the sanitizers.
func (a *Agent) NoDataFlow(from, to string, sanitizers ...string) {
	tool, param, named := strings.Cut(to, ".")
	if !named {
		param = doc.Any
	}
	a.policy.TaintRules = append(a.policy.TaintRules, doc.TaintRule{
		Name: text(a.unused("no_flow_" + name(from) + "_to_" + name(to))), SourceTool: text(from), SinkTool: text(tool), SinkParam: text(param), Sanitizers: texts(sanitizers),
	})
}

// name makes a part of a rule's name of a tool or parameter.
func name(s string) string { return strings.NewReplacer(".", "_", doc.Any, "any").Replace(s) }

// RequireBefore forbids calls of a tool before another one was called.
func (a *Agent) RequireBefore(first, then string) {
	a.automaton("require_"+first+"_before_"+then, []string{"start", "after_" + first, "error"},
		doc.Transition{From: text("start"), To: text("after_" + first), Tool: text(first)},
		doc.Transition{From: text("start"), To: text("error"), Tool: text(then)})
}

// Ground wants the literals that a plan writes into a parameter to stand in
// the goal or in an input, as the matcher reads it ("": token).
func (a *Agent) Ground(tool, param, matcher string) {
	if matcher == "" {
		matcher = "token"
	}
	a.policy.Grounding = append(a.policy.Grounding, doc.Grounding{Tool: text(tool), Param: text(param), From: texts([]string{"goal", "inputs"}), Matcher: text(matcher)})
}

// Invariant wants a condition to hold at every call of a tool. It may speak of
// the last result of another tool, result.<tool>.
func (a *Agent) Invariant(tool, condition string) {
	a.policy.Invariants = append(a.policy.Invariants, text(tool+": "+condition))
}

// automaton adds an automaton whose last state is an error and whose first is
// the initial one.
func (a *Agent) automaton(name string, states []string, transitions ...doc.Transition) {
	m := doc.Automaton{Name: text(a.unused(name)), Initial: text(states[0]), Transitions: transitions}
	for i, s := range states {
		m.States = append(m.States, doc.State{Name: text(s), IsError: i == len(states)-1})
	}
	a.policy.Automata = append(a.policy.Automata, m)
}

// unused is a name, with a number when a rule has it already.
func (a *Agent) unused(name string) string {
	taken := map[string]bool{}
	for i := range a.policy.Automata {
		taken[a.policy.Automata[i].Name.Value] = true
	}
	for i := range a.policy.TaintRules {
		taken[a.policy.TaintRules[i].Name.Value] = true
	}
	out := name
	for n := 2; taken[out]; n++ {
		out = name + "_" + strconv.Itoa(n)
	}
	return out
}
