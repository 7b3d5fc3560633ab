package doc

import (
	"fmt"

	"planproof/core/value"
)

var workflowTable = &table[Workflow]{
	what: "a workflow", def: "workflow",
	fields: []field[Workflow]{
		required(textField("goal", func(w *Workflow) *Text { return &w.Goal })),
		required(list("steps", stepTable, func(w *Workflow) *[]Step { return &w.Steps })),
		texts("input_variables", nameForm, func(w *Workflow) *[]Text { return &w.Inputs }),
	},
	at: func(w *Workflow) *Range { return &w.Range },
	check: func(d *decoder, _ int32, w *Workflow) *Error {
		return d.distinct(len(w.Inputs), func(i int) *Text { return &w.Inputs[i] }, KindInput, "an input variable")
	},
}

// stepTable gets its fields in init: steps hold steps.
var stepTable = &table[Step]{
	what: "a step", def: "step",
	at:    func(s *Step) *Range { return &s.Range },
	check: checkStep,
}

func init() {
	stepTable.fields = []field[Step]{
		required(textField("label", func(s *Step) *Text { return &s.Label })),
		nodeField[ToolCall]("tool_call", toolCallTable),
		nodeField[Conditional]("conditional", conditionalTable),
		nodeField[Loop]("loop", loopTable),
	}
}

var toolCallTable = &table[ToolCall]{
	what: "a tool call", def: "tool_call",
	fields: []field[ToolCall]{
		required(nameField("tool_name", func(c *ToolCall) *Text { return &c.Tool })),
		shown(entries("arguments", shape{form: anyForm}, func(c *ToolCall) *[]Arg { return &c.Args },
			func(d *decoder, key Text, n int32, _ place) (Arg, *Error) {
				v, err := d.argument(n)
				return Arg{key, v}, err
			},
			func(a *Arg) value.Member { return value.Member{Key: a.Param.Value, Value: AsValue(a.Value)} })),
		optionalText("result_binding", nameForm, func(c *ToolCall) **Text { return &c.Binding }),
	},
	at: func(c *ToolCall) *Range { return &c.Range },
}

var conditionalTable = &table[Conditional]{
	what: "a conditional", def: "conditional",
	fields: []field[Conditional]{
		required(textField("condition", func(c *Conditional) *Text { return &c.Condition })),
		shown(list("then_steps", stepTable, func(c *Conditional) *[]Step { return &c.Then })),
		list("else_steps", stepTable, func(c *Conditional) *[]Step { return &c.Else }),
	},
	at: func(c *Conditional) *Range { return &c.Range },
}

var loopTable = &table[Loop]{
	what: "a loop", def: "loop",
	fields: []field[Loop]{
		required(nameField("collection_ref", func(l *Loop) *Text { return &l.Collection })),
		pathField("collection_path", func(l *Loop) *value.Path { return &l.Path }),
		required(nameField("item_binding", func(l *Loop) *Text { return &l.Item })),
		shown(list("body", stepTable, func(l *Loop) *[]Step { return &l.Body })),
	},
	at: func(l *Loop) *Range { return &l.Range },
}

const oneNode = "a step is exactly one of `tool_call`, `conditional` and `loop`"

// nodeField is one of the keys that say what a step does.
func nodeField[N any, P interface {
	*N
	StepNode
}](name string, tb *table[N]) field[Step] {
	return field[Step]{name: name, shape: shape{form: objectForm, def: tb.def},
		read: func(d *decoder, n int32, _ place, s *Step) *Error {
			if s.Node != nil {
				return d.fail(KindInput, n-1, oneNode+", and this one has more", "make two steps of it")
			}
			if d.steps++; d.steps > MaxSteps {
				return d.fail(KindLimit, n-1, fmt.Sprintf("the workflow has more than %d steps", MaxSteps), "split it")
			}
			node := new(N)
			s.Node = P(node)
			return tb.decode(d, n, node)
		},
		get: func(s *Step, full bool) value.Value {
			if node, ok := s.Node.(P); ok {
				return tb.encode(node, full)
			}
			return nil
		},
	}
}

func checkStep(d *decoder, n int32, s *Step) *Error {
	if s.Node != nil {
		return nil
	}
	at := d.t.nodes[n].Start
	return d.t.src.fail(KindInput, Range{at, at + 1}, oneNode+", and this one has none", "add \"tool_call\": {\"tool_name\": …}")
}
