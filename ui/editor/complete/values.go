package complete

import (
	"slices"
	"strings"

	"planproof/core/doc"
)

// values are what may stand as the value at the cursor.
func (c *cursor) values(a *Answer) []Item {
	key := c.last()
	switch c.name {
	case doc.DocWorkflow:
		return c.workflowValues(key, a)
	case doc.DocPolicy:
		return c.policyValues(key, a)
	}
	return c.toolsValues(key, a)
}

func (c *cursor) workflowValues(key string, a *Answer) []Item {
	switch key {
	case "tool_name":
		return c.toolItems(false)
	case "ref", "collection_ref":
		return c.names(func(name string) string { return quote(name) })
	case "condition":
		return c.condition(a, c.scope(c.at), "")
	case "steps", "then_steps", "else_steps", "body":
		if c.in.kind == array {
			return slices.Clone(steps)
		}
	}
	if c.called() != "" {
		return c.argument()
	}
	return c.enum()
}

// argument are the values of a parameter: those of its enum, and references.
func (c *cursor) argument() []Item {
	var items []Item
	if p := c.tool(c.called()).param(c.argumentName()); p != nil {
		for _, v := range p.values {
			items = append(items, literal(v))
		}
		if p.typ == "bool" {
			items = append(items, Item{Label: "true", Kind: "value", Apply: "true"}, Item{Label: "false", Kind: "value", Apply: "false"})
		}
	}
	return append(items, c.names(func(name string) string { return `{"ref": ` + quote(name) + `}` })...)
}

// argumentName is the parameter whose value the cursor is in.
func (c *cursor) argumentName() string {
	for i := range c.path {
		if c.path[i].key == "arguments" && i+1 < len(c.path) {
			return c.path[i+1].key
		}
	}
	return ""
}

func literal(v *node) Item {
	if v.kind == text {
		return Item{Label: v.text, Kind: "value", Apply: quote(v.text)}
	}
	return Item{Label: v.text, Kind: "value", Apply: v.text}
}

// names are the names in scope, the newest first.
func (c *cursor) names(apply func(string) string) []Item {
	scope := c.scope(c.at)
	items := make([]Item, 0, len(scope))
	for i := len(scope) - 1; i >= 0; i-- {
		b := scope[i]
		items = append(items, Item{Label: b.name, Kind: "binding", Info: []string{code(b.name) + " " + b.how + "."}, Apply: apply(b.name)})
	}
	return items
}

// toolItems are the tools; in a workflow those that the policy does not allow
// come last and say so.
func (c *cursor) toolItems(all bool) []Item {
	var items []Item
	if all {
		items = append(items, Item{Label: "*", Kind: "tool", Detail: "every tool", Apply: `"*"`, Boost: -2})
	}
	for _, name := range c.toolNames() {
		it := Item{Label: name, Kind: "tool", Info: c.toolWords(name), Apply: quote(name)}
		if t := c.tool(name); t != nil {
			it.Detail = t.result
		} else {
			it.Detail = "no spec"
		}
		if c.name == doc.DocWorkflow && c.policy != nil && !slices.Contains(c.allowed, name) {
			it.Detail, it.Boost = "not allowed", -10
		}
		items = append(items, it)
	}
	return items
}

func (c *cursor) policyValues(key string, a *Answer) []Item {
	around := c.around()
	switch key {
	case "source_tool", "sink_tool", "tool_name":
		return c.toolItems(true)
	case "allowed_tools", "sanitizers", "tool":
		return c.toolItems(false)
	case "sink_param":
		return c.params(around.str("sink_tool"), true)
	case "param":
		return c.params(around.str("tool"), false)
	case "from_state", "to_state", "initial_state":
		return c.states()
	case "invariants":
		return c.invariant(a)
	case "condition":
		return c.condition(a, c.constants(), around.str("tool_name")+around.str("sink_tool"))
	case "taint_rules":
		if c.in.kind == array {
			return c.ruleItems()
		}
	}
	return c.enum()
}

