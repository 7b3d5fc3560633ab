package intake

import (
	"slices"
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// n8nFormat reads workflows of n8n. Every trigger starts a plan of its own.
//
//	a node              a call: its operation and type, "detectSentiment_awsComprehend", "post_httpRequest"
//	parameters          the arguments; ={{ … }} is read as below
//	IF, Filter, Switch  conditionals; an error output is one too, and the helper decide is asked
//	Loop Over Items     a loop over what the node before put out
//	Set (Edit Fields)   no step: it makes an object that expressions go into
//	a trigger           a call, "receive_telegramTrigger": it brings in what others wrote
//	NoOp, notes, disabled nodes, triggers by time or by hand  nothing
//	$json.a, $input.item.json.a, $node["X"].json.a, $('X').item.json.a
//	                    a reference to that part of what the node before, or X, put out
//	$env, $vars, $now … input variables
//	an agent            a call; which tools it calls by itself is not in the workflow, and a note says so
//
// n8n runs a node once for every item; the plan is that of one item. Several nodes behind one output are written one
// behind the other, as n8n runs them, with a note; when their ways come together again (a Merge) that is a parallel join
// and refused. A way back to anything but Loop Over Items is a cycle and refused.
var n8nFormat = &Format{ID: "n8n", Name: "n8n workflow", Detect: detectN8N, Import: importN8N}

func detectN8N(p *Piece) Score {
	nodes := p.Tree.Get("nodes").List()
	if len(nodes) == 0 || !p.Tree.Get("connections").Is(doc.SyntaxObject) {
		return No
	}
	if t := nodes[0].Str("type"); strings.Contains(t, "n8n-nodes") || nodes[0].Has("typeVersion", "position") {
		return Sure
	}
	return Weak
}

// An n8n is such a workflow under way.
type n8n struct {
	dataFlow
	notes  *Notes
	tree   *doc.Syntax
	nodes  map[string]*doc.Syntax
	order  []string
	binds  map[string]string
	taken  Names                      // by binds
	into   map[string]bool            // nodes that a main connection leads to
	body   map[string]map[string]bool // of each loop
	tools  map[string][]string        // what is plugged into an agent
	inputs map[string]string
	chart  *flowChart[*dataEnv]
	items  bool
	depth  int // loops and fan-outs around
}

func importN8N(p *Piece, notes *Notes) (*Draft, *Refusal) {
	w := &n8n{notes: notes, tree: p.Tree, nodes: map[string]*doc.Syntax{}, binds: map[string]string{}, into: map[string]bool{},
		body: map[string]map[string]bool{}, tools: map[string][]string{}}
	if !p.Tree.Get("connections").Is(doc.SyntaxObject) {
		return nil, notOf(p, "a workflow has nodes and connections")
	}
	if refused := w.collect(); refused != nil {
		return nil, refused
	}
	d := &Draft{}
	for _, id := range w.order {
		if w.into[id] || n8nType(w.nodes[id]) == "stickyNote" || w.plugged(id) {
			continue
		}
		if len(w.targets(id, 0)) == 0 && len(w.outputs(id)) < 2 && !strings.Contains(strings.ToLower(n8nType(w.nodes[id])), "trigger") && len(w.order) > 1 {
			notes.Drop(w.nodes[id].Where(), "the node "+ticked(id)+" is connected to nothing; it is left out")
			continue
		}
		d.Plans = append(d.Plans, w.plan(id))
	}
	if len(d.Plans) == 0 {
		if len(w.order) == 0 {
			return nil, notOf(p, "a workflow has nodes")
		}
		return nil, &Refusal{Construct: "cycle", Names: w.order[:min(len(w.order), 8)], At: p.Tree.Get("nodes").Where(), Message: "no node is the first: each is behind another one", Hint: "add a trigger"}
	}
	if w.items {
		notes.Guess(p.Tree.Get("nodes").Where(), "n8n runs the nodes once for every item; this is the plan for one")
	}
	return d, nil
}

// n8nType is the type of a node without its package.
func n8nType(n *doc.Syntax) string {
	t := n.Str("type")
	return t[strings.LastIndex(t, ".")+1:]
}

// A fan-out has an ID of its own: the node and the number of its output.
const n8nOutput = "\x00"

// plan writes what a trigger starts.
func (w *n8n) plan(start string) *Plan {
	plan := &Plan{Title: or(w.tree.Str("name"), start), Goal: w.tree.Str("name"), At: w.nodes[start].Where()}
	w.names, w.inputs = w.taken.clone(), map[string]string{}
	w.chart = &flowChart[*dataEnv]{notes: w.notes, next: w.next, visit: w.visit, join: w.join,
		name: func(id string) string { name, _, _ := strings.Cut(id, n8nOutput); return name },
		at:   func(id string) doc.Range { name, _, _ := strings.Cut(id, n8nOutput); return w.nodes[name].Where() }}
	if plan.Refused = w.cycles(start); plan.Refused != nil {
		return plan
	}
	env := &dataEnv{input: Lit{value.Object{}}, vars: map[string]Value{}}
	plan.Steps, _, plan.Refused = w.chart.run(start, "", env)
	if plan.Refused != nil {
		plan.Steps = nil
		return plan
	}
	plan.Steps = prune(plan.Steps)
	used := usedNames(plan.Steps)
	for _, root := range n8nInputs {
		if name := w.inputs[root]; name != "" && used[name] {
			plan.Inputs = append(plan.Inputs, Input{Name: name, At: plan.At})
		}
	}
	return plan
}

// n8nSilent are nodes that do nothing, and triggers that bring nothing in.
var n8nSilent = []string{"stickyNote", "noOp", "manualTrigger", "scheduleTrigger", "cron", "interval", "start"}

func (w *n8n) visit(id string, env *dataEnv) (visited[*dataEnv], *Refusal) {
	if name, output, fan := strings.Cut(id, n8nOutput); fan {
		i, _ := strconv.Atoi(output)
		return w.fanOut(name, i, env)
	}
	n := w.nodes[id]
	v := visited[*dataEnv]{env: env, label: id}
	if n.Get("disabled").AsBool() {
		return v, nil
	}
	kind := n8nType(n)
	switch {
	case slices.Contains(n8nSilent, kind):
		return v, nil
	case kind == "merge":
		return v, nil // of ways of which one is taken
	case kind == "set":
		return w.set(id, n, env)
	case kind == "if" || kind == "filter" || kind == "switch":
		w.items = true
		return v, w.decide(id, n, env, &v)
	case w.isLoop(id):
		return w.loop(id, n, env)
	}
	return v, w.call(id, n, env, &v)
}

// fanOut writes the ways behind one output one behind the other.
func (w *n8n) fanOut(id string, output int, env *dataEnv) (visited[*dataEnv], *Refusal) {
	v := visited[*dataEnv]{env: env}
	w.depth++
	defer func() { w.depth-- }()
	if refused := tooDeep(w.depth, id, w.nodes[id].Where()); refused != nil {
		return v, refused
	}
	to := w.targets(id, output)
	seen := map[string]string{}
	for _, t := range to {
		for other := range reach(w.all, t, "") {
			if first, shared := seen[other]; shared && first != t && !w.body[other][id] {
				return v, w.meets(id, to)
			}
			seen[other] = t
		}
	}
	w.notes.Guess(w.nodes[id].Where(), "several nodes follow one output of "+ticked(id)+"; they are written one after the other, from top to bottom")
	for _, t := range to {
		if w.body[t][id] {
			continue
		}
		steps, _, refused := w.chart.run(t, w.chart.exit, env)
		if refused != nil {
			return v, refused
		}
		v.steps = append(v.steps, steps...)
	}
	return v, nil
}

func (w *n8n) meets(id string, to []string) *Refusal {
	return &Refusal{Construct: "parallel join", Names: append([]string{id}, to...), At: w.nodes[id].Where(),
		Message: "several ways start behind " + ticked(id) + " and come together again", Hint: "let the nodes follow each other"}
}

// loop writes Loop Over Items.
func (w *n8n) loop(id string, n *doc.Syntax, env *dataEnv) (visited[*dataEnv], *Refusal) {
	v := visited[*dataEnv]{env: env}
	w.depth++
	defer func() { w.depth-- }()
	if refused := tooDeep(w.depth, id, n.Where()); refused != nil {
		return v, refused
	}
	done := reach(w.all, w.firstTarget(id, 1-w.loopOutput(id)), id)
	for other := range w.body[id] {
		if done[other] {
			return v, &Refusal{Construct: "jump", Names: []string{id, other}, At: n.Where(), Message: "the rounds of " + ticked(id) + " and what comes after them share " + ticked(other), Hint: "let the rounds lead back to the loop only"}
		}
	}
	each := &Each{Label: id, Over: plainValue(env.input, n.Where()), Item: w.names.Fresh(id + "_item"), At: n.Where()}
	inner := *env
	inner.input = Ref{Name: each.Item, At: n.Where()}
	inner.vars = withVar(env, id, inner.input).vars
	if first := w.way(id, w.loopOutput(id)); first != "" {
		steps, _, refused := w.chart.run(first, "", &inner)
		if refused != nil {
			return v, refused
		}
		each.Body = steps
	}
	v.steps = []Step{each}
	return v, nil
}

// withVar is an env in which a name stands for another value too.
func withVar(env *dataEnv, name string, v Value) *dataEnv {
	out := *env
	out.vars = map[string]Value{}
	for k, old := range env.vars {
		out.vars[k] = old
	}
	if _, had := env.vars[name]; !had {
		out.order = append(env.order[:len(env.order):len(env.order)], name)
	}
	out.vars[name] = v
	return &out
}
