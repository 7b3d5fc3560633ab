package guard

import (
	"slices"
	"strings"

	"planproof/core/value"
)

// blocks reads the content of a message: a text, a block or a list of blocks.
// Neighboring blocks of one role are one message.
func (h *history) blocks(role Role, content value.Value, source string) []Message {
	bare := content
	switch c := content.(type) {
	case value.Text:
		return appendText(nil, Message{Role: role, Text: string(c), Source: sourceOf(role, source)})
	case value.Object:
		content = value.List{c}
	case value.List:
	default:
		return nil
	}
	items := content.(value.List)
	if role == Tool && !anyReadable(items) {
		return appendText(nil, Message{Role: Tool, Text: outputText(bare), Source: source})
	}
	var out []Message
	for _, item := range items {
		who, text := block(role, item)
		if role == Tool {
			who = Tool // what an output claims of itself counts for nothing
		}
		if text == "" {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Role == who {
			out[n-1].Text += "\n" + text
			continue
		}
		out = append(out, Message{Role: who, Text: text, Source: sourceOf(who, h.blockSource(role, item, source))})
	}
	return out
}

// blockSource is the tool that a result in a message of the user answers, by
// the id of the call. The blocks of an output say nothing of their source.
func (h *history) blockSource(role Role, item value.Value, source string) string {
	if o, ok := item.(value.Object); ok && role == User {
		return h.toolOf(firstText(o, "tool_use_id", "tool_call_id"))
	}
	return source
}

func sourceOf(role Role, source string) string {
	if role == Tool {
		return source
	}
	return ""
}

func anyReadable(items value.List) bool {
	for _, item := range items {
		if o, ok := item.(value.Object); !ok || isBlock(o) {
			return true
		}
	}
	return len(items) == 0
}

// isBlock reports that an object is a block of a message, not data of a tool.
func isBlock(o value.Object) bool {
	if _, ok := o.Get("type"); ok {
		return true
	}
	_, ok := firstOf(o, "text", "content", "output")
	for _, m := range o {
		ok = ok && slices.Contains(blockMembers, m.Key)
	}
	return ok
}

// blockMembers are the members of a block without a type. Anything else in an
// output is data, and all of it is read.
var blockMembers = []string{"text", "content", "output", "id", "tool_use_id", "tool_call_id", "call_id", "name", "cache_control"}

// block is whose words a block of a message is, and the words.
func block(role Role, item value.Value) (Role, string) {
	o, ok := item.(value.Object)
	if !ok {
		if t, ok := item.(value.Text); ok {
			return role, string(t)
		}
		if role == User {
			role = Tool
		}
		return role, outputText(item)
	}
	kind := kindOf(o)
	switch {
	case isOutputKind(kind), kind == "" && hasToolID(o):
		return Tool, blockText(o, "content", "output", "text")
	case isCallKind(kind):
		return Assistant, callText(o)
	case role == User && !isUserText(kind, o):
		return Tool, blockText(o, "content", "output", "text")
	case role == Tool && !isBlock(o):
		return role, plainJSON(o)
	}
	return role, blockText(o, "text", "content", "output")
}

// isUserText is the narrow rule for what the user wrote.
func isUserText(kind string, o value.Object) bool {
	text, _ := o.Get("text")
	if _, ok := text.(value.Text); !ok || hasToolID(o) {
		return false
	}
	_, content := o.Get("content")
	return kind == "text" || kind == "input_text" || kind == "" && !content
}

// blockText is the text of a block: the first of the members that it has. A
// block of another kind is kept as JSON, so that it is read like any output,
// unless it is a picture or a sound.
func blockText(o value.Object, keys ...string) string {
	if v, ok := firstOf(o, keys...); ok && (isBlock(o) || keys[0] == "text") {
		if inner, ok := v.(value.Object); ok && !isBlock(inner) || isTextMember(v, o) {
			return plainJSON(v)
		}
		return outputText(v)
	}
	kind := kindOf(o)
	for _, media := range []string{"image", "audio", "video"} {
		if strings.Contains(kind, media) {
			return ""
		}
	}
	for _, m := range o {
		if m.Key != "type" && m.Key != "id" && m.Key != "tool_use_id" && m.Key != "tool_call_id" {
			return plainJSON(o)
		}
	}
	return ""
}

// isTextMember: an object where a block has its text is data.
func isTextMember(v value.Value, o value.Object) bool {
	inner, ok := v.(value.Object)
	text, _ := o.Get("text")
	return ok && text != nil && value.Equal(text, inner)
}

// callText writes a call as name(arguments).
func callText(o value.Object) string {
	name := firstText(o, "name", "type")
	v, ok := firstOf(o, "arguments", "args", "input", "parameters")
	if !ok {
		v = value.Object{}
	}
	if t, ok := v.(value.Text); ok {
		return name + "(" + string(t) + ")"
	}
	return name + "(" + plainJSON(v) + ")"
}

// outputText is everything that an output says: a text as it is, a list of
// blocks line by line, and data as its JSON.
func outputText(v value.Value) string {
	switch v := v.(type) {
	case value.Text:
		return string(v)
	case value.List:
		if !anyReadable(v) {
			return plainJSON(v)
		}
		var lines []string
		for _, item := range v {
			if s := outputText(item); s != "" {
				lines = append(lines, s)
			}
		}
		return strings.Join(lines, "\n")
	case value.Object:
		if isBlock(v) {
			if _, text := block(Tool, v); text != "" {
				return text
			}
			return ""
		}
		return plainJSON(v)
	case value.Bool, value.Number, value.Tuple:
		return plainJSON(v)
	}
	return ""
}

// plainJSON is v as JSON with sorted members and a blank behind , and :.
func plainJSON(v value.Value) string { return string(appendPlain(nil, v)) }

func appendPlain(dst []byte, v value.Value) []byte {
	switch v := v.(type) {
	case value.List:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendPlain(dst, item)
		}
		return append(dst, ']')
	case value.Object:
		dst = append(dst, '{')
		for i, m := range sorted(v) {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(value.AppendQuoted(dst, m.Key), ": "...)
			dst = appendPlain(dst, m.Value)
		}
		return append(dst, '}')
	}
	return value.AppendJSON(dst, v)
}
