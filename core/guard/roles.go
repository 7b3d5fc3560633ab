package guard

import (
	"strings"
	"unicode"

	"planproof/core/doc"
	"planproof/core/value"
)

// MaxConversation is the largest history that ReadConversation reads, in bytes.
const MaxConversation = 64 << 20

// ReadConversation reads a history from JSON; see ConversationOf. The error is
// a *doc.Error for what is no JSON.
func ReadConversation(text []byte) (Conversation, error) {
	v, err := doc.ReadValue("conversation", text, MaxConversation)
	if err != nil {
		return nil, err
	}
	return ConversationOf(v), nil
}

// ConversationOf reads a history: a text (one message of the user), null
// (nothing was said), one message, or a list of messages. A message is a pair
// [role, text], an object with role or type and content, or an item of an API
// that carries a tool's output. What names no known role is left out; what is
// doubtful in a message of the user is a tool's output.
func ConversationOf(v value.Value) Conversation {
	switch v := v.(type) {
	case value.Text:
		if v == "" {
			return nil
		}
		return Conversation{{Role: User, Text: string(v), Bare: true}}
	case value.Object:
		return new(history).read(value.List{v})
	case value.List:
		return new(history).read(v)
	case value.Null, value.Bool, value.Number, value.Tuple:
	}
	return nil
}

// history remembers which tool each call id belongs to, so that outputs know
// their source.
type history struct {
	ids   []string
	tools []string
}

func (h *history) read(items value.List) Conversation {
	var out Conversation
	for _, item := range items {
		out = append(out, h.message(item)...)
	}
	return out
}

func (h *history) message(item value.Value) []Message {
	switch item := item.(type) {
	case value.Object:
		return h.object(item)
	case value.List:
		if len(item) != 2 {
			return nil
		}
		name, _ := item[0].(value.Text)
		if role, ok := RoleNamed(string(name)); ok {
			return h.blocks(role, item[1], "")
		}
	case value.Text: // nobody says whose words these are
		return appendText(nil, Message{Role: Tool, Text: string(item)})
	case value.Null, value.Bool, value.Number, value.Tuple:
	}
	return nil
}

func (h *history) object(o value.Object) []Message {
	h.remember(o)
	if isOutputKind(kindOf(o)) || hasToolID(o) {
		content, _ := firstOf(o, "content", "output")
		return appendText(nil, Message{Role: Tool, Text: outputText(content), Source: h.source(o), Tainted: flagOf(o, "tainted")})
	}
	name := textMember(o, "role")
	if name == "" {
		name = textMember(o, "type")
	}
	role, ok := RoleNamed(name)
	if !ok {
		return nil
	}
	content, has := firstOf(o, "content", "text")
	if !has {
		return nil
	}
	if role == User && isGenerated(o) {
		role = Assistant
	}
	out := h.blocks(role, content, h.source(o))
	for i := range out {
		out[i].Tainted = out[i].Role == Tool && flagOf(o, "tainted")
		out[i].Bare = flagOf(o, "bare")
	}
	return out
}

func flagOf(o value.Object, key string) bool {
	v, _ := o.Get(key)
	return v == value.Bool(true)
}

// remember notes the ids of the calls in an assistant's message.
func (h *history) remember(o value.Object) {
	for _, key := range []string{"tool_calls", "content"} {
		v, _ := o.Get(key)
		calls, _ := v.(value.List)
		for _, c := range calls {
			h.rememberCall(c)
		}
	}
	if kindOf(o) == "function_call" {
		h.rememberCall(o)
	}
}

func (h *history) rememberCall(v value.Value) {
	if c, err := CallOf(v); err == nil && c.ID != "" {
		h.ids, h.tools = append(h.ids, c.ID), append(h.tools, c.Name)
	}
}

// source is the tool whose output an item is, as far as the history says.
func (h *history) source(o value.Object) string {
	if s := firstText(o, "source", "name"); s != "" {
		return s
	}
	return h.toolOf(firstText(o, "tool_call_id", "tool_use_id", "call_id"))
}

// toolOf is the tool that a call id belongs to.
func (h *history) toolOf(id string) string {
	for i := len(h.ids) - 1; i >= 0; i-- {
		if id != "" && h.ids[i] == id {
			return h.tools[i]
		}
	}
	return ""
}

// isGenerated reports that a framework wrote the message in the user's place:
// a summary restates tool outputs.
func isGenerated(o value.Object) bool {
	for _, key := range []string{"additional_kwargs", "response_metadata", "metadata"} {
		v, _ := o.Get(key)
		meta, _ := v.(value.Object)
		if _, ok := firstOf(meta, "lc_source"); ok {
			return true
		}
		source := strings.ToLower(textMember(meta, "source"))
		for _, mark := range []string{"summar", "compact", "compress", "condens", "memory", "generated", "trimm"} {
			if strings.Contains(source, mark) {
				return true
			}
		}
	}
	return false
}

// kindOf is the type of a message or a block in one spelling: tool-result,
// toolResult and "Tool Result" are tool_result.
func kindOf(o value.Object) string {
	name := textMember(o, "type")
	var b strings.Builder
	lower := false
	for _, r := range name {
		switch {
		case r == '-' || r == '.' || unicode.IsSpace(r):
			b.WriteByte('_')
		case unicode.IsUpper(r) && lower:
			b.WriteByte('_')
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(unicode.ToLower(r))
		}
		lower = unicode.IsLower(r) || unicode.IsDigit(r)
	}
	return b.String()
}

func isOutputKind(kind string) bool {
	if kind == "tool" {
		return true
	}
	for _, end := range []string{"tool_result", "call_output", "function_response", "function_result", "search_result",
		"tool_output", "tool_response", "tool_message"} {
		if strings.HasSuffix(kind, end) {
			return true
		}
	}
	return false
}

func isCallKind(kind string) bool {
	return strings.HasSuffix(kind, "tool_use") || strings.HasSuffix(kind, "tool_call") || kind == "function_call"
}

func hasToolID(o value.Object) bool {
	_, ok := firstOf(o, "tool_call_id", "tool_use_id")
	return ok
}

// firstOf is the first of the members that is there and not null.
func firstOf(o value.Object, keys ...string) (value.Value, bool) {
	for _, key := range keys {
		if v, ok := o.Get(key); ok {
			if _, null := v.(value.Null); !null {
				return v, true
			}
		}
	}
	return nil, false
}

func appendText(out []Message, m Message) []Message {
	if m.Text == "" {
		return out
	}
	return append(out, m)
}
