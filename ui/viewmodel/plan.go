package viewmodel

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/value"
	"planproof/ui/layout"
	"planproof/ui/svg"
)

// MaxSteps is how many steps are drawn; a larger plan is verified all the
// same and listed instead.
const MaxSteps = 200

// Drawable tells whether the plan is small enough to draw.
func (m *Model) Drawable() bool { return len(m.order) > 0 && len(m.order) <= MaxSteps }

// Plan is the plan to draw with the labels that its values ever carry.
func (m *Model) Plan() *layout.Plan {
	p := &layout.Plan{}
	ever := m.everCarried()
	for _, in := range m.Workflow.Inputs {
		p.Inputs = append(p.Inputs, layout.Input{Name: in.Value, Strands: ever[layout.Key("", "input", in.Value)]})
	}
	p.Steps = m.planSteps(m.Workflow.Steps, "/workflow/steps", ever)
	return p
}

func (m *Model) planSteps(steps []doc.Step, at string, ever map[string][]layout.Strand) []*layout.Step {
	var out []*layout.Step
	for i := range steps {
		path := at + "/" + itoa(i)
		s := &layout.Step{Path: path, Label: steps[i].Label.Value, Marks: len(m.marksAt(path))}
		switch n := steps[i].Node.(type) {
		case *doc.ToolCall:
			s.Kind, s.Tool = layout.Call, n.Tool.Value
			if n.Binding != nil {
				s.Binding = n.Binding.Value
				s.Strands = ever[layout.Key(path, "call", s.Binding)]
			}
			for _, a := range n.Args {
				text, refs := argText(a.Value)
				s.Args = append(s.Args, layout.Arg{Param: a.Param.Value, Text: text, Refs: refs})
			}
		case *doc.Conditional:
			s.Kind, s.Head, s.Note = layout.Branch, n.Condition.Value, m.decided(path)
			s.HeadRefs = m.namesIn(n.Condition.Value)
			s.Lost = m.everLost(path)
			s.Then = m.planSteps(n.Then, path+"/conditional/then_steps", ever)
			s.Else = m.planSteps(n.Else, path+"/conditional/else_steps", ever)
		case *doc.Loop:
			s.Kind, s.Head, s.Item = layout.Loop, n.Collection.Value+n.Path.String(), n.Item.Value
			s.HeadRefs = []string{n.Collection.Value}
			s.Strands = ever[layout.Key(path, "item", s.Item)]
			s.Then = m.planSteps(n.Body, path+"/loop/body", ever)
		}
		out = append(out, s)
	}
	return out
}

// argText writes an argument as in a call, and the names it refers to.
func argText(v doc.Value) (text string, refs []string) {
	var b strings.Builder
	refs = appendArg(&b, v, nil)
	return b.String(), refs
}

// shownElements is how much of a list or object a drawing spells out.
const shownElements = 4

func appendArg(b *strings.Builder, v doc.Value, refs []string) []string {
	switch v := v.(type) {
	case *doc.Ref:
		b.WriteString(v.String())
		return append(refs, v.Name)
	case *doc.Literal:
		b.Write(value.AppendJSON(nil, v.Value))
	case *doc.List:
		b.WriteByte('[')
		for i, item := range v.Items {
			refs = appendElement(b, i, "", item, refs)
		}
		b.WriteByte(']')
	case *doc.Object:
		b.WriteByte('{')
		for i, m := range v.Members {
			refs = appendElement(b, i, m.Key.Value+": ", m.Value, refs)
		}
		b.WriteByte('}')
	}
	return refs
}

func appendElement(b *strings.Builder, i int, key string, v doc.Value, refs []string) []string {
	if i >= shownElements {
		if i == shownElements {
			b.WriteString(", …")
		}
		_, more := argText(v)
		return append(refs, more...)
	}
	if i > 0 {
		b.WriteString(", ")
	}
	b.WriteString(key)
	return appendArg(b, v, refs)
}

// decided says what is known of a branch's condition.
func (m *Model) decided(path string) string {
	for i := range m.events {
		e := &m.events[i]
		if e.Path != path || e.Branch == nil {
			continue
		}
		switch e.Branch.Decided {
		case "TRUE":
			return "always true"
		case "FALSE":
			return "always false"
		}
		return "undecided: both branches"
	}
	return ""
}

func (m *Model) everLost(path string) bool {
	for i := range m.events {
		e := &m.events[i]
		if e.Path == path && e.Kind == finding.EvJoin && e.Join != nil && len(e.Join.Lost) > 0 {
			return true
		}
	}
	return false
}

// defAt is the value that a definition had from an event on.
type defAt struct {
	event int
	value *finding.AbstractValue
}

// definitions lists for every definition (see layout.Key) the values it got.
func (m *Model) definitions() map[string][]defAt {
	defs := map[string][]defAt{}
	add := func(key string, i int, v *finding.AbstractValue) {
		if v != nil {
			defs[key] = append(defs[key], defAt{i, v})
		}
	}
	for i := range m.events {
		e := &m.events[i]
		switch e.Kind {
		case finding.EvEntry:
			for _, in := range m.Workflow.Inputs {
				add(layout.Key("", "input", in.Value), i, m.line.value(in.Value, i))
			}
		case finding.EvBind:
			add(layout.Key(e.Path, "call", e.Bind.Name), i, &e.Bind.Value)
		case finding.EvItem:
			add(layout.Key(e.Path, "item", e.Bind.Name), i, &e.Bind.Value)
		case finding.EvJoin:
			for _, name := range e.Join.Changed {
				add(layout.Key(e.Path, "join", name), i, m.line.value(name, i))
			}
		}
	}
	return defs
}

// everCarried are the labels that the values of each definition ever carry.
func (m *Model) everCarried() map[string][]layout.Strand {
	ever := map[string][]layout.Strand{}
	defs := m.definitions()
	for _, key := range sortedKeys(defs) {
		seen := make([]bool, len(m.Labels))
		for _, d := range defs[key] {
			for _, name := range d.value.Labels {
				if i := m.label(name); i >= 0 {
					seen[i] = true
				}
			}
		}
		for i, yes := range seen {
			if yes {
				ever[key] = append(ever[key], layout.Strand{Label: i})
			}
		}
	}
	return ever
}

// marksAt are the diamonds of the findings at a step.
func (m *Model) marksAt(path string) []svg.Mark {
	var marks []svg.Mark
	for _, c := range m.Cards {
		if c.Step == nil || c.Step.Path != path || c.Quiet {
			continue
		}
		class := "found"
		switch c.Class {
		case "is-possible":
			class = "found abstract"
		case "is-incomplete":
			class = "unread"
		}
		marks = append(marks, svg.Mark{Number: c.Number, Class: class})
	}
	return marks
}

// Marks are the diamonds of all steps.
func (m *Model) Marks() map[string][]svg.Mark {
	all := map[string][]svg.Mark{}
	for _, s := range m.order {
		if marks := m.marksAt(s.Path); marks != nil {
			all[s.Path] = marks
		}
	}
	return all
}

// SVGLabels are the labels as the drawings need them.
func (m *Model) SVGLabels() []svg.Label {
	out := make([]svg.Label, len(m.Labels))
	for i, l := range m.Labels {
		out[i] = svg.Label{Name: l.Name, Class: l.Class, Letter: l.Letter}
	}
	return out
}
