package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// visit writes one node.
func (d *dify) visit(id string, env *dataEnv) (visited[*dataEnv], *Refusal) {
	v := visited[*dataEnv]{env: env, label: d.name(id)}
	n := d.nodes[id]
	switch kind := d.kind(id); kind {
	case "start", "end", "iteration-start", "loop-start":
		return v, nil
	case "if-else":
		d.branch(id, n, env, &v)
		return v, nil
	case "question-classifier":
		d.classify(id, n, env, &v)
		return v, nil
	case "variable-aggregator", "variable-assigner":
		return v, nil // what it puts out is known since its sources ran
	case "assigner":
		d.assign(n, env, &v)
		return v, nil
	case "iteration":
		return d.iterate(id, n, env)
	case "loop":
		return v, &Refusal{Construct: "while", Names: []string{d.name(id)}, At: d.at[id], Message: "the rounds of " + ticked(d.name(id)) + " end when a condition says so",
			Hint: "a plan can repeat steps for every element of a list only: use an iteration"}
	}
	v.steps = []Step{d.call(id, n, env)}
	v.env = d.ran(id, env)
	if d.out[id]["fail-branch"] != nil {
		bind := d.names.Fresh(d.binds[id] + "_outcome")
		v.steps = append(v.steps, Decide("Did "+d.name(id)+" fail?", "did "+d.name(id)+" fail?", nil, []string{"failed", "well"}, bind, d.at[id]))
		v.conds = []string{bind + " == 'failed'", ""}
		d.notes.Guess(d.at[id], "the way on failure of "+ticked(d.name(id))+" is one of a decision: whoever runs the plan says whether it failed")
	}
	return v, nil
}

// ran is what is known behind a node: also what aggregators put out that take from it.
func (d *dify) ran(id string, env *dataEnv) *dataEnv {
	out := withVar(env, id, Ref{Name: d.binds[id]})
	for _, agg := range d.order {
		if kind := d.kind(agg); kind != "variable-aggregator" && kind != "variable-assigner" {
			continue
		}
		n := d.nodes[agg]
		groups := map[string]*doc.Syntax{"": n.Get("variables")}
		for _, g := range n.At("advanced_settings", "groups").List() {
			groups[g.Str("group_name")] = g.Get("variables")
		}
		for _, group := range sortedGroups(groups) {
			for _, sel := range groups[group].List() {
				parts := selectorParts(sel)
				if len(parts) == 0 || out.vars[parts[0]] == nil && d.inputs[strings.Join(parts[:min(2, len(parts))], ".")] == "" {
					continue
				}
				key, made := agg+".output", d.selector(parts, sel.Where(), out)
				if group != "" {
					key, made = agg+"."+group, Object{[]Field{{"output", made}}}
				}
				out = withVar(out, key, made)
				break
			}
		}
	}
	return out
}

func sortedGroups(groups map[string]*doc.Syntax) []string {
	var out []string
	for name := range groups {
		i := len(out)
		for i > 0 && out[i-1] > name {
			i--
		}
		out = append(out[:i], append([]string{name}, out[i:]...)...)
	}
	return out
}

// difyFixed are fields of nodes that are no arguments.
var difyFixed = []string{"type", "title", "desc", "selected", "isInIteration", "isInLoop", "iteration_id", "loop_id", "variables", "outputs",
	"position", "retry_config", "error_strategy", "vision", "memory", "version", "provider_id", "provider_type", "provider_name", "tool_label",
	"plugin_unique_identifier", "output_schema", "structured_output_enabled", "default_value", "is_team_authorization", "paramSchemas", "params"}

