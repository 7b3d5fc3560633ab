package guard

import (
	"strings"

	"planproof/core/value"
)

// Role says whose words a message is.
type Role string

// The roles. Everything doubtful is Tool, which never grounds what only the
// user may give.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
	System    Role = "system"
)

// Roles are all roles.
var Roles = []Role{User, Assistant, Tool, System}

// RoleNamed is the role with a name or an alias of it, in any letter case:
// human; ai, model; function, function_call_output, tool_result; developer.
func RoleNamed(name string) (Role, bool) {
	switch strings.ToLower(name) {
	case "user", "human":
		return User, true
	case "assistant", "ai", "model":
		return Assistant, true
	case "tool", "function", "function_call_output", "tool_result":
		return Tool, true
	case "system", "developer":
		return System, true
	}
	return "", false
}

// Message is one part of a conversation.
type Message struct {
	Role Role   `json:"role"`
	Text string `json:"text"`
	// Source is the tool whose output this is; empty when the history does
	// not say.
	Source string `json:"source,omitempty"`
	// Bare: the conversation was given as this one text; alone, its flat form
	// has no "[user] " before it.
	Bare bool `json:"bare,omitempty"`
	// Tainted marks a tool output that carried instructions in a part that is
	// no longer here.
	Tainted bool `json:"tainted,omitempty"`
}

// Conversation is what was said so far, oldest first.
type Conversation []Message

// RoleSpan is where the text of a message stands in the flat conversation.
type RoleSpan struct {
	Start int  `json:"start"`
	End   int  `json:"end"`
	Role  Role `json:"role"`
}

// Flat is the conversation as one text, each message on a line of its own as
// "[role] text", with the places of the texts. A single
// bare message is its text alone.
func (c Conversation) Flat() (string, []RoleSpan) {
	if len(c) == 1 && c[0].Bare {
		return c[0].Text, []RoleSpan{{0, value.RuneCount(c[0].Text), c[0].Role}}
	}
	var b strings.Builder
	var spans []RoleSpan
	at := 0
	for i, m := range c {
		head := "[" + string(m.Role) + "] "
		if i > 0 {
			head = "\n" + head
		}
		b.WriteString(head)
		b.WriteString(m.Text)
		start := at + len(head)
		at = start + value.RuneCount(m.Text)
		spans = append(spans, RoleSpan{start, at, m.Role})
	}
	return b.String(), spans
}

// UserRequest are the user's own words, a message a line.
func (c Conversation) UserRequest() string {
	var texts []string
	for _, m := range c {
		if m.Role == User {
			texts = append(texts, m.Text)
		}
	}
	return strings.Join(texts, "\n")
}
