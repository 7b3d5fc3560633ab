package intake

import (
	"slices"

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
// said first; the recorded answers become scripts, so that the plan runs again as it ran. With link, arguments that
// stand in an earlier result become references; found counts those that could.
func (t *Transcript) plan(at doc.Range, link bool) (p *Plan, found int) {
	p = &Plan{At: at}
	var names Names
	l := &linker{names: &names, apply: link}
	var open []pending
	for _, m := range t.Messages {
		switch m.Role {
		case RoleUser, RoleSystem:
			if m.Role == RoleUser && p.Goal == "" {
				p.Goal = m.Text
			}
			l.said = append(l.said, m.Text)
		case RoleTool:
			if i := m.answers(open); i >= 0 {
				data := innerJSON(m.Text)
				l.results = append(l.results, answer{open[i].bind, m.Text, data})
				p.Scripts = append(p.Scripts, m.script(open[i].tool, data))
				open = slices.Delete(open, i, i+1)
			}
		}
		for _, use := range m.Calls {
			c := use.step(&names)
			open = append(open, pending{use.ID, use.Tool, c.Bind})
			p.Steps = append(p.Steps, l.call(c)...)
		}
	}
	if len(p.Steps) == 0 {
		return nil, 0
	}
	return p, l.found
}

// A pending call has no answer yet.
type pending struct{ id, tool, bind string }

// answers returns which call a tool's message answers: that of its ID; without IDs the first of its tool; -1 for none.
func (m *Message) answers(open []pending) int {
	return slices.IndexFunc(open, func(c pending) bool {
		return c.id == m.CallID && (m.CallID != "" || m.Tool == "" || m.Tool == c.tool)
	})
}

// script makes a script of an answer.
func (m *Message) script(tool string, data value.Value) Script {
	switch {
	case m.IsError:
		return Script{Tool: tool, Error: or(m.Text, "error")}
	case data != nil:
		return Script{Tool: tool, Result: data}
	}
	return Script{Tool: tool, Result: value.Text(m.Text)}
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
