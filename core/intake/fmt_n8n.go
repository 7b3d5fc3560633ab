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

// A fan-out has an ID of its own: the node and the number of its output.
const n8nOutput = "\x00"

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
