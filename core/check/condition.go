package check

import (
	"planproof/core/cond"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/prove"
	"planproof/core/types"
)

// BranchCondition checks the condition of a conditional before anything runs:
// it must be readable, its names in scope, and it must not fail in every run.
// It returns what is known of its value.
func (c *Context) BranchCondition(s Spot, b *ir.Branch) ir.Verdict {
	if b.Cond.Expr == nil {
		d := &decision{unreadable: b.Cond.Err}
		c.conditionIncomplete(s, b, d)
		return ir.Unknown
	}
	q := prove.Question{Cond: b.Cond.Expr}
	var missing []cond.NameUse
	for _, n := range b.Cond.Expr.Names() {
		if !c.bindingInto(&q, s, n) {
			missing = append(missing, n)
		}
	}
	if len(missing) > 0 {
		c.undefinedInCondition(s, b, missing)
		return ir.Unknown
	}
	d := c.ask(&decision{undeclared: true}, q)
	if d.canTrue == no && d.canFalse == no {
		c.conditionIncomplete(s, b, d)
	}
	switch {
	case d.canError == no && d.canFalse == no:
		return ir.True
	case d.canError == no && d.canTrue == no:
		return ir.False
	}
	return ir.Unknown
}

// bindingInto resolves a name of a workflow condition: bindings only.
func (c *Context) bindingInto(q *prove.Question, s Spot, n cond.NameUse) bool {
	slot := c.slotOf(n.Name)
	if slot == ir.None || s.State.Lookup(slot) == nil {
		return false
	}
	q.Add(n.Name, &prove.Var{ID: int(slot), Name: n.Name, Type: types.Any})
	return true
}

// undefinedInCondition reports the undefined names of one condition together,
// in the order in which it names them.
func (c *Context) undefinedInCondition(s Spot, b *ir.Branch, missing []cond.NameUse) {
	f := c.atSpot(s, finding.IDUndefinedRef, finding.WellFormedness, "undefined_ref", "/conditional/condition", b.Cond.Text.Range)
	f.Span = b.Cond.Source.Inside(b.Cond.Text, missing[0].Offset, missing[0].End)
	var names []string
	for _, n := range missing {
		names = append(names, n.Name)
	}
	c.undefined(f, names, s.State)
}

func (c *Context) conditionIncomplete(s Spot, b *ir.Branch, d *decision) {
	f := c.atSpot(s, finding.IDBranchIncomplete, finding.AnalysisIncomplete, "condition", "/conditional/condition", b.Cond.Text.Range)
	f.Span = d.span(b.Cond)
	f.Message = "the condition `" + b.Cond.Text.Value + "` " + d.problem()
	f.Hint = "correct it: the executor would stop here, after the steps before it have run"
	c.Out.Violation(f)
}

// LoopIncomplete reports a loop whose fixpoint was not established.
func (c *Context) LoopIncomplete(s Spot, notMonotone bool, rounds, bound int) {
	l := s.Step.(*ir.Loop)
	f := c.atSpot(s, finding.IDLoopIncomplete, finding.AnalysisIncomplete, "loop_fixpoint", "/loop", l.Node.Collection.Range)
	f.Message = "the analysis of the loop did not converge within its bound of " + itoa(bound) + " rounds"
	if notMonotone {
		f.Message = "round " + itoa(rounds) + " of the loop's analysis went down in the lattice"
	}
	f.Hint = "this is a defect of the analysis, not of the plan; nothing is claimed about it"
	c.Out.Violation(f)
}