// params are the parameters of a tool, or of all tools for *.
func (c *cursor) params(of string, all bool) []Item {
	var items []Item
	if all {
		items = append(items, Item{Label: "*", Kind: "param", Detail: "every taint sink", Apply: `"*"`, Boost: -2})
	}
	seen := map[string]bool{}
	for i := range c.specs {
		t := &c.specs[i]
		if t.name != of && of != "*" {
			continue
		}
		for k := range t.params {
			if p := &t.params[k]; !seen[p.name] {
				seen[p.name] = true
				items = append(items, Item{Label: p.name, Kind: "param", Detail: p.typ, Info: c.paramWords(t, p), Apply: quote(p.name)})
			}
		}
	}
	return items
}

// states are the states of the automaton around the cursor.
func (c *cursor) states() []Item {
	var items []Item
	for _, s := range c.inside("automata").list("states") {
		if name := s.str("name"); name != "" {
			it := Item{Label: name, Kind: "value", Apply: quote(name)}
			if e := s.get("is_error"); e != nil && e.text == "true" {
				it.Detail = "error state"
			}
			items = append(items, it)
		}
	}
	return items
}

func (c *cursor) constants() []binding {
	var out []binding
	if constants := c.inside("automata").get("constants"); constants != nil {
		for _, m := range constants.members {
			out = append(out, binding{m.key.text, "is a constant of the automaton"})
		}
	}
	return out
}

// ruleItems are taint rules that are not there yet: from each tool whose result
// carries labels to each parameter that is marked as a sink.
func (c *cursor) ruleItems() []Item {
	items := []Item{{Label: "taint rule", Kind: "rule", Apply: ruleTemplate("${rule}", "${source}", "${sink}", "${param}")}}
	for i := range c.specs {
		from := &c.specs[i]
		for k := range c.specs {
			to := &c.specs[k]
			for _, p := range to.params {
				if len(from.sourceLabels) == 0 || !p.sink || c.ruled(from.name, to.name, p.name) {
					continue
				}
				r := rule{"no_" + from.name + "_to_" + to.name, from.name, to.name, p.name, nil}
				items = append(items, Item{
					Label: from.name + " → " + to.name + "." + p.name, Kind: "rule", Info: []string{r.words()},
					Apply: ruleTemplate("${"+strings.NewReplacer("{", "", "}", "").Replace(r.name)+"}", escape(from.name), escape(to.name), escape(p.name)),
				})
			}
		}
	}
	return items
}

func (c *cursor) ruled(source, sink, param string) bool {
	for _, r := range c.rules {
		if (r.source == source || r.source == "*") && (r.sink == sink || r.sink == "*") && (r.param == param || r.param == "*") {
			return true
		}
	}
	return false
}

func escape(s string) string { q := quote(s); return q[1 : len(q)-1] }

func ruleTemplate(name, source, sink, param string) string {
	return "{\n\t\"name\": \"" + name + "\",\n\t\"source_tool\": \"" + source + "\",\n\t\"sink_tool\": \"" + sink +
		"\",\n\t\"sink_param\": \"" + param + "\",\n\t\"sanitizers\": [${}]\n}"
}

// steps are the three kinds of steps.
var steps = []Item{
	{Label: "tool call", Kind: "value", Apply: "{\n\t\"label\": \"${label}\",\n\t\"tool_call\": {\n\t\t\"tool_name\": \"${tool}\",\n\t\t\"arguments\": {${}},\n\t\t\"result_binding\": \"${name}\"\n\t}\n}"},
	{Label: "conditional", Kind: "value", Apply: "{\n\t\"label\": \"${label}\",\n\t\"conditional\": {\n\t\t\"condition\": \"${condition}\",\n\t\t\"then_steps\": [${}],\n\t\t\"else_steps\": []\n\t}\n}"},
	{Label: "loop", Kind: "value", Apply: "{\n\t\"label\": \"${label}\",\n\t\"loop\": {\n\t\t\"collection_ref\": \"${list}\",\n\t\t\"item_binding\": \"${item}\",\n\t\t\"body\": [${}]\n\t}\n}"},
}

