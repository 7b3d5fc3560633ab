package complete

import "slices"

// param is a parameter of a tool.
type param struct {
	name, typ, about string
	optional, sink   bool
	values           []*node // of its enum
}

// tool is a tool as its spec says, as far as that can be read.
type tool struct {
	name, about, result string
	params              []param
	sourceLabels        []string
	sinkLabels          []string
	pre, post           []string
}

// rule is a taint rule.
type rule struct {
	name, source, sink, param string
	sanitizers                []string
}

// facts are what the three documents say, as far as they can be read.
type facts struct {
	workflow, policy, tools *node
	specs                   []tool
	allowed                 []string
	rules                   []rule
}

func read(d Documents) *facts {
	f := &facts{workflow: scan(d.Workflow), policy: scan(d.Policy), tools: scan(d.Tools)}
	list := f.tools
	if v := f.tools.get("tools"); v != nil {
		list = v
	}
	if list != nil {
		for _, n := range list.items {
			if n.str("name") != "" {
				f.specs = append(f.specs, readTool(n))
			}
		}
	}
	f.allowed = f.policy.texts("allowed_tools")
	for _, n := range f.policy.list("taint_rules") {
		f.rules = append(f.rules, rule{n.str("name"), n.str("source_tool"), n.str("sink_tool"), n.str("sink_param"), n.texts("sanitizers")})
	}
	return f
}

func readTool(n *node) tool {
	t := tool{
		name: n.str("name"), about: n.str("description"), result: n.str("return_type"),
		sourceLabels: n.texts("source_labels"), sinkLabels: n.texts("sink_labels"),
		pre: n.texts("preconditions"), post: n.texts("postconditions"),
	}
	for _, p := range n.list("params") {
		if p.str("name") == "" {
			continue
		}
		required, fallback := p.get("required"), p.get("default")
		t.params = append(t.params, param{
			name: p.str("name"), typ: p.str("type"), about: p.str("description"), values: p.list("enum"),
			optional: fallback != nil && fallback.text != "null" || required != nil && required.text == "false",
			sink:     p.get("is_taint_sink") != nil && p.get("is_taint_sink").text == "true",
		})
	}
	return t
}

func (f *facts) tool(name string) *tool {
	for i := range f.specs {
		if f.specs[i].name == name {
			return &f.specs[i]
		}
	}
	return nil
}

func (t *tool) param(name string) *param {
	if t != nil {
		for i := range t.params {
			if t.params[i].name == name {
				return &t.params[i]
			}
		}
	}
	return nil
}

// toolNames are the tools of the specs, then those that only the policy names.
func (f *facts) toolNames() []string {
	var names []string
	for _, t := range f.specs {
		names = append(names, t.name)
	}
	for _, n := range f.allowed {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// labels are all labels that the specs use, in their order.
func (f *facts) labels() []string {
	var out []string
	for _, t := range f.specs {
		for _, l := range append(slices.Clone(t.sourceLabels), t.sinkLabels...) {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}

// binding is a name and what bound it.
type binding struct {
	name string
	how  string // in words, with the tool or the collection
}

// scope are the names that a step at an offset of the workflow can use: those
// that every path to it binds.
func (f *facts) scope(at int) []binding {
	var names []binding
	for _, in := range f.workflow.texts("input_variables") {
		names = bind(names, binding{in, "is an input of the plan"})
	}
	names, _ = walk(f.workflow.list("steps"), at, names)
	return names
}

func bind(names []binding, b binding) []binding {
	if b.name == "" {
		return names
	}
	out := slices.DeleteFunc(slices.Clone(names), func(o binding) bool { return o.name == b.name })
	return append(out, b)
}

// walk follows steps up to an offset; here tells that it is inside of one.
func walk(steps []*node, at int, names []binding) (out []binding, here bool) {
	for _, s := range steps {
		if s == nil || s.start >= at {
			return names, false
		}
		inside := s.touches(at)
		call, cond, loop := s.get("tool_call"), s.get("conditional"), s.get("loop")
		switch {
		case call != nil && !inside:
			names = bind(names, binding{call.str("result_binding"), "is the result of `" + call.str("tool_name") + "`" + labeled(s)})
		case cond != nil:
			if names, here = branches(cond, at, names); here {
				return names, true
			}
		case loop != nil:
			if body := loop.get("body"); inside && body != nil && body.touches(at) {
				item := binding{loop.str("item_binding"), "is one element of `" + loop.str("collection_ref") + "`"}
				names, _ = walk(body.items, at, bind(names, item))
			}
		}
		if inside {
			return names, true
		}
	}
	return names, false
}

// branches goes into the branch that the offset is in; behind both, only what
// both bind is there.
func branches(cond *node, at int, names []binding) (out []binding, here bool) {
	for _, key := range []string{"then_steps", "else_steps"} {
		if b := cond.get(key); b != nil && b.touches(at) {
			names, _ = walk(b.items, at, names)
			return names, true
		}
	}
	then, _ := walk(cond.list("then_steps"), at, names)
	other, _ := walk(cond.list("else_steps"), at, names)
	for _, b := range then {
		if i := slices.IndexFunc(other, func(o binding) bool { return o.name == b.name }); i >= 0 {
			if other[i].how != b.how {
				b.how = "is bound on both branches"
			}
			out = append(out, b)
		}
	}
	return out, false
}

func labeled(step *node) string {
	if l := step.str("label"); l != "" {
		return " in step “" + l + "”"
	}
	return ""
}
