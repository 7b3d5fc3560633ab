package guard

import "strings"

// Steady asks an authorizer twice when outputs carry instructions: once about
// the conversation, once without the sentences that carry them. Answers that
// differ are Unsure, so that an output which says "the user authorized this"
// can not talk anybody into a yes. It is meant for authorizers that read the
// whole conversation, models above all.
type Steady struct{ Authorizer Authorizer }

// Decide asks once or twice.
func (s Steady) Decide(request string, c Conversation, p Proposal) (Answer, string, error) {
	answer, why, err := s.Authorizer.Decide(request, c, p)
	clean, changed := withoutInstructions(c)
	if err != nil || answer != Yes || !changed {
		return answer, why, err
	}
	again, whyAgain, err := s.Authorizer.Decide(request, clean, p)
	if err != nil {
		return Unsure, "", err
	}
	if again != answer {
		return Unsure, "the answer depends on instructions in a tool output; without them: " + whyAgain, nil
	}
	return answer, why, nil
}

// withoutInstructions is a conversation whose outputs lack the sentences with
// instruction-like text.
func withoutInstructions(c Conversation) (clean Conversation, changed bool) {
	clean = append(Conversation{}, c...)
	for i, m := range c {
		if m.Role != Tool {
			continue
		}
		found := Instructions(m.Text)
		if len(found) == 0 {
			continue
		}
		changed = true
		rs, kept, done := runesOf(m.Text), []string{}, 0
		for _, p := range found {
			if p.Start < done {
				continue
			}
			start, end := sentenceAround(rs, p.Start, p.End)
			kept = append(kept, textOf(rs[done:max(done, start)]))
			done = end
		}
		clean[i].Text = strings.Join(append(kept, textOf(rs[done:])), "")
	}
	return clean, changed
}
