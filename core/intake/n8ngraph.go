package intake

import (
	"slices"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// This file is the connections between the nodes of n8n.

func (w *n8n) collect() *Refusal {
	if refused := tooMany(len(w.tree.Get("nodes").List()), w.tree.Get("nodes").Where()); refused != nil {
		return refused
	}
	for _, n := range w.tree.Get("nodes").List() {
		name := n.Str("name")
		if name == "" || w.nodes[name] != nil {
			return &Refusal{Construct: "name given twice", Names: []string{name}, At: n.Where(), Message: "every node has a name of its own", Hint: "rename it"}
		}
		w.nodes[name] = n
		w.order = append(w.order, name)
		w.binds[name] = w.taken.Fresh(name)
	}
	for _, from := range w.tree.Get("connections").Fields() {
		for _, kind := range from.Value.Fields() {
			for _, out := range kind.Value.List() {
				for _, to := range out.List() {
					name := to.Str("node")
					if w.nodes[name] == nil {
						return &Refusal{Construct: "pointer to nowhere", Names: []string{name}, At: to.Where(), Message: "there is no node " + ticked(name), Hint: "add it, or remove the connection"}
					}
					if kind.Key.Value == "main" {
						w.into[name] = true
					} else {
						w.tools[name] = append(w.tools[name], from.Key.Value)
					}
				}
			}
		}
	}
	for _, id := range w.order {
		if w.isLoop(id) {
			w.body[id] = reach(w.all, w.firstTarget(id, w.loopOutput(id)), id)
		}
	}
	return w.loopsApart()
}

// loopsApart refuses loops whose rounds lead to each other.
func (w *n8n) loopsApart() *Refusal {
	for _, a := range w.order {
		for _, b := range w.order {
			if a < b && w.body[a][b] && w.body[b][a] {
				return goesRound([]string{a, b}, w.nodes[a].Where())
			}
		}
	}
	return nil
}

// plugged tells a node that is a part of an agent.
func (w *n8n) plugged(id string) bool {
	for _, kind := range w.tree.At("connections", id).Fields() {
		if kind.Key.Value != "main" {
			return true
		}
	}
	return false
}

func (w *n8n) outputs(id string) []*doc.Syntax { return w.tree.At("connections", id, "main").List() }

// targets are the nodes behind one output, in the order in which n8n runs them: from top to bottom.
func (w *n8n) targets(id string, output int) []string {
	outs := w.outputs(id)
	if output < 0 || output >= len(outs) {
		return nil
	}
	var out []string
	for _, to := range outs[output].List() {
		if name := to.Str("node"); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int {
		p, q := w.nodes[a].Get("position").List(), w.nodes[b].Get("position").List()
		for _, axis := range []int{1, 0} {
			if len(p) > axis && len(q) > axis {
				if c := compareNumbers(p[axis], q[axis]); c != 0 {
					return c
				}
			}
		}
		return 0
	})
	return out
}

func compareNumbers(a, b *doc.Syntax) int {
	x, ok := a.Value().(value.Number)
	y, also := b.Value().(value.Number)
	if !ok || !also {
		return 0
	}
	return x.Cmp(y)
}

func (w *n8n) firstTarget(id string, output int) string {
	if to := w.targets(id, output); len(to) > 0 {
		return to[0]
	}
	return ""
}

// all are the nodes behind all outputs.
func (w *n8n) all(id string) []string {
	var out []string
	for i := range w.outputs(id) {
		out = append(out, w.targets(id, i)...)
	}
	return out
}

func (w *n8n) isLoop(id string) bool { return n8nType(w.nodes[id]) == "splitInBatches" }

// loopOutput is the output that the items come from: the second one since version 3.
func (w *n8n) loopOutput(id string) int {
	if v, ok := w.nodes[id].Get("typeVersion").Value().(value.Number); ok && v.Cmp(value.Int(3)) >= 0 {
		return 1
	}
	return 0
}

// way is where an output leads: a node, a fan-out, or nowhere. A way back to the loop around ends the round.
func (w *n8n) way(id string, output int) string {
	to := w.targets(id, output)
	to = slices.DeleteFunc(to, func(t string) bool { return w.body[t][id] })
	switch len(to) {
	case 0:
		return ""
	case 1:
		return to[0]
	}
	return id + n8nOutput + strconv.Itoa(output)
}

// next are the ways out of a node.
func (w *n8n) next(id string) []string {
	if strings.Contains(id, n8nOutput) {
		return nil
	}
	var out []string
	switch {
	case w.nodes[id].Get("disabled").AsBool():
		out = []string{w.way(id, 0)} // what comes in goes on
	case w.isLoop(id):
		out = []string{w.way(id, 1-w.loopOutput(id))}
	case n8nType(w.nodes[id]) == "switch":
		for _, output := range w.switchOutputs(id) {
			out = append(out, w.way(id, output))
		}
	default:
		for i := range w.count(id) {
			out = append(out, w.way(id, i))
		}
	}
	if len(out) == 1 && out[0] == "" {
		return nil
	}
	return out
}

// count is how many outputs a node has.
func (w *n8n) count(id string) int {
	n := w.nodes[id]
	connected := len(w.outputs(id))
	switch n8nType(n) {
	case "if":
		return 2
	case "filter":
		return 2 // the second one leads nowhere
	}
	return max(connected, 1)
}

// switchOutputs are the outputs of the rules of a Switch, and the one of what no rule takes; -1 leads nowhere.
func (w *n8n) switchOutputs(id string) []int {
	p := w.nodes[id].Get("parameters")
	number := func(v *doc.Syntax) int {
		if n, ok := v.Value().(value.Number); ok {
			if i, small := n.Int64(); small && i >= 0 && i < 100 {
				return int(i)
			}
		}
		return -1
	}
	var out []int
	if p.Str("mode") == "expression" {
		for i := range max(len(w.outputs(id)), 1) {
			out = append(out, i)
		}
		return out
	}
	for i := range p.At("rules", "values").List() {
		out = append(out, i)
	}
	for _, rule := range p.At("rules", "rules").List() {
		out = append(out, max(number(rule.Get("output")), 0))
	}
	fallback := orElse(p.At("options", "fallbackOutput"), p.Get("fallbackOutput"))
	if fallback.AsText() == "extra" {
		return append(out, len(out))
	}
	return append(out, number(fallback))
}

// cycles looks at all ways together, fan-outs and loops too.
func (w *n8n) cycles(start string) *Refusal {
	c := *w.chart
	c.next = func(id string) []string {
		to := w.all(id)
		return slices.DeleteFunc(to, func(t string) bool { return w.body[t][id] })
	}
	_, refused := c.postorder(start)
	return refused
}
