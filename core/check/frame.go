package check

import (
	"planproof/core/cond"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/prove"
	"planproof/core/value"
	"planproof/core/wire"
)

// Frames checks the frame conditions of a call. A plain one is a contract; a
// forall protects something only if its antecedent holds for some non-empty
// name, which depends on the pattern alone.
func (c *Context) Frames(s *Site) {
	for _, f := range s.Call.Tool.Frames {
		if f.Frame == nil {
			c.contract(s, &f.Condition, finding.Frame, finding.IDFrameViolated, c.decide(s, &f.Condition, decisionScope{}))
			continue
		}
		c.contractOfFrame(s, f, c.decideFrame(s, f))
	}
}

// frameDecision is a decision about a forall frame: vacuous for every pattern
// value, for some, or for none; invalid says why the pattern is no pattern.
type frameDecision struct {
	decision
	invalid string
}

// decideFrame decides whether a forall frame protects something.
func (c *Context) decideFrame(s *Site, f *ir.FrameCondition) *frameDecision {
	d := &frameDecision{decision: decision{canTrue: no, canFalse: no, canError: yes}}
	q := prove.Question{Cond: f.Frame.PatternExpr()}
	var about []*flow.Version
	for _, n := range f.Frame.Names() {
		if constant, ok := c.Program.Constant(n.Name); ok {
			q.Add(n.Name, prove.Known{Value: constant})
			continue
		}
		sym, versions := c.nameAt(s, n, &d.decision, decisionScope{})
		if sym == nil {
			return d
		}
		q.Add(n.Name, sym)
		about = append(about, versions...)
	}
	patterns, all := patternValues(&q)
	if !all {
		c.addFacts(&q, &d.decision, s.State, about)
		patterns, all = c.patternsByFacts(&q, d)
	}
	for _, p := range patterns {
		d.seen(f.Frame, p, &q)
	}
	switch {
	case !all:
		d.canTrue = yes
		if f.Frame.Negated && !c.neverCovers(&q, d) {
			d.canFalse = yes
			d.falseWitness = c.coveringWitness(&q)
		}
	case len(patterns) == 0: // the facts contradict each other: no run gets here
		d.canError = no
	}
	if d.canTrue == yes || d.canFalse == yes {
		d.canError = no
	}
	return d
}

// patternValues lists the values that the pattern may have, when they are
// known: it is concrete, or a variable with an enum. all is false when there
// are others.
func patternValues(q *prove.Question) (patterns []value.Value, all bool) {
	env := knownEnv{q}
	if v, err := q.Cond.Eval(env); err == nil {
		return []value.Value{v}, true
	}
	name, ok := q.Cond.Root().(*cond.Name)
	if !ok {
		return nil, false
	}
	x, ok := env.sym(name.Name).(*prove.Var)
	if !ok || len(x.Enum) == 0 {
		return nil, false
	}
	return x.Enum, true
}

// knownEnv is the concrete part of a question's names.
type knownEnv struct{ q *prove.Question }

// Lookup returns the value of a name that is known.
func (e knownEnv) Lookup(name string) (value.Value, bool) {
	k, ok := e.sym(name).(prove.Known)
	return k.Value, ok
}

func (e knownEnv) sym(name string) prove.Sym {
	for i := range e.q.Names {
		if e.q.Names[i].Name == name {
			return e.q.Names[i].Sym
		}
	}
	return nil
}

// seen notes what one value of the pattern means for the frame.
func (d *frameDecision) seen(f *cond.Frame, v value.Value, q *prove.Question) {
	text, ok := v.(value.Text)
	if !ok {
		d.invalid = "the pattern is " + value.KindName(v) + ", not a text"
		return
	}
	g, err := cond.ParseGlob(string(text))
	if err != nil {
		d.invalid = "the pattern can not be read: " + err.Error()
		return
	}
	vacuous := !g.MatchesSomeName()
	if f.Negated {
		vacuous = g.CoversNames()
	}
	if !vacuous {
		d.canTrue = yes
		return
	}
	d.canFalse = yes
	if d.falseWitness == nil {
		d.falseWitness = frameWitness(q, v)
	}
}

// frameWitness names the symbolic pattern; nil when nothing is symbolic.
func frameWitness(q *prove.Question, pattern value.Value) *finding.Witness {
	for _, n := range q.Names {
		if x, ok := n.Sym.(*prove.Var); ok {
			return &finding.Witness{Bindings: wire.Object{wireMember(x.Name, pattern)}}
		}
	}
	return nil
}

func (c *Context) contractOfFrame(s *Site, f *ir.FrameCondition, d *frameDecision) {
	if d.unreadable != nil {
		c.contract(s, &f.Condition, finding.Frame, finding.IDFrameVacuous, &d.decision)
		return
	}
	status := d.status()
	c.obligation(s, &f.Condition, finding.Frame, status, &d.decision)
	if status == finding.StatusProved {
		return
	}
	out := phase(c.at(s, finding.IDFrameVacuous, finding.Frame, contractName(s, &f.Condition, finding.Frame)), finding.EvContract)
	c.pointAtPattern(s, f, &out)
	out.Certainty = certaintyOf(status)
	out.Witness = d.falseWitness
	out.Message, out.Hint = frameWords(f.Frame, d, status)
	c.Out.Violation(out)
}

func (c *Context) pointAtPattern(s *Site, f *ir.FrameCondition, out *finding.Finding) {
	if i := indexOfArg(s.Call, f.Frame.PatternExpr()); i >= 0 {
		out.Span = c.span(s.Call.Args[i].Value.At())
	}
}

func frameWords(f *cond.Frame, d *frameDecision, status finding.Status) (message, hint string) {
	frame := "the frame `" + f.Source() + "`"
	switch {
	case d.missing != "":
		return frame + " needs `" + d.missing + "`, which the call leaves out", "give `" + d.missing + "`"
	case d.invalid != "" && d.canFalse != yes:
		return frame + " can not protect anything: " + d.invalid, "give one pattern, as a text"
	case status == finding.StatusDefinite:
		return frame + " is vacuous: the pattern leaves no name for it to protect", "use a narrower pattern"
	default:
		return frame + " could be vacuous: a pattern like `*` leaves no name for it to protect", "write the pattern into the plan, or restrict it to an enum in the tool's spec"
	}
}
