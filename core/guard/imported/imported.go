// Package imported reads conversations of any shape that planproof knows as
// transcripts for the guard: the shapes of package transcript first, then
// whatever core/intake imports as a conversation.
package imported

import (
	"planproof/core/guard"
	"planproof/core/guard/transcript"
	"planproof/core/intake"
)

// Turns reads a transcript. The error is that of transcript.Read.
func Turns(text []byte) ([]transcript.Turn, error) {
	turns, err := transcript.Read(text)
	if err == nil {
		return turns, nil
	}
	if talk := intake.Read(string(text), intake.Options{NoDraft: true}).Talk; talk != nil {
		return turnsOf(talk), nil
	}
	return nil, err
}

func turnsOf(talk *intake.Transcript) []transcript.Turn {
	var out []transcript.Turn
	for n, m := range talk.Messages {
		t := transcript.Turn{Number: n + 1}
		if role, ok := guard.RoleNamed(m.Role); ok && m.Text != "" {
			t.Messages = guard.Conversation{{Role: role, Text: m.Text, Source: m.Tool}}
		}
		for _, c := range m.Calls {
			t.Calls = append(t.Calls, guard.Call{Name: c.Tool, Arguments: c.Args, ID: c.ID})
		}
		if m.CallID != "" {
			t.Answers = []transcript.Answer{{ID: m.CallID, Failed: m.IsError}}
		}
		out = append(out, t)
	}
	return out
}