func (c *cursor) toolsValues(key string, a *Answer) []Item {
	t := c.around()
	switch key {
	case "source_labels", "sink_labels":
		var items []Item
		for _, l := range c.labels() {
			items = append(items, Item{Label: l, Kind: "value", Apply: quote(l)})
		}
		return items
	case "type", "return_type":
		var items []Item
		for _, typ := range []string{"str", "int", "float", "bool", "list[str]", "list", "dict", "Any", "None"} {
			items = append(items, Item{Label: typ, Kind: "value", Apply: quote(typ)})
		}
		return items
	case "preconditions", "frame_conditions":
		return c.condition(a, nil, t.str("name"))
	case "postconditions":
		return c.condition(a, []binding{{"result", "is what the tool returned"}}, t.str("name"))
	}
	return c.enum()
}

// enum are the values that the schema lists.
func (c *cursor) enum() []Item {
	s := shapeAt(c.name, c.path)
	if s.node == nil {
		return nil
	}
	var items []Item
	for _, v := range s.node.list("enum") {
		if v.text != "null" {
			items = append(items, literal(v))
		}
	}
	if s.typeOf(s.node) == "boolean" {
		items = append(items, Item{Label: "true", Kind: "value", Apply: "true"}, Item{Label: "false", Kind: "value", Apply: "false"})
	}
	return items
}

// invariant begins with the name of a tool; behind the colon it is a condition
// over its parameters.
func (c *cursor) invariant(a *Answer) []Item {
	if c.token == nil || c.token.kind != text {
		return c.toolItems(false)
	}
	tool, _, ok := strings.Cut(c.src[c.token.start+1:c.at], ": ")
	if ok {
		return c.condition(a, nil, tool)
	}
	items := c.toolItems(false)
	for i := range items {
		items[i].Apply = escape(items[i].Label) + ": "
	}
	a.OuterFrom, a.OuterTo = a.From, a.To
	return items
}

// condition are the words of a condition: names, parameters of the tool,
// functions, operators. Only the word at the cursor is matched and replaced.
func (c *cursor) condition(a *Answer, names []binding, tool string) []Item {
	if c.token == nil || c.token.kind != text {
		return nil
	}
	from, to := word(c.src, c.token.start+1, c.at, max(c.at, a.To))
	a.From, a.To, a.OuterFrom, a.OuterTo = from, to, from, to
	var items []Item
	for _, b := range names {
		items = append(items, Item{Label: b.name, Kind: "binding", Info: []string{code(b.name) + " " + b.how + "."}, Apply: escape(b.name), Boost: 2})
	}
	if t := c.tool(tool); t != nil {
		for i := range t.params {
			p := &t.params[i]
			items = append(items, Item{Label: p.name, Kind: "param", Detail: p.typ, Info: c.paramWords(t, p), Apply: escape(p.name), Boost: 2})
		}
	}
	for _, f := range functions {
		items = append(items, Item{Label: f.name, Kind: "word", Detail: f.call, Info: []string{code(f.call), f.about}, Apply: f.name + "(${})"})
	}
	for _, op := range operators {
		items = append(items, Item{Label: op, Kind: "word", Apply: op, Boost: -1})
	}
	return items
}

// word is the identifier around an offset, within bounds.
func word(src string, low, at, high int) (from, to int) {
	from, to = at, at
	for from > low && letter(src[from-1]) {
		from--
	}
	for to < high && letter(src[to]) {
		to++
	}
	return from, to
}

func letter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|32 >= 'a' && c|32 <= 'z' || c >= 0x80
}
