package intake

import (
	"planproof/core/doc"
	"planproof/core/value"
)

// serverlessFormat reads workflows of the CNCF Serverless Workflow language, version 1.
//
//	call          a call: get_http, post_http, … with its endpoint, headers and body; the operation of an OpenAPI document, a gRPC
//	              service or an AsyncAPI document; the tool of an MCP server; else the function's own name
//	listen, emit, run  calls of listen, emit_event and run:shell, run:script, run:container, run:workflow
//	do            its tasks; switch, if  conditionals; for  a loop
//	then          the next task of the list, or the end of the list; a task before it is a cycle and refused
//	set           the document that the next task reads; input.from, output.as and export.as too
//	raise         the end of its way; wait is dropped, with a note
//	try           of one task: the helper decide is asked whether it failed, then the catcher's tasks follow
//	${ .a.b }     a reference to that part of the task's input; $context and loop variables as well; other expressions of
//	              jq are asked of the helper compute_value
//	$workflow, $runtime, $secrets  input variables
//
// Refused are fork (several tasks at once), while and until (rounds that a condition ends), and an end of the whole
// workflow from inside of a task.
var serverlessFormat = &Format{ID: "serverless-workflow", Name: "CNCF Serverless Workflow", Detect: detectServerless, Import: importServerless}

func detectServerless(p *Piece) Score {
	switch {
	case p.Tree.Get("document").Get("dsl") != nil && p.Tree.Get("do").Is(doc.SyntaxList):
		return Sure
	case p.Tree.Get("specVersion") != nil && p.Tree.Get("states").Is(doc.SyntaxList):
		return Likely // version 0.8, which importServerless refuses by name
	}
	return No
}

// A serverless is such a workflow under way.
type serverless struct {
	dataFlow
	notes  *Notes
	inputs map[string]string // name in expressions → name of the plan
	tree   *doc.Syntax
	waits  int
	first  doc.Range
}

func importServerless(p *Piece, notes *Notes) (*Draft, *Refusal) {
	if v := p.Tree.Get("specVersion"); v != nil {
		return nil, &Refusal{Construct: "version", Names: []string{v.AsText()}, At: v.Where(), Message: "a workflow of version " + ticked(v.AsText()) + "; version 1 is read", Hint: "rewrite it with do, call, switch and for"}
	}
	if !p.Tree.Get("do").Is(doc.SyntaxList) {
		return nil, notOf(p, "a workflow has a list of tasks, do")
	}
	s := &serverless{notes: notes, inputs: map[string]string{}, tree: p.Tree}
	plan := &Plan{Title: p.Tree.At("document", "name").AsText(), Goal: or(p.Tree.At("document", "title").AsText(), p.Tree.At("document", "summary").AsText()), At: p.Tree.Where()}
	for _, name := range []string{"input", "workflow", "runtime", "secrets", "task"} {
		s.inputs[name] = s.names.Fresh(name)
	}
	env := &dataEnv{input: Ref{Name: s.inputs["input"]}, vars: map[string]Value{}}
	env.input = s.transform(p.Tree.At("input", "from"), env, env.input)
	steps, _, refused := s.block(p.Tree.Get("do"), env, true)
	if refused != nil {
		return nil, refused
	}
	steps = prune(steps)
	plan.Steps = steps
	used := usedNames(steps)
	for _, name := range []string{"input", "workflow", "runtime", "secrets", "task"} {
		if used[s.inputs[name]] {
			plan.Inputs = append(plan.Inputs, Input{Name: s.inputs[name], At: p.Tree.Where()})
		}
	}
	if s.waits > 0 {
		notes.Drop(s.first, plural(s.waits, "use")+" of `wait` left out: waiting is no step of a plan")
	}
	if schedule := p.Tree.Get("schedule"); schedule != nil {
		notes.Drop(schedule.Where(), "what starts the workflow, `schedule`, is left out")
	}
	return &Draft{Plans: []*Plan{plan}}, nil
}

// A swTask is one entry of a list of tasks.
type swTask struct {
	name string
	at   doc.Range
	body *doc.Syntax
	next string // the entry behind it
}

// block writes a list of tasks.
func (s *serverless) block(list *doc.Syntax, env *dataEnv, whole bool) ([]Step, *dataEnv, *Refusal) {
	if refused := tooMany(len(list.List()), list.Where()); refused != nil {
		return nil, env, refused
	}
	tasks := map[string]*swTask{}
	var order []string
	for _, item := range list.List() {
		if len(item.Members) != 1 || !item.Members[0].Value.Is(doc.SyntaxObject) {
			return nil, env, &Refusal{Construct: "task", At: item.Where(), Message: "an entry of a list of tasks is an object with one key, the task's name", Hint: "write - name: {…}"}
		}
		m := item.Members[0]
		if tasks[m.Key.Value] != nil {
			return nil, env, &Refusal{Construct: "name given twice", Names: []string{m.Key.Value}, At: m.Key.Range, Message: "two tasks of one list are called " + ticked(m.Key.Value), Hint: "rename one of them"}
		}
		tasks[m.Key.Value] = &swTask{name: m.Key.Value, at: m.Key.Range, body: m.Value}
		if order = append(order, m.Key.Value); len(order) > 1 {
			tasks[order[len(order)-2]].next = m.Key.Value
		}
	}
	if len(order) == 0 {
		return nil, env, nil
	}
	for _, name := range order {
		if refused := s.directives(tasks[name], tasks, whole); refused != nil {
			return nil, env, refused
		}
	}
	chart := &flowChart[*dataEnv]{ends: !whole, notes: s.notes,
		next:  func(id string) []string { return swNext(tasks[id]) },
		visit: func(id string, env *dataEnv) (visited[*dataEnv], *Refusal) { return s.task(tasks[id], env) },
		join:  s.join,
		name:  func(id string) string { return id },
		at:    func(id string) doc.Range { return tasks[id].at },
	}
	return chart.run(order[0], "", env)
}

