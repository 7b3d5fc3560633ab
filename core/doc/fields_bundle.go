package doc

import "planproof/core/value"

const (
	defaultType   = "str"
	defaultReturn = "Any"
)

var toolTable = &table[ToolSpec]{
	what: "a tool", def: "tool",
	fields: []field[ToolSpec]{
		required(nameField("name", func(t *ToolSpec) *Text { return &t.Name })),
		proseField("description", "", func(t *ToolSpec) *string { return &t.Description }),
		shown(list("params", paramTable, func(t *ToolSpec) *[]Param { return &t.Params })),
		proseField("return_type", defaultReturn, func(t *ToolSpec) *string { return &t.ReturnType }),
		texts("preconditions", textForm, func(t *ToolSpec) *[]Text { return &t.Preconditions }),
		texts("postconditions", textForm, func(t *ToolSpec) *[]Text { return &t.Postconditions }),
		texts("frame_conditions", textForm, func(t *ToolSpec) *[]Text { return &t.FrameConditions }),
		texts("source_labels", nameForm, func(t *ToolSpec) *[]Text { return &t.SourceLabels }),
		texts("sink_labels", nameForm, func(t *ToolSpec) *[]Text { return &t.SinkLabels }),
	},
	at:       func(t *ToolSpec) *Range { return &t.Range },
	defaults: func(t *ToolSpec) { t.ReturnType = defaultReturn },
	check:    checkTool,
	id:       func(t *ToolSpec) *Text { return &t.Name }, double: KindPolicy,
}

var paramTable = &table[Param]{
	what: "a parameter", def: "param",
	fields: []field[Param]{
		required(nameField("name", func(p *Param) *Text { return &p.Name })),
		typeField(),
		proseField("description", "", func(p *Param) *string { return &p.Description }),
		boolField("is_taint_sink", func(p *Param) *bool { return &p.IsTaintSink }),
		optionalBool("required", func(p *Param) **bool { return &p.Required }),
		anyField("default", func(p *Param) *value.Value { return &p.Default }),
		anyList("enum", func(p *Param) *[]value.Value { return &p.Enum }),
		optionalNumber("min", func(p *Param) **value.Number { return &p.Min }),
		optionalNumber("max", func(p *Param) **value.Number { return &p.Max }),
	},
	at:       func(p *Param) *Range { return &p.Range },
	defaults: func(p *Param) { p.Type = Text{Value: defaultType} },
	check:    checkParam,
	id:       func(p *Param) *Text { return &p.Name }, double: KindPolicy,
}

func typeField() field[Param] {
	f := nameField("type", func(p *Param) *Text { return &p.Type })
	f.def = value.Text(defaultType)
	return f
}

// toolsTable is the tools document in its long form, {"tools": […]}.
var toolsTable = &table[Bundle]{
	what: "the tools document", def: "tools",
	fields: []field[Bundle]{required(toolsField())},
}

func toolsField() field[Bundle] {
	return list("tools", toolTable, func(b *Bundle) *[]ToolSpec { return &b.Tools })
}

var bundleTable = &table[Bundle]{
	what: "a bundle", def: "bundle",
	fields: []field[Bundle]{
		extraField("$schema", func(b *Bundle) *string { return &b.Schema }),
		extraField("id", func(b *Bundle) *string { return &b.ID }),
		extraField("title", func(b *Bundle) *string { return &b.Title }),
		extraField("moral", func(b *Bundle) *string { return &b.Moral }),
		extraField("lesson", func(b *Bundle) *string { return &b.Lesson }),
		required(planField()),
		required(object("policy", policyTable, func(b *Bundle) **Policy { return &b.Policy })),
		required(toolsField()),
		optionsField(),
		entries("inputs", shape{form: anyForm}, func(b *Bundle) *[]NamedValue { return &b.Inputs },
			func(d *decoder, key Text, n int32, _ place) (NamedValue, *Error) {
				v, err := d.plain(n)
				return NamedValue{key, v, d.t.nodes[n].Range}, err
			},
			func(v *NamedValue) value.Member { return value.Member{Key: v.Name.Value, Value: v.Value} }),
		list("scripts", scriptTable, func(b *Bundle) *[]Script { return &b.Scripts }),
		anyField("expect", func(b *Bundle) *value.Value { return &b.Expect }),
	},
}

// extraField is text that a bundle need not have at all, and that its canonical form leaves out when empty.
func extraField(name string, at func(*Bundle) *string) field[Bundle] {
	f := proseField(name, "", at)
	f.get = func(b *Bundle, _ bool) value.Value {
		if *at(b) == "" {
			return nil
		}
		return value.Text(*at(b))
	}
	return f
}

// planField reads the workflow of a bundle, in which alone unknown fields may be notes.
func planField() field[Bundle] {
	f := object("workflow", workflowTable, func(b *Bundle) **Workflow { return &b.Workflow })
	f.read = func(d *decoder, n int32, p place, b *Bundle) (err *Error) {
		if d.tolerant && d.t.nodes[n].kind == stringKind {
			b.Workflow, err = d.readInnerPlan(n)
		} else {
			b.Workflow, err = d.readPlan(n)
		}
		return err
	}
	return f
}

var optionsTable = &table[Options]{
	what: "the options", def: "options",
	fields: []field[Options]{
		boolField("strict", func(o *Options) *bool { return &o.Strict }),
		boolField("lenient", func(o *Options) *bool { return &o.Lenient }),
	},
}

func optionsField() field[Bundle] {
	return field[Bundle]{name: "options", def: value.Object{}, shape: shape{form: objectForm, def: optionsTable.def},
		read: func(d *decoder, n int32, _ place, b *Bundle) *Error { return optionsTable.decode(d, n, &b.Options) },
		get:  func(b *Bundle, full bool) value.Value { return optionsTable.encode(&b.Options, full) },
	}
}

var scriptTable = &table[Script]{
	what: "a script", def: "script",
	fields: []field[Script]{
		required(nameField("tool", func(s *Script) *Text { return &s.Tool })),
		resultField(),
		errorField(),
	},
	at:    func(s *Script) *Range { return &s.Range },
	check: checkScript,
}

// resultField is left out beside an error and printed as null otherwise.
func resultField() field[Script] {
	f := anyField("result", func(s *Script) *value.Value { return &s.Result })
	f.get = func(s *Script, _ bool) value.Value {
		if s.Error == nil && s.Result == nil {
			return value.Null{}
		}
		return s.Result
	}
	return f
}

func errorField() field[Script] {
	return field[Script]{name: "error", shape: shape{form: textForm},
		read: func(d *decoder, n int32, p place, s *Script) *Error {
			var text Text
			err := d.readText(n, p.String(), &text)
			s.Error = &text.Value
			return err
		},
		get: func(s *Script, _ bool) value.Value {
			if s.Error == nil {
				return nil
			}
			return value.Text(*s.Error)
		},
	}
}
