package refint

import (
	"slices"
	"strings"

	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/types"
	"planproof/core/value"
)

// argument is one argument after its references were resolved.
type argument struct {
	name  string
	value value.Value
	used  []Taint
	given bool // not a default
}

// call makes all checks of a call, stops when one fails, and binds the result.
func (m *Machine) call(n *doc.ToolCall, at string) {
	if m.calls++; m.calls > maxCalls {
		m.stop(ToolError, at)
	}
	spec := m.p.tools[n.Tool.Value]
	wrong := m.allowed(n, spec, at)
	wrong = append(wrong, literals(n, spec, at)...)
	args, bad := m.resolve(n, spec)
	if bad != nil && (wrong != nil || slices.Contains(bad, "undefined_ref")) {
		for _, rule := range bad {
			wrong = append(wrong, Violation{"well_formedness", rule, at})
		}
	}
	if bad != nil || !valuesFit(spec, args) {
		m.out.Cut = true
		if bad != nil && wrong == nil {
			m.stop(MissingPart, at, Violation{"well_formedness", "missing_part", at})
		}
		if wrong == nil {
			m.stop(UndeclaredType, at)
		}
		m.stop(Violated, at, wrong...)
	}
	m.flag(n, spec, args)
	env := bindings(args)
	wrong = append(wrong, m.taint(n, spec, args, env, at)...)
	wrong = append(wrong, m.implicit(n, spec, args, at)...)
	wrong = append(wrong, m.contracts("precondition", preconditions(spec), n, spec, env, at)...)
	wrong = append(wrong, m.contracts("invariant", m.invariants(n.Tool.Value), n, spec, append(slices.Clone(env), cond.Binding{Name: "result", Value: m.last}), at)...)
	wrong = append(wrong, m.automata(n, spec, env, at)...)
	if wrong != nil {
		m.stop(Violated, at, wrong...)
	}
	m.finish(n, spec, args, env, at)
}

// finish is what comes after the checks: the call itself, its postconditions,
// the binding.
func (m *Machine) finish(n *doc.ToolCall, spec *doc.ToolSpec, args []argument, env cond.Bindings, at string) {
	m.ran[n.Tool.Value] = true
	if m.rng.IntN(200) == 0 {
		m.stop(ToolError, at)
	}
	returns := types.Parse(spec.ReturnType)
	result := Cell{RandomValue(m.rng, returns), m.resultTaint(n.Tool.Value, spec, taints(args)), returns}
	m.last = withLast(m.last, n.Tool.Value, result.Value)
	after := append(slices.Clone(env), cond.Binding{Name: "result", Value: result.Value})
	if wrong := m.contracts("postcondition", written(spec.Postconditions), n, spec, after, at); wrong != nil {
		m.stop(FalsePost, at, wrong...)
	}
	if n.Binding != nil {
		m.Env[n.Binding.Value] = result
	}
}

func (m *Machine) allowed(n *doc.ToolCall, spec *doc.ToolSpec, at string) []Violation {
	switch {
	case !slices.ContainsFunc(m.p.b.Policy.AllowedTools, func(t doc.Text) bool { return t.Value == n.Tool.Value }):
		return []Violation{{"allowlist", "allowed_tools", at}}
	case spec == nil:
		return []Violation{{"missing_spec", "missing_spec", at}}
	}
	return nil
}

// resolve replaces references by the values they have, and adds the defaults
// of parameters that the call leaves out. bad has the rule that each reference
// without a value breaks.
func (m *Machine) resolve(n *doc.ToolCall, spec *doc.ToolSpec) (args []argument, bad []string) {
	for i := range n.Args {
		a := argument{name: n.Args[i].Param.Value, given: true}
		a.value = m.resolved(n.Args[i].Value, &a.used, &bad)
		args = append(args, a)
	}
	if spec == nil {
		return args, bad
	}
	for i := range spec.Params {
		p := &spec.Params[i]
		if p.Default != nil && !gives(n, p.Name.Value) {
			args = append(args, argument{name: p.Name.Value, value: p.Default})
		}
	}
	return args, bad
}

// part is what the condition x.field[0] evaluates to, which is what a path
// means.
func (m *Machine) part(c Cell, path value.Path) (value.Value, bool) {
	e, err := cond.Parse("x" + path.String())
	if err != nil {
		panic("refint: a path that is no condition: " + path.String())
	}
	v, failed := e.Eval(cond.Bindings{{Name: "x", Value: c.Value}})
	if failed != nil && !c.declared() {
		m.out.Undeclared = true
	}
	return v, failed == nil
}

// declared: something is declared of the value, and it is so.
func (c Cell) declared() bool {
	return c.Type.String() != types.Any.String() && c.Type.Accepts(c.Value)
}

func (m *Machine) resolved(v doc.Value, used *[]Taint, bad *[]string) value.Value {
	switch v := v.(type) {
	case *doc.Ref:
		c, ok := m.Env[v.Name]
		if !ok {
			*bad = append(*bad, "undefined_ref")
			return value.Null{}
		}
		*used = append(*used, c.Taint)
		part, ok := m.part(c, v.Path)
		if !ok {
			*bad = append(*bad, "missing_part")
			return value.Null{}
		}
		return part
	case *doc.List:
		out := value.List{}
		for _, item := range v.Items {
			out = append(out, m.resolved(item, used, bad))
		}
		return out
	case *doc.Object:
		out := value.Object{}
		for _, member := range v.Members {
			out = append(out, value.Member{Key: member.Key.Value, Value: m.resolved(member.Value, used, bad)})
		}
		return out
	case *doc.Literal:
		return v.Value
	}
	panic("refint: an unknown kind of value")
}

