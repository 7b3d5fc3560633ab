package ir

import (
	"strconv"

	"planproof/core/doc"
	"planproof/core/lattice"
	"planproof/core/types"
)

// Build translates a bundle. It fails with a policy error when the policy
// contradicts itself or the tools (a constant named like a parameter, a
// contract that uses a constant with two values), and with a limit error when
// the calls have more to check than MaxWork.
func Build(b *doc.Bundle) (*Program, *doc.Error) {
	t := &translator{
		p:      &Program{Bundle: b},
		tools:  map[string]*Tool{},
		labels: map[string]int{},
		slots:  map[string]Slot{},
		params: map[string]*Tool{}, sinksOf: map[string][]*Rule{},
	}
	t.declareTools()
	t.declareCalledTools(b.Workflow.Steps)
	t.allow()
	if err := t.constants(); err != nil {
		return nil, err
	}
	t.p.constants = t.union
	if err := t.contracts(); err != nil {
		return nil, err
	}
	if err := t.rules(); err != nil {
		return nil, err
	}
	t.automata()
	for _, in := range b.Workflow.Inputs {
		t.p.Inputs = append(t.p.Inputs, t.slot(in.Value))
	}
	t.p.Body = t.steps(b.Workflow.Steps, "/workflow/steps")
	if t.work > MaxWork {
		return nil, tooMuch(b.Workflow)
	}
	return t.p, nil
}

// translator holds the interning tables while a program is built.
type translator struct {
	p      *Program
	tools  map[string]*Tool
	labels map[string]int
	slots  map[string]Slot
	calls  int
	union  constantTable
	own    []constantTable
	// params says which tool has a parameter of a name; sinksOf has the rules
	// that name a tool as their sink, anySink those with the sink "*".
	params  map[string]*Tool
	sinksOf map[string][]*Rule
	anySink []*Rule
	work    int // see MaxWork
}

func (t *translator) slot(name string) Slot {
	if s, ok := t.slots[name]; ok {
		return s
	}
	s := Slot(len(t.p.Names))
	t.slots[name] = s
	t.p.Names = append(t.p.Names, name)
	return s
}

func (t *translator) label(name string) int {
	if l, ok := t.labels[name]; ok {
		return l
	}
	l := len(t.p.Labels)
	t.labels[name] = l
	t.p.Labels = append(t.p.Labels, name)
	return l
}

func (t *translator) labelSet(names []doc.Text) lattice.Set {
	var s lattice.Set
	for _, n := range names {
		s = s.With(t.label(n.Value))
	}
	return s
}

func (t *translator) tool(name string) *Tool {
	if tool, ok := t.tools[name]; ok {
		return tool
	}
	tool := &Tool{Index: len(t.p.Tools), Name: name, Params: map[string]*Param{}, Return: types.Any}
	t.tools[name] = tool
	t.p.Tools = append(t.p.Tools, tool)
	return tool
}

func (t *translator) declareTools() {
	for i := range t.p.Bundle.Tools {
		spec := &t.p.Bundle.Tools[i]
		tool := t.tool(spec.Name.Value)
		tool.Spec = spec
		tool.Return = types.Parse(spec.ReturnType)
		tool.Labels = t.labelSet(spec.SourceLabels)
		tool.SinkLabels = t.labelSet(spec.SinkLabels)
		for j := range spec.Params {
			p := &spec.Params[j]
			tool.Params[p.Name.Value] = &Param{Index: j, Doc: p, Type: types.Parse(p.Type.Value)}
			tool.Marked = tool.Marked || p.IsTaintSink
			if p.Default != nil {
				tool.defaults++
			}
			if t.params[p.Name.Value] == nil {
				t.params[p.Name.Value] = tool
			}
		}
	}
}

// declareCalledTools gives a number to every tool that a step calls, also to
// those without a spec: provenance must be able to name them.
func (t *translator) declareCalledTools(steps []doc.Step) {
	for i := range steps {
		switch n := steps[i].Node.(type) {
		case *doc.ToolCall:
			t.tool(n.Tool.Value)
		case *doc.Conditional:
			t.declareCalledTools(n.Then)
			t.declareCalledTools(n.Else)
		case *doc.Loop:
			t.declareCalledTools(n.Body)
		}
	}
}

func (t *translator) allow() {
	for _, a := range t.p.Bundle.Policy.AllowedTools {
		if tool, ok := t.tools[a.Value]; ok {
			tool.Allowed = true
		}
	}
}

func (t *translator) steps(steps []doc.Step, path string) []Step {
	out := make([]Step, len(steps))
	for i := range steps {
		out[i] = t.step(&steps[i], path+"/"+strconv.Itoa(i))
	}
	return out
}

func (t *translator) step(s *doc.Step, path string) Step {
	t.p.Steps++
	common := Common{Path: path, Label: s.Label.Value, Doc: s}
	switch n := s.Node.(type) {
	case *doc.ToolCall:
		return t.call(n, common)
	case *doc.Conditional:
		b := &Branch{Common: common, Cond: compile(n.Condition, t.p.Bundle.Workflow.Source, 0, nil)}
		b.Then = t.steps(n.Then, path+"/conditional/then_steps")
		b.Else = t.steps(n.Else, path+"/conditional/else_steps")
		return b
	case *doc.Loop:
		l := &Loop{Common: common, Index: t.p.Loops, Node: n}
		t.p.Loops++
		l.Collection, l.Item = t.slot(n.Collection.Value), t.slot(n.Item.Value)
		l.Body = t.steps(n.Body, path+"/loop/body")
		l.collect(l.Body, map[Slot]bool{}, map[int]bool{})
		return l
	default:
		panic("ir: a step is a tool call, a conditional or a loop")
	}
}

// collect gathers the names that the calls in steps bind and the tools they
// call, each once, in order.
func (l *Loop) collect(steps []Step, bound map[Slot]bool, called map[int]bool) {
	for _, s := range steps {
		switch s := s.(type) {
		case *Call:
			if s.Bind != None && !bound[s.Bind] {
				bound[s.Bind] = true
				l.Binds = append(l.Binds, s.Bind)
			}
			if !called[s.Tool.Index] {
				called[s.Tool.Index] = true
				l.Calls = append(l.Calls, s.Tool.Index)
			}
		case *Branch:
			l.collect(s.Then, bound, called)
			l.collect(s.Else, bound, called)
		case *Loop:
			l.collect(s.Body, bound, called)
		}
	}
}
