package intake

import (
	"slices"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// dagPlan reads plans that are a graph of calls with holes, as IPIGuard's planner writes them: {"tool_calls": [{"id",
// "function_name", "args", "depends_on": [id]}]}, where an argument "<unknown>: type" is filled in from the results of
// the calls that it depends on. The node list may also be called nodes, steps, tasks or plan, and stand alone; without
// dependencies it is a list of calls in their order.
//
// Maps: a node → a step, after those that it depends on, else in the order of the text; a hole → a call of the helper
// pick_value over the results of all calls that the node depends on, so that data flows as it may flow in a run.
//
// Refused: cycles, with the nodes; a dependency on a node that is not there; a hole in a node without dependencies
// becomes an input variable. Noted: texts that look like references of another language, which stay texts; and that the
// graph leaves the order of independent calls open, which a workflow does not.
var dagPlan = &Format{ID: "dag", Name: "graph of calls with holes (IPIGuard)", Detect: detectDAG, Import: importDAG}

// depKeys are what the list of dependencies is called.
var depKeys = []string{"depends_on", "dependencies", "depends", "dependsOn", "parents", "requires"}

// dagNodes returns the list of nodes.
func dagNodes(v *doc.Syntax) []*doc.Syntax {
	for _, key := range []string{"tool_calls", "nodes", "steps", "tasks", "plan", "calls"} {
		if list := v.Get(key).List(); len(list) > 0 {
			v = v.Get(key)
			break
		}
	}
	for _, n := range v.List() {
		if firstText(n, callNames...) == "" || argsOf(n) == nil {
			return nil
		}
	}
	return v.List()
}

func detectDAG(p *Piece) Score {
	for _, n := range dagNodes(p.Tree) {
		for _, key := range depKeys {
			if n.Has(key) {
				return Sure - 3
			}
		}
	}
	if len(dagNodes(p.Tree)) > 0 && p.Tree.Is(doc.SyntaxObject) && !p.Tree.Has("tool_calls") {
		return Likely - 15 // a list of calls under a name, in its order
	}
	return No
}

func importDAG(p *Piece, notes *Notes) (*Draft, *Refusal) {
	g := &dag{index: map[string]int{}, notes: notes}
	nodes := dagNodes(p.Tree)
	if len(nodes) == 0 {
		return nil, &Refusal{Construct: "no nodes", At: p.Range, Message: "there are no calls with dependencies here", Hint: "paste {\"tool_calls\": […]}"}
	}
	for i, v := range nodes {
		n := &dagNode{v: v, id: nodeID(v, i), bind: g.names.Fresh(firstText(v, callNames...) + "_result")}
		g.index[n.id] = len(g.nodes)
		g.nodes = append(g.nodes, n)
	}
	if err := g.link(); err != nil {
		return nil, err
	}
	plan := &Plan{At: p.Range, Goal: firstText(p.Tree, "goal", "task", "query", "description")}
	order, err := g.sort()
	if err != nil {
		return nil, err
	}
	for _, n := range order {
		plan.Steps = append(plan.Steps, g.step(plan, n)...)
	}
	if len(order) > 1 {
		notes.Guess(p.Range, "the graph leaves the order of independent calls open; here they stand in the order of the text")
	}
	return &Draft{Plans: []*Plan{plan}}, nil
}

// A dag is a graph of calls.
type dag struct {
	nodes []*dagNode
	index map[string]int
	names Names
	notes *Notes
}

// A dagNode is one call.
type dagNode struct {
	v    *doc.Syntax
	id   string
	bind string
	deps []*dagNode
	mark uint8 // while sorting: 1 open, 2 done
}

// nodeID returns the ID of a node: what it says, or its number from 1.
func nodeID(v *doc.Syntax, i int) string {
	for _, key := range []string{"id", "node_id", "step_id", "idx", "step"} {
		if id := v.Get(key); id.Is(doc.SyntaxText) || id.Is(doc.SyntaxNumber) {
			return id.Text
		}
	}
	return value.Int(int64(i + 1)).String()
}

// link finds the nodes that each depends on.
func (g *dag) link() *Refusal {
	for _, n := range g.nodes {
		for _, key := range depKeys {
			for _, d := range n.v.Get(key).List() {
				i, ok := g.index[d.Text]
				if !ok {
					return &Refusal{Construct: "unknown dependency", Names: []string{n.id, d.Text}, At: d.Range,
						Message: "the call " + ticked(n.id) + " depends on " + ticked(d.Text) + ", which is not there", Hint: "add the call, or remove the dependency"}
				}
				n.deps = append(n.deps, g.nodes[i])
			}
		}
	}
	return nil
}

// sort puts every node behind those that it depends on, else in the order of the text. It keeps its own stack.
func (g *dag) sort() ([]*dagNode, *Refusal) {
	var out, stack []*dagNode
	for _, root := range g.nodes {
		if root.mark == 2 {
			continue
		}
		stack = append(stack[:0], root)
		root.mark = 1
		for len(stack) > 0 {
			n := stack[len(stack)-1]
			next := n.open()
			if next == nil {
				n.mark = 2
				out = append(out, n)
				stack = stack[:len(stack)-1]
				continue
			}
			if next.mark == 1 {
				return nil, cycle(stack, next)
			}
			next.mark = 1
			stack = append(stack, next)
		}
	}
	return out, nil
}

// open returns a dependency that is not done.
func (n *dagNode) open() *dagNode {
	for len(n.deps) > 0 {
		if d := n.deps[0]; d.mark != 2 {
			return d
		}
		n.deps = n.deps[1:]
	}
	return nil
}

// cycle names the nodes of a cycle: those of the stack from one on.
func cycle(stack []*dagNode, from *dagNode) *Refusal {
	var ids []string
	for _, n := range stack[slices.Index(stack, from):] {
		ids = append(ids, n.id)
	}
	return &Refusal{Construct: "cycle", Names: ids, At: from.v.Range, Message: "the calls depend on each other in a circle: " + strings.Join(ids, ", "),
		Hint: "remove one of the dependencies"}
}

// isHole reports whether an argument is left to a run, and the type that it says.
func isHole(text string) bool {
	t := strings.ToLower(strings.TrimSpace(text))
	return strings.HasPrefix(t, "<unknown>") || t == "<hole>" || t == "<fill>" || t == "?" || t == "{{unknown}}" || t == "<to_be_filled>"
}

// step makes the call of a node.
func (g *dag) step(plan *Plan, n *dagNode) []Step {
	c := &Call{Tool: firstText(n.v, callNames...), Bind: n.bind, At: n.v.Range}
	var before []Step
	for _, m := range argsOf(n.v).Fields() {
		arg := FromSyntax(m.Value, func(v *doc.Syntax) Value {
			if !isHole(v.Text) {
				g.foreign(v)
				return nil
			}
			return g.fill(plan, n, m.Key, &before)
		})
		c.Args = append(c.Args, Arg{m.Key.Value, arg, m.Key.Range})
	}
	return append(before, c)
}

// foreign notes a text that looks like a reference in a language that the graph does not define: it stays a text, so the
// data that it stands for is not followed.
func (g *dag) foreign(v *doc.Syntax) {
	t := strings.TrimSpace(v.Text)
	if strings.Contains(t, "{{") || strings.Contains(t, "${") || len(t) > 1 && strings.ContainsRune("$@#", rune(t[0])) && Ident(t[1:]) == t[1:] {
		g.notes.Guess(v.Range, "a text that looks like a reference stays a text: write {\"ref\": name} where data should flow")
	}
}

// fill says what a hole may be filled with: something of the results of all dependencies, else an input.
func (g *dag) fill(plan *Plan, n *dagNode, key doc.Text, before *[]Step) Value {
	var from []Value
	for _, key := range depKeys {
		for _, d := range n.v.Get(key).List() {
			from = append(from, Ref{Name: g.nodes[g.index[d.Text]].bind, At: d.Range})
		}
	}
	if len(from) == 0 {
		in := Input{Name: g.names.Fresh(key.Value), At: key.Range}
		plan.Inputs = append(plan.Inputs, in)
		g.notes.Guess(key.Range, "the hole "+ticked(key.Value)+" depends on no call; it became an input variable")
		return Ref{Name: in.Name, At: key.Range}
	}
	name := g.names.Fresh(key.Value)
	*before = append(*before, &Call{Label: "Fill " + key.Value, Tool: PickTool, Bind: name, At: key.Range, Args: []Arg{{"value", List{from}, key.Range}}})
	return Ref{Name: name, At: key.Range}
}