func gives(n *doc.ToolCall, param string) bool {
	return slices.ContainsFunc(n.Args, func(a doc.Arg) bool { return a.Param.Value == param })
}

func bindings(args []argument) cond.Bindings {
	var env cond.Bindings
	for _, a := range args {
		env = append(env, cond.Binding{Name: a.name, Value: a.value})
	}
	return env
}

func taints(args []argument) []Taint {
	var out []Taint
	for _, a := range args {
		out = append(out, a.used...)
	}
	return out
}

// flag notes the rules that have a sink here and whose source has run.
func (m *Machine) flag(n *doc.ToolCall, spec *doc.ToolSpec, args []argument) {
	for i := range m.p.b.Policy.TaintRules {
		r := &m.p.b.Policy.TaintRules[i]
		for _, a := range args {
			if a.given && sinkTool(r, n.Tool.Value) && sinkParam(r, spec, a.name) && m.sourceRan(r) {
				m.out.Flagged[r.Name.Value] = true
			}
		}
	}
}

func (m *Machine) sourceRan(r *doc.TaintRule) bool {
	for tool := range m.ran {
		if isSource(r, tool, m.p.tools[tool]) {
			return true
		}
	}
	return false
}

// taint checks the taint rules and the sink labels.
func (m *Machine) taint(n *doc.ToolCall, spec *doc.ToolSpec, args []argument, env cond.Bindings, at string) []Violation {
	var wrong []Violation
	for i := range m.p.b.Policy.TaintRules {
		r := &m.p.b.Policy.TaintRules[i]
		for _, a := range args {
			if !a.given || !sinkTool(r, n.Tool.Value) || !sinkParam(r, spec, a.name) || !slices.ContainsFunc(a.used, func(t Taint) bool { return t.Dirty(r) }) {
				continue
			}
			wrong = append(wrong, m.fires(r, spec, env, at)...)
		}
	}
	return append(wrong, sinkLabels(spec, args, at)...)
}

// fires decides the condition of a rule whose data reached a sink.
func (m *Machine) fires(r *doc.TaintRule, spec *doc.ToolSpec, env cond.Bindings, at string) []Violation {
	broken := Violation{"taint", r.Name.Value, at}
	if r.Condition == nil {
		return []Violation{broken}
	}
	switch m.p.readUnion(r.Condition.Value).judge(spec, env) {
	case isFalse:
		return nil
	case isTrue:
		return []Violation{broken}
	default:
		return []Violation{broken, {"analysis_incomplete", "taint_condition", at}}
	}
}

func sinkLabels(spec *doc.ToolSpec, args []argument, at string) []Violation {
	var wrong []Violation
	if spec == nil {
		return nil
	}
	for _, a := range args {
		for _, l := range spec.SinkLabels {
			if a.given && markedSink(spec, a.name) && slices.ContainsFunc(a.used, func(t Taint) bool { return t.Labels[l.Value] }) {
				wrong = append(wrong, Violation{"taint", "sink_labels", at})
			}
		}
	}
	return wrong
}

func preconditions(spec *doc.ToolSpec) []string {
	if spec == nil {
		return nil
	}
	return written(spec.Preconditions)
}

func written(texts []doc.Text) []string {
	var out []string
	for _, t := range texts {
		out = append(out, t.Value)
	}
	return out
}

// invariants are those of the policy that speak of a tool, without its name.
func (m *Machine) invariants(tool string) []string {
	var out []string
	for _, text := range m.p.b.Policy.Invariants {
		if name, condition, ok := strings.Cut(text.Value, ":"); ok && name == tool {
			out = append(out, strings.TrimSpace(condition))
		}
	}
	return out
}

// withLast notes the last result of a tool.
func withLast(last value.Object, tool string, result value.Value) value.Object {
	out := value.Object{{Key: tool, Value: result}}
	for _, m := range last {
		if m.Key != tool {
			out = append(out, m)
		}
	}
	return out
}

// implicit: the sinks of a rule whose data decided that the call is made.
func (m *Machine) implicit(n *doc.ToolCall, spec *doc.ToolSpec, args []argument, at string) []Violation {
	var wrong []Violation
	for i := range m.p.b.Policy.TaintRules {
		r := &m.p.b.Policy.TaintRules[i]
		dirty := slices.ContainsFunc(m.control, func(t Taint) bool { return t.Dirty(r) })
		for _, a := range args {
			if m.p.b.Policy.ImplicitFlows == doc.FlowsDeny && dirty && a.given && sinkTool(r, n.Tool.Value) && sinkParam(r, spec, a.name) {
				wrong = append(wrong, Violation{"implicit_flow", r.Name.Value, at})
			}
		}
	}
	return wrong
}

// contracts evaluates pre- or postconditions.
func (m *Machine) contracts(category string, texts []string, n *doc.ToolCall, spec *doc.ToolSpec, env cond.Bindings, at string) []Violation {
	var wrong []Violation
	for _, text := range texts {
		switch m.p.readUnion(text).judge(spec, env) {
		case isTrue:
		case unreadable:
			wrong = append(wrong, Violation{"analysis_incomplete", category + "_unreadable", at})
		default:
			wrong = append(wrong, Violation{category, category + ":" + n.Tool.Value + ":" + text, at})
		}
	}
	return wrong
}
