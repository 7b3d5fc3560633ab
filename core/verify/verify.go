package verify

import (
	"planproof/core/check"
	"planproof/core/finding"
	"planproof/core/flow"
	"planproof/core/ir"
)

// Detail says how much of the run is recorded.
type Detail uint8

// The detail levels: nothing, or every state change.
const (
	DetailNone Detail = iota
	DetailFull
)

// Options are the options of one verification.
type Options struct {
	// Strict makes a postcondition that can not be proved a violation.
	Strict bool
	Detail Detail
	// Explain, when set, is what obligations are to say beyond their verdict.
	Explain *check.Explain
	// MaxEvents caps the trace (not the verification); 0 is DefaultMaxEvents.
	MaxEvents int
	// Visit, when set, is called at every call, in every pass, after its
	// checks and before its automata move.
	Visit func(*check.Context, *check.Site)
}

// DefaultMaxEvents bounds a trace to what a page can hold.
const DefaultMaxEvents = 100_000

// Run verifies a program. It is a pure function of its arguments: no clock,
// no randomness, no I/O.
func Run(p *ir.Program, o Options) *finding.Report {
	return newWalker(p, o).run()
}

// run walks the whole program.
func (w *walker) run() *finding.Report {
	w.ctx.InitialErrors()
	entry := w.ctx.Domain.Entry()
	w.rec.entry(entry)
	w.state = entry
	w.steps(w.p.Body, nil)
	w.rec.end(w.state)
	return w.report()
}

// walker is one verification under way. State is the abstract state at the
// current point; dead is set inside a branch that no run takes.
type walker struct {
	p     *ir.Program
	ctx   *check.Context
	rec   *recorder
	state flow.State
	iter  []int
	dead  bool
	// control is what decides whether the current step runs, when the policy
	// tracks implicit flows.
	control *check.Control
	// heads are the converged heads of loops analysed before.
	heads      map[int]flow.State
	iterations int
	visit      func(*check.Context, *check.Site)
	// meet is how entry and exit of a loop body meet, resume how a loop starts
	// that was analysed before; tests replace them.
	meet, resume func(entry, other flow.State, path string) flow.State
	// bound overrides the height bound in tests; 0 means the real one.
	bound int
}

func newWalker(p *ir.Program, o Options) *walker {
	w := &walker{p: p, visit: o.Visit, ctx: check.NewContext(p, o.Strict), heads: map[int]flow.State{}}
	w.ctx.Explain = o.Explain
	w.meet = func(entry, exit flow.State, path string) flow.State {
		return w.ctx.Domain.Meet(entry, exit, path)
	}
	w.resume = w.ctx.Domain.Resume
	if o.Detail == DetailFull {
		w.rec = newRecorder(p, w.ctx.Domain, o.MaxEvents)
		w.ctx.Record = func(e finding.Event) {
			if w.rec.event(e); w.rec.full() {
				w.ctx.Record = nil // spare the checks the trouble
			}
		}
	}
	return w
}

func (w *walker) report() *finding.Report {
	r := &finding.Report{Version: finding.ReportVersion}
	w.ctx.Out.Into(r)
	r.Lint = w.ctx.Lint()
	r.TaintOrder = check.TaintOrder(w.p)
	r.Stats = finding.Stats{Steps: w.p.Steps, Iterations: w.iterations, Queries: w.ctx.Queries()}
	if w.rec != nil {
		r.Trace = w.rec.finish()
		r.Stats.Events = len(r.Trace.Events)
	}
	return r
}
