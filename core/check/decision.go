package check

import (
	"planproof/core/cond"
	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/prove"
)

// decision is what is known of one condition at one call: which of its three
// outcomes (true, false, can not be evaluated) are possible, with a witness
// for each that is.
type decision struct {
	canTrue, canFalse, canError             prove.Possibility
	trueWitness, falseWitness, errorWitness *finding.Witness
	// reason says why an outcome is unknown.
	reason string
	// unreadable is set when the condition has no tree or names something
	// that means nothing here; missing when it names a declared parameter that
	// the call leaves out.
	unreadable *cond.Error
	missing    string
	// undeclared is set when a value of undeclared type takes part.
	undeclared bool
	facts      []string
}

// The names used by every check that reads decisions.
const (
	no      = prove.No
	yes     = prove.Yes
	unknown = prove.Unknown
)

// decisionScope says what a condition sees beside the call's arguments.
type decisionScope struct {
	// earlier are guards that were tried before and did not fire.
	earlier []*ir.Condition
	// result is set when the condition may speak of the call's result.
	result bool
}

type decisionKey struct {
	call *ir.Call
	cond *ir.Condition
}

// decide decides a condition at a call. Decisions do not depend on the
// abstract state, so one per call and condition serves all passes of a loop.
func (c *Context) decide(s *Site, cnd *ir.Condition, scope decisionScope) *decision {
	key := decisionKey{s.Call, cnd}
	if d, ok := c.decisions[key]; ok {
		return d
	}
	d := c.newDecision(s, cnd, scope)
	c.decisions[key] = d
	return d
}

func (c *Context) newDecision(s *Site, cnd *ir.Condition, scope decisionScope) *decision {
	d := &decision{canTrue: no, canFalse: no, canError: yes}
	if cnd.Expr == nil {
		d.unreadable = cnd.Err
		return d
	}
	syms := c.symbolsOf(s.Call)
	q := prove.Question{Cond: cnd.Expr}
	for _, n := range cnd.Expr.Names() {
		if !c.nameInto(&q, d, s, syms, n, scope) {
			return d
		}
	}
	for _, e := range scope.earlier {
		c.assumeFalse(&q, s, syms, e)
	}
	return c.ask(d, q)
}

// nameInto resolves one name of a condition; false means that the condition
// can not be evaluated and d says why.
func (c *Context) nameInto(q *prove.Question, d *decision, s *Site, syms *symbols, n cond.NameUse, scope decisionScope) bool {
	if q.Has(n.Name) {
		return true
	}
	if n.Name == "result" && scope.result {
		q.Add("result", c.resultVar(s.Call))
		return true
	}
	for i := range s.Call.Args {
		if a := &s.Call.Args[i]; a.Name == n.Name {
			d.undeclared = d.undeclared || a.Const == nil && (a.Param == nil || a.Param.Type.IsOpaque())
			q.Add(n.Name, syms.sym(a))
			return true
		}
	}
	if s.Call.Tool.Params[n.Name] != nil {
		d.missing = n.Name
		return false
	}
	d.unreadable = &cond.Error{Kind: cond.KindName, Message: "`" + n.Name + "` is neither an argument of the call nor a constant", Offset: n.Offset, End: n.End}
	return false
}

// assumeFalse adds the fact that an earlier guard did not fire. A guard that
// can not be read adds nothing, which is the safe side.
func (c *Context) assumeFalse(q *prove.Question, s *Site, syms *symbols, e *ir.Condition) {
	if e.Expr == nil {
		return
	}
	var probe decision
	for _, n := range e.Expr.Names() {
		if !c.nameInto(q, &probe, s, syms, n, decisionScope{}) {
			return
		}
	}
	q.Facts = append(q.Facts, prove.Fact{Cond: e.Expr, Holds: false})
}

func (c *Context) ask(d *decision, q prove.Question) *decision {
	c.queries++
	a := prove.Decide(q, cond.CanTrue|cond.CanFalse|cond.CanError, c.Budget)
	d.canTrue, d.canFalse, d.canError = a.True.Possible, a.False.Possible, a.Error.Possible
	d.trueWitness, d.falseWitness, d.errorWitness = witness(a.True), witness(a.False), witness(a.Error)
	d.reason = a.Reason()
	for _, f := range q.Facts {
		d.facts = append(d.facts, factInWords(f))
	}
	return d
}

// witness is nil when nothing is symbolic: then every run is a witness.
func witness(o prove.Outcome) *finding.Witness {
	if len(o.Witness) == 0 {
		return nil
	}
	w := &finding.Witness{}
	for _, b := range o.Witness {
		w.Bindings = append(w.Bindings, wireMember(b.Name, b.Value))
	}
	return w
}

// verdict reads the decision as a guard: a guard that may fail to evaluate is
// UNKNOWN.
func (d *decision) verdict() ir.Verdict {
	switch {
	case d.canError != no:
		return ir.Unknown
	case d.canFalse == no:
		return ir.True
	case d.canTrue == no:
		return ir.False
	default:
		return ir.Unknown
	}
}

// certainlyTrue: in every run the condition holds.
func (d *decision) certainlyTrue() bool { return d.canFalse == no && d.canError == no }

// never: in no run does the condition hold.
func (d *decision) never() bool { return d.canTrue == no }

// incomplete: the executor could stop because the condition has no value. A
// value of undeclared type is the caller's to answer for, unless it is
// certain.
func (d *decision) incomplete() bool {
	if d.unreadable != nil || d.missing != "" {
		return true
	}
	return d.canError == yes || d.canError == unknown && !d.undeclared
}

func (d *decision) incompleteCertainty() finding.Certainty {
	if d.canTrue == no && d.canFalse == no {
		return finding.Definite
	}
	return finding.Possible
}

// problem says why the condition can not be evaluated, as the end of a
// sentence about it.
func (d *decision) problem() string {
	switch {
	case d.unreadable != nil:
		return "can not be read: " + d.unreadable.Message
	case d.missing != "":
		return "needs `" + d.missing + "`, which the call leaves out"
	case d.canTrue == no && d.canFalse == no:
		return "can not be evaluated for any value"
	case d.canError == unknown:
		return "could not be analysed: " + d.reason
	default:
		return "can not be evaluated for some values"
	}
}

// advice is what to do about it; otherwise is said when nothing better is.
func (d *decision) advice(otherwise string) string {
	switch {
	case d.unreadable != nil:
		return "correct the condition"
	case d.missing != "":
		return "give `" + d.missing + "`, or declare a default for it"
	case d.canError == yes:
		return "make sure before the call that the condition has a value; " + otherwise
	default:
		return "simplify the condition; " + otherwise
	}
}

// span is the place of the problem in the condition: the name or character
// when it is known, else the whole condition.
func (d *decision) span(c *ir.Condition) doc.Span {
	if d.unreadable != nil {
		return c.Source.Inside(c.Text, d.unreadable.Offset, d.unreadable.End)
	}
	return c.Source.Span(c.Text.Range)
}

func factInWords(f prove.Fact) string {
	if f.Holds {
		return f.Cond.Source()
	}
	return "not (" + f.Cond.Source() + ")"
}
