package intake

import (
	"slices"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// This file is sequential agents: a graph of nodes that hand a state on to each other.

const seqCategory = "Sequential Agents"

// sequential is the start of such a graph, "" when the flow is none.
func (f *flowise) sequential() string {
	for _, id := range f.order {
		if f.nodes[id].Str("name") == "seqStart" {
			return id
		}
	}
	return ""
}

// sequence writes the graph from its start.
func (f *flowise) sequence(start string) ([]Step, *Refusal) {
	for _, id := range f.order {
		if to := f.seqNext(id); len(to) > 1 && !strings.HasPrefix(f.nodes[id].Str("name"), "seqCondition") {
			names := []string{f.label(id)}
			for _, t := range to {
				names = append(names, f.label(t))
			}
			return nil, &Refusal{Construct: "parallel join", Names: names, At: f.at[id], Message: "behind " + ticked(f.label(id)) + " several nodes run at once, and a plan has one thing after the other",
				Hint: "let them follow each other, in the order that is right"}
		}
	}
	state := f.input("state", f.at[start])
	chart := f.chart()
	chart.next = f.seqNext
	chart.visit = func(id string, _ bool) (visited[bool], *Refusal) { return f.seqVisit(id, state), nil }
	steps, _, refused := chart.run(start, "", false)
	return steps, refused
}

// seqNext are the nodes of the graph behind one; a Loop node leads back to the one that it names.
func (f *flowise) seqNext(id string) []string {
	n := f.nodes[id]
	if n.Str("name") == "seqLoop" {
		back := n.At("inputs", "loopToName").AsText()
		for _, other := range f.order {
			in := f.nodes[other].Get("inputs")
			for _, key := range []string{"agentName", "llmNodeName", "toolNodeName", "customFunctionName", "seqExecuteFlowName"} {
				if back != "" && in.Str(key) == back {
					return []string{other}
				}
			}
		}
	}
	var out []string
	for _, e := range f.edges {
		to := e.Str("target")
		if e.Str("source") != id || f.nodes[to].Str("category") != seqCategory || strings.HasPrefix(f.nodes[to].Str("name"), "seqState") {
			continue
		}
		if f.nodes[to].Str("name") == "seqEnd" {
			to = ""
		}
		if to == "" || !slices.Contains(out, to) {
			out = append(out, to)
		}
	}
	if len(out) == 1 && out[0] == "" {
		return nil
	}
	return out
}

// seqVisit writes one node: a call that takes the state and gives another, or a decision about it.
func (f *flowise) seqVisit(id, state string) visited[bool] {
	v := visited[bool]{label: f.label(id)}
	n := f.nodes[id]
	in := Ref{Name: state, At: f.at[id]}
	switch kind := n.Str("name"); {
	case kind == "seqStart" || kind == "seqEnd" || kind == "seqLoop":
		return v
	case strings.HasPrefix(kind, "seqCondition"):
		var choices []string
		for range f.seqNext(id) {
			choices = append(choices, "way "+string(rune('a'+len(choices)%26)))
		}
		for i, e := range f.seqEdges(id) {
			if name := seqOutput(e.Str("sourceHandle")); name != "" && i < len(choices) && !slices.Contains(choices, name) {
				choices[i] = name
			}
		}
		if len(choices) < 2 {
			return v
		}
		bind := f.binds[id]
		v.steps = []Step{Decide(f.label(id), "which way?", []Value{in}, choices, bind, f.at[id])}
		for _, c := range choices[:len(choices)-1] {
			v.conds = append(v.conds, bind+" == "+CondLit(value.Text(c)))
		}
		v.conds = append(v.conds, "")
		return v
	}
	c := &Call{Label: f.label(id), Tool: n.Str("name"), Bind: state, At: f.at[id], Args: []Arg{{"state", in, f.at[id]}}}
	for _, m := range n.Get("inputs").Fields() {
		if text := m.Value.AsText(); text != "" && !strings.HasSuffix(strings.TrimSpace(text), ".data.instance}}") {
			c.Args = append(c.Args, Arg{freeParam(c.Args, m.Key.Value), Lit{value.Text(text)}, m.Key.Range})
		}
	}
	if tools := n.At("inputs", "tools"); len(tools.List()) > 0 {
		f.notes.Guess(f.at[id], "the agent "+ticked(f.label(id))+" calls its tools by itself; the plan has one call of the agent")
	}
	v.steps = []Step{c}
	return v
}

// seqEdges are the edges that seqNext follows, in its order.
func (f *flowise) seqEdges(id string) []*doc.Syntax {
	var out []*doc.Syntax
	for _, e := range f.edges {
		to := f.nodes[e.Str("target")]
		if e.Str("source") == id && to.Str("category") == seqCategory && !strings.HasPrefix(to.Str("name"), "seqState") {
			out = append(out, e)
		}
	}
	return out
}

// seqOutput is the name of an output in a handle: seqCondition_0-output-next-Condition.
func seqOutput(handle string) string {
	_, rest, _ := strings.Cut(handle, "-output-")
	name, _, _ := strings.Cut(rest, "-")
	return name
}
