package progen

func (g *generator) policy() string {
	var allowed, rules, automata []string
	for _, t := range g.tools {
		if !g.rarely() {
			allowed = append(allowed, t.name)
		}
	}
	for i := range 1 + g.IntN(3) {
		rules = append(rules, g.rule(i))
	}
	for i := range g.IntN(3) {
		automata = append(automata, g.automaton(i))
	}
	flows := pick(g, []string{"off", "off", "off", "off", "warn", "deny"})
	return object(member{"name", text("p")}, member{"implicit_flows", text(flows)}, member{"invariants", texts(g.invariants())}, member{"allowed_tools", texts(allowed)},
		member{"taint_rules", array(rules...)}, member{"automata", array(automata...)})
}

// invariants compare a call with the last result of another tool.
func (g *generator) invariants() []string {
	if !g.one(6) {
		return nil
	}
	t, other := pick(g, g.tools), pick(g, g.tools)
	names := append(t.typed(), variable{"result." + other.name, other.returns})
	return []string{t.name + ": " + g.condition(names, false)}
}

// rule prefers early tools as sources and late ones as sinks, as plans do.
func (g *generator) rule(i int) string {
	half := len(g.tools) / 2
	source, sink := pick(g, g.tools[:half]), pick(g, g.tools[half:])
	if g.wild && g.one(3) {
		source, sink = pick(g, g.tools), pick(g, g.tools)
	}
	ms := []member{{"name", text("r" + number(i))}}
	if g.one(5) {
		ms = append(ms, member{"source_tool", text("*")})
	} else {
		ms = append(ms, member{"source_tool", text(source.name)})
	}
	if g.one(8) {
		ms = append(ms, member{"sink_tool", text("*")})
	} else {
		ms = append(ms, member{"sink_tool", text(sink.name)})
	}
	if len(sink.params) == 0 || g.one(2) {
		ms = append(ms, member{"sink_param", text("*")})
	} else {
		ms = append(ms, member{"sink_param", text(pick(g, sink.params).name)})
	}
	if names := sink.typed(); g.one(3) && len(names) > 0 {
		ms = append(ms, member{"condition", text(g.condition(names, g.rarely()))})
	}
	var sanitizers []string
	for _, t := range some(g, g.tools, 3) {
		sanitizers = append(sanitizers, t.name)
		g.chains = append(g.chains, []*tool{source, t, sink}, []*tool{source, t, pick(g, g.tools), sink})
	}
	g.chains = append(g.chains, []*tool{source, sink})
	return object(append(ms, member{"sanitizers", texts(sanitizers)})...)
}

// automaton has two to five states; the last is an error most of the time.
func (g *generator) automaton(index int) string {
	n := 2 + g.IntN(4)
	var states, transitions []string
	for i := range n {
		isError := i == n-1 && !g.one(4) || i > 0 && g.one(12) || g.rarely() && g.one(4)
		states = append(states, object(member{"name", text("q" + number(i))}, member{"is_error", truth(isError)}))
	}
	guarded := some(g, constants, 2)
	for range 1 + g.IntN(2*n) {
		transitions = append(transitions, g.transition(n, guarded))
	}
	return object(member{"name", text("m" + number(index))}, member{"states", array(states...)}, member{"initial_state", text("q0")},
		member{"transitions", array(transitions...)}, member{"constants", object(guarded...)})
}

func (g *generator) transition(n int, defined []member) string {
	from, to := g.IntN(n), g.IntN(n)
	if !g.wild && to == n-1 && g.one(2) {
		to = 0
	}
	t := pick(g, g.tools)
	ms := []member{{"from_state", text("q" + number(from))}, {"to_state", text("q" + number(to))}}
	if g.one(8) {
		return object(append(ms, member{"tool_name", text("*")})...)
	}
	ms = append(ms, member{"tool_name", text(t.name)})
	if names := t.typed(); len(names) > 0 && !g.one(3) {
		ms = append(ms, member{"condition", text(g.guard(names, defined))})
	}
	return object(ms...)
}

func (g *generator) guard(names []variable, defined []member) string {
	if len(defined) == len(constants) && g.one(2) {
		if a := g.constantAtom(pick(g, names)); a != "" {
			return a
		}
	}
	return g.condition(names, g.rarely())
}
