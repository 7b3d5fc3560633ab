package guard

import (
	"errors"

	"planproof/core/value"
)

// Guard is a compiled Config. It is immutable but for Adopt and SetAuthorizer,
// and may be shared.
type Guard struct {
	config *Config
}

// ReadConfig reads a configuration from JSON. Errors: *ConfigError, and
// *doc.Error for what is no JSON.
func ReadConfig(text []byte) (*Config, error) {
	return nil, errors.New("the reader is not written yet")
}

// New compiles a configuration. The error is the first mistake in it, a
// *ConfigError.
func New(c *Config) (*Guard, error) { return &Guard{config: c}, nil }

// SetAuthorizer sets who is asked last; nil asks nobody.
func (g *Guard) SetAuthorizer(a Authorizer) {}

// Adopt gives a declared tool without a schema its schema and, if it has none,
// its description. A declared schema is kept. Errors: an unknown tool, or
// arguments that collide with facts. A schema that can not be read is no
// error: every call of the tool then escalates.
func (g *Guard) Adopt(tool string, schema value.Object, description string) error { return nil }

// Tools are the names of the declared tools in their order.
func (g *Guard) Tools() []string { return nil }

// Definition is the function-calling definition of a tool: {name,
// description, parameters}. With policies the description ends with the
// reasons for which calls are refused.
func (g *Guard) Definition(tool string, policies bool) (value.Object, bool) { return nil, false }

// Fingerprint changes when anything that decides on calls of the tool does:
// its declaration, its policies, the mode. It is the hex of a SHA-256.
func (g *Guard) Fingerprint(tool string) string { return "" }

// ReadConversation reads a history from JSON: a text (one message of the
// user), null, or a list of messages in the shapes of the known frameworks.
func ReadConversation(text []byte) (Conversation, error) {
	return nil, errors.New("the reader is not written yet")
}

// ConversationOf reads a history from a value; see ReadConversation. What it
// can not read is a tool output or nobody's, never the user's.
func ConversationOf(v value.Value) Conversation { return nil }

// Read is the conversation as the guard judges it. In full mode a turn of the
// user that begins like a tool's observation is a tool output.
func (g *Guard) Read(c Conversation) Conversation { return c }

func (g *Guard) clip(m Message, chars int) Message { return m }

func (g *Guard) flagged(m Message) bool { return false }

func madeCalls(v value.Value) []MadeCall { return nil }

// Finding is a remark of Lint.
type Finding struct {
	Where   string `json:"where"`
	Message string `json:"message"`
}

// Lint are the remarks on a configuration that loads but says less than its
// author may think.
func (g *Guard) Lint() []Finding { return nil }
