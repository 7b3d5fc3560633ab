package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// toolCalls reads a list of calls.
func (t *talkReader) toolCalls(m *Message, v *doc.Syntax) {
	for _, call := range v.List() {
		t.addCall(m, call)
	}
}

// isCall reports whether v looks like a call of a tool.
func isCall(v *doc.Syntax) bool {
	f := v
	if v.Get("function").Is(doc.SyntaxObject) {
		f = v.Get("function")
	}
	return firstText(f, callNames...) != "" && argsOf(f) != nil
}

var (
	callNames = []string{"name", "function", "tool_name", "tool", "function_name", "recipient_name", "toolName"}
	argNames  = []string{"arguments", "args", "input", "parameters", "action_input", "tool_input", "params"}
)

// argsOf returns the arguments of a call, or nil.
func argsOf(v *doc.Syntax) *doc.Syntax {
	for _, key := range argNames {
		if a := v.Get(key); a != nil {
			return a
		}
	}
	return nil
}

// addCall adds a call to a message. A call whose ID was read before is the same call in another spelling.
func (t *talkReader) addCall(m *Message, v *doc.Syntax) {
	if !v.Is(doc.SyntaxObject) {
		return
	}
	f := v
	if v.Get("function").Is(doc.SyntaxObject) {
		f = v.Get("function")
	}
	use := ToolUse{ID: firstText(v, "id", "call_id", "tool_call_id"), Tool: firstText(f, callNames...), At: v.Range}
	if id := v.Str("call_id"); id != "" {
		use.ID = id
	}
	if use.Tool == "" {
		t.drop("a call without a name")
		return
	}
	if use.ID != "" && t.calls[use.ID] {
		return
	}
	t.calls[use.ID] = true
	if use.Tool == "multi_tool_use.parallel" {
		t.parallel(m, argsOf(f))
		return
	}
	use.Args = t.arguments(argsOf(f), use.Tool)
	m.Calls = append(m.Calls, use)
}

// parallel reads OpenAI's wrapper of several calls.
func (t *talkReader) parallel(m *Message, args *doc.Syntax) {
	if args.Is(doc.SyntaxText) {
		t.drop("a wrapper of several calls that could not be read")
		return
	}
	for _, v := range args.Get("tool_uses").List() {
		use := ToolUse{Tool: strings.TrimPrefix(v.Str("recipient_name"), "functions."), At: v.Range}
		use.Args = t.arguments(argsOf(v), use.Tool)
		m.Calls = append(m.Calls, use)
	}
}

// arguments reads the arguments of a call: an object, or the text of one.
func (t *talkReader) arguments(v *doc.Syntax, tool string) value.Value {
	switch {
	case v.Is(doc.SyntaxObject):
		return v.Value()
	case v.Is(doc.SyntaxText) && strings.TrimSpace(v.Text) == "", v == nil, v.Is(doc.SyntaxNull):
		return value.Object{}
	case v.Is(doc.SyntaxText):
		if o, ok := innerJSON(v.Text).(value.Object); ok {
			return o
		}
	}
	t.notes.Guess(v.Range, "the arguments of "+ticked(tool)+" are no object; they became the one argument `input`")
	return value.Object{{Key: "input", Value: v.Value()}}
}
