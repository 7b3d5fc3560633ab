package intake

import (
	"slices"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// flowiseFormat reads flows of Flowise: agent flows, chat flows, and custom tools.
//
//	an agent flow         its nodes in the order of its edges
//	  Start               the input variables: question, or the fields of the form
//	  LLM, HTTP, Retriever, Custom Function, Direct Reply, Execute Flow   calls
//	  Tool                a call of the tool, with the arguments that the node gives
//	  Agent               a call; which tools it calls by itself is not in the flow, and a note says so
//	  Condition           a conditional; Condition Agent and Human Input: of what the helper decide answers
//	  Iteration           a loop over its list
//	{{ node.output.a }}, {{ $form.a }}, {{ $flow.state.a }}  references; the marks of the editor around are taken off
//	sequential agents     calls that hand a state on to each other; which way a condition takes, the helper decide is asked
//	a chat flow           the chains and agents in the order in which they need each other, one call each; models, prompts,
//	                      memories and tools are what they are made of
//	a custom tool         a tool spec
//
// A Loop node is a way back, a cycle, and refused. So are several nodes behind one output, and supervisors: which worker
// does what is decided by a model.
var flowiseFormat = &Format{ID: "flowise", Name: "Flowise", Detect: detectFlowise, Import: importFlowise}

func detectFlowise(p *Piece) Score {
	if p.Tree.Has("name", "schema", "func") && p.Tree.Get("schema").Is(doc.SyntaxText) {
		return Sure
	}
	nodes := p.Tree.Get("nodes").List()
	if len(nodes) == 0 || !p.Tree.Get("edges").Is(doc.SyntaxList) {
		return No
	}
	for _, n := range nodes {
		if d := n.Get("data"); d.Has("name", "category") || d.Has("name", "inputAnchors") || n.Str("type") == "agentFlow" {
			return Sure
		}
	}
	return No
}

// A flowise is a flow under way.
type flowise struct {
	dataFlow
	notes  *Notes
	nodes  map[string]*doc.Syntax // the data of each
	at     map[string]doc.Range
	parent map[string]string
	order  []string
	edges  []*doc.Syntax
	binds  map[string]string
	inputs map[string]string
	given  []Input
	items  []string // of the iterations around
}

func importFlowise(p *Piece, notes *Notes) (*Draft, *Refusal) {
	if p.Tree.Has("schema", "func") {
		return &Draft{Tools: []doc.ToolSpec{flowiseTool(p.Tree)}}, nil
	}
	f := &flowise{notes: notes, nodes: map[string]*doc.Syntax{}, at: map[string]doc.Range{}, parent: map[string]string{}, binds: map[string]string{}, inputs: map[string]string{}}
	if refused := f.collect(p.Tree); refused != nil {
		return nil, refused
	}
	if len(f.order) == 0 {
		return nil, notOf(p, "a flow has nodes")
	}
	plan := &Plan{Title: p.Tree.Str("name"), Goal: p.Tree.Str("description"), At: p.Tree.Where()}
	var refused *Refusal
	if start := f.start(); start != "" {
		plan.Steps, refused = f.agentFlow(start)
	} else if start := f.sequential(); start != "" {
		plan.Steps, refused = f.sequence(start)
	} else {
		plan.Steps, refused = f.chatFlow()
	}
	if refused != nil {
		return nil, refused
	}
	plan.Steps = prune(plan.Steps)
	used := usedNames(plan.Steps)
	for _, in := range f.given {
		if used[in.Name] {
			plan.Inputs = append(plan.Inputs, in)
		}
	}
	return &Draft{Plans: []*Plan{plan}}, nil
}

// flowiseTool is the spec of a custom tool. Its schema is a text of JSON.
func flowiseTool(v *doc.Syntax) doc.ToolSpec {
	spec := doc.ToolSpec{Name: doc.Text{Value: v.Str("name")}, Range: v.Where(), Description: v.Str("description"), ReturnType: "str"}
	list, _, _, err := doc.ParseSyntax(doc.NewSource("schema", v.Str("schema")), 0, true)
	if err != nil {
		return spec
	}
	for _, p := range list.List() {
		param := doc.Param{Name: doc.Text{Value: p.Str("property")}, Description: p.Str("description"), Type: doc.Text{Value: or(p.Str("type"), "Any")}}
		if param.Name.Value == "" {
			continue
		}
		if r := p.Get("required"); r != nil {
			required := r.AsBool()
			param.Required = &required
		}
		spec.Params = append(spec.Params, param)
	}
	return spec
}

func (f *flowise) collect(tree *doc.Syntax) *Refusal {
	if refused := tooMany(len(tree.Get("nodes").List()), tree.Where()); refused != nil {
		return refused
	}
	for _, n := range tree.Get("nodes").List() {
		id := or(n.Str("id"), n.At("data", "id").AsText())
		name := n.At("data", "name").AsText()
		if id == "" || strings.HasPrefix(name, "stickyNote") {
			continue
		}
		f.nodes[id], f.at[id], f.parent[id] = n.Get("data"), n.Where(), or(n.Str("parentNode"), n.Str("parentId"))
		f.order = append(f.order, id)
		f.binds[id] = f.names.Fresh(id)
	}
	for _, e := range tree.Get("edges").List() {
		for _, id := range []string{e.Str("source"), e.Str("target")} {
			if f.nodes[id] == nil {
				return &Refusal{Construct: "pointer to nowhere", Names: []string{id}, At: e.Where(), Message: "there is no node " + ticked(id), Hint: "add it, or remove the edge"}
			}
		}
		f.edges = append(f.edges, e)
	}
	return nil
}

// start is the start of an agent flow, "" in a chat flow.
func (f *flowise) start() string {
	for _, id := range f.order {
		if f.kind(id) == "start" {
			return id
		}
	}
	return ""
}

// kind is the kind of a node of an agent flow: startAgentflow is start.
func (f *flowise) kind(id string) string {
	kind, _ := strings.CutSuffix(f.nodes[id].Str("name"), "Agentflow")
	return kind
}

func (f *flowise) label(id string) string { return or(f.nodes[id].Str("label"), id) }

func (f *flowise) input(name string, at doc.Range) string {
	if f.inputs[name] == "" {
		f.inputs[name] = f.names.Fresh(strings.TrimPrefix(strings.ReplaceAll(name, ".", "_"), "$"))
		f.given = append(f.given, Input{Name: f.inputs[name], At: at})
	}
	return f.inputs[name]
}

// agentFlow writes an agent flow.
func (f *flowise) agentFlow(start string) ([]Step, *Refusal) {
	for _, id := range f.order {
		for i, to := range f.outputs(id) {
			if len(to) > 1 {
				names := []string{f.label(id)}
				for _, t := range to {
					names = append(names, f.label(t))
				}
				return nil, &Refusal{Construct: "parallel join", Names: names, At: f.at[id], Message: "behind output " + strconv.Itoa(i) + " of " + ticked(f.label(id)) + " several nodes run at once, and a plan has one thing after the other",
					Hint: "let them follow each other, in the order that is right"}
			}
		}
	}
	steps, _, refused := f.chart().run(start, "", false)
	return steps, refused
}

func (f *flowise) chart() *flowChart[bool] {
	return &flowChart[bool]{notes: f.notes, next: f.next, visit: f.visit, join: sameEnv[bool], name: f.label, at: func(id string) doc.Range { return f.at[id] }}
}

// outputs are the targets behind each output of a node. An output is a number at the end of the edge's handle; a node with
// one output has its name there.
func (f *flowise) outputs(id string) [][]string {
	out := make([][]string, f.count(id))
	for _, e := range f.edges {
		if e.Str("source") != id {
			continue
		}
		handle := e.Str("sourceHandle")
		i, err := strconv.Atoi(handle[strings.LastIndexByte(handle, '-')+1:])
		if err != nil || i < 0 || i >= 100 {
			i = 0
		}
		for len(out) <= i {
			out = append(out, nil)
		}
		if to := e.Str("target"); !slices.Contains(out[i], to) {
			out[i] = append(out[i], to)
		}
	}
	return out
}

// count is how many outputs a node has.
func (f *flowise) count(id string) int {
	in := f.nodes[id].Get("inputs")
	switch f.kind(id) {
	case "condition":
		return len(in.Get("conditions").List()) + 1
	case "conditionAgent":
		return len(in.Get("conditionAgentScenarios").List())
	case "humanInput":
		return 2
	}
	return 1
}

func (f *flowise) next(id string) []string {
	if f.kind(id) == "loop" {
		back, _, _ := strings.Cut(f.nodes[id].At("inputs", "loopBackToNode").AsText(), "-")
		if f.nodes[back] != nil {
			return []string{back}
		}
	}
	var out []string
	for _, to := range f.outputs(id) {
		if len(to) == 0 {
			out = append(out, "")
			continue
		}
		out = append(out, to[0])
	}
	if len(out) == 0 || len(out) == 1 && out[0] == "" {
		return nil
	}
	return out
}

// chatFlow writes a chat flow: its chains and agents.
func (f *flowise) chatFlow() ([]Step, *Refusal) {
	needs := map[string][]string{}
	for _, e := range f.edges {
		needs[e.Str("target")] = append(needs[e.Str("target")], e.Str("source"))
	}
	order, cycle := byNeeds(f.order, func(id string) []string { return needs[id] })
	if cycle != nil {
		return nil, &Refusal{Construct: "cycle", Names: cycle, At: f.at[cycle[0]], Message: "nodes need each other: " + chain(append(cycle, cycle[0])), Hint: "take one of the edges out"}
	}
	var steps []Step
	for _, id := range order {
		switch category := f.nodes[id].Str("category"); category {
		case "Multi Agents":
			names := []string{}
			for _, other := range f.order {
				if f.nodes[other].Str("category") == category {
					names = append(names, f.label(other))
				}
			}
			return nil, &Refusal{Construct: "agents", Names: names, At: f.at[id], Message: "a model decides which of the agents does what, and when they are done: " + chainOf(names), Hint: "draw it as an agent flow without a way back"}
		case "Chains", "Agents", "Engine":
			steps = append(steps, f.made(id, needs))
		}
	}
	return steps, nil
}

// made is the call of a chain or agent, with what it is made of.
func (f *flowise) made(id string, needs map[string][]string) Step {
	n := f.nodes[id]
	c := &Call{Label: f.label(id), Tool: n.Str("name"), Bind: f.binds[id], At: f.at[id]}
	c.Args = append(c.Args, Arg{"question", Ref{Name: f.input("question", f.at[id])}, f.at[id]})
	var tools []string
	for _, part := range needs[id] {
		p := f.nodes[part]
		switch p.Str("category") {
		case "Tools", "Tools (MCP)":
			tools = append(tools, f.label(part))
			continue
		case "Chains", "Agents", "Engine":
			c.Args = append(c.Args, Arg{freeParam(c.Args, p.Str("name")), Ref{Name: f.binds[part]}, f.at[part]})
			continue
		}
		c.Args = append(c.Args, Arg{freeParam(c.Args, or(p.Str("name"), part)), Lit{value.Text(f.label(part))}, f.at[part]})
	}
	for _, m := range n.Get("inputs").Fields() {
		if text := m.Value.AsText(); text != "" && !strings.HasSuffix(strings.TrimSpace(text), ".data.instance}}") {
			c.Args = append(c.Args, Arg{freeParam(c.Args, m.Key.Value), Lit{value.Text(text)}, m.Key.Range})
		}
	}
	if len(tools) > 0 {
		f.notes.Guess(f.at[id], "the agent "+ticked(f.label(id))+" calls its tools by itself, "+chainOf(tools)+"; the plan has one call of the agent")
	}
	return c
}
