package run

import (
	"context"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/ir"
	"planproof/core/value"
)

// Rehearsal is made-up inputs and answers for a plan, and the run that they
// give. The values come from the declared types, the conditions and the
// constants of the documents; they mean nothing.
type Rehearsal struct {
	Inputs  []value.Member
	Answers []Answer
	Run     *Result
}

// How many made-up runs are tried for one that comes to the plan's end.
const rehearsals = 32

// Rehearse makes up inputs and answers with which a plan runs to its end. When
// none of the tries does, it returns the one that made the most calls. What the
// bundle gives as inputs and scripts is used first. Nothing is verified, and the
// result depends on the bundle alone.
func Rehearse(b *doc.Bundle) (*Rehearsal, *doc.Error) {
	p, err := ir.Build(b)
	if err != nil {
		return nil, err
	}
	o := newStage(p).oracle(&finding.Finding{Path: "/workflow"})
	var best *Rehearsal
	for n := range rehearsals {
		o.try(n)
		options := Options{Inputs: o.inputs, Tools: o, Watch: o.watch, Budget: map[string]int{BudgetToolCall: callsPerTry, BudgetLoopIter: roundsPerTry}}
		r := &Rehearsal{Run: start(context.Background(), p, options, false)}
		r.Inputs, r.Answers = o.inputs, o.answers
		if best == nil || r.Run.OK() || len(r.Run.Calls) > len(best.Run.Calls) {
			best = r
		}
		if r.Run.OK() {
			break
		}
	}
	return best, nil
}

// Scripts are the answers as a bundle writes them.
func (r *Rehearsal) Scripts() []doc.Script { return scriptsOf(r.Answers) }
