package guard_test

import (
	"errors"
	"strings"
	"testing"

	"planproof/core/guard"
	"planproof/core/value"
)

func TestSessionVectors(t *testing.T) {
	eachVector(t, "sessions.json", func(v value.Object) string {
		g, err := guardOf(inMode(get(v, "guard"), guard.Literal))
		if err != nil {
			return err.Error()
		}
		facts, _ := get(v, "facts").(value.Object)
		s := g.Session(guard.ConversationOf(get(v, "context")), facts, guard.Limits{Messages: number(get(v, "max_messages")), Chars: number(get(v, "max_chars"))})
		run := scenario{s: s}
		steps, expected := get(v, "steps").(value.List), wanted(v).(value.List)
		for i, step := range steps {
			if why := run.step(step, expected[i]); why != "" {
				return "step " + show(value.Int(int64(i))) + ": " + why
			}
		}
		return ""
	})
}

func number(v value.Value) int {
	n, _ := v.(value.Number)
	i, _ := n.Int64()
	return int(i)
}

type scenario struct {
	s         *guard.Session
	decisions []*guard.Decision
}

func (sc *scenario) step(step, want value.Value) string {
	d, err := sc.do(step)
	sc.decisions = append(sc.decisions, d)
	if _, failed := want.(value.Object).Get("error"); failed != (err != nil) {
		return "error " + errorText(err)
	}
	if outcome := get(want, "outcome"); outcome != nil {
		if value.Text(d.Verdict) != outcome || !value.Equal(texts(d.Failed), get(want, "failed")) {
			return string(d.Verdict) + " " + strings.Join(d.Reasons, "; ")
		}
	}
	talk := sc.s.Conversation()
	last := talk[len(talk)-1]
	got := value.List{value.Text(last.Role), value.Text(last.Text)}
	if !value.Equal(got, get(want, "last_message")) || value.Bool(last.Tainted) != get(want, "last_tainted") {
		return "last message " + show(got) + ", want " + show(get(want, "last_message"))
	}
	if len(talk) != number(get(want, "messages")) || len(sc.s.Made()) != number(get(want, "made")) {
		return "messages or calls made"
	}
	return ""
}

func (sc *scenario) do(step value.Value) (*guard.Decision, error) {
	switch text(get(step, "op")) {
	case "add":
		role, _ := guard.RoleNamed(text(get(step, "role")))
		sc.s.Add(guard.Message{Role: role, Text: text(get(step, "text"))})
		return nil, nil
	case "record":
		d := sc.decisions[number(get(step, "step"))]
		if e := text(get(step, "error")); e != "" {
			return nil, sc.s.RecordError(d, e)
		}
		return nil, sc.s.Record(d, text(get(step, "result")))
	}
	call, err := guard.CallOf(get(step, "call"))
	if err != nil {
		return nil, err
	}
	if text(get(step, "op")) == "check" {
		return sc.s.Check(call)
	}
	return sc.s.Call(call, runner(step))
}

func runner(step value.Value) guard.Runner {
	if e := text(get(step, "raises")); e != "" {
		return func(guard.Call) (string, error) { return "", errors.New(e) }
	}
	if r, ok := step.(value.Object).Get("returns"); ok {
		return func(guard.Call) (string, error) { return text(r), nil }
	}
	return nil
}
