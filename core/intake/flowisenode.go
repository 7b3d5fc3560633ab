package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// visit writes one node of an agent flow.
func (f *flowise) visit(id string, _ bool) (visited[bool], *Refusal) {
	v := visited[bool]{label: f.label(id)}
	in := f.nodes[id].Get("inputs")
	switch kind := f.kind(id); kind {
	case "start", "stickyNote", "loop":
		return v, nil
	case "condition":
		f.conditions(id, in, &v)
		return v, nil
	case "conditionAgent":
		f.scenarios(id, in, &v)
		return v, nil
	case "humanInput":
		bind := f.binds[id]
		v.steps = []Step{Decide(f.label(id), htmlText(or(in.Str("humanInputDescription"), "go on?")), nil, []string{"proceed", "reject"}, bind, f.at[id])}
		v.conds = []string{bind + " == 'proceed'", ""}
		return v, nil
	case "iteration":
		return f.iteration(id, in)
	}
	v.steps = []Step{f.call(id, in)}
	return v, nil
}

// flowiseFixed are fields of nodes that are no arguments.
var flowiseFixed = []string{"ModelConfig", "Config", "UpdateState", "EnableMemory", "MemoryType", "ReturnResponseAs", "undefined", "KnowledgeDocumentStores"}

// call writes a node that does something.
func (f *flowise) call(id string, in *doc.Syntax) *Call {
	kind := f.kind(id)
	c := &Call{Label: f.label(id), Tool: kind, Bind: f.binds[id], At: f.at[id]}
	switch kind {
	case "tool":
		c.Tool = or(or(in.Str("toolAgentflowSelectedTool"), in.Str("selectedTool")), "tool")
		for _, a := range orElse(in.Get("toolInputArgs"), in.Get("inputArgs")).List() {
			c.Args = append(c.Args, Arg{freeParam(c.Args, or(a.Str("inputArgName"), "argument")), f.value(a.Get("inputArgValue")), a.Where()})
		}
		return c
	case "http":
		c.Tool = strings.ToLower(or(in.Str("method"), "get")) + "_http"
	case "executeFlow":
		c.Tool = "flow:" + or(in.Str("executeFlowSelectedFlow"), "other")
	case "agent":
		var tools []string
		for _, t := range in.Get("agentTools").List() {
			tools = append(tools, t.Str("agentSelectedTool"))
		}
		if len(tools) > 0 {
			f.notes.Guess(f.at[id], "the agent "+ticked(f.label(id))+" calls its tools by itself, "+chainOf(tools)+"; the plan has one call of the agent")
		}
	}
	for _, m := range in.Fields() {
		f.field(kind, m, c)
	}
	if memory := in.Get(kind + "EnableMemory"); memory.AsBool() {
		c.Args = append(c.Args, Arg{freeParam(c.Args, "history"), Ref{Name: f.input("chat_history", f.at[id])}, f.at[id]})
		if kind == "llm" || kind == "agent" {
			c.Args = append(c.Args, Arg{freeParam(c.Args, "question"), Ref{Name: f.input("question", f.at[id])}, f.at[id]})
			f.before(id, c)
		}
	}
	return c
}

// before gives a model that remembers the conversation what the nodes before it said.
func (f *flowise) before(id string, c *Call) {
	for _, e := range f.edges {
		from := e.Str("source")
		if kind := f.kind(from); e.Str("target") == id && kind != "start" && kind != "loop" && kind != "iteration" && !strings.HasPrefix(kind, "condition") {
			c.Args = append(c.Args, Arg{freeParam(c.Args, "previous"), Ref{Name: f.behind(from)}, f.at[id]})
		}
	}
}

// behind is the result of a node, or of the one before a decision.
func (f *flowise) behind(id string) string {
	for _, e := range f.edges {
		if f.kind(id) == "humanInput" && e.Str("target") == id && f.kind(e.Str("source")) != "start" {
			return f.behind(e.Str("source"))
		}
	}
	return f.binds[id]
}

// field makes an argument of a field of a node.
func (f *flowise) field(kind string, m doc.SyntaxMember, c *Call) {
	name := m.Key.Value
	if m.Value.Is(doc.SyntaxText) && m.Value.Text == "" || m.Value.Is(doc.SyntaxNull) || kind == "http" && name == "method" {
		return
	}
	for _, end := range flowiseFixed {
		if strings.HasSuffix(name, end) {
			return
		}
	}
	short := strings.TrimPrefix(name, kind)
	if short != name && short != "" {
		name = strings.ToLower(short[:1]) + short[1:]
	}
	c.Args = append(c.Args, Arg{freeParam(c.Args, name), f.value(m.Value), m.Key.Range})
}

// value reads a value whose texts are those of the editor, with {{ … }} in them.
func (f *flowise) value(v *doc.Syntax) Value {
	if v == nil {
		return Lit{value.Null{}}
	}
	return FromSyntax(v, func(t *doc.Syntax) Value {
		inside := *t
		inside.Text = htmlText(t.Text)
		return holes(&inside, []hole{{"{{", "}}"}}, func(inner string) (Value, bool) { return f.way(inner, t.Where()), true })
	})
}

