package doc

import "planproof/core/value"

var flowModes = []string{FlowsOff, FlowsWarn, FlowsDeny}

var policyTable = &table[Policy]{
	what: "a policy", def: "policy",
	fields: []field[Policy]{
		required(nameField("name", func(p *Policy) *Text { return &p.Name })),
		shown(texts("allowed_tools", nameForm, func(p *Policy) *[]Text { return &p.AllowedTools })),
		list("taint_rules", taintTable, func(p *Policy) *[]TaintRule { return &p.TaintRules }),
		list("automata", automatonTable, func(p *Policy) *[]Automaton { return &p.Automata }),
		texts("invariants", textForm, func(p *Policy) *[]Text { return &p.Invariants }),
		list("grounding", groundingTable, func(p *Policy) *[]Grounding { return &p.Grounding }),
		flowsField(),
	},
	at:       func(p *Policy) *Range { return &p.Range },
	defaults: func(p *Policy) { p.ImplicitFlows = FlowsOff },
	check:    checkPolicy,
}

func flowsField() field[Policy] {
	f := proseField("implicit_flows", FlowsOff, func(p *Policy) *string { return &p.ImplicitFlows })
	f.shape = shape{form: enumForm, enum: flowModes}
	f.read = func(d *decoder, n int32, p place, t *Policy) *Error {
		var mode Text
		err := d.readEnum(n, p.String(), flowModes, &mode)
		t.ImplicitFlows = mode.Value
		return err
	}
	return f
}

var taintTable = &table[TaintRule]{
	what: "a taint rule", def: "taint_rule",
	fields: []field[TaintRule]{
		required(nameField("name", func(r *TaintRule) *Text { return &r.Name })),
		required(nameField("source_tool", func(r *TaintRule) *Text { return &r.SourceTool })),
		sourceOutput(),
		required(nameField("sink_tool", func(r *TaintRule) *Text { return &r.SinkTool })),
		required(nameField("sink_param", func(r *TaintRule) *Text { return &r.SinkParam })),
		optionalText("condition", textForm, func(r *TaintRule) **Text { return &r.Condition }),
		texts("sanitizers", nameForm, func(r *TaintRule) *[]Text { return &r.Sanitizers }),
	},
	at: func(r *TaintRule) *Range { return &r.Range },
	id: func(r *TaintRule) *Text { return &r.Name }, double: KindPolicy,
}

// sourceOutput is a field that may be given and says nothing: a tool has one output.
func sourceOutput() field[TaintRule] {
	only := []string{"result"}
	return field[TaintRule]{name: "source_output", shape: shape{form: enumForm, enum: only},
		read: func(d *decoder, n int32, p place, _ *TaintRule) *Error {
			return d.readEnum(n, p.String(), only, new(Text))
		},
		get: func(*TaintRule, bool) value.Value { return nil },
	}
}

var automatonTable = &table[Automaton]{
	what: "an automaton", def: "automaton",
	fields: []field[Automaton]{
		required(nameField("name", func(a *Automaton) *Text { return &a.Name })),
		required(list("states", stateTable, func(a *Automaton) *[]State { return &a.States })),
		required(nameField("initial_state", func(a *Automaton) *Text { return &a.Initial })),
		shown(list("transitions", transitionTable, func(a *Automaton) *[]Transition { return &a.Transitions })),
		entries("constants", shape{form: scalarsForm}, func(a *Automaton) *[]Constant { return &a.Constants }, readConstant,
			func(c *Constant) value.Member { return value.Member{Key: c.Name.Value, Value: c.Value} }),
	},
	at:    func(a *Automaton) *Range { return &a.Range },
	check: checkAutomaton,
	id:    func(a *Automaton) *Text { return &a.Name }, double: KindPolicy,
}

// readConstant reads a scalar or a list of scalars; null is a constant like any other.
func readConstant(d *decoder, key Text, n int32, p place) (Constant, *Error) {
	v, err := d.plain(n)
	if err != nil {
		return Constant{}, err
	}
	for i := n; i < d.t.nodes[n].skip; i++ {
		if k := d.t.nodes[i].kind; k == objectKind || k == arrayKind && i > n {
			return Constant{}, d.wrong(i, "a constant in "+p.String(), "text, a number, a boolean, null or a list of them")
		}
	}
	return Constant{key, v, d.t.nodes[n].Range}, nil
}

var stateTable = &table[State]{
	what: "a state", def: "state",
	fields: []field[State]{
		required(nameField("name", func(s *State) *Text { return &s.Name })),
		boolField("is_error", func(s *State) *bool { return &s.IsError }),
	},
	at: func(s *State) *Range { return &s.Range },
	id: func(s *State) *Text { return &s.Name }, double: KindPolicy,
}

var transitionTable = &table[Transition]{
	what: "a transition", def: "transition",
	fields: []field[Transition]{
		required(nameField("from_state", func(t *Transition) *Text { return &t.From })),
		required(nameField("to_state", func(t *Transition) *Text { return &t.To })),
		required(nameField("tool_name", func(t *Transition) *Text { return &t.Tool })),
		optionalText("condition", textForm, func(t *Transition) **Text { return &t.Condition }),
	},
	at: func(t *Transition) *Range { return &t.Range },
}

var groundingTable = &table[Grounding]{
	what: "a grounding rule", def: "grounding",
	fields: []field[Grounding]{
		required(nameField("tool", func(g *Grounding) *Text { return &g.Tool })),
		required(nameField("param", func(g *Grounding) *Text { return &g.Param })),
		enumList("from", groundingPlaces, func(g *Grounding) *[]Text { return &g.From }),
		enumText("matcher", Matchers[0], Matchers, func(g *Grounding) *Text { return &g.Matcher }),
	},
	at: func(g *Grounding) *Range { return &g.Range },
	defaults: func(g *Grounding) {
		g.Matcher = Text{Value: Matchers[0]}
		for _, from := range groundingPlaces {
			g.From = append(g.From, Text{Value: from})
		}
	},
}

var groundingPlaces = []string{"goal", "inputs"}
