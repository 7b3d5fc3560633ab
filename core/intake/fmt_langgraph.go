package intake

import (
	"planproof/core/doc"
	"planproof/core/value"
)

// langgraphFormat reads the JSON of a LangGraph graph, as get_graph().to_json() writes it: nodes and edges without the
// code behind them.
//
//	a node             a call of the tool that the node is called, with the state, which it returns
//	an edge            the node behind it
//	conditional edges  a conditional; which way, the helper decide is asked about the state
//	__start__, __end__ the state of the input, and the end
//
// An agent that calls tools and comes back is a cycle and refused: what it calls is not in the graph. So are edges to
// several nodes that are all taken.
var langgraphFormat = &Format{ID: "langgraph", Name: "LangGraph graph", Detect: detectLanggraph, Import: importLanggraph}

const (
	lgStart = "__start__"
	lgEnd   = "__end__"
)

func detectLanggraph(p *Piece) Score {
	nodes, edges := p.Tree.Get("nodes").List(), p.Tree.Get("edges")
	if len(nodes) == 0 || !edges.Is(doc.SyntaxList) {
		return No
	}
	for _, n := range nodes {
		if id := lgID(n.Get("id")); id == lgStart || id == lgEnd {
			return Sure
		}
	}
	if t := nodes[0].Str("type"); (t == "runnable" || t == "schema") && nodes[0].Has("id", "data") {
		return Likely
	}
	return No
}

// lgID is the ID of a node, a text or a number.
func lgID(v *doc.Syntax) string {
	if v.Is(doc.SyntaxNumber) {
		return v.Text
	}
	return v.AsText()
}

// A langgraph is such a graph under way.
type langgraph struct {
	notes *Notes
	names Names
	state string
	nodes map[string]*doc.Syntax
	order []string
	edges map[string][]*doc.Syntax
}

func importLanggraph(p *Piece, notes *Notes) (*Draft, *Refusal) {
	g := &langgraph{notes: notes, nodes: map[string]*doc.Syntax{}, edges: map[string][]*doc.Syntax{}}
	g.state = g.names.Fresh("state")
	if refused := g.collect(p.Tree); refused != nil {
		return nil, refused
	}
	for _, id := range g.order {
		if refused := g.parallel(id); refused != nil {
			return nil, refused
		}
	}
	start := g.start()
	if start == "" {
		return nil, &Refusal{Construct: "no start", At: p.Tree.Where(), Message: "no node of the graph is the first", Hint: "add a node __start__"}
	}
	chart := &flowChart[bool]{next: g.next, visit: g.visit, join: sameEnv[bool], notes: notes,
		name: func(id string) string { return id }, at: func(id string) doc.Range { return g.nodes[id].Where() }}
	steps, _, refused := chart.run(start, "", false)
	if refused != nil {
		return nil, refused
	}
	plan := &Plan{Steps: steps, At: p.Tree.Where()}
	if usedNames(steps)[g.state] {
		plan.Inputs = []Input{{Name: g.state, At: p.Tree.Where()}}
	}
	return &Draft{Plans: []*Plan{plan}}, nil
}

// collect takes the nodes and edges.
func (g *langgraph) collect(tree *doc.Syntax) *Refusal {
	nodes := tree.Get("nodes").List()
	if refused := tooMany(len(nodes), tree.Where()); refused != nil {
		return refused
	}
	for _, n := range nodes {
		id := lgID(n.Get("id"))
		if id == "" || g.nodes[id] != nil {
			return &Refusal{Construct: "name given twice", Names: []string{id}, At: n.Where(), Message: "every node has an ID of its own", Hint: "write the graph out again"}
		}
		g.nodes[id] = n
		g.order = append(g.order, id)
	}
	for _, e := range tree.Get("edges").List() {
		from, to := lgID(e.Get("source")), lgID(e.Get("target"))
		for _, id := range []string{from, to} {
			if g.nodes[id] == nil && id != lgEnd && id != lgStart {
				return &Refusal{Construct: "pointer to nowhere", Names: []string{id}, At: e.Where(), Message: "there is no node " + ticked(id), Hint: "add it, or remove the edge"}
			}
		}
		g.edges[from] = append(g.edges[from], e)
	}
	return nil
}

// start is __start__, else the first node that nothing leads to; "" when there is none.
func (g *langgraph) start() string {
	if g.nodes[lgStart] != nil {
		return lgStart
	}
	into := map[string]bool{}
	for _, edges := range g.edges {
		for _, e := range edges {
			into[lgID(e.Get("target"))] = true
		}
	}
	for _, id := range g.order {
		if !into[id] {
			return id
		}
	}
	return ""
}

// parallel refuses a node from which more than one way is taken.
func (g *langgraph) parallel(id string) *Refusal {
	always := 0
	names := []string{id}
	for _, e := range g.edges[id] {
		names = append(names, lgID(e.Get("target")))
		if !e.Get("conditional").AsBool() {
			always++
		}
	}
	if always < 2 && (always == 0 || len(g.edges[id]) == 1) {
		return nil
	}
	return &Refusal{Construct: "parallel join", Names: names, At: g.nodes[id].Where(), Message: "behind " + ticked(id) + " several nodes run at once, and a plan has one thing after the other",
		Hint: "let them follow each other, in the order that is right"}
}

func (g *langgraph) next(id string) []string {
	var out []string
	for _, e := range g.edges[id] {
		to := lgID(e.Get("target"))
		if to == lgEnd {
			to = ""
		}
		out = append(out, to)
	}
	if len(out) == 1 && out[0] == "" {
		return nil
	}
	return out
}

func (g *langgraph) visit(id string, _ bool) (visited[bool], *Refusal) {
	v := visited[bool]{label: "After " + id}
	n := g.nodes[id]
	state := Ref{Name: g.state, At: n.Where()}
	if id != lgStart && id != lgEnd {
		name := or(n.At("data", "name").AsText(), or(n.Str("data"), id))
		v.steps = []Step{&Call{Label: id, Tool: name, Bind: g.state, At: n.Where(), Args: []Arg{{"state", state, n.Where()}}}}
		if class := n.At("data", "id").List(); len(class) > 0 && class[len(class)-1].AsText() == "ToolNode" {
			g.notes.Guess(n.Where(), "the node "+ticked(id)+" calls whatever tools a model asked for; the plan has one call of "+ticked(name))
		}
	}
	edges := g.edges[id]
	if len(edges) < 2 {
		return v, nil
	}
	choices := make([]string, len(edges))
	for i, e := range edges {
		if choices[i] = e.Str("data"); choices[i] == "" {
			choices[i] = lgID(e.Get("target"))
		}
	}
	bind := g.names.Fresh(id + "_way")
	v.steps = append(v.steps, Decide("Which way after "+id+"?", "which way after "+id+"?", []Value{state}, choices, bind, edges[0].Where()))
	for _, c := range choices[:len(choices)-1] {
		v.conds = append(v.conds, bind+" == "+CondLit(value.Text(c)))
	}
	v.conds = append(v.conds, "")
	return v, nil
}
