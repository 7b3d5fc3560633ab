package progen

import "slices"

// Sizes of a program.
const (
	maxSteps = 14
	maxDepth = 3
)

func (g *generator) workflow() string {
	var inputs []string
	for i := range 1 + g.IntN(4) {
		v := g.fresh(pick(g, kinds))
		if i == 0 && g.one(2) {
			v = g.fresh(list)
		}
		g.scope = append(g.scope, v)
		inputs = append(inputs, v.name)
	}
	return object(member{"goal", text("g")}, member{"input_variables", texts(inputs)}, member{"steps", g.steps(2+g.IntN(6), 0)})
}

// fresh is a new variable; its name begins with its kind.
func (g *generator) fresh(k kind) variable {
	g.named++
	return variable{"v" + string(k) + number(g.named), k}
}

func (g *generator) steps(n, depth int) string {
	var out []string
	for range n {
		if g.step >= maxSteps {
			break
		}
		out = append(out, g.oneStep(depth))
	}
	return array(out...)
}

func (g *generator) oneStep(depth int) string {
	g.step++
	label := member{"label", text("s" + number(g.step))}
	if len(g.queue) == 0 && g.one(4) {
		g.queue, g.carry = pick(g, g.chains), nil
	}
	if depth < maxDepth && !(len(g.queue) > 0 && g.one(2)) {
		switch g.IntN(6) {
		case 0:
			return object(label, member{"conditional", g.conditional(depth)})
		case 1, 2:
			if l, ok := g.loop(depth); ok {
				return object(label, member{"loop", l})
			}
		}
	}
	return object(label, member{"tool_call", g.call()})
}

// conditional: a name that both sides bind to the same kind survives.
func (g *generator) conditional(depth int) string {
	condition := g.condition(g.scope, g.rarely())
	if g.rarely() {
		condition = "vgone == 1"
	}
	before := g.snapshot()
	then := g.steps(g.IntN(4), depth+1)
	afterThen := g.scope
	g.scope = before
	otherwise := g.steps(g.IntN(3), depth+1)
	g.scope = common(afterThen, g.scope)
	return object(member{"condition", text(condition)}, member{"then_steps", then}, member{"else_steps", otherwise})
}

func in(scope []variable, v variable) bool { return slices.Contains(scope, v) }

func common(a, b []variable) []variable {
	var out []variable
	for _, v := range a {
		for _, w := range b {
			if v == w {
				out = append(out, v)
			}
		}
	}
	return out
}

func (g *generator) snapshot() []variable { return append([]variable{}, g.scope...) }

// loop runs over a list in scope, when there is one.
func (g *generator) loop(depth int) (string, bool) {
	lists := append(g.ofKind(list), g.ofKind(dict)...)
	if len(lists) == 0 {
		return "", false
	}
	collection := pick(g, lists)
	path := "null"
	if collection.kind == dict {
		path = texts([]string{"items"})
	}
	item := g.fresh(str)
	if g.rarely() {
		item = pick(g, g.scope)
	}
	before := g.snapshot()
	g.scope = append(g.snapshot(), item)
	body := g.steps(1+g.IntN(4), depth+1)
	g.scope = before
	return object(member{"collection_ref", text(collection.name)}, member{"collection_path", path}, member{"item_binding", text(item.name)}, member{"body", body}), true
}

func (g *generator) ofKind(k kind) []variable {
	var out []variable
	for _, v := range g.scope {
		if v.kind == k {
			out = append(out, v)
		}
	}
	return out
}

func (g *generator) call() string {
	t := pick(g, g.tools)
	chained := len(g.queue) > 0
	if chained {
		t, g.queue = g.queue[0], g.queue[1:]
	}
	var args []member
	for i := range t.params {
		p := &t.params[i]
		if (p.optional || p.standard != "") && g.one(2) || g.rarely() {
			continue
		}
		args = append(args, member{p.name, g.argument(p)})
	}
	if g.rarely() {
		args = append(args, member{"extra", "1"})
	}
	ms := []member{{"tool_name", text(t.name)}, {"arguments", object(args...)}}
	if chained || !g.one(4) {
		name := g.bind(t.returns)
		ms = append(ms, member{"result_binding", text(name)})
		g.carry = nil
		if chained {
			g.carry = &variable{name, t.returns}
		}
	}
	return object(ms...)
}

// bind names a result: often an old name of the kind, so that loops carry
// something around.
func (g *generator) bind(k kind) string {
	if old := g.ofKind(k); len(old) > 0 && g.one(2) {
		return pick(g, old).name
	}
	v := g.fresh(k)
	g.scope = append(g.scope, v)
	return v.name
}

func (g *generator) argument(p *param) string {
	if g.rarely() {
		return ref("vgone")
	}
	if c := g.carry; c != nil && (p.kind == c.kind || p.kind == free) && !g.one(4) && in(g.scope, *c) {
		return ref(c.name)
	}
	if part, ok := g.part(p.kind); ok && g.one(5) {
		return part
	}
	if p.kind == free && len(g.scope) > 0 && !g.one(4) {
		return ref(pick(g, g.scope).name)
	}
	fitting := g.ofKind(p.kind)
	switch {
	case g.rarely():
		return g.literal(pick(g, kinds))
	case p.kind == list && g.one(3), p.kind == dict && g.one(2):
		return g.structure(p.kind)
	case len(fitting) > 0 && !g.one(5):
		return ref(g.recent(fitting))
	case p.enum != nil:
		return pick(g, p.enum)
	case p.min != nil:
		return number(g.IntN(6))
	default:
		return g.literal(p.kind)
	}
}

// part is a part of a variable that may have the kind.
func (g *generator) part(k kind) (string, bool) {
	from := map[kind]kind{str: dict, list: dict, free: free}[k]
	paths := map[kind][]string{str: {`["k"]`, `["items",0]`}, list: {`["items"]`}, free: {`["k"]`, `[0]`, `[0,"k"]`, "[]"}}[k]
	if k == str && g.one(2) {
		from, paths = list, []string{"[0]", "[1]", "[0,0]"}
	}
	vs := g.ofKind(from)
	if len(vs) == 0 {
		return "", false
	}
	path := pick(g, paths)
	if g.rarely() {
		path = `["k","gone"]`
	}
	return object(member{"ref", text(pick(g, vs).name)}, member{"path", path}), true
}

// recent prefers names that were bound late: data moves along.
func (g *generator) recent(vs []variable) string {
	return vs[max(g.IntN(len(vs)), g.IntN(len(vs)))].name
}

// structure is a list or object with references in it.
func (g *generator) structure(k kind) string {
	var items []string
	for range g.IntN(4) {
		if from := g.ofKind(str); len(from) > 0 && g.one(2) {
			items = append(items, ref(pick(g, from).name))
		} else {
			items = append(items, g.literal(str))
		}
	}
	if k == list {
		return array(items...)
	}
	return object(member{"k", array(items...)}, member{"n", g.literal(num)})
}

func (g *generator) literal(k kind) string {
	switch k {
	case str:
		return text(pick(g, []string{"a", "b", "x", "u@x.com", "", "w@evil.org"}))
	case num:
		return number(g.IntN(12) - 1)
	case flag:
		return truth(g.one(2))
	case list:
		return pick(g, []string{"[]", `["a"]`, `["a","b"]`, `["u@x.com","a","x"]`})
	case dict:
		return pick(g, []string{"{}", `{"k":"a"}`, `{"k":{"k":"b"}}`})
	default:
		return pick(g, []string{"null", "1", `"a"`, "[1]"})
	}
}
