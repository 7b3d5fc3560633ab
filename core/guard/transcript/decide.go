package transcript

import (
	"fmt"

	"planproof/core/guard"
	"planproof/core/value"
)

// A Decided is one call of a transcript and what the guard says.
type Decided struct {
	Turn     int // the turn's number
	Request  guard.Request
	Decision *guard.Decision
}

// Options are what is known beside the transcript.
type Options struct {
	Facts value.Object // given with every call; calls_made among them are calls made earlier
	// Plan is what the static verifier says of a call; nil: there is no plan.
	Plan func(guard.Call) *guard.Plan
}

// Decide decides on every call of a transcript from what stands before it. Calls that the transcript answers count as
// made, unless the answer is an error, whatever the guard says of them: that is what happened. A call without an answer
// counts when it is allowed. The error names the turn.
func Decide(g *guard.Guard, turns []Turn, o Options) ([]Decided, error) {
	d := decider{guard: g, plan: o.Plan, answers: map[string]bool{}}
	for _, f := range o.Facts {
		if f.Key == callsMade {
			d.made, _ = f.Value.(value.List)
			continue
		}
		d.facts = append(d.facts, f)
	}
	for _, t := range turns {
		for _, a := range t.Answers {
			d.answers[a.ID] = a.Failed
		}
	}
	for _, t := range turns {
		if err := d.turn(t); err != nil {
			return nil, err
		}
	}
	return d.out, nil
}

const callsMade = "calls_made"

type decider struct {
	guard   *guard.Guard
	plan    func(guard.Call) *guard.Plan
	facts   value.Object
	made    value.List
	talk    guard.Conversation
	answers map[string]bool // the calls with an output → whether it is an error
	out     []Decided
}

func (d *decider) turn(t Turn) error {
	for _, c := range t.Calls {
		made := value.Member{Key: callsMade, Value: d.made[:len(d.made):len(d.made)]}
		if d.made == nil {
			made.Value = value.List{}
		}
		r := guard.Request{Call: c, Conversation: d.talk[:len(d.talk):len(d.talk)], Facts: append(d.facts[:len(d.facts):len(d.facts)], made)}
		if d.plan != nil {
			r.Plan = d.plan(c)
		}
		decision, err := d.guard.Decide(r)
		if err != nil {
			return fmt.Errorf("turn %d, call of %s: %w", t.Number, c.Name, err)
		}
		d.out = append(d.out, Decided{t.Number, r, decision})
		d.count(decision)
	}
	d.talk = append(d.talk, t.Messages...)
	return nil
}

func (d *decider) count(decision *guard.Decision) {
	failed, answered := d.answers[decision.Call.ID]
	if (answered && failed) || (!answered && decision.Verdict != guard.Allow) || decision.Arguments == nil {
		return
	}
	d.made = append(d.made, value.Object{
		{Key: "name", Value: value.Text(decision.Call.Name)},
		{Key: "arguments", Value: decision.Arguments},
	})
}
