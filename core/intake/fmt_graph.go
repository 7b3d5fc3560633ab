package intake

import (
	"slices"
	"strings"

	"planproof/core/doc"
)

// graphFormat reads plans as the paper draws them: named steps that point to the next one.
//
//	{"start": "read", "steps": [
//	  {"name": "read", "tool": "fetch_mail", "args": {"folder": "in"}, "result": "mails", "next": "any"},
//	  {"name": "any", "condition": "len(mails) > 0", "then": "each", "else": null},
//	  {"name": "each", "foreach": "mails", "as": "mail", "body": "post", "next": null},
//	  {"name": "post", "tool": "post", "args": {"text": "@mail.subject"}, "next": "each"}]}
//
//	steps, nodes       a list of steps with a name, or an object name → step; also inside of workflow, or a list alone
//	start              the first step; without it the first of the list
//	tool + args        a call; result binds a name
//	condition          a conditional: then and else point to steps
//	foreach, as, body  a loop; the body's last steps point back to the loop, or nowhere
//	next               the step after it; null, "" and "end" end the plan
//	"@x.a", "${x.a}", {"ref": "x", "path": […]}  a reference to x or a part of it
//
// A pointer back to anything but the loop around it is a cycle and refused, and so is a pointer out of a loop's body.
var graphFormat = &Format{ID: "next-pointers", Name: "a graph of steps with next pointers", Detect: detectGraph, Import: importGraph}

// How the keys are spelled.
var (
	graphSteps  = []string{"steps", "nodes", "workflow", "plan"}
	graphName   = []string{"name", "id", "step", "label"}
	graphTool   = []string{"tool", "tool_name", "function", "action", "call"}
	graphArgs   = []string{"args", "arguments", "params", "parameters", "inputs"}
	graphResult = []string{"result", "result_binding", "binding", "bind", "output", "assign"}
	graphCond   = []string{"condition", "if", "when"}
	graphThen   = []string{"then", "then_steps", "on_true", "if_true", "true", "next_true"}
	graphElse   = []string{"else", "else_steps", "otherwise", "on_false", "if_false", "false", "next_false"}
	graphOver   = []string{"foreach", "for_each", "collection", "collection_ref", "over"}
	graphItem   = []string{"as", "item", "item_binding", "variable"}
	graphBody   = []string{"body", "do", "each"}
	graphStart  = []string{"start", "entry", "start_at", "first", "initial"}
	graphNext   = "next"
)

// anyOf returns the value of the first key that an object has.
func anyOf(v *doc.Syntax, keys []string) *doc.Syntax {
	for _, k := range keys {
		if m := v.Get(k); m != nil {
			return m
		}
	}
	return nil
}

// graphParts are objects that a step may have its fields in, as our own documents do.
var graphParts = []string{"tool_call", "conditional", "loop", "call", "branch", "action"}

// stepField returns the value of the first key that a step has, itself or in a part of it.
func stepField(s *doc.Syntax, keys []string) *doc.Syntax {
	for _, k := range keys {
		if m := s.Get(k); m != nil && !(m.Is(doc.SyntaxObject) && slices.Contains(graphParts, k)) {
			return m
		}
	}
	for _, part := range graphParts {
		if inner := s.Get(part); inner.Is(doc.SyntaxObject) {
			if m := anyOf(inner, keys); m != nil {
				return m
			}
		}
	}
	return nil
}

// graphRoot is the object that has the steps: the document, or the one inside that it is about.
func graphRoot(tree *doc.Syntax) *doc.Syntax {
	for _, key := range []string{"workflow", "plan", "graph"} {
		if inner := tree.Get(key); inner.Is(doc.SyntaxObject) && anyOf(inner, graphSteps) != nil {
			return inner
		}
	}
	return tree
}

// stepsOf are the steps of a document; a list alone is one of steps.
func stepsOf(root *doc.Syntax) *doc.Syntax {
	if root.Is(doc.SyntaxList) {
		return root
	}
	return anyOf(root, graphSteps)
}

func detectGraph(p *Piece) Score {
	root := graphRoot(p.Tree)
	steps := stepsOf(root)
	pointing, calling := 0, 0
	for _, s := range graphNodes(steps) {
		if to := s.Get(graphNext); to.Is(doc.SyntaxText) || to.Is(doc.SyntaxNull) {
			pointing++
		}
		if stepField(s, graphTool).Is(doc.SyntaxText) {
			calling++
		}
	}
	switch {
	case pointing == 0 || calling == 0:
		return No
	case pointing == len(graphNodes(steps)):
		return Sure + 6 // nothing else points from every step to the next
	case anyOf(root, graphStart).Is(doc.SyntaxText):
		return Sure - 10
	}
	return Likely
}

// graphNodes lists the steps of either form.
func graphNodes(steps *doc.Syntax) []*doc.Syntax {
	out := steps.List()
	for _, m := range steps.Fields() {
		out = append(out, m.Value)
	}
	return out
}

