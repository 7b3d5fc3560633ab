package intake

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// call writes a node that does something.
func (w *n8n) call(id string, n *doc.Syntax, env *dataEnv, v *visited[*dataEnv]) *Refusal {
	params := n.Get("parameters")
	c := &Call{Label: id, Tool: n8nTool(n), Bind: w.binds[id], At: n.Where()}
	for _, m := range params.Fields() {
		switch m.Key.Value {
		case "operation", "resource", "method", "httpMethod":
			if m.Value.Is(doc.SyntaxText) {
				continue // part of the tool's name
			}
		case "options", "additionalFields", "otherOptions":
			if len(m.Value.Fields()) == 0 {
				continue
			}
		}
		c.Args = append(c.Args, Arg{m.Key.Value, plainValue(w.value(m.Value, env), m.Value.Where()), m.Key.Range})
	}
	kind := strings.ToLower(n8nType(n))
	switch {
	case kind == "code" || kind == "function" || kind == "functionitem":
		about := w.mentioned(params.Str("jsCode")+params.Str("functionCode")+params.Str("pythonCode"), env)
		c.Args = append(c.Args, Arg{"about", List{about}, n.Where()})
	case strings.Contains(kind, "trigger") || kind == "webhook":
	case len(w.tools[id]) > 0 || usesInput(c.Args):
		// what the node takes of its input is in its parameters
	default:
		if in, ok := plainValue(env.input, n.Where()).(Ref); ok && !usesInput(c.Args) {
			c.Args = append(c.Args, Arg{freeParam(c.Args, "input"), in, n.Where()})
		}
	}
	w.plugs(id, n, env, c)
	v.steps = []Step{c}
	out := withVar(env, id, Ref{Name: c.Bind, At: n.Where()})
	out.input = Ref{Name: c.Bind, At: n.Where()}
	v.env = out
	if outs := len(w.outputs(id)); outs > 1 {
		w.whichOutput(id, n, outs, v)
	}
	return nil
}

// usesInput reports whether arguments refer to anything.
func usesInput(args []Arg) bool {
	used := map[string]bool{}
	useSteps([]Step{&Call{Args: args}}, used)
	return len(used) > 0
}

func freeParam(args []Arg, name string) string {
	for _, a := range args {
		if a.Param == name {
			return freeParam(args, name+"_")
		}
	}
	return name
}

// n8nTool names what a node calls: its operation, resource or method, and its type.
func n8nTool(n *doc.Syntax) string {
	p := n.Get("parameters")
	kind := n8nType(n)
	switch {
	case kind == "httpRequest":
		return strings.ToLower(or(or(p.Str("method"), p.Str("requestMethod")), "get")) + "_httpRequest"
	case strings.HasSuffix(strings.ToLower(kind), "trigger") || kind == "webhook":
		return "receive_" + kind
	case kind == "executeWorkflow":
		return "workflow:" + or(or(p.Str("workflowId"), p.At("workflowId", "value").AsText()), "other")
	}
	var parts []string
	for _, key := range []string{"operation", "resource"} {
		if s := p.Str(key); s != "" && !strings.HasPrefix(s, "=") {
			parts = append(parts, s)
		}
	}
	return strings.Join(append(parts, kind), "_")
}

// plugs notes what is plugged into an agent, and gives it what it works on.
func (w *n8n) plugs(id string, n *doc.Syntax, env *dataEnv, c *Call) {
	var tools []string
	for _, name := range w.tools[id] {
		for _, kind := range w.tree.At("connections", name).Fields() {
			if kind.Key.Value == "ai_tool" {
				tools = append(tools, name)
			}
		}
	}
	if len(w.tools[id]) > 0 && !usesInput(c.Args) {
		if in, ok := plainValue(env.input, n.Where()).(Ref); ok {
			c.Args = append(c.Args, Arg{freeParam(c.Args, "input"), in, n.Where()})
		}
	}
	if len(tools) > 0 {
		list := make(value.List, len(tools))
		for i, t := range tools {
			list[i] = value.Text(t)
		}
		c.Args = append(c.Args, Arg{freeParam(c.Args, "tools"), Lit{list}, n.Where()})
		w.notes.Guess(n.Where(), "the agent "+ticked(id)+" calls its tools by itself, "+chainOf(tools)+"; the plan has one call of the agent")
	}
}

// chainOf lists names.
func chainOf(names []string) string {
	var out []string
	for i, n := range names {
		if i == 8 {
			return strings.Join(out, ", ") + " and more"
		}
		out = append(out, ticked(n))
	}
	return strings.Join(out, ", ")
}

// whichOutput asks which output of a node items come from, an error output for example.
func (w *n8n) whichOutput(id string, n *doc.Syntax, outs int, v *visited[*dataEnv]) {
	var choices []string
	for i := range outs {
		choices = append(choices, "output "+strconv.Itoa(i))
	}
	bind := w.names.Fresh(id + "_output")
	v.steps = append(v.steps, Decide("Which output of "+id+"?", "which output of "+id+" does the item come from?", []Value{v.env.input}, choices, bind, n.Where()))
	for _, c := range choices[:outs-1] {
		v.conds = append(v.conds, bind+" == "+CondLit(value.Text(c)))
	}
	v.conds = append(v.conds, "")
	w.notes.Guess(n.Where(), "the node "+ticked(id)+" has several outputs; the helper "+ticked(DecideTool)+" is asked which")
}

// set writes Edit Fields: an object that is known symbolically.
func (w *n8n) set(id string, n *doc.Syntax, env *dataEnv) (visited[*dataEnv], *Refusal) {
	p := n.Get("parameters")
	version, _ := n.Get("typeVersion").Value().(value.Number)
	keeps := p.Get("includeOtherFields").AsBool()
	if version.Cmp(value.Int(3)) < 0 {
		keeps = !p.Get("keepOnlySet").AsBool()
	}
	var made Value = Object{}
	if keeps {
		made = env.input
	}
	if raw := p.Get("jsonOutput"); raw != nil && p.Str("mode") == "raw" {
		made = w.raw(raw, env)
	}
	add := func(name string, v *doc.Syntax) {
		if v != nil {
			var path []value.Value
			for _, part := range strings.Split(name, ".") {
				path = append(path, value.Text(part))
			}
			made = withPart(made, path, w.value(v, env))
		}
	}
	for _, a := range p.At("assignments", "assignments").List() {
		add(a.Str("name"), a.Get("value"))
	}
	for _, a := range p.At("fields", "values").List() {
		for _, m := range a.Fields() {
			if strings.HasSuffix(m.Key.Value, "Value") {
				add(a.Str("name"), m.Value)
			}
		}
	}
	for _, kind := range p.Get("values").Fields() {
		for _, a := range kind.Value.List() {
			add(a.Str("name"), a.Get("value"))
		}
	}
	out := withVar(env, id, made)
	out.input = made
	return visited[*dataEnv]{env: out}, nil
}

// raw is a text of JSON with expressions in it: an object when it is one expression or plain JSON, else computed.
func (w *n8n) raw(v *doc.Syntax, env *dataEnv) Value {
	made := w.value(v, env)
	if joined, ok := made.(Joined); ok {
		return Computed{"JSON.parse(…)", joined.Parts, v.Where()}
	}
	return made
}
