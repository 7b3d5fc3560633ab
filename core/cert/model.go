package cert

import "planproof/core/lattice"

// Any and None are a wildcard (of a sink, a parameter, a transition's tool) and
// no variable (of a call that binds nothing).
const (
	Any  = -1
	None = -1
)

// Guard is the number of a condition; Always is no condition. (guard: GTrue,
// GOpaque)
type Guard int

// Always is the condition of what has none.
const Always Guard = -1

// Model is a workflow and a policy in which every name is a number. (workflow,
// policy)
type Model struct {
	Policy
	Workflow []Step
	// Calls and Loops count them; their numbers are below.
	Calls, Loops int

	tools  []toolIndex
	byTool [][]int         // preconditions by tool
	from   []map[int][]int // transitions by automaton and state, in order
}

// Policy is what must hold. (policy)
type Policy struct {
	Allowed  lattice.Set // tools
	Intro    []Intro
	Rules    []Rule
	Pre      []Pre
	Automata []Automaton
	Marks    []Mark
	Inputs   []Input
	// Track is set when results carry what decided that the call was made.
	Track bool
}

// Intro says that a tool's result starts with a label.
type Intro struct{ Tool, Label int }

// Pre is a precondition or invariant of a tool.
type Pre struct {
	Tool  int
	Guard Guard
}

// Mark says that a parameter is marked as a sink.
type Mark struct{ Tool, Param int }

// Input is a workflow input and its labels.
type Input struct {
	Var    int
	Labels lattice.Set
}

// Rule is a taint rule. (rule)
type Rule struct {
	AnySource bool        // any label
	Source    int         // one label more, or None: most rules have just one
	Sources   lattice.Set // labels
	Sink      int         // a tool, or Any: any tool but the rule's sanitizers
	Param     int         // a parameter, or Any: the marked ones, or all when none is
	Guard     Guard
	// Sanitizers are tools; one of them on the way lifts the ban.
	Sanitizers lattice.Set
	// Deny is set when what decides whether a sink is called counts too.
	Deny bool
}

// Automaton is a security automaton. (automaton)
type Automaton struct {
	Init  int
	Err   lattice.Set
	Trans []Trans
}

// Trans is a transition; Tool may be Any. (trans)
type Trans struct {
	From, Tool int
	Guard      Guard
	To         int
}

// Step is a *Call, *Cond or *Loop. (step)
type Step interface{ isStep() }

// Call is a tool call. (call)
type Call struct {
	ID   int
	Tool int
	Args []Arg
	Bind int // a variable, or None
	Path string
}

// Arg is one argument: a literal, one variable, or (Mix) a structure that
// mentions several. (arg)
type Arg struct {
	Param int
	Lit   int
	Refs  []int
	Mix   bool
}

// Cond is a conditional that reads some variables.
type Cond struct {
	Reads      []int
	Then, Else []Step
	Path       string
}

// Loop is a loop over a collection.
type Loop struct {
	ID         int
	Coll, Item int
	Body       []Step
	Path       string
}

func (*Call) isStep() {}
func (*Cond) isStep() {}
func (*Loop) isStep() {}

// srcMatch: does the rule start from the label? (src_match)
func (r *Rule) srcMatch(label int) bool {
	return r.AnySource || r.Source == label || r.Sources.Has(label)
}

// Labels are the labels that the rule starts from, unless it is any label.
func (r *Rule) Labels() []int {
	out := []int{}
	for l := range r.Sources.All() {
		out = append(out, l)
	}
	if r.Source != None && !r.Sources.Has(r.Source) {
		out = append(out, r.Source)
	}
	return out
}

// isSrc: is a tool whose results start with these labels a source of the rule?
// (is_src)
func (r *Rule) isSrc(labels []int) bool {
	for _, l := range labels {
		if r.srcMatch(l) {
			return true
		}
	}
	return false
}

// sinkMatch: a wildcard sink spares the rule's own sanitizers; a named one
// does not. (sink_match)
func (r *Rule) sinkMatch(tool int) bool {
	if r.Sink == Any {
		return !r.Sanitizers.Has(tool)
	}
	return r.Sink == tool
}

// paramMatch: a wildcard parameter means the marked ones of the tool, or every
// one when none is marked. (param_match)
func (r *Rule) paramMatch(marks lattice.Set, param int) bool {
	if r.Param == Any {
		return marks.Empty() || marks.Has(param)
	}
	return r.Param == param
}

// cand: can the transition be taken from the state on a call of the tool,
// guards aside? (cand)
func (t *Trans) cand(state, tool int) bool {
	return t.From == state && (t.Tool == Any || t.Tool == tool)
}

// toolIndex has for one tool what the definitions above say of it, for all
// rules at once.
type toolIndex struct {
	sources  lattice.Set // rules whose source it is
	cleans   lattice.Set // rules whose sanitizer it is
	sinks    lattice.Set // rules whose sink it is
	marks    lattice.Set // its marked parameters
	labels   []int       // what its results start with
	ruleList []int       // sinks in order
}

// leaving are the transitions that leave a state, in order.
func (m *Model) leaving(automaton, state int) []int { return m.from[automaton][state] }

// index prepares the model for the checker. Only the tools that are called need
// to be known.
func (m *Model) index(tools int, called lattice.Set) {
	m.indexTools(tools, called)
	m.byTool = make([][]int, tools)
	for j, p := range m.Pre {
		m.byTool[p.Tool] = append(m.byTool[p.Tool], j)
	}
	m.from = make([]map[int][]int, len(m.Automata))
	for i := range m.Automata {
		m.from[i] = map[int][]int{}
		for j := range m.Automata[i].Trans {
			q := m.Automata[i].Trans[j].From
			m.from[i][q] = append(m.from[i][q], j)
		}
	}
}

func (m *Model) indexTools(tools int, called lattice.Set) {
	m.tools = make([]toolIndex, tools)
	for _, k := range m.Marks {
		m.tools[k.Tool].marks = m.tools[k.Tool].marks.With(k.Param)
	}
	for _, i := range m.Intro {
		m.tools[i.Tool].labels = append(m.tools[i.Tool].labels, i.Label)
	}
	for t := range called.All() {
		x := &m.tools[t]
		for k := range m.Rules {
			r := &m.Rules[k]
			if r.isSrc(x.labels) {
				x.sources = x.sources.With(k)
			}
			if r.Sanitizers.Has(t) {
				x.cleans = x.cleans.With(k)
			}
			if r.sinkMatch(t) {
				x.sinks = x.sinks.With(k)
				x.ruleList = append(x.ruleList, k)
			}
		}
	}
}

// IsSource says whether a tool is a source of a rule.
func (m *Model) IsSource(rule, tool int) bool { return m.tools[tool].sources.Has(rule) }

// IsSink says whether an argument of a call is a sink of a rule.
func (m *Model) IsSink(rule int, c *Call, arg int) bool {
	return m.tools[c.Tool].sinks.Has(rule) && m.Rules[rule].paramMatch(m.tools[c.Tool].marks, c.Args[arg].Param)
}