// directives checks where a task says that the flow goes on.
func (s *serverless) directives(t *swTask, tasks map[string]*swTask, whole bool) *Refusal {
	check := func(then *doc.Syntax) *Refusal {
		switch name := then.AsText(); {
		case then == nil || name == "continue" || name == "exit":
		case name == "end":
			if !whole {
				return &Refusal{Construct: "jump", Names: []string{t.name}, At: then.Where(), Message: ticked(t.name) + " ends the whole workflow from inside of another task", Hint: "let it end its own list: then: exit"}
			}
		case tasks[name] == nil:
			return &Refusal{Construct: "jump", Names: []string{t.name, name}, At: then.Where(), Message: ticked(t.name) + " goes on at " + ticked(name) + ", which is no task of its list", Hint: "name a task of the same list, continue, exit or end"}
		}
		return nil
	}
	for _, c := range t.body.Get("switch").List() {
		for _, m := range c.Fields() {
			if refused := check(m.Value.Get("then")); refused != nil {
				return refused
			}
		}
	}
	return check(t.body.Get("then"))
}

// swTarget is where a directive leads; "" is the end of the list.
func swTarget(then *doc.Syntax, next string) string {
	switch name := then.AsText(); name {
	case "", "continue":
		return next
	case "exit", "end":
		return ""
	default:
		return name
	}
}

// swNext are the tasks that may follow: those of a switch's cases and the one behind it.
func swNext(t *swTask) []string {
	if cases := t.body.Get("switch"); cases != nil {
		var out []string
		for _, c := range cases.List() {
			for _, m := range c.Fields() {
				out = append(out, swTarget(m.Value.Get("then"), t.next))
				if m.Value.Get("when") == nil {
					return out
				}
			}
		}
		return append(out, t.next)
	}
	to := swTarget(t.body.Get("then"), t.next)
	if t.body.Get("if") != nil {
		return []string{to, t.next}
	}
	if to == "" {
		return nil
	}
	return []string{to}
}

// task writes one task. A task with a condition is a conditional around its steps, and around its directive.
func (s *serverless) task(t *swTask, env *dataEnv) (visited[*dataEnv], *Refusal) {
	v := visited[*dataEnv]{label: t.name, env: env}
	if t.body.Get("switch") != nil {
		return v, s.cases(t, env, &v)
	}
	if when := t.body.Get("if"); when != nil {
		return v, s.only(t, when, env, &v)
	}
	var refused *Refusal
	v.steps, v.env, refused = s.perform(t, env)
	return v, refused
}

// only writes a task with a condition. Where it leads is the same in both cases unless the task says so.
func (s *serverless) only(t *swTask, when *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) *Refusal {
	text := s.condition(t.name, when, env, v)
	steps, after, refused := s.perform(t, env)
	if refused != nil {
		return refused
	}
	ways := []*flowWay[*dataEnv]{{steps, after}, {nil, env}}
	to := swNext(t)
	if to[0] != to[1] { // the ways part for good
		bind := s.names.Fresh(t.name + "_ran")
		for i, w := range ways {
			w.steps = append(w.steps, &Call{Label: "Note it", Tool: PickTool, Bind: bind, At: t.at, Args: []Arg{{"value", Lit{value.Bool(i == 0)}, t.at}}})
		}
		v.conds = []string{CondRef(Ref{Name: bind}), ""}
	}
	v.env = s.join(ways, t.at)
	v.steps = append(v.steps, decision(ways, []string{text, ""}, t.name, t.at)...)
	if v.conds == nil {
		v.conds = []string{"True", ""}
	}
	return nil
}

// cases writes a switch.
func (s *serverless) cases(t *swTask, env *dataEnv, v *visited[*dataEnv]) *Refusal {
	for _, c := range t.body.Get("switch").List() {
		for _, m := range c.Fields() {
			when := m.Value.Get("when")
			if when == nil {
				v.conds = append(v.conds, "")
				return nil
			}
			v.conds = append(v.conds, s.condition(m.Key.Value, when, env, v))
		}
	}
	v.conds = append(v.conds, "")
	return nil
}

// perform writes what a task does, between its input and its output.
func (s *serverless) perform(t *swTask, env *dataEnv) ([]Step, *dataEnv, *Refusal) {
	in := *env
	in.input = s.transform(t.body.At("input", "from"), env, env.input)
	in.result = in.input
	steps, out, refused := s.kind(t, &in)
	if refused != nil {
		return nil, env, refused
	}
	if out == nil {
		out = &dataEnv{input: in.result, vars: env.vars, order: env.order, dead: in.dead}
	}
	on := *out
	out.input = s.transform(t.body.At("output", "as"), &on, out.input)
	if as := t.body.At("export", "as"); as != nil {
		vars := map[string]Value{}
		for k, v := range out.vars {
			vars[k] = v
		}
		if _, had := vars["context"]; !had {
			out.order = append(out.order[:len(out.order):len(out.order)], "context")
		}
		on.input = out.input
		vars["context"] = s.transform(as, &on, nil)
		out.vars = vars
	}
	return steps, out, nil
}
