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
