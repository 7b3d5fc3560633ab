package cert

import (
	"strconv"

	"planproof/core/ir"
	"planproof/core/lattice"
	"planproof/core/value"
)

// names is the model of a program together with what its numbers stand for.
type names struct {
	Model
	p          *ir.Program
	scope      Scope
	conditions []*ir.Condition // by Guard
	labels     []string        // the declared labels, then one private label for each source tool
	vars       []string
	params     []string
	lits       []string
	rules      []string // the policy's, then one for each sink label of a tool
	paths      []string // of calls, by number
	calls      []*ir.Call
	loopPaths  []string
	heldBy     []held // by precondition

	called                lattice.Set // tools
	marked                map[Mark]bool
	toolOf                map[string]int
	anyLabel              lattice.Set
	varOf, paramOf, litOf map[string]int
	loopOf                map[string]int
	callOf                map[string]int
}

// held says what a precondition of the model is: the i-th precondition or
// invariant of a tool.
type held struct {
	tool      *ir.Tool
	index     int
	invariant bool
}

// modelOf numbers a program. The policy of the DataFlow scope allows every
// tool and has no preconditions.
func modelOf(p *ir.Program, s Scope) *names {
	n := &names{p: p, scope: s, varOf: map[string]int{}, paramOf: map[string]int{}, litOf: map[string]int{}, loopOf: map[string]int{}, callOf: map[string]int{}}
	n.marked, n.toolOf, n.anyLabel = map[Mark]bool{}, map[string]int{}, lattice.UpTo(len(p.Labels))
	for _, name := range p.Names {
		intern(&n.vars, n.varOf, name)
	}
	n.sources()
	n.rulesOf()
	n.contracts()
	n.automata()
	n.Track = p.Bundle.Policy.ImplicitFlows != "off"
	for _, in := range p.Inputs {
		n.Inputs = append(n.Inputs, Input{Var: int(in)})
	}
	n.Workflow = n.steps(p.Body)
	n.Calls, n.Loops = len(n.paths), len(n.loopPaths)
	n.index(len(p.Tools)+1, n.called)
	return n
}

// ModelOf is the model that Check reads of a program.
func ModelOf(p *ir.Program, s Scope) *Model { return &modelOf(p, s).Model }

func intern(list *[]string, number map[string]int, name string) int {
	if i, ok := number[name]; ok {
		return i
	}
	i := len(*list)
	number[name] = i
	*list = append(*list, name)
	return i
}

// nobody is a tool that no step calls: what an unknown name in the policy
// stands for.
func (n *names) nobody() int { return len(n.p.Tools) }

// sources gives each tool its declared labels, and each tool that some rule
// names as its source a private one: provenance alone makes a rule apply.
func (n *names) sources() {
	n.labels = append(n.labels, n.p.Labels...)
	private := lattice.Set{}
	for _, r := range n.p.Rules {
		if r.Source >= 0 {
			private = private.With(r.Source)
		}
	}
	for _, t := range n.p.Tools {
		n.toolOf[t.Name] = t.Index
		if t.Allowed || n.scope == DataFlow {
			n.Allowed = n.Allowed.With(t.Index)
		}
		for l := range t.Labels.All() {
			n.Intro = append(n.Intro, Intro{t.Index, l})
		}
		if private.Has(t.Index) {
			n.Intro = append(n.Intro, Intro{t.Index, n.private(t.Index)})
		}
		if t.Spec == nil {
			continue
		}
		for i := range t.Spec.Params {
			if d := &t.Spec.Params[i]; d.IsTaintSink {
				n.mark(t.Index, intern(&n.params, n.paramOf, d.Name.Value))
			}
		}
	}
}

// private is the label of a tool that rules name as their source.
func (n *names) private(tool int) int { return len(n.p.Labels) + tool }

func (n *names) guard(c *ir.Condition) Guard {
	if c == nil {
		return Always
	}
	n.conditions = append(n.conditions, c)
	return Guard(len(n.conditions) - 1)
}

// rulesOf numbers the taint rules, then adds one rule without sanitizers for
// each label that a tool's sinks must never receive.
func (n *names) rulesOf() {
	for _, r := range n.p.Rules {
		n.Rules = append(n.Rules, n.rule(r))
		n.rules = append(n.rules, r.Name)
	}
	for _, t := range n.p.Tools {
		for l := range t.SinkLabels.All() {
			n.Rules = append(n.Rules, Rule{Source: l, Sink: t.Index, Param: Any, Guard: Always})
			n.rules = append(n.rules, n.p.Labels[l])
		}
	}
}

func (n *names) rule(r *ir.Rule) Rule {
	out := Rule{Source: None, Sink: Any, Param: Any, Guard: n.guard(r.Condition), Sanitizers: r.Sanitizers, Deny: n.p.Bundle.Policy.ImplicitFlows == "deny"}
	switch {
	case r.AnySource:
		out.Sources = n.anyLabel
	case r.Source >= 0:
		out.Source = n.private(r.Source)
	}
	if name := r.Doc.SinkTool.Value; name != "*" {
		out.Sink = n.nobody()
		if t, ok := n.toolOf[name]; ok {
			out.Sink = t
		}
	}
	if name := r.Doc.SinkParam.Value; name != "*" {
		out.Param = intern(&n.params, n.paramOf, name)
	}
	return out
}

