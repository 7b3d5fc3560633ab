package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// A talkReader reads messages of the chat interfaces of OpenAI, Anthropic, LangChain and MCP. Their shapes differ and
// do not contradict each other, so one reader takes them all; the formats differ in what they detect and hold besides.
type talkReader struct {
	talk    Transcript
	calls   map[string]bool // IDs of calls that were read
	dropped map[string]int  // kinds of content without a place in a transcript
	order   []string        // of dropped
	at      doc.Range
	notes   *Notes
}

func newTalk(p *Piece, notes *Notes) *talkReader {
	return &talkReader{calls: map[string]bool{}, dropped: map[string]int{}, at: p.Range, notes: notes}
}

// roles maps what the interfaces call a speaker.
var roles = map[string]string{
	"system": RoleSystem, "developer": RoleSystem,
	"user": RoleUser, "human": RoleUser,
	"assistant": RoleAssistant, "ai": RoleAssistant, "model": RoleAssistant, "aimessagechunk": RoleAssistant,
	"tool": RoleTool, "function": RoleTool,
	"systemmessage": RoleSystem, "humanmessage": RoleUser, "aimessage": RoleAssistant, "toolmessage": RoleTool, "functionmessage": RoleTool,
}

// roleOf returns the role of a message, or "".
func roleOf(v *doc.Syntax) string {
	if r, ok := roles[strings.ToLower(v.Str("role"))]; ok {
		return r
	}
	return roles[strings.ToLower(v.Str("type"))]
}

// unwrap returns the message inside of a serialized LangChain object, or v.
func unwrap(v *doc.Syntax) (*doc.Syntax, string) {
	if id := v.Get("id").List(); len(id) > 0 && v.Has("kwargs") {
		return v.Get("kwargs"), roles[strings.ToLower(id[len(id)-1].AsText())]
	}
	if data := v.Get("data"); data.Is(doc.SyntaxObject) && v.Has("type") && data.Has("content") {
		return data, roleOf(v)
	}
	return v, ""
}

// isMessage reports whether v looks like a message.
func isMessage(v *doc.Syntax) bool {
	m, role := unwrap(v)
	if role == "" {
		role = roleOf(m)
	}
	return role != "" && (m.Has("content") || m.Has("tool_calls") || m.Has("function_call") || m.Has("parts") || m.Has("role") && len(m.Fields()) == 1)
}

// isTalk reports whether v is a list of messages.
func isTalk(v *doc.Syntax) bool {
	items := v.List()
	return len(items) > 0 && isMessage(items[0]) && isMessage(items[len(items)-1])
}

// messages reads a list of messages.
func (t *talkReader) messages(list []*doc.Syntax) {
	for _, v := range list {
		t.message(v)
	}
}

// message reads one message. A tool result inside of a user's message becomes a message of its own.
func (t *talkReader) message(v *doc.Syntax) {
	at := v.Range
	v, role := unwrap(v)
	if role == "" {
		role = roleOf(v)
	}
	if role == "" {
		t.drop("a message without a role")
		return
	}
	m := Message{Role: role, At: at, CallID: firstText(v, "tool_call_id", "tool_use_id"), Tool: v.Str("name")}
	m.IsError = v.Get("is_error").AsBool() || v.Str("status") == "error" || v.Str("error") != ""
	before := len(t.talk.Messages)
	t.toolCalls(&m, v.Get("tool_calls")) // before blocks of the same calls: libraries keep edits here
	t.content(&m, v.Get("content"))
	t.content(&m, v.Get("parts"))
	if text := v.Str("error"); m.Text == "" && text != "" {
		m.Text = text
	}
	t.toolCalls(&m, v.At("additional_kwargs", "tool_calls"))
	t.addCall(&m, v.Get("function_call"))
	if len(m.Calls) == 0 {
		t.addCall(&m, v.At("additional_kwargs", "function_call"))
	}
	if role != RoleTool {
		m.CallID, m.Tool = "", ""
	}
	if results := len(t.talk.Messages) - before; results > 0 && m.Text == "" && len(m.Calls) == 0 {
		return
	}
	t.talk.Messages = append(t.talk.Messages, m)
}

// firstText returns the first of several keys that holds text.
func firstText(v *doc.Syntax, keys ...string) string {
	for _, key := range keys {
		if s := v.Str(key); s != "" {
			return s
		}
	}
	return ""
}