// way is what {{ … }} refers to.
func (f *flowise) way(text string, at doc.Range) Value {
	ref, ok := parseExpr(text, jsDialect).(*exprRef)
	path, plain := []value.Value(nil), false
	if ok {
		path, plain = pathOf(ref.steps)
	}
	if !plain {
		return Computed{text, []Value{Ref{Name: f.input("question", at)}}, at}
	}
	switch {
	case f.nodes[ref.root] != nil:
		if len(path) > 0 && path[0] == value.Text("output") {
			path = path[1:]
		}
		return Ref{f.binds[ref.root], path, at}
	case ref.root == "$form", ref.root == "$vars", ref.root == "$flow":
		name := ref.root
		if ref.root == "$form" && len(path) > 0 {
			field, _ := path[0].(value.Text)
			name, path = name+"."+string(field), path[1:]
		}
		return Ref{f.input(name, at), path, at}
	case ref.root == "$iteration" && len(f.items) > 0:
		return Ref{f.items[len(f.items)-1], path, at}
	}
	return Ref{f.input(ref.root, at), path, at}
}

// htmlText takes the marks of the editor off: paragraphs become lines, other marks nothing.
func htmlText(s string) string {
	if !strings.Contains(s, "<p>") && !strings.Contains(s, "<span") {
		return s
	}
	s = strings.NewReplacer("</p><p>", "\n", "<br>", "\n").Replace(s)
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "<")
		b.WriteString(before)
		if !ok {
			break
		}
		mark, after, closed := strings.Cut(rest, ">")
		if !closed || mark == "" || strings.IndexByte("/abcdefghijklmnopqrstuvwxyz", mark[0]) < 0 {
			b.WriteByte('<')
			s = rest
			continue
		}
		s = after
	}
	return strings.TrimSpace(strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&nbsp;", " ", "&amp;", "&").Replace(b.String()))
}

// flowiseSigns are the comparisons that conditions have as signs.
var flowiseSigns = map[string]string{"equal": "==", "notEqual": "!=", "larger": ">", "largerEqual": ">=", "smaller": "<", "smallerEqual": "<="}

// conditions writes a Condition node.
func (f *flowise) conditions(id string, in *doc.Syntax, v *visited[bool]) {
	for _, one := range in.Get("conditions").List() {
		text, ok := f.compare(one)
		if !ok {
			bind := f.names.Fresh(f.binds[id] + "_holds")
			about := []Value{f.value(one.Get("value1")), f.value(one.Get("value2"))}
			v.steps = append(v.steps, Decide(f.label(id), "is it "+or(one.Str("operation"), "so")+"?", about, []string{"yes", "no"}, bind, one.Where()))
			f.notes.Guess(one.Where(), "a condition of "+ticked(f.label(id))+" has no form in a plan; the helper "+ticked(DecideTool)+" is asked")
			text = bind + " == 'yes'"
		}
		v.conds = append(v.conds, text)
	}
	v.conds = append(v.conds, "")
}

func (f *flowise) compare(one *doc.Syntax) (string, bool) {
	x, ok := condValue(f.value(one.Get("value1")))
	if !ok {
		return "", false
	}
	right := f.value(one.Get("value2"))
	if lit, isLit := right.(Lit); isLit && one.Str("type") == "number" {
		if text, isText := lit.Value.(value.Text); isText {
			n, err := value.ParseNumber(string(text))
			if err != nil {
				return "", false
			}
			right = Lit{n}
		}
	}
	y, ok := condValue(right)
	if !ok {
		return "", false
	}
	switch op := one.Str("operation"); op {
	case "contains":
		return "contains(" + x + ", " + y + ")", true
	case "notContains":
		return "not contains(" + x + ", " + y + ")", true
	case "startsWith", "endsWith":
		return strings.ToLower(op) + "(" + x + ", " + y + ")", true
	case "isEmpty":
		return x + " == ''", true
	case "notEmpty":
		return x + " != ''", true
	default:
		sign := flowiseSigns[op]
		return x + " " + sign + " " + y, sign != ""
	}
}

// scenarios writes a Condition Agent: a model decides.
func (f *flowise) scenarios(id string, in *doc.Syntax, v *visited[bool]) {
	var choices []string
	for _, s := range in.Get("conditionAgentScenarios").List() {
		choices = append(choices, shorten(htmlText(s.Str("scenario")), 100))
	}
	about := []Value{f.value(in.Get("conditionAgentInput")), f.value(in.Get("conditionAgentInstructions"))}
	bind := f.binds[id]
	v.steps = []Step{Decide(f.label(id), "which scenario is it?", about, choices, bind, f.at[id])}
	for _, c := range choices[:max(len(choices)-1, 0)] {
		v.conds = append(v.conds, bind+" == "+CondLit(value.Text(c)))
	}
	v.conds = append(v.conds, "")
}

// iteration writes an Iteration node: the nodes inside, for every element of its list.
func (f *flowise) iteration(id string, in *doc.Syntax) (visited[bool], *Refusal) {
	v := visited[bool]{}
	each := &Each{Label: f.label(id), Over: f.value(in.Get("iterationInput")), Item: f.names.Fresh(f.binds[id] + "_item"), At: f.at[id]}
	if lit, ok := each.Over.(Lit); ok { // a list written as text
		if text, isText := lit.Value.(value.Text); isText {
			if list, _, _, err := doc.ParseSyntax(doc.NewSource("list", string(text)), 0, true); err == nil && list.Is(doc.SyntaxList) {
				each.Over = Lit{list.Value()}
			}
		}
	}
	if refused := tooDeep(len(f.items)+1, f.label(id), f.at[id]); refused != nil {
		return v, refused
	}
	f.items = append(f.items, each.Item)
	defer func() { f.items = f.items[:len(f.items)-1] }()
	into := map[string]bool{}
	for _, e := range f.edges {
		into[e.Str("target")] = true
	}
	for _, child := range f.order {
		if f.parent[child] != id || into[child] {
			continue
		}
		steps, _, refused := f.chart().run(child, "", false)
		if refused != nil {
			return v, refused
		}
		each.Body = append(each.Body, steps...)
	}
	v.steps = []Step{each}
	return v, nil
}
