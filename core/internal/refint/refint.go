package refint

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"planproof/core/doc"
	"planproof/core/types"
	"planproof/core/value"
)

// Plan is a bundle prepared for runs; it may be run many times, one run at a
// time.
type Plan struct {
	b     *doc.Bundle
	tools map[string]*doc.ToolSpec
	conds map[condKey]*readCondition
}

// New prepares a bundle.
func New(b *doc.Bundle) *Plan {
	p := &Plan{b: b, tools: map[string]*doc.ToolSpec{}, conds: map[condKey]*readCondition{}}
	for i := range b.Tools {
		p.tools[b.Tools[i].Name.Value] = &b.Tools[i]
	}
	return p
}

// Cell is what a name is bound to at run time.
type Cell struct {
	Value value.Value
	Taint Taint
	Type  types.Type // as declared of the result that it is; else Any
}

// Machine is one run under way. Env and States may be read by Watch and not
// kept.
type Machine struct {
	Env    map[string]Cell
	States []string // the state of every automaton, in the policy's order

	p     *Plan
	rng   *rand.Rand
	watch func(step string, m *Machine)
	out   Outcome
	ran   map[string]bool // tools called so far
	last  value.Object    // the last result of every tool
	// control are the values that decided that the current step runs.
	control []Taint
	calls   int
}

// maxCalls ends runs whose loops multiply.
const maxCalls = 2000

// Run runs the plan once. Tool results and tool errors are drawn from rng;
// watch sees the machine before every step, after every round of a loop (as a
// step again) and at the end ("/workflow").
func (p *Plan) Run(rng *rand.Rand, inputs map[string]value.Value, watch func(step string, m *Machine)) (out Outcome) {
	m := &Machine{p: p, rng: rng, watch: watch, Env: map[string]Cell{}, ran: map[string]bool{}}
	m.out.Flagged = map[string]bool{}
	defer func() {
		switch s := recover().(type) {
		case nil:
		case stop:
			m.out.Reason, m.out.Step, m.out.Violations = s.reason, s.step, s.violations
		default:
			panic(s)
		}
		m.out.Calls = m.calls
		out = m.out
	}()
	for _, in := range p.b.Workflow.Inputs {
		m.Env[in.Value] = Cell{inputs[in.Value], inputTaint(), types.Any}
	}
	m.startAutomata()
	m.steps(p.b.Workflow.Steps, "/workflow/steps")
	watch("/workflow", m)
	m.out.Reason = Done
	return m.out
}

func (m *Machine) stop(reason Reason, step string, violations ...Violation) {
	panic(stop{reason, step, violations})
}

func (m *Machine) violate(step, category, rule string) {
	m.stop(Violated, step, Violation{category, rule, step})
}

func (m *Machine) steps(steps []doc.Step, path string) {
	for i := range steps {
		at := path + "/" + strconv.Itoa(i)
		m.watch(at, m)
		switch n := steps[i].Node.(type) {
		case *doc.ToolCall:
			m.call(n, at)
		case *doc.Conditional:
			m.conditional(n, at)
		case *doc.Loop:
			m.loop(n, at)
		}
	}
}

// conditional runs one side; a name that the other side would not have bound
// leaves scope.
func (m *Machine) conditional(n *doc.Conditional, at string) {
	before, control := names(m.Env), m.control
	side, path, other := n.Else, "/conditional/else_steps", n.Then
	if m.holds(n.Condition.Value, at) {
		side, path, other = n.Then, "/conditional/then_steps", n.Else
	}
	m.control = append(control[:len(control):len(control)], m.read(n.Condition.Value)...)
	m.steps(side, at+path)
	m.control = control
	kept := bound(other, before)
	maps.DeleteFunc(m.Env, func(name string, _ Cell) bool { return !kept[name] })
	m.merged(n.Then)
	m.merged(n.Else)
}

// merged: what is declared of a result is not looked for behind a join or at
// the head of a loop, where the name may have another value.
func (m *Machine) merged(steps []doc.Step) {
	for i := range steps {
		switch n := steps[i].Node.(type) {
		case *doc.ToolCall:
			if n.Binding == nil {
				continue
			}
			if c, ok := m.Env[n.Binding.Value]; ok {
				c.Type = types.Any
				m.Env[n.Binding.Value] = c
			}
		case *doc.Conditional:
			m.merged(n.Then)
			m.merged(n.Else)
		case *doc.Loop:
			m.merged(n.Body)
		}
	}
}

// holds evaluates a workflow condition: it sees bindings only.
func (m *Machine) holds(text, at string) bool {
	c := m.p.read(text, nil, -1)
	if c.err != nil {
		m.violate(at, "analysis_incomplete", "condition")
	}
	for _, n := range c.expr.Names() {
		if _, ok := m.Env[n.Name]; !ok {
			m.violate(at, "well_formedness", "undefined_ref")
		}
	}
	v, err := c.expr.Eval(cellEnv(m.Env))
	if err != nil {
		m.stop(NoValue, at, Violation{"analysis_incomplete", "condition", at})
	}
	return value.Truthy(v)
}

// read are the values that a workflow condition names.
func (m *Machine) read(text string) []Taint {
	var out []Taint
	for _, n := range m.p.read(text, nil, -1).expr.Names() {
		out = append(out, m.Env[n.Name].Taint)
	}
	return out
}

// loop runs the body for every element of a snapshot of the collection. The
// item and names bound in the body for the first time leave scope after every
// round.
func (m *Machine) loop(n *doc.Loop, at string) {
	var wrong []Violation
	collection, ok := m.Env[n.Collection.Value]
	if !ok {
		wrong = append(wrong, Violation{"well_formedness", "undefined_ref", at})
	}
	if _, shadows := m.Env[n.Item.Value]; shadows {
		wrong = append(wrong, Violation{"well_formedness", "shadowed_binding", at})
	}
	if wrong != nil {
		m.stop(Violated, at, wrong...)
	}
	part, ok := m.part(collection, n.Path)
	if !ok {
		m.stop(MissingPart, at, Violation{"well_formedness", "missing_part", at})
	}
	list, ok := part.(value.List)
	if !ok {
		m.stop(UndeclaredType, at)
	}
	before, control := names(m.Env), m.control
	m.control = append(control[:len(control):len(control)], collection.Taint)
	m.merged(n.Body)
	for _, element := range slices.Clone(list) {
		m.Env[n.Item.Value] = Cell{element, collection.Taint, types.Any}
		m.steps(n.Body, at+"/loop/body")
		maps.DeleteFunc(m.Env, func(name string, _ Cell) bool { return !before[name] })
		m.merged(n.Body)
		m.watch(at, m)
	}
	m.control = control
}

func names(env map[string]Cell) map[string]bool {
	out := map[string]bool{}
	for name := range env {
		out[name] = true
	}
	return out
}

// bound is the scope after steps that begin with the given one.
func bound(steps []doc.Step, before map[string]bool) map[string]bool {
	scope := maps.Clone(before)
	for i := range steps {
		switch n := steps[i].Node.(type) {
		case *doc.ToolCall:
			if n.Binding != nil {
				scope[n.Binding.Value] = true
			}
		case *doc.Conditional:
			then, otherwise := bound(n.Then, scope), bound(n.Else, scope)
			maps.DeleteFunc(then, func(name string, _ bool) bool { return !otherwise[name] })
			scope = then
		case *doc.Loop:
			// A loop's names stay inside; running it changes no scope. One
			// whose item shadows a name never runs.
		}
	}
	return scope
}
