package verify

import (
	"slices"

	"planproof/core/check"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
)

// steps walks a sequence. The recursion over nested steps is bounded by the
// reader's depth limit.
func (w *walker) steps(steps []ir.Step, iter []int) {
	for _, s := range steps {
		switch s := s.(type) {
		case *ir.Call:
			w.call(s, iter)
		case *ir.Branch:
			w.branch(s, iter)
		case *ir.Loop:
			w.loop(s, iter)
		}
	}
}

// call checks one call in the executor's order and binds its result.
func (w *walker) call(call *ir.Call, iter []int) {
	site := w.ctx.NewSite(call, w.state, iter, w.dead)
	w.rec.call(site)
	w.ctx.Allowlist(site)
	w.ctx.MissingSpec(site)
	w.ctx.Arguments(site)
	w.ctx.Parts(site)
	w.ctx.AssumeArguments(site)
	w.ctx.References(site)
	w.ctx.Grounding(site)
	w.ctx.Taint(site)
	w.ctx.Implicit(site, w.control)
	w.ctx.UnguardedFlow(site)
	w.ctx.Preconditions(site)
	w.ctx.Invariants(site)
	if w.visit != nil {
		w.visit(w.ctx, site)
	}
	w.state = w.ctx.Automata(site)
	w.rec.moved(w.state)
	w.ctx.Postconditions(site)
	w.ctx.Frames(site)
	w.state = w.ctx.Learn(site, w.state)
	if call.Bind != ir.None {
		w.bind(call, site)
	}
}

// bind binds the result. Under a control that the policy tracks, the result
// carries what decided that the call was made.
func (w *walker) bind(call *ir.Call, site *check.Site) {
	v := w.ctx.Domain.Result(call.Tool, site.Values())
	made := &flow.Origin{Rule: finding.HopResult, Path: call.Path, Name: call.Tool.Name, Tool: call.Tool}
	for i := range site.Args {
		made.From = append(made.From, site.Args[i].Uses...)
	}
	if w.control != nil {
		v = w.ctx.Domain.Controlled(v, w.control.Value)
		made.From = append(made.From, w.control.Uses...)
	}
	made.Value = v
	bound := &flow.Origin{Rule: finding.HopBind, Path: call.Path, Name: w.p.Names[call.Bind], Value: v, From: []flow.Use{{Origin: made}}}
	w.state = w.state.Bind(call.Bind, &flow.Binding{Value: v, Origin: bound, Version: w.ctx.Domain.ResultVersion(call)})
	w.rec.bind(finding.EvBind, call.Path, site.Iter, call.Bind, w.state)
}

// branch runs both sides from the same state and joins them.
func (w *walker) branch(b *ir.Branch, iter []int) {
	entry, dead, control := w.state, w.dead, w.control
	spot := check.Spot{Step: b, State: entry, Iter: iter, Unreachable: dead}
	decided := w.ctx.BranchCondition(spot, b)
	w.ctx.UnreachableSide(spot, b, decided)
	w.control = w.ctx.Decided(control, w.ctx.ConditionUses(entry, b), "the condition of `"+b.Label+"`")
	then := w.side(b, iter, "then", b.Then, w.ctx.LearnBranch(entry, b, true), decided, dead || decided == ir.False)
	otherwise := w.side(b, iter, "else", b.Else, w.ctx.LearnBranch(entry, b, false), decided, dead || decided == ir.True)
	w.state, w.dead, w.control = w.ctx.Domain.Join(then, otherwise, b.Path), dead, control
	w.rec.join(b, iter, then, otherwise, w.state)
}

// side runs one side of a conditional and returns the state after it.
func (w *walker) side(b *ir.Branch, iter []int, name string, steps []ir.Step, entry flow.State, decided ir.Verdict, dead bool) flow.State {
	w.state, w.dead = entry, dead
	w.rec.branch(b, iter, name, decided, entry)
	w.steps(steps, iter)
	return w.state
}

// inner is the iteration list of a loop's body in round n.
func inner(iter []int, n int) []int { return append(slices.Clone(iter), n) }