func (n *names) contracts() {
	if n.scope == DataFlow {
		return
	}
	for _, t := range n.p.Tools {
		for i, c := range t.Pre {
			n.Pre = append(n.Pre, Pre{t.Index, n.guard(c)})
			n.heldBy = append(n.heldBy, held{t, i, false})
		}
		for i, c := range t.Invariants {
			n.Pre = append(n.Pre, Pre{t.Index, n.guard(c)})
			n.heldBy = append(n.heldBy, held{t, i, true})
		}
	}
}

func (n *names) automata() {
	for _, a := range n.p.Automata {
		out := Automaton{Init: a.Initial, Err: a.Errors}
		for _, t := range a.Declared {
			tool := t.Tool
			switch {
			case t.AnyTool:
				tool = Any
			case tool < 0:
				tool = n.nobody()
			}
			out.Trans = append(out.Trans, Trans{t.From, tool, n.guard(t.Guard), t.To})
		}
		n.Automata = append(n.Automata, out)
	}
}

func (n *names) steps(steps []ir.Step) []Step {
	out := make([]Step, len(steps))
	for i, s := range steps {
		out[i] = n.step(s)
	}
	return out
}

func (n *names) step(s ir.Step) Step {
	switch s := s.(type) {
	case *ir.Call:
		return n.call(s)
	case *ir.Branch:
		c := &Cond{Path: s.Path}
		if s.Cond.Expr != nil {
			for _, use := range s.Cond.Expr.Names() {
				c.Reads = append(c.Reads, intern(&n.vars, n.varOf, use.Name))
			}
		}
		c.Then, c.Else = n.steps(s.Then), n.steps(s.Else)
		return c
	case *ir.Loop:
		l := &Loop{ID: s.Index, Coll: int(s.Collection), Item: int(s.Item), Path: s.Path}
		n.loopOf[s.Path] = s.Index
		n.loopPaths = append(n.loopPaths, s.Path)
		l.Body = n.steps(s.Body)
		return l
	default:
		panic("cert: a step is a tool call, a conditional or a loop")
	}
}

// call numbers a call. The defaults of parameters that it leaves out are no
// arguments here: they carry nothing and are no sinks. An argument that the
// spec does not know is a sink wherever some parameters are marked.
func (n *names) call(s *ir.Call) *Call {
	c := &Call{ID: s.Index, Tool: s.Tool.Index, Bind: int(s.Bind), Path: s.Path}
	n.callOf[s.Path] = s.Index
	n.called = n.called.With(s.Tool.Index)
	n.paths = append(n.paths, s.Path)
	n.calls = append(n.calls, s)
	for i := range s.Args {
		a := &s.Args[i]
		if a.Default {
			continue
		}
		arg := Arg{Param: intern(&n.params, n.paramOf, a.Name)}
		if a.Param == nil && s.Tool.Marked {
			n.mark(s.Tool.Index, arg.Param)
		}
		switch {
		case a.Const != nil:
			arg.Lit = intern(&n.lits, n.litOf, string(value.AppendJSON(nil, a.Const)))
		default:
			arg.Mix = len(a.Refs) != 1 || a.Refs[0].Inside != ""
			for _, r := range a.Refs {
				arg.Refs = append(arg.Refs, int(r.Slot))
			}
		}
		c.Args = append(c.Args, arg)
	}
	return c
}

func (n *names) mark(tool, param int) {
	if m := (Mark{tool, param}); !n.marked[m] {
		n.marked[m] = true
		n.Marks = append(n.Marks, m)
	}
}

// message says in words what a refused test is about.
func (n *names) message(t Test, number int) string {
	if n == nil {
		return string(t) + " " + strconv.Itoa(number)
	}
	switch t {
	case TestAllowed:
		return "the policy does not allow `" + n.p.Tools[number].Name + "`"
	case TestBound:
		return "`" + n.vars[number] + "` may not be bound here"
	case TestShadowed:
		return "the loop's item `" + n.vars[number] + "` is already in scope"
	case TestData:
		return "raw data of `" + n.rules[number] + "` may reach a sink of it"
	case TestControl:
		return "raw data of `" + n.rules[number] + "` may decide whether this call is made"
	case TestContract:
		h := n.heldBy[number]
		return "`" + n.conditions[n.Pre[number].Guard].Written() + "` of `" + h.tool.Name + "` is not listed as proved"
	case TestAutomaton:
		return "`" + n.p.Automata[number].Name + "` may be in an error state"
	case TestHead:
		return "the certificate gives no state for this loop"
	case TestEntry:
		return "the state for this loop does not cover the state in which it is entered"
	case TestRound:
		return "the state for this loop does not cover the state after one round from it"
	case TestReason:
		return "the table excludes something for a reason that does not hold"
	}
	return string(t)
}
