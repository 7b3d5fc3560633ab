package planner

import (
	"context"
	"errors"
	"fmt"

	"planproof/core/doc"
	"planproof/core/finding"
	"planproof/core/run"
)

// DefaultAttempts is how often Generate asks when the caller does not say.
const DefaultAttempts = 3

// ErrRefused is the error when every attempt was refused.
var ErrRefused = errors.New("no plan was accepted")

// Outcome is what came of a task. Plan is nil unless a plan was accepted.
type Outcome struct {
	Plan     *run.Verified
	Bundle   *doc.Bundle
	Report   *finding.Report
	Attempts []Attempt
	// Conversation is all that was said.
	Conversation []Message
}

// Attempt is one answer and what was wrong about it: it was no plan (Problem),
// or a plan that was refused (Report). Feedback is what the planner was told;
// it is empty for the answer that was accepted.
type Attempt struct {
	Answer   string
	Problem  *doc.Error
	Report   *finding.Report
	Feedback string
}

// Generate asks the planner for a plan until one is accepted, at most attempts
// times (0: DefaultAttempts). The outcome is there also with an error:
// ErrRefused, a policy error, or one of the planner's.
func Generate(ctx context.Context, p Planner, t *Task, attempts int) (*Outcome, error) {
	if attempts <= 0 {
		attempts = DefaultAttempts
	}
	out := Begin(t)
	for range attempts {
		answer, err := p.Plan(ctx, out.Conversation)
		if err != nil {
			return out, fmt.Errorf("the planner: %w", err)
		}
		done, err := out.Take(t, answer)
		if done || err != nil {
			return out, err
		}
	}
	return out, ErrRefused
}

// Begin is an outcome to which nothing was answered yet, for those who carry
// the conversation themselves.
func Begin(t *Task) *Outcome { return &Outcome{Conversation: Prompt(t)} }

// Take reads and verifies one answer; done is true when it is accepted. What is
// wrong with a refused one is added to the conversation. The error is a policy
// error: no plan can mend that.
func (o *Outcome) Take(t *Task, answer string) (done bool, err error) {
	o.Attempts = append(o.Attempts, Attempt{Answer: answer})
	a := &o.Attempts[len(o.Attempts)-1]
	b, problem := t.Read(answer)
	if problem != nil {
		a.Problem, a.Feedback = problem, Unreadable(problem)
		o.say(a)
		return false, nil
	}
	plan, report, policy := t.Verify(b)
	if policy != nil { // no plan can mend that
		return false, policy
	}
	a.Report, o.Bundle, o.Report = report, b, report
	if plan == nil {
		a.Feedback = Feedback(report)
		o.say(a)
		return false, nil
	}
	o.Plan = plan
	o.Conversation = append(o.Conversation, Message{Assistant, answer})
	return true, nil
}

func (o *Outcome) say(a *Attempt) {
	o.Conversation = append(o.Conversation, Message{Assistant, a.Answer}, Message{User, a.Feedback})
}
