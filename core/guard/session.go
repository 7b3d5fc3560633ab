package guard

import (
	"errors"

	"planproof/core/value"
)

// Limits cap what a session remembers; 0 is no limit.
type Limits struct{ Messages, Chars int }

// Session is a conversation that the guard follows: it keeps what was said,
// the calls made, and whether an output that is gone carried instructions. It
// is not safe for concurrent use.
type Session struct {
	guard   *Guard
	facts   value.Object
	limits  Limits
	talk    Conversation
	made    []MadeCall
	counted map[*Decision]bool
	// What outputs that are gone leave behind: one carried instructions, one
	// was not vouched for.
	tainted, untrusted bool
}

// MadeCall is a call that was made: the tool and its validated arguments.
type MadeCall struct {
	Name      string
	Arguments value.Object
}

// Runner makes an allowed call with the arguments as they were sent and
// validated, and returns the tool's output as text.
type Runner func(Call) (output string, err error)

// Errors of a session.
var (
	ErrNotAllowed = errors.New("only an allowed call can be recorded")
)

// Session starts following a conversation. The facts go to every check; the
// fact calls_made among them are calls made earlier.
func (g *Guard) Session(c Conversation, facts value.Object, l Limits) *Session {
	s := &Session{guard: g, limits: l, counted: map[*Decision]bool{}}
	for _, f := range facts {
		if f.Key == factCallsMade {
			s.made = madeCalls(f.Value)
			continue
		}
		s.facts = append(s.facts, f)
	}
	for _, m := range c {
		s.Add(m)
	}
	return s
}

// Add appends a message, cut to the limits.
func (s *Session) Add(m Message) {
	s.talk = append(s.talk, s.guard.clip(m, s.limits.Chars))
	s.forget()
}

// Conversation is what the session remembers.
func (s *Session) Conversation() Conversation { return s.talk }

// Made are the calls that count as made, oldest first.
func (s *Session) Made() []MadeCall { return s.made }

// Check decides on a call and counts nothing.
func (s *Session) Check(c Call) (*Decision, error) {
	return s.guard.Decide(s.Request(c))
}

// Call decides on a call, and makes it with run when it is allowed: the result
// or the error is appended as the tool's output, and the call counts as made
// unless it failed. Without run the application makes the call: it counts at
// once, and Record or RecordError tell how it went.
func (s *Session) Call(c Call, run Runner) (*Decision, error) {
	d, err := s.Check(c)
	if err != nil || d.Verdict != Allow {
		return d, err
	}
	if run == nil {
		s.count(d)
		return d, nil
	}
	s.run(d, run)
	return d, nil
}

func (s *Session) run(d *Decision, run Runner) {
	output, err := run(Call{d.Call.Name, d.Sent, d.Call.ID})
	if err != nil {
		d.Err = err.Error()
		s.output(d, d.Err)
		return
	}
	s.count(d)
	s.output(d, output)
}

// Resolve answers an escalated call and makes it with run when it is approved.
func (s *Session) Resolve(d *Decision, a Approval, run Runner) (*Decision, error) {
	out, err := d.Resolve(a)
	if err != nil || out.Verdict != Allow {
		return out, err
	}
	if run == nil {
		s.count(out)
	} else {
		s.run(out, run)
	}
	return out, nil
}

// Record appends the result of an allowed call and counts it as made.
func (s *Session) Record(d *Decision, result string) error {
	if d == nil || d.Verdict != Allow {
		return ErrNotAllowed
	}
	s.count(d)
	s.output(d, result)
	return nil
}

// RecordError appends the error of an allowed call, which was then not made.
func (s *Session) RecordError(d *Decision, text string) error {
	if d == nil || d.Verdict != Allow {
		return ErrNotAllowed
	}
	d.Err = text
	s.uncount(d)
	s.output(d, text)
	return nil
}

func (s *Session) output(d *Decision, text string) {
	s.Add(Message{Role: Tool, Text: d.Call.Name + ": " + text, Source: d.Call.Name})
}

func (s *Session) count(d *Decision) {
	if !s.counted[d] {
		s.counted[d] = true
		s.made = append(s.made, MadeCall{d.Call.Name, d.Arguments})
	}
}

func (s *Session) uncount(d *Decision) {
	if !s.counted[d] {
		return
	}
	delete(s.counted, d)
	for i := len(s.made) - 1; i >= 0; i-- {
		if s.made[i].Name == d.Call.Name && value.Equal(s.made[i].Arguments, d.Arguments) {
			s.made = append(s.made[:i:i], s.made[i+1:]...)
			return
		}
	}
}

func (s *Session) allFacts() value.Object {
	made := value.List{}
	for _, m := range s.made {
		made = append(made, value.Object{{Key: "name", Value: value.Text(m.Name)}, {Key: "arguments", Value: m.Arguments}})
	}
	return append(s.facts[:len(s.facts):len(s.facts)], value.Member{Key: factCallsMade, Value: made})
}

// forget drops the oldest messages until the limits hold; one is kept. What a
// dropped output said of instructions stays known.
func (s *Session) forget() {
	for len(s.talk) > 1 && s.beyond() {
		s.tainted = s.tainted || s.guard.flagged(s.talk[0])
		s.untrusted = s.untrusted || s.guard.untrusted(s.talk[0])
		s.talk = s.talk[1:]
	}
}

func (s *Session) beyond() bool {
	if s.limits.Messages > 0 && len(s.talk) > s.limits.Messages {
		return true
	}
	chars := 0
	for _, m := range s.talk {
		chars += value.RuneCount(m.Text)
	}
	return s.limits.Chars > 0 && chars > s.limits.Chars
}
