package check

import (
	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ground"
	"planproof/core/ir"
	"planproof/smt"
)

// Context is what all checks of one verification share: the program, the
// options and where findings go.
type Context struct {
	Program *ir.Program
	Domain  *flow.Domain
	Strict  bool
	Out     *Collector
	// Record receives trace events; nil when no trace is wanted.
	Record func(finding.Event)

	// Explain says more of an obligation than its verdict needs; nil for nothing.
	Explain *Explain

	// Budget bounds every question to the solver, by counts, never by time.
	Budget smt.Budget

	decisions map[decisionKey]*decision
	questions questions
	ways      map[wayKey]way
	slots     map[string]ir.Slot
	accesses  map[string]*cond.Expr // see access
	queries   int
	hops      int // flow hops handed out so far
	work      int // see maxWork
	compared  int // see maxCompared
	basis     *ground.Basis
}

// NewContext prepares the checks of one program.
func NewContext(p *ir.Program, strict bool) *Context {
	c := &Context{
		Program:   p,
		Domain:    flow.NewDomain(p),
		Strict:    strict,
		Out:       &Collector{},
		decisions: map[decisionKey]*decision{},
		questions: newQuestions(),
		ways:      map[wayKey]way{},
		slots:     make(map[string]ir.Slot, len(p.Names)),
		accesses:  map[string]*cond.Expr{},
	}
	for i, name := range p.Names {
		c.slots[name] = ir.Slot(i)
	}
	return c
}

// Queries counts the questions that were asked about conditions.
func (c *Context) Queries() int { return c.queries }

// slotOf is the slot of a name, None when the plan never mentions it.
func (c *Context) slotOf(name string) ir.Slot {
	if s, ok := c.slots[name]; ok {
		return s
	}
	return ir.None
}

// Site is one call at one moment: the state before it and the values of its
// arguments, in the order of Call.Args.
type Site struct {
	Call        *ir.Call
	State       flow.State
	Args        []Argument
	Iter        []int
	Unreachable bool

	env string // see Context.environment
}

// Argument is the abstract value of one argument and what it was made from.
type Argument struct {
	Value flow.Value
	Uses  []flow.Use
}

// NewSite evaluates the arguments of a call in a state. A reference that is
// not in scope has the value Undefined; scope.go reports it.
func (c *Context) NewSite(call *ir.Call, s flow.State, iter []int, unreachable bool) *Site {
	c.worked(1 + len(call.Args) + len(call.Sinks))
	site := &Site{Call: call, State: s, Iter: iter, Unreachable: unreachable, Args: make([]Argument, len(call.Args))}
	for i := range call.Args {
		site.Args[i] = c.argument(&call.Args[i], s)
	}
	return site
}

func (c *Context) argument(a *ir.Arg, s flow.State) Argument {
	out := Argument{Value: c.Domain.Literal()}
	for _, ref := range a.Refs {
		b := s.Lookup(ref.Slot)
		if b == nil {
			out.Value = flow.Values{}.Join(out.Value, c.Domain.Undefined())
			continue
		}
		out.Value = flow.Values{}.Join(out.Value, b.Value)
		out.Uses = append(out.Uses, flow.Use{Param: a.Name, Part: ref.Doc.Path.String(), Origin: b.Origin})
	}
	return out
}

// Values are the argument values alone.
func (s *Site) Values() []flow.Value {
	out := make([]flow.Value, len(s.Args))
	for i := range s.Args {
		out[i] = s.Args[i].Value
	}
	return out
}

// at starts a finding about the step of a site.
func (c *Context) at(s *Site, id string, category finding.Category, rule string) finding.Finding {
	return finding.Finding{
		ID: id, Category: category, RuleName: rule,
		StepLabel: s.Call.Label, Path: s.Call.Path + "/tool_call",
		Certainty: finding.Definite, Unreachable: s.Unreachable,
		Span:   c.span(s.Call.Node.Tool.Range),
		Cursor: finding.Cursor{Path: s.Call.Path, Iter: s.Iter, Phase: finding.EvCall}.String(),
	}
}

// atArg starts a finding about one argument of a site.
func (c *Context) atArg(s *Site, i int, id string, category finding.Category, rule string) finding.Finding {
	f := c.at(s, id, category, rule)
	a := &s.Call.Args[i]
	f.Path += "/arguments/" + ir.EscapePointer(a.Name)
	if a.Value != nil {
		f.Span = c.span(a.Value.At())
	}
	return f
}

// phase is the finding with its cursor moved to another phase of the step.
func phase(f finding.Finding, kind finding.EventKind) finding.Finding {
	cur := finding.ParseCursor(f.Cursor)
	cur.Phase = kind
	f.Cursor = cur.String()
	return f
}

func (c *Context) span(r doc.Range) doc.Span { return c.Program.Bundle.Workflow.Source.Span(r) }

func (c *Context) record(s *Site, e finding.Event) {
	if c.Record != nil {
		e.Path, e.Iter = s.Call.Path, s.Iter
		c.Record(e)
	}
}
