package verify

import (
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
)

// head records the start of a round at the loop head.
func (r *recorder) head(f *fixpoint, iter []int, n int, s flow.State) {
	if !r.full() {
		r.addAt(finding.Event{Kind: finding.EvHead, Path: f.l.Path, Iter: iter, Loop: &finding.LoopEvent{Iteration: n, Bound: f.bound}}, s)
	}
}

// exit records the state after the body, item and locals dropped.
func (r *recorder) exit(f *fixpoint, iter []int, n int, s flow.State) {
	if !r.full() {
		r.addAt(finding.Event{Kind: finding.EvExit, Path: f.l.Path, Iter: iter, Loop: &finding.LoopEvent{Iteration: n, Bound: f.bound}}, s)
	}
}

// meet records entry ⊔ body(head) and what it changed against the head.
func (r *recorder) meet(f *fixpoint, iter []int, n int, head, exit, next flow.State) {
	if r.full() {
		return
	}
	loop := &finding.LoopEvent{Iteration: n, Bound: f.bound, Changed: r.grown(head, next)}
	loop.Converged = len(loop.Changed) == 0
	r.addAt(finding.Event{Kind: finding.EvMeet, Path: f.l.Path, Iter: iter, Loop: loop, Join: r.met(f.entry, exit, next)}, next)
}

// grown names what differs in value between two states.
func (r *recorder) grown(head, next flow.State) []string {
	var out []string
	flow.Changes(head, next, func(slot ir.Slot, was, is *flow.Binding) {
		if was == nil || is == nil || !(flow.Values{}).Equal(was.Value, is.Value) {
			out = append(out, r.p.Names[slot])
		}
	}, func(i int) { out = append(out, "automaton:"+r.p.Automata[i].Name) })
	return out
}

// done records how the loop ended.
func (r *recorder) done(f *fixpoint, rounds int, converged bool, s flow.State) {
	if r == nil || len(r.trace.Loops) >= r.limit {
		return
	}
	if !r.full() {
		r.addAt(finding.Event{Kind: finding.EvDone, Path: f.l.Path, Iter: f.iter, Loop: &finding.LoopEvent{Iteration: rounds, Bound: f.bound, Converged: converged}}, s)
	}
	iter := f.iter
	if iter == nil {
		iter = []int{}
	}
	r.trace.Loops = append(r.trace.Loops, finding.LoopSummary{Path: f.l.Path, Iter: iter, Iterations: rounds, Bound: f.bound, Converged: converged})
}
