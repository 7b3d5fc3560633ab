package intake

import (
	"planproof/core/doc"
	"planproof/core/value"
)

// A Transcript is a recorded conversation.
type Transcript struct {
	Messages []Message
}

// Roles of a Message.
const (
	RoleSystem    = "system"
	RoleUser      = "user"
	RoleAssistant = "assistant"
	RoleTool      = "tool"
)

// A Message is one turn of a Transcript.
type Message struct {
	Role    string // one of the roles
	Text    string
	Calls   []ToolUse // of the assistant
	CallID  string    // of a tool's message: the call that it answers
	Tool    string    // of a tool's message: the tool, when it is known
	IsError bool      // of a tool's message
	At      doc.Range
}

// A ToolUse is one call that an assistant asked for.
type ToolUse struct {
	ID   string
	Tool string
	Args value.Value // value.Object, or what was given instead
	At   doc.Range
}

// plan makes a plan of the calls of a conversation, in their order; nil when there are none. The goal is what the user
// said first; the recorded answers become scripts, so that the plan runs again as it ran.
func (t *Transcript) plan(at doc.Range) *Plan {
	p := &Plan{At: at}
	var names Names
	for _, m := range t.Messages {
		if m.Role == RoleUser && p.Goal == "" {
			p.Goal = m.Text
		}
		for _, use := range m.Calls {
			p.Steps = append(p.Steps, use.step(&names))
			p.Scripts = append(p.Scripts, t.answerTo(use)...)
		}
	}
	if len(p.Steps) == 0 {
		return nil
	}
	return p
}

// step makes the call of a recorded one; the result gets a name, so that it can be referred to.
func (u ToolUse) step(names *Names) *Call {
	c := &Call{Tool: u.Tool, Bind: names.Fresh(u.Tool + "_result"), At: u.At}
	if o, ok := u.Args.(value.Object); ok {
		for _, m := range o {
			c.Args = append(c.Args, Arg{m.Key, Lit{m.Value}, u.At})
		}
	}
	return c
}

// answerTo finds the recorded answer to a call by its ID.
func (t *Transcript) answerTo(use ToolUse) []Script {
	if use.ID == "" {
		return nil
	}
	for _, m := range t.Messages {
		if m.Role != RoleTool || m.CallID != use.ID {
			continue
		}
		if m.IsError {
			return []Script{{Tool: use.Tool, Error: or(m.Text, "error")}}
		}
		if v := innerJSON(m.Text); v != nil {
			return []Script{{Tool: use.Tool, Result: v}}
		}
		return []Script{{Tool: use.Tool, Result: value.Text(m.Text)}}
	}
	return nil
}
