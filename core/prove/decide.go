package prove

import (
	"sync/atomic"

	"planproof/core/cond"
	"planproof/smt"
)

// unconfirmed counts models of the solver that the concrete evaluator did not confirm. It must stay 0: such a model is
// an error of the translation (its question was answered Unknown). Tests read it.
var unconfirmed atomic.Int64

// How many assignments are tried before the solver is asked, and after it gave up.
const (
	fewGuesses  = 64
	manyGuesses = 4096
)

// Decide answers, for every wanted outcome of the condition, whether it is possible under the facts and what is
// declared of the variables. It goes from cheap to dear: what is concrete is evaluated; the three-valued evaluator
// excludes outcomes; a few assignments made from the constants at hand are tried, since most conditions that can fail
// fail easily; the rest is asked of the solver. Every Yes rests on an evaluation of the condition under the witness,
// every No on the three-valued evaluator or a refutation. Limits (cond.KindLimit) are no outcome here. A value of a
// type that is not known is never guessed to make the condition fail: that it can not be excluded is Unknown.
func Decide(q Question, want cond.Outcome, budget smt.Budget) Answer {
	d := newDecider(&q, want, budget)
	if len(d.u.vars) == 0 {
		d.concrete()
		return d.answer
	}
	d.exclude(^q.Cond.Outcomes(partialsOf(q.Names)))
	d.guess(fewGuesses)
	if d.open() != 0 {
		d.prove()
	}
	if d.open() != 0 {
		d.guess(manyGuesses)
		d.conclude()
	}
	return d.answer
}

// decider collects the answers to one question.
type decider struct {
	q      *Question
	want   cond.Outcome
	u      *unknowns
	budget smt.Budget
	answer Answer

	steps   int // of evaluation, for all guesses together
	guesser *guesser
	solver  *translator
}

func newDecider(q *Question, want cond.Outcome, budget smt.Budget) *decider {
	return &decider{q: q, want: want, u: unknownsOf(q), budget: budget, steps: cond.MaxWork}
}

// the outcomes in the order of Answer.
var outcomes = [...]cond.Outcome{cond.CanTrue, cond.CanFalse, cond.CanError}

func (a *Answer) outcome(o cond.Outcome) *Outcome {
	switch o {
	case cond.CanTrue:
		return &a.True
	case cond.CanFalse:
		return &a.False
	}
	return &a.Error
}

// open returns the wanted outcomes without an answer.
func (d *decider) open() cond.Outcome {
	var out cond.Outcome
	for _, o := range outcomes {
		if d.want.Has(o) && d.answer.outcome(o).Possible == Unknown {
			out |= o
		}
	}
	return out
}

// exclude answers No for outcomes.
func (d *decider) exclude(set cond.Outcome) {
	for _, o := range outcomes {
		if set.Has(o) {
			*d.answer.outcome(o) = Outcome{Possible: No}
		}
	}
}

// found answers Yes with a witness.
func (d *decider) found(o cond.Outcome, a *assignment) {
	*d.answer.outcome(o) = Outcome{Possible: Yes, Witness: a.witness()}
}

// concrete decides a question without variables by evaluating it.
func (d *decider) concrete() {
	a := &assignment{u: d.u}
	if !a.satisfies(d.q.Facts, &d.steps) {
		d.exclude(cond.CanTrue | cond.CanFalse | cond.CanError)
		return
	}
	o, _ := run(d.q.Cond, d.q.Names, a) // concretely, a limit is an error like any other
	d.exclude(^o)
	d.found(o, a)
}

// try evaluates the condition under an assignment that is allowed, and notes the outcome when it is still open.
func (d *decider) try(a *assignment) {
	o, ok := runWithin(d.q.Cond, d.q.Names, a, &d.steps)
	if !ok || !d.open().Has(o) || o == cond.CanError && d.u.opaque {
		return
	}
	d.found(o, a)
}

// guess tries up to n assignments.
func (d *decider) guess(n int) {
	if d.guesser == nil {
		d.guesser = newGuesser(d.q, d.u)
	}
	d.guesser.each(n, func(a *assignment) bool {
		if a.satisfies(d.q.Facts, &d.steps) {
			d.try(a)
		}
		return d.open() != 0 && d.steps > 0
	})
}

// prove asks the solver for every outcome that is open.
func (d *decider) prove() {
	if d.solver == nil {
		d.solver = newTranslator(d.q, d.u)
	}
	for _, o := range outcomes {
		if d.open().Has(o) {
			d.ask(o)
		}
	}
}

func (d *decider) ask(o cond.Outcome) {
	r := d.solver.solve(o, d.budget)
	d.count(r.Stats)
	out := d.answer.outcome(o)
	switch r.Status {
	case smt.Unsat:
		out.Possible, out.Core = No, d.solver.core(r.Core)
	case smt.Sat:
		out.Reason = "no witness within the limits of values"
		if a, exact, ok := d.solver.decode(r.Model); ok {
			d.confirm(o, a, exact)
		}
	case smt.Unknown:
		out.Reason = r.Reason
	}
}

// confirm evaluates what the solver claims. The solver's numbers are fractions, those of conditions decimals: what only
// a third solves has no solution here.
func (d *decider) confirm(o cond.Outcome, a *assignment, exact bool) {
	if got, ok := run(d.q.Cond, d.q.Names, a); ok && got == o && a.allowed(d.q.Facts) {
		d.found(o, a)
		return
	}
	if exact {
		unconfirmed.Add(1)
		d.answer.outcome(o).Reason = "model not confirmed"
	}
}

// conclude uses that evaluating the condition has some outcome: when two are excluded and the assumptions can be met,
// it is the third.
func (d *decider) conclude() {
	open := d.open()
	if !open.Decided() {
		return
	}
	for _, o := range outcomes {
		if o != open && d.answer.outcome(o).Possible != No {
			return
		}
	}
	d.guesser.each(manyGuesses, func(a *assignment) bool {
		if a.satisfies(d.q.Facts, &d.steps) {
			d.foundAs(open, a)
		}
		return d.open() != 0 && d.steps > 0
	})
	if d.open() == 0 {
		return
	}
	if r := d.solver.solve(0, d.budget); r.Status == smt.Sat {
		if a, _, ok := d.solver.decode(r.Model); ok && a.allowed(d.q.Facts) {
			d.foundAs(open, a)
		}
	}
}

// foundAs answers Yes when the condition has this outcome under the assignment.
func (d *decider) foundAs(o cond.Outcome, a *assignment) {
	if got, ok := run(d.q.Cond, d.q.Names, a); ok && got == o {
		d.found(o, a)
	}
}

func (d *decider) count(s smt.Stats) {
	t := &d.answer.Stats
	t.Vars += s.Vars
	t.Clauses += s.Clauses
	t.Conflicts += s.Conflicts
	t.Engine = s.Engine
	t.Bounds = append(t.Bounds, s.Bounds...)
}