// call writes a node that does something.
func (d *dify) call(id string, n *doc.Syntax, env *dataEnv) *Call {
	c := &Call{Label: d.name(id), Tool: strings.ReplaceAll(d.kind(id), "-", "_"), Bind: d.binds[id], At: d.at[id]}
	add := func(param string, v Value, at doc.Range) {
		c.Args = append(c.Args, Arg{freeParam(c.Args, param), plainValue(v, at), at})
	}
	switch d.kind(id) {
	case "http-request":
		c.Tool = strings.ToLower(or(n.Str("method"), "get")) + "_http"
	case "tool":
		c.Tool = or(n.Str("tool_name"), "tool")
		for _, m := range n.Get("tool_parameters").Fields() {
			add(m.Key.Value, d.parameter(m.Value, env), m.Key.Range)
		}
		for _, m := range n.Get("tool_configurations").Fields() {
			add(m.Key.Value, d.value(orElse(m.Value.Get("value"), m.Value), env, nil), m.Key.Range)
		}
		return c
	case "agent":
		for _, m := range n.Get("agent_parameters").Fields() {
			add(m.Key.Value, d.parameter(m.Value, env), m.Key.Range)
		}
		d.notes.Guess(d.at[id], "the agent "+ticked(d.name(id))+" calls tools by itself; the plan has one call of the agent")
		return c
	case "llm":
		var context Value
		if n.At("context", "enabled").AsBool() {
			context = d.selector(selectorParts(n.At("context", "variable_selector")), d.at[id], env)
		}
		add("model", Lit{value.Text(n.At("model", "name").AsText())}, d.at[id])
		add("prompt", d.prompt(n.Get("prompt_template"), env, context), d.at[id])
		if context != nil {
			add("context", context, d.at[id])
		}
		return c
	}
	for _, v := range n.Get("variables").List() {
		if name, sel := v.Str("variable"), v.Get("value_selector"); name != "" && sel != nil {
			add(name, d.selector(selectorParts(sel), v.Where(), env), v.Where())
		}
	}
	for _, m := range n.Fields() {
		if m.Key.Value != "method" || d.kind(id) != "http-request" { // it is in the tool's name
			d.field(m, env, add)
		}
	}
	return c
}

// field makes an argument of a field of a node. Selectors are references.
func (d *dify) field(m doc.SyntaxMember, env *dataEnv, add func(string, Value, doc.Range)) {
	key := m.Key.Value
	for _, fixed := range difyFixed {
		if key == fixed {
			return
		}
	}
	if strings.HasSuffix(key, "_selector") || key == "variable" || key == "query" && m.Value.Is(doc.SyntaxList) {
		if parts := selectorParts(m.Value); len(parts) > 0 {
			add(strings.TrimSuffix(strings.TrimSuffix(key, "_selector"), "_variable"), d.selector(parts, m.Value.Where(), env), m.Key.Range)
		}
		return
	}
	if key == "model" {
		add(key, Lit{value.Text(m.Value.Str("name"))}, m.Key.Range)
		return
	}
	add(key, d.value(m.Value, env, nil), m.Key.Range)
}

// parameter reads {type: mixed | variable | constant, value}.
func (d *dify) parameter(v *doc.Syntax, env *dataEnv) Value {
	inner := v.Get("value")
	switch {
	case v.Str("type") == "variable" && inner.Is(doc.SyntaxList):
		return d.selector(selectorParts(inner), v.Where(), env)
	case v.Get("type") != nil && inner != nil:
		return d.value(inner, env, nil)
	}
	return d.value(v, env, nil)
}

// prompt is what a model is told: the roles and texts of messages.
func (d *dify) prompt(v *doc.Syntax, env *dataEnv, context Value) Value {
	if v.Is(doc.SyntaxObject) {
		return d.value(v.Get("text"), env, context)
	}
	out := List{}
	for _, m := range v.List() {
		out.Items = append(out.Items, Object{[]Field{{"role", Lit{value.Text(m.Str("role"))}}, {"text", d.value(orElse(m.Get("text"), m.Get("jinja2_text")), env, context)}}})
	}
	return out
}

