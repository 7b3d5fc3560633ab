package check

import (
	"strings"

	"planproof/core/cond"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
	"planproof/core/prove"
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
	names, about, missing := c.bindings(s.State, b)
	if len(missing) > 0 {
		c.undefinedInCondition(s, b, missing)
		return ir.Unknown
	}
	q := prove.Question{Cond: b.Cond.Expr, Names: names}
	d := &decision{undeclared: true}
	c.addFacts(&q, d, s.State, about)
	c.ask(d, q)
	if d.alwaysFails() {
		c.conditionIncomplete(s, b, d)
	}
	switch {
	case d.unreachable():
		return ir.Unknown
	case d.certainlyTrue():
		return ir.True
	case d.certainlyFalse():
		return ir.False
	}
	return ir.Unknown
}

// bindings resolves the names of a workflow condition: bindings only. missing
// are those that are not in scope.
func (c *Context) bindings(s flow.State, b *ir.Branch) (names []prove.Named, about []*flow.Version, missing []cond.NameUse) {
	for _, n := range b.Cond.Expr.Names() {
		if !c.inScope(s, n.Name) {
			missing = append(missing, n)
			continue
		}
		v := s.Lookup(c.slotOf(n.Name)).Version
		names = append(names, prove.Named{Name: n.Name, Sym: c.versionVar(s, v)})
		about = append(about, v)
	}
	return names, about, missing
}

// undefinedInCondition reports the undefined names of one condition together,
// in the order in which it names them.
func (c *Context) undefinedInCondition(s Spot, b *ir.Branch, missing []cond.NameUse) {
	f := c.atSpot(s, finding.IDUndefinedRef, finding.WellFormedness, "undefined_ref", "/conditional/condition", b.Cond.Text.Range)
	f.Span = b.Cond.Span(missing[0].Offset, missing[0].End)
	var names []string
	for _, n := range missing {
		names = append(names, n.Name)
	}
	c.undefined(f, names, s.State)
}

func (c *Context) conditionIncomplete(s Spot, b *ir.Branch, d *decision) {
	f := c.atSpot(s, finding.IDBranchIncomplete, finding.AnalysisIncomplete, "condition", "/conditional/condition", b.Cond.Text.Range)
	f.Span = d.span(b.Cond)
	f.Message = "the condition `" + b.Cond.Written() + "` " + d.problem()
	f.Hint = "correct it: the executor would stop here, after the steps before it have run"
	c.Out.Violation(f)
}

// LoopIncomplete reports a loop whose fixpoint was not established.
func (c *Context) LoopIncomplete(s Spot, notMonotone bool, rounds, bound int) {
	l := s.Step.(*ir.Loop)
	f := c.atSpot(s, finding.IDLoopIncomplete, finding.AnalysisIncomplete, "loop_fixpoint", "/loop", l.Node.Collection.Range)
	f.Message = "the analysis of the loop did not converge within its bound of " + itoa(bound) + " rounds"
	f.Hint = "this is a defect of the analysis, not of the plan; nothing is claimed about it"
	switch {
	case notMonotone:
		f.Message = "round " + itoa(rounds) + " of the loop's analysis went down in the lattice"
	case c.Exhausted():
		f.Message = "the analysis of the loop did not converge within the budget of the verification, after " + itoa(rounds) + " rounds"
		f.Hint = "make the loop, or the automata that it moves, smaller; nothing is claimed about it"
	}
	c.Out.Violation(f)
}

// UnreachableSide notes a side of a conditional that no run takes. Its steps
// are checked all the same, and what is found there counts.
func (c *Context) UnreachableSide(s Spot, b *ir.Branch, decided ir.Verdict) {
	side, steps := "then_steps", b.Then
	if decided == ir.True {
		side, steps = "else_steps", b.Else
	}
	if decided == ir.Unknown || len(steps) == 0 {
		return
	}
	f := c.atSpot(s, finding.IDUnreachable, finding.WellFormedness, "unreachable", "/conditional/"+side, b.Cond.Text.Range)
	f.Message = "no run takes the " + side + " of `" + b.Label + "`: `" + b.Cond.Written() + "` is always " + strings.ToLower(decided.String()) + " here"
	c.Out.Note(f)
}

// ConditionUses are the values that a conditional's condition reads.
func (c *Context) ConditionUses(s flow.State, b *ir.Branch) []flow.Use {
	if b.Cond.Expr == nil {
		return nil
	}
	var out []flow.Use
	for _, n := range b.Cond.Expr.Names() {
		if c.inScope(s, n.Name) {
			out = append(out, flow.Use{Origin: s.Lookup(c.slotOf(n.Name)).Origin})
		}
	}
	return out
}

// CollectionUses is the value that a loop's number of rounds depends on.
func (c *Context) CollectionUses(s flow.State, l *ir.Loop) []flow.Use {
	if b := s.Lookup(l.Collection); b != nil {
		return []flow.Use{{Origin: b.Origin, Part: l.Node.Path.String()}}
	}
	return nil
}