func (t *talkReader) drop(what string) {
	if t.dropped[what]++; t.dropped[what] == 1 {
		t.order = append(t.order, what)
	}
}

// content reads what a message says: text, or blocks.
func (t *talkReader) content(m *Message, v *doc.Syntax) {
	switch {
	case v.Is(doc.SyntaxText):
		m.say(v.Text)
	case v.Is(doc.SyntaxObject):
		t.block(m, v)
	case v.Is(doc.SyntaxList):
		for _, item := range v.Items {
			if item.Is(doc.SyntaxText) {
				m.say(item.Text)
			} else {
				t.block(m, item)
			}
		}
	}
}

func (m *Message) say(text string) {
	if m.Text != "" && text != "" {
		m.Text += "\n"
	}
	m.Text += text
}

// block reads one block of content.
func (t *talkReader) block(m *Message, v *doc.Syntax) {
	switch kind := v.Str("type"); kind {
	case "text", "output_text", "input_text":
		m.say(v.Str("text"))
	case "tool_use", "server_tool_use", "mcp_tool_use", "tool_call", "function_call", "functionCall":
		t.addCall(m, v)
	case "tool_result", "function_call_output", "web_search_tool_result", "mcp_tool_result":
		t.result(v)
	case "":
		switch {
		case v.Has("functionCall"):
			t.addCall(m, v.Get("functionCall"))
		case v.Has("functionResponse"):
			t.result(v.Get("functionResponse"))
		case v.Has("text"):
			m.say(v.Str("text"))
		default:
			t.drop("a block without a type")
		}
	default:
		t.drop("content of type " + ticked(kind))
	}
}

// result reads the answer of a tool that stands in a message.
func (t *talkReader) result(v *doc.Syntax) {
	m := Message{Role: RoleTool, At: v.Range, CallID: firstText(v, "tool_use_id", "toolUseId", "call_id", "id"), Tool: v.Str("name"), IsError: v.Get("is_error").AsBool()}
	for _, key := range []string{"content", "output", "response", "result"} {
		if c := v.Get(key); c != nil {
			t.answer(&m, c)
			break
		}
	}
	t.talk.Messages = append(t.talk.Messages, m)
}

// answer reads the content of a result: text, blocks, or any JSON.
func (t *talkReader) answer(m *Message, c *doc.Syntax) {
	if c.Is(doc.SyntaxText) || c.Is(doc.SyntaxList) && len(c.Items) > 0 && c.Items[0].Has("type") {
		t.content(m, c)
		return
	}
	m.Text = string(value.AppendJSON(nil, c.Value()))
}

// innerJSON reads JSON that is written inside of a text; nil when it is none.
func innerJSON(text string) value.Value {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" || !strings.ContainsRune("{[", rune(trimmed[0])) {
		return nil
	}
	v, err := doc.ReadValue(DocPaste, []byte(trimmed), doc.MaxBytes)
	if err != nil {
		return nil
	}
	return v
}

// finish returns the transcript and notes what was dropped.
func (t *talkReader) finish() *Transcript {
	for _, what := range t.order {
		times := ""
		if n := t.dropped[what]; n > 1 {
			times = ", " + plural(n, "time")
		}
		t.notes.Drop(t.at, what+" was passed over"+times)
	}
	return &t.talk
}

// draft makes the draft of a conversation.
func (t *talkReader) draft() *Draft {
	d := &Draft{}
	if talk := t.finish(); len(talk.Messages) > 0 {
		d.Talk = talk
		d.Plans = t.notes.planOf(talk, t.at)
	}
	return d
}

// planOf makes the plan of a conversation, if it has calls, and says what a recording leaves open.
func (n *Notes) planOf(talk *Transcript, at doc.Range) []*Plan {
	plan, found := talk.plan(at, n.link)
	switch {
	case plan == nil:
		return nil
	case n.link:
		n.Guess(at, "linked "+plural(found, "value")+" of arguments to an earlier result in which it stands word for word")
	case found > 0:
		n.Guess(at, "a recording has no references; "+plural(found, "value")+" of arguments could be linked to an earlier result with the same words")
	default:
		n.Guess(at, "a recording has no references: every argument is the value that was used")
	}
	return []*Plan{plan}
}
