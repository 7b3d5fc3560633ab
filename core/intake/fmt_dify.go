package intake

import (
	"slices"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// difyFormat reads workflows and chatflows of Dify, as their DSL files have them.
//
//	start               the input variables; sys.query and its like are input variables too
//	llm, code, tool, http-request, knowledge-retrieval, … calls, of llm, code, the tool's name, get_http, …
//	answer              a call of answer, what the user is told; end: nothing
//	if-else             a conditional; question-classifier: one too, of what the helper decide answers
//	iteration           a loop; the helper append_item collects its output
//	variable-aggregator no step: the value that the way to it has
//	assigner            a conversation variable gets another value
//	{{#node.a#}}, [node, a]  a reference to that part of what the node put out
//	an agent            a call; which tools it calls by itself is not in the file, and a note says so
//
// Edges to several nodes are ways that run at once: a parallel join, refused. So are loop nodes, whose rounds a condition
// ends, and ways back.
var difyFormat = &Format{ID: "dify", Name: "Dify workflow", Detect: detectDify, Import: importDify}

func detectDify(p *Piece) Score {
	nodes := difyGraph(p.Tree).Get("nodes").List()
	switch {
	case p.Tree.Str("kind") == "app" && p.Tree.Get("app") != nil:
		return Sure
	case len(nodes) > 0 && nodes[0].At("data", "type") != nil && nodes[0].At("data", "title") != nil:
		return Sure - 10
	}
	return No
}

// difyGraph is the graph of a DSL file, or of a graph alone.
func difyGraph(tree *doc.Syntax) *doc.Syntax {
	if g := tree.At("workflow", "graph"); g != nil {
		return g
	}
	return orElse(tree.Get("graph"), tree)
}

func orElse(a, b *doc.Syntax) *doc.Syntax {
	if a != nil {
		return a
	}
	return b
}

// A dify is such a workflow under way.
type dify struct {
	dataFlow
	notes  *Notes
	tree   *doc.Syntax
	nodes  map[string]*doc.Syntax // the data of each
	at     map[string]doc.Range
	order  []string
	parent map[string]string
	out    map[string]map[string][]string // node → handle → targets
	binds  map[string]string
	inputs map[string]string // "sys.query" → name
	given  []Input
	used   map[string]bool
	depth  int // iterations around
}

func importDify(p *Piece, notes *Notes) (*Draft, *Refusal) {
	d := &dify{notes: notes, tree: p.Tree, nodes: map[string]*doc.Syntax{}, at: map[string]doc.Range{}, parent: map[string]string{},
		out: map[string]map[string][]string{}, binds: map[string]string{}, inputs: map[string]string{}}
	graph := difyGraph(p.Tree)
	if len(graph.Get("nodes").List()) == 0 {
		return nil, &Refusal{Construct: "no graph", At: p.Tree.Where(), Message: "an app of mode " + ticked(p.Tree.At("app", "mode").AsText()) + " has no graph: its model decides what it calls", Hint: "a workflow or chatflow has one"}
	}
	if refused := d.collect(graph); refused != nil {
		return nil, refused
	}
	start := ""
	for _, id := range d.order {
		if t := d.kind(id); d.parent[id] == "" && (t == "start" || strings.HasPrefix(t, "trigger")) {
			start = id
			break
		}
	}
	if start == "" {
		return nil, &Refusal{Construct: "no start", At: graph.Where(), Message: "no node is a start", Hint: "add one"}
	}
	d.declare(start)
	steps, _, refused := d.run(start, &dataEnv{vars: map[string]Value{}}, false)
	if refused != nil {
		return nil, refused
	}
	steps = prune(steps)
	plan := &Plan{Title: p.Tree.At("app", "name").AsText(), Goal: or(p.Tree.At("app", "description").AsText(), p.Tree.At("app", "name").AsText()), Steps: steps, At: p.Tree.Where()}
	used := usedNames(steps)
	for _, in := range d.given {
		if used[in.Name] || d.used[in.Name] {
			plan.Inputs = append(plan.Inputs, in)
		}
	}
	return &Draft{Plans: []*Plan{plan}}, nil
}

func (d *dify) kind(id string) string { return d.nodes[id].Str("type") }

func (d *dify) name(id string) string { return or(d.nodes[id].Str("title"), id) }

// collect takes the nodes and edges.
func (d *dify) collect(graph *doc.Syntax) *Refusal {
	if refused := tooMany(len(graph.Get("nodes").List()), graph.Where()); refused != nil {
		return refused
	}
	for _, n := range graph.Get("nodes").List() {
		id, data := lgID(n.Get("id")), n.Get("data")
		if id == "" || data.Str("type") == "" { // a note on the canvas
			continue
		}
		d.nodes[id], d.at[id], d.parent[id] = data, n.Where(), n.Str("parentId")
		d.order = append(d.order, id)
		wanted := d.name(id)
		if Ident(wanted) == "value" {
			wanted = d.kind(id)
		}
		d.binds[id] = d.names.Fresh(wanted)
	}
	for _, e := range graph.Get("edges").List() {
		from, to, handle := lgID(e.Get("source")), lgID(e.Get("target")), or(e.Str("sourceHandle"), "source")
		for _, id := range []string{from, to} {
			if d.nodes[id] == nil {
				return &Refusal{Construct: "pointer to nowhere", Names: []string{id}, At: e.Where(), Message: "there is no node " + ticked(id), Hint: "add it, or remove the edge"}
			}
		}
		if d.out[from] == nil {
			d.out[from] = map[string][]string{}
		}
		if !slices.Contains(d.out[from][handle], to) {
			d.out[from][handle] = append(d.out[from][handle], to)
		}
	}
	for _, id := range d.order {
		for _, handle := range d.handles(id) {
			if to := d.out[id][handle]; len(to) > 1 {
				names := []string{d.name(id)}
				for _, t := range to {
					names = append(names, d.name(t))
				}
				return &Refusal{Construct: "parallel join", Names: names, At: d.at[id], Message: "behind " + ticked(d.name(id)) + " several nodes run at once, and a plan has one thing after the other",
					Hint: "let them follow each other, in the order that is right"}
			}
		}
	}
	return nil
}

// handles are the ways out of a node, in order. The last one is otherwise.
func (d *dify) handles(id string) []string {
	n := d.nodes[id]
	var out []string
	switch d.kind(id) {
	case "if-else":
		for _, c := range n.Get("cases").List() {
			out = append(out, or(c.Str("case_id"), c.Str("id")))
		}
		if len(out) == 0 {
			out = []string{"true"}
		}
		return append(out, "false")
	case "question-classifier":
		for _, c := range n.Get("classes").List() {
			out = append(out, c.Str("id"))
		}
		return out
	}
	if d.out[id]["fail-branch"] != nil {
		return []string{"fail-branch", d.success(id)}
	}
	return []string{"source"}
}

func (d *dify) success(id string) string {
	if d.out[id]["success-branch"] != nil {
		return "success-branch"
	}
	return "source"
}

func (d *dify) next(id string) []string {
	handles := d.handles(id)
	var out []string
	for _, h := range handles {
		to := ""
		if targets := d.out[id][h]; len(targets) > 0 {
			to = targets[0]
		}
		out = append(out, to)
	}
	if len(out) == 1 && out[0] == "" || len(out) == 0 {
		return nil
	}
	return out
}

// run writes the graph from a node on, that of an iteration too.
func (d *dify) run(start string, env *dataEnv, ends bool) ([]Step, *dataEnv, *Refusal) {
	chart := &flowChart[*dataEnv]{ends: ends, notes: d.notes, next: d.next, visit: d.visit, join: d.join, name: d.name,
		at: func(id string) doc.Range { return d.at[id] }}
	return chart.run(start, "", env)
}

// declare makes inputs of the variables of the start.
func (d *dify) declare(start string) {
	for _, v := range d.nodes[start].Get("variables").List() {
		if name := v.Str("variable"); name != "" {
			in := Input{Name: d.names.Fresh(name), At: v.Where()}
			if def := v.Get("default"); def.Is(doc.SyntaxText) && def.Text != "" {
				in.Value = value.Text(def.Text)
			}
			d.inputs[start+"."+name] = in.Name
			d.given = append(d.given, in)
			d.use(in.Name)
		}
	}
}

func (d *dify) use(name string) {
	if d.used == nil {
		d.used = map[string]bool{}
	}
	d.used[name] = true
}

// input is a variable that comes from outside: of the system, the conversation or the environment.
func (d *dify) input(key string, at doc.Range) string {
	if d.inputs[key] == "" {
		d.inputs[key] = d.names.Fresh(strings.ReplaceAll(key, ".", "_"))
		d.given = append(d.given, Input{Name: d.inputs[key], At: at})
	}
	return d.inputs[key]
}

// selector is the value that [node, name, …] stands for.
func (d *dify) selector(parts []string, at doc.Range, env *dataEnv) Value {
	if len(parts) == 0 {
		return Lit{value.Null{}}
	}
	if len(parts) > 1 {
		key := parts[0] + "." + parts[1]
		switch {
		case d.inputs[key] != "":
			return Ref{Name: d.inputs[key], Path: textPath(parts[2:]), At: at}
		case parts[0] == "sys" || parts[0] == "conversation" || parts[0] == "env":
			return Ref{Name: d.input(key, at), Path: textPath(parts[2:]), At: at}
		}
		if v := env.vars[key]; v != nil { // an item, or what an aggregator put together
			for _, key := range textPath(parts[2:]) {
				part, ok := partOf(v, key)
				if !ok {
					return Computed{strings.Join(parts, "."), []Value{plainValue(v, at)}, at}
				}
				v = part
			}
			return v
		}
	}
	if name := d.binds[parts[0]]; name != "" {
		return Ref{Name: name, Path: textPath(parts[1:]), At: at}
	}
	return Ref{Name: d.input(strings.Join(parts[:1], "."), at), Path: textPath(parts[1:]), At: at}
}

func textPath(parts []string) []value.Value {
	var out []value.Value
	for _, p := range parts {
		out = append(out, value.Text(p))
	}
	return out
}

func selectorParts(v *doc.Syntax) []string {
	var out []string
	for _, part := range v.List() {
		out = append(out, lgID(part))
	}
	return out
}

// value reads a value whose texts may have {{#node.name#}} in them.
func (d *dify) value(v *doc.Syntax, env *dataEnv, context Value) Value {
	return FromSyntax(v, func(t *doc.Syntax) Value {
		return holes(t, []hole{{"{{#", "#}}"}}, func(inner string) (Value, bool) {
			if inner == "context" {
				return context, context != nil
			}
			parts := strings.Split(inner, ".")
			return d.selector(parts, t.Where(), env), len(parts) > 1
		})
	})
}
