package progen

// tool is one tool of the bundle.
type tool struct {
	name               string
	params             []param
	returns            kind
	labels, sinkLabels []string
	pre, post, frames  []string
	undeclared         bool // no spec
}

type param struct {
	name     string
	kind     kind
	sink     bool
	optional bool
	standard string // JSON of the default, "" for none
	enum     []string
	min, max *int
}

var allLabels = []string{"secret", "pii", "web"}

// makeTools makes sources, relays and sinks; which is which is up to the
// policy, but the names help to read a failing program.
func (g *generator) makeTools() {
	for _, name := range []string{"read", "fetch", "get"}[:2+g.IntN(2)] {
		t := &tool{name: name, returns: pick(g, returned), labels: some(g, allLabels, 2)}
		if g.one(3) {
			t.params = g.params()
		}
		g.tools = append(g.tools, t)
	}
	for _, name := range []string{"clean", "relay", "split", "check"}[:2+g.IntN(3)] {
		t := &tool{name: name, returns: pick(g, returned), params: g.params()}
		if g.one(8) {
			t.labels = some(g, allLabels, 2)
		}
		g.tools = append(g.tools, t)
	}
	for _, name := range []string{"send", "post"}[:1+g.IntN(2)] {
		t := &tool{name: name, returns: pick(g, returned), params: g.params(), sinkLabels: some(g, allLabels, 8)}
		g.tools = append(g.tools, t)
	}
	for _, t := range g.tools {
		g.contracts(t)
		t.undeclared = g.rarely() && g.one(3)
	}
}

// params: a parameter's name tells its kind, so that a condition means the
// same at every tool that has it.
func (g *generator) params() []param {
	var out []param
	used := map[string]bool{}
	for range 1 + g.IntN(3) {
		k := pick(g, kinds)
		name := string(k) + number(g.IntN(2))
		if used[name] {
			continue
		}
		used[name] = true
		p := param{name: name, kind: k, sink: g.one(3), optional: g.one(6)}
		if g.one(6) {
			p.standard = g.literal(k)
		}
		if p.standard == "" {
			g.restrict(&p)
		}
		out = append(out, p)
	}
	return out
}

// restrict gives a parameter an enum or a range.
func (g *generator) restrict(p *param) {
	switch {
	case p.kind == str && g.one(4):
		p.enum = []string{text("a"), text("b"), text("u@x.com")}[:2+g.IntN(2)]
	case p.kind == num && g.one(3):
		low, high := 0, 5+g.IntN(6)
		p.min, p.max = &low, &high
	}
}

func (g *generator) contracts(t *tool) {
	names := t.typed()
	if len(names) > 0 && (g.one(25) || g.wild && g.one(5)) {
		t.pre = append(t.pre, g.condition(names, g.rarely()))
	}
	if g.one(20) {
		t.post = append(t.post, g.condition(append(names, variable{"result", t.returns}), false))
	}
	if g.wild && g.one(12) {
		t.frames = append(t.frames, pick(g, []string{"forall f: matches(f, 'a*') implies same(f)", "forall f: not matches(f, '*') implies same(f)", "1 == 1"}))
	}
}

// typed are the parameters as names of conditions; in tame programs only those
// that always have a value.
func (t *tool) typed() []variable {
	var out []variable
	for _, p := range t.params {
		if !p.optional || p.standard != "" {
			out = append(out, variable{p.name, p.kind})
		}
	}
	return out
}

func (g *generator) toolSpecs() string {
	var out []string
	for _, t := range g.tools {
		if t.undeclared {
			continue
		}
		var params []string
		for i := range t.params {
			params = append(params, t.params[i].spec())
		}
		out = append(out, object(member{"name", text(t.name)}, member{"params", array(params...)}, member{"return_type", text(t.returns.typeName())},
			member{"preconditions", texts(t.pre)}, member{"postconditions", texts(t.post)}, member{"frame_conditions", texts(t.frames)},
			member{"source_labels", texts(t.labels)}, member{"sink_labels", texts(t.sinkLabels)}))
	}
	return array(out...)
}

func (p *param) spec() string {
	ms := []member{{"name", text(p.name)}, {"type", text(p.kind.typeName())}, {"is_taint_sink", truth(p.sink)}}
	if p.optional {
		ms = append(ms, member{"required", "false"})
	}
	if p.standard != "" {
		ms = append(ms, member{"default", p.standard})
	}
	if p.enum != nil {
		ms = append(ms, member{"enum", array(p.enum...)})
	}
	if p.min != nil {
		ms = append(ms, member{"min", number(*p.min)}, member{"max", number(*p.max)})
	}
	return object(ms...)
}
