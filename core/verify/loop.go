package verify

import (
	"planproof/core/check"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
)

// loop computes the least fixpoint of H = entry ⊔ body(H) by Kleene
// iteration, starting at entry (zero iterations). The item is the collection
// as on entry, fresh in every round: the executor iterates over a snapshot.
// What the checks said in a round is thrown away unless the round's head was
// the converged one. A chain that does not ascend, or is longer than the
// lattice is high, is a defect of the analysis, and one that has used up the
// budget is not finished: then nothing is claimed. An item
// that shadows a name (which LoopScope refuses) gives it back after the loop.
func (w *walker) loop(l *ir.Loop, iter []int) {
	control := w.control
	spot := check.Spot{Step: l, State: w.state, Iter: iter, Unreachable: w.dead}
	w.ctx.LoopScope(spot, l)
	w.ctx.CollectionPart(spot, l.Node, w.state.Lookup(l.Collection))
	w.control = w.ctx.Decided(control, w.ctx.CollectionUses(w.state, l), "the length of `"+w.p.Names[l.Collection]+"`")
	item := w.itemOf(l, w.state)
	entry := w.ctx.Domain.Enter(w.state, l)
	head := entry
	if before, ok := w.heads[l.Index]; ok {
		head = w.resume(entry, before, l.Path)
	}
	run := &fixpoint{w: w, l: l, iter: iter, entry: entry, item: item, bound: w.heightBound(l, entry)}
	mark := w.ctx.Out.Mark()
	for round := 1; ; round++ {
		w.ctx.Out.Rewind(mark)
		next, ok := run.round(head, round)
		w.iterations++
		if !ok || round > run.bound || w.ctx.Exhausted() && !next.Leq(head) {
			w.ctx.LoopIncomplete(spot, !ok, round, run.bound)
			w.rec.done(run, round, false, next)
			w.state = next
			break
		}
		if next.Leq(head) {
			w.rec.done(run, round, true, next)
			w.state = next
			break
		}
		head = next
	}
	w.heads[l.Index] = w.state
	w.control = control
}

// fixpoint is one analysis of one loop.
type fixpoint struct {
	w     *walker
	l     *ir.Loop
	iter  []int
	entry flow.State
	item  *flow.Binding
	bound int
}

// round runs the body once from head and returns entry ⊔ body(head), and
// whether it is above head as it must be.
func (f *fixpoint) round(head flow.State, n int) (flow.State, bool) {
	w, iter := f.w, inner(f.iter, n)
	w.state = head
	w.rec.head(f, iter, n, head)
	w.state = head.Bind(f.l.Item, f.item)
	w.rec.bind(finding.EvItem, f.l.Path, iter, f.l.Item, w.state)
	w.steps(f.l.Body, iter)
	exit := w.state.Restore(f.l.Item, f.entry).Keep(f.entry)
	w.rec.exit(f, iter, n, exit)
	next := w.meet(f.entry, exit, f.l.Path)
	w.rec.meet(f, iter, n, head, exit, next)
	return next, head.Leq(next)
}

// itemOf is the binding of a loop's item: an element of the collection as it
// is on entry.
func (w *walker) itemOf(l *ir.Loop, entry flow.State) *flow.Binding {
	o := &flow.Origin{Rule: finding.HopItem, Path: l.Path, Name: w.p.Names[l.Item], Value: w.ctx.Domain.Undefined()}
	var collection *flow.Version
	if b := entry.Lookup(l.Collection); b != nil {
		o.Value = b.Value
		o.From = []flow.Use{{Origin: b.Origin, Part: l.Node.Path.String()}}
		collection = w.ctx.Domain.PartVersion(b.Version, l.Node.Path)
	}
	return &flow.Binding{Value: o.Value, Origin: o, Version: w.ctx.Domain.ItemVersion(l, collection)}
}

// heightBound bounds the rounds: only names that the body rebinds can move.
func (w *walker) heightBound(l *ir.Loop, entry flow.State) int {
	if w.bound > 0 {
		return w.bound
	}
	moving := 0
	for _, slot := range l.Binds {
		if entry.Lookup(slot) != nil {
			moving++
		}
	}
	return w.ctx.Domain.Height(moving)
}
