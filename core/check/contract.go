package check

import (
	"planproof/core/finding"
	"planproof/core/ir"
)

// Preconditions proves the preconditions of a call, or reports them.
func (c *Context) Preconditions(s *Site) {
	for _, p := range s.Call.Tool.Pre {
		c.contract(s, p, finding.Precondition, finding.IDPrecondition, c.decide(s, p, decisionScope{}))
	}
}

// Postconditions proves the postconditions of a call. One that speaks of the
// result and can not be proved is left to the run, which checks it; one that
// no result can satisfy is a violation.
func (c *Context) Postconditions(s *Site) {
	for _, p := range s.Call.Tool.Post {
		d := c.decide(s, p, decisionScope{result: c.resultVar(s.Call)})
		if speaksOfResult(p) && d.unreadable == nil && d.missing == "" && !d.certainlyTrue() && !d.never() {
			c.openPostcondition(s, p, d)
			continue
		}
		c.contract(s, p, finding.Postcondition, finding.IDPostcondition, d)
	}
}

func speaksOfResult(p *ir.Condition) bool {
	if p.Expr == nil {
		return false
	}
	for _, n := range p.Expr.Names() {
		if n.Name == "result" {
			return true
		}
	}
	return false
}

// contract reports one contract and its obligation.
func (c *Context) contract(s *Site, p *ir.Condition, category finding.Category, id string, d *decision) {
	status := d.status()
	c.obligation(s, p, category, status, d)
	if status == finding.StatusProved {
		return
	}
	if d.unreadable != nil {
		c.unreadable(s, p, category, d)
		return
	}
	if status == finding.StatusUnknown {
		c.unsolved(s, p, category, d)
		return
	}
	f := phase(c.at(s, id, category, contractName(s, p, category)), finding.EvContract)
	c.pointAtArgument(s, p, &f)
	f.Certainty = certaintyOf(status)
	f.Message = "the " + string(category) + " `" + p.Written() + "` of `" + s.Call.Tool.Name + "` " + d.verb(status)
	f.Hint = d.contractHint(p, category)
	f.Witness = d.failure()
	c.Out.Violation(f)
}

// pointAtArgument moves a finding's span to the first argument that the
// condition is about.
func (c *Context) pointAtArgument(s *Site, p *ir.Condition, f *finding.Finding) {
	if i := indexOfArg(s.Call, p.Expr); i >= 0 {
		f.Span = c.span(s.Call.Args[i].Value.At())
	}
}

func contractName(s *Site, p *ir.Condition, category finding.Category) string {
	return string(category) + ":" + s.Call.Tool.Name + ":" + p.Written()
}

// status reads the decision as a contract.
func (d *decision) status() finding.Status {
	switch {
	case d.unreadable != nil:
		return finding.StatusUnknown
	case d.missing != "" || d.never():
		return finding.StatusDefinite
	case d.certainlyTrue(): // also when no run gets here
		return finding.StatusProved
	case d.canFalse == yes || d.canError == yes:
		return finding.StatusPossible
	default:
		return finding.StatusUnknown
	}
}

func certaintyOf(s finding.Status) finding.Certainty {
	if s == finding.StatusDefinite {
		return finding.Definite
	}
	return finding.Possible
}

// failure is a witness of the condition not holding.
func (d *decision) failure() *finding.Witness {
	if d.falseWitness != nil {
		return d.falseWitness
	}
	return d.errorWitness
}

func (d *decision) verb(status finding.Status) string {
	switch {
	case d.missing != "":
		return "needs `" + d.missing + "`, which the call leaves out"
	case d.uncalled != "":
		return "needs a result of `" + d.uncalled + "`, which is not called on every path to here"
	case status == finding.StatusDefinite && d.canFalse == no:
		return "can not be evaluated here"
	case status == finding.StatusDefinite:
		return "does not hold"
	case d.falseWitness == nil && d.errorWitness != nil:
		return "can not be evaluated for some values"
	default:
		return "may not hold"
	}
}

func (d *decision) contractHint(p *ir.Condition, category finding.Category) string {
	switch {
	case d.missing != "":
		return "give `" + d.missing + "`, or declare a default for it"
	case d.uncalled != "":
		return "call `" + d.uncalled + "` before, on every path"
	case category == finding.Postcondition:
		return "no result of the declared type can satisfy it: correct the postcondition or the return type"
	}
	return "change the argument so that `" + p.Written() + "` holds in every run"
}

func (c *Context) obligation(s *Site, p *ir.Condition, category finding.Category, status finding.Status, d *decision) {
	o := finding.Obligation{Path: s.Call.Path, Category: category, Condition: p.Written(), Status: status, Facts: d.factWords(), Core: []finding.Premise{}}
	c.explainObligation(s, &o, d)
	if status != finding.StatusProved {
		o.Witness = d.failure()
	}
	if status == finding.StatusUnknown {
		o.Reason = d.reason
	}
	c.Out.Obligation(o)
	c.record(s, finding.Event{Kind: finding.EvContract, Contract: &finding.ContractEvent{Category: category, Condition: p.Written(), Status: status}})
}

// unreadable reports a condition that has no meaning at this call.
func (c *Context) unreadable(s *Site, p *ir.Condition, category finding.Category, d *decision) {
	f := phase(c.at(s, finding.IDContractUnreadable, finding.AnalysisIncomplete, string(category)+"_unreadable"), finding.EvContract)
	f.Span = d.span(p)
	f.Message = "the " + string(category) + " `" + p.Written() + "` of `" + s.Call.Tool.Name + "` can not be read: " + d.unreadable.Message
	f.Hint = "correct the condition in the tool's spec; the executor would stop here"
	c.Out.Violation(f)
}

// unsolved reports a condition that the solver could not decide: never
// acceptance.
func (c *Context) unsolved(s *Site, p *ir.Condition, category finding.Category, d *decision) {
	f := phase(c.at(s, finding.IDSolverIncomplete, finding.AnalysisIncomplete, "solver"), finding.EvContract)
	c.pointAtArgument(s, p, &f)
	f.Certainty = finding.Possible
	f.Message = "it could not be established whether the " + string(category) + " `" + p.Written() + "` of `" + s.Call.Tool.Name + "` holds: " + d.reason
	f.Hint = "simplify the condition, or declare types and ranges for what it names"
	c.Out.Violation(f)
}

// openPostcondition warns of a postcondition that the run has to check; in
// strict mode that is not enough.
func (c *Context) openPostcondition(s *Site, p *ir.Condition, d *decision) {
	c.obligation(s, p, finding.Postcondition, finding.StatusWarning, d)
	f := phase(c.at(s, finding.IDPostconditionOpen, finding.Postcondition, contractName(s, p, finding.Postcondition)), finding.EvContract)
	f.Certainty = finding.Possible
	f.Message = "the postcondition `" + p.Written() + "` of `" + s.Call.Tool.Name + "` can not be proved before the run, which checks it"
	f.Hint = "nothing to do when the executor checks postconditions"
	f.Witness = d.failure()
	if !c.Strict {
		c.Out.Warning(f)
		return
	}
	f.Category = finding.Unparseable
	f.Hint = "strict mode wants every postcondition proved: declare a return type that implies it, or verify without strict"
	c.Out.Violation(f)
}