// A graph is such a plan under way.
type graph struct {
	notes *Notes
	order []string
	nodes map[string]*graphNode
	names Names
	bound map[string]string // a name of the text → the identifier
	chart *flowChart[bool]
	depth int // loops around
}

type graphNode struct {
	*doc.Syntax
	name string
}

func importGraph(p *Piece, notes *Notes) (*Draft, *Refusal) {
	g := &graph{notes: notes, nodes: map[string]*graphNode{}, bound: map[string]string{}}
	root := graphRoot(p.Tree)
	plan := &Plan{Goal: or(root.Str("goal"), root.Str("description")), Title: root.Str("title"), At: root.Where()}
	if refused := g.collect(stepsOf(root)); refused != nil {
		return nil, refused
	}
	for _, in := range anyOf(root, []string{"input_variables", "inputs", "variables"}).List() {
		plan.Inputs = append(plan.Inputs, Input{Name: g.bind(in.AsText()), At: in.Where()})
	}
	for _, id := range g.order {
		g.bind(stepField(g.nodes[id].Syntax, graphResult).AsText())
	}
	start := anyOf(root, graphStart).AsText()
	if start == "" && len(g.order) > 0 {
		start = g.order[0]
	}
	if refused := g.known(start, root); refused != nil {
		return nil, refused
	}
	g.chart = &flowChart[bool]{next: g.next, visit: g.visit, join: sameEnv[bool], notes: notes,
		name: func(id string) string { return id }, at: func(id string) doc.Range { return g.nodes[id].Where() }}
	steps, _, refused := g.chart.run(start, "", false)
	plan.Steps = steps
	g.unreached(start)
	return &Draft{Plans: []*Plan{plan}}, refused
}

// collect takes the steps with their names.
func (g *graph) collect(steps *doc.Syntax) *Refusal {
	if refused := tooMany(len(steps.List())+len(steps.Fields()), steps.Where()); refused != nil {
		return refused
	}
	add := func(name string, s *doc.Syntax) *Refusal {
		if name == "" || !s.Is(doc.SyntaxObject) {
			return &Refusal{Construct: "step without a name", At: s.Where(), Message: "a step has no name, so nothing can point to it", Hint: "give it a name"}
		}
		if g.nodes[name] != nil {
			return &Refusal{Construct: "name given twice", Names: []string{name}, At: s.Where(), Message: "two steps are called " + ticked(name), Hint: "rename one of them"}
		}
		g.order = append(g.order, name)
		g.nodes[name] = &graphNode{s, name}
		return nil
	}
	for _, s := range steps.List() {
		if refused := add(anyOf(s, graphName).AsText(), s); refused != nil {
			return refused
		}
	}
	for _, m := range steps.Fields() {
		if refused := add(m.Key.Value, m.Value); refused != nil {
			return refused
		}
	}
	for _, id := range g.order {
		if refused := g.targets(g.nodes[id]); refused != nil {
			return refused
		}
	}
	return nil
}

// targets checks that every pointer of a step leads to a step.
func (g *graph) targets(n *graphNode) *Refusal {
	for _, keys := range [][]string{{graphNext}, graphThen, graphElse, graphBody} {
		to := stepField(n.Syntax, keys)
		if to == nil || ends(to) {
			continue
		}
		if !to.Is(doc.SyntaxText) {
			return &Refusal{Construct: "pointer", Names: []string{n.name}, At: to.Where(), Message: "a pointer of " + ticked(n.name) + " is no name of a step", Hint: "point to one step by its name"}
		}
		if refused := g.known(to.Text, to); refused != nil {
			return refused
		}
	}
	return nil
}

func (g *graph) known(name string, at *doc.Syntax) *Refusal {
	if g.nodes[name] != nil {
		return nil
	}
	return &Refusal{Construct: "pointer to nowhere", Names: []string{name}, At: at.Where(), Message: "there is no step " + ticked(name), Hint: "correct the pointer, or add the step"}
}

// ends tells a pointer that ends the plan.
func ends(v *doc.Syntax) bool {
	switch strings.ToLower(v.AsText()) {
	case "", "end", "done", "stop", "none":
		return v == nil || v.Is(doc.SyntaxNull) || v.Is(doc.SyntaxText)
	}
	return false
}

// target is where a pointer leads, "" for the end.
func target(v *doc.Syntax) string {
	if ends(v) {
		return ""
	}
	return v.AsText()
}

func (g *graph) next(id string) []string {
	n := g.nodes[id].Syntax
	if stepField(n, graphCond) != nil && stepField(n, graphTool) == nil {
		other := stepField(n, graphElse)
		if other == nil {
			other = n.Get(graphNext)
		}
		return []string{target(stepField(n, graphThen)), target(other)}
	}
	if to := target(n.Get(graphNext)); to != "" {
		return []string{to}
	}
	return nil
}

// bind gives a name of the text an identifier.
func (g *graph) bind(name string) string {
	if name == "" {
		return ""
	}
	if _, ok := g.bound[name]; !ok {
		g.bound[name] = g.names.Fresh(name)
	}
	return g.bound[name]
}