// assign gives conversation variables other values.
func (d *dify) assign(n *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) {
	one := func(target *doc.Syntax, made Value, how string) {
		parts := selectorParts(target)
		if len(parts) < 2 {
			return
		}
		name := d.input(parts[0]+"."+parts[1], target.Where())
		d.use(name)
		if how != "" && how != "over-write" && how != "set" && how != "clear" {
			made = Computed{how, []Value{Ref{Name: name}, plainValue(made, target.Where())}, target.Where()}
		}
		v.steps = append(v.steps, &Call{Label: "Assign " + parts[1], Tool: PickTool, Bind: name, At: target.Where(), Args: []Arg{{"value", plainValue(made, target.Where()), target.Where()}}})
	}
	for _, item := range n.Get("items").List() {
		var made Value
		if val := item.Get("value"); val.Is(doc.SyntaxList) && item.Str("input_type") != "constant" {
			made = d.selector(selectorParts(val), item.Where(), env)
		} else if val != nil {
			made = d.value(val, env, nil)
		} else {
			made = Lit{value.Null{}}
		}
		one(item.Get("variable_selector"), made, item.Str("operation"))
	}
	if target := n.Get("assigned_variable_selector"); target != nil {
		one(target, d.selector(selectorParts(n.Get("input_variable_selector")), target.Where(), env), n.Str("write_mode"))
	}
}

// classify asks the helper for a class.
func (d *dify) classify(id string, n *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) {
	about := []Value{plainValue(d.selector(selectorParts(n.Get("query_variable_selector")), d.at[id], env), d.at[id])}
	var choices []string
	for _, c := range n.Get("classes").List() {
		choices = append(choices, shorten(c.Str("name"), 100))
	}
	bind := d.binds[id]
	if text := n.Get("instruction"); text != nil && text.AsText() != "" {
		about = append(about, plainValue(d.value(text, env, nil), d.at[id]))
	}
	v.steps = []Step{Decide(d.name(id), "which class is it?", about, choices, bind, d.at[id])}
	for _, c := range choices[:max(len(choices)-1, 0)] {
		v.conds = append(v.conds, bind+" == "+CondLit(value.Text(c)))
	}
	v.conds = append(v.conds, "")
	v.env = d.ran(id, env)
}

// iterate writes an iteration.
func (d *dify) iterate(id string, n *doc.Syntax, env *dataEnv) (visited[*dataEnv], *Refusal) {
	v := visited[*dataEnv]{env: env}
	d.depth++
	defer func() { d.depth-- }()
	if refused := tooDeep(d.depth, d.name(id), d.at[id]); refused != nil {
		return v, refused
	}
	start := lgID(n.Get("start_node_id"))
	if d.nodes[start] == nil {
		for _, child := range d.order {
			if d.parent[child] == id && (d.kind(child) == "iteration-start" || start == "") {
				start = child
			}
		}
	}
	over := d.selector(selectorParts(n.Get("iterator_selector")), d.at[id], env)
	each := &Each{Label: d.name(id), Over: plainValue(over, d.at[id]), Item: d.names.Fresh(d.binds[id] + "_item"), At: d.at[id]}
	inner := withVar(env, id+".item", Ref{Name: each.Item})
	inner = withVar(inner, id+".index", Computed{"the position of the item", nil, d.at[id]})
	v.steps = []Step{each}
	v.env = d.ran(id, env)
	if start == "" {
		return v, nil
	}
	steps, out, refused := d.run(start, inner, true)
	if refused != nil {
		return v, refused
	}
	each.Body = steps
	if sel := selectorParts(n.Get("output_selector")); len(sel) > 0 {
		all := d.binds[id] + "_all"
		all = d.names.Fresh(all)
		each.Body = append(each.Body, &Call{Label: "Collect", Tool: AppendTool, Bind: all, At: d.at[id], Args: []Arg{
			{"list", Ref{Name: all}, d.at[id]}, {"item", plainValue(d.selector(sel, d.at[id], out), d.at[id]), d.at[id]}}})
		begin := &Call{Label: "Begin a list", Tool: PickTool, Bind: all, At: d.at[id], Args: []Arg{{"value", Lit{value.List{}}, d.at[id]}}}
		v.steps = []Step{begin, each}
		v.env = withVar(v.env, id+".output", Ref{Name: all})
	}
	if n.Get("is_parallel").AsBool() {
		d.notes.Guess(d.at[id], "the rounds of "+ticked(d.name(id))+" run at once; they are written one after the other")
	}
	return v, nil
}
