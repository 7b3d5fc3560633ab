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
	w.ctx.References(site)
	w.ctx.Taint(site)
	w.ctx.UnguardedFlow(site)
	w.ctx.Preconditions(site)
	w.ctx.Invariants(site)
	w.state = w.ctx.Automata(site)
	w.rec.moved(w.state)
	result := w.ctx.Domain.Result(call.Tool, site.Values())
	w.ctx.Postconditions(site)
	w.ctx.Frames(site)
	if call.Bind != ir.None {
		w.bind(call, site, result)
	}
}

func (w *walker) bind(call *ir.Call, site *check.Site, v flow.Value) {
	made := &flow.Origin{Rule: finding.HopResult, Path: call.Path, Name: call.Tool.Name, Tool: call.Tool, Value: v}
	for i := range site.Args {
		made.From = append(made.From, site.Args[i].Uses...)
	}
	bound := &flow.Origin{Rule: finding.HopBind, Path: call.Path, Name: w.p.Names[call.Bind], Value: v, From: []flow.Use{{Origin: made}}}
	w.state = w.state.Bind(call.Bind, &flow.Binding{Value: v, Origin: bound})
	w.rec.bind(finding.EvBind, call.Path, site.Iter, call.Bind, w.state)
}

// branch runs both sides from the same state and joins them.
func (w *walker) branch(b *ir.Branch, iter []int) {
	entry, dead := w.state, w.dead
	decided := w.ctx.BranchCondition(check.Spot{Step: b, State: entry, Iter: iter, Unreachable: dead}, b)
	w.dead = dead || decided == ir.False
	w.rec.branch(b, iter, "then", decided, entry)
	w.steps(b.Then, iter)
	then := w.state
	w.state, w.dead = entry, dead || decided == ir.True
	w.rec.branch(b, iter, "else", decided, entry)
	w.steps(b.Else, iter)
	otherwise := w.state
	w.state = w.ctx.Domain.Join(then, otherwise, finding.HopJoin, b.Path)
	w.dead = dead
	w.rec.join(b, iter, then, otherwise, w.state)
}

// inner is the iteration list of a loop's body in round n.
func inner(iter []int, n int) []int { return append(slices.Clone(iter), n) }
