// Package transcript reads recorded conversations with the calls that were made in them, and decides on each call as if
// it were proposed now.
//
// Shapes: a list of messages, or an object with one under messages, input, items, contents, transcript or conversation;
// JSON Lines of messages, also wrapped in {"message": …} as session logs of coding agents are. Messages are read by
// package guard, so whose words are what is decided in one place. Calls are read from tool_calls and function_call of a
// message (OpenAI, LangChain), from blocks of its content (Anthropic: tool_use; others: tool_call, function_call), from
// items of their own (the Responses API: function_call) and from functionCall of parts (Gemini).
package transcript

import (
	"bytes"
	"errors"
	"strings"

	"planproof/core/doc"
	"planproof/core/guard"
	"planproof/core/value"
)

// ErrShape is why a text is no transcript.
var ErrShape = errors.New(`this is no transcript: give a list of messages, {"messages": [...]}, or a message a line`)

// MaxText is the longest transcript that Read reads, in bytes.
const MaxText = 64 << 20

// A Turn is one entry of a transcript.
type Turn struct {
	Number   int                // from 1
	Messages guard.Conversation // what it says, by role
	Calls    []guard.Call       // what the agent calls in it
	Answers  []Answer           // the calls whose outputs it has
}

// An Answer is the output of a call.
type Answer struct {
	ID     string // the call's
	Failed bool   // the output is an error
}

// Read reads a transcript. Errors: ErrShape, and *doc.Error for what is no JSON.
func Read(text []byte) ([]Turn, error) {
	v, problem := doc.ReadValue("transcript", text, MaxText)
	if problem != nil {
		items, ok := lines(text)
		if !ok {
			return nil, problem
		}
		v = items
	}
	items, ok := itemsOf(v)
	if !ok {
		return nil, ErrShape
	}
	turns := Of(items)
	if len(items) > 0 && Silent(turns) == len(turns) {
		return nil, ErrShape
	}
	return turns, nil
}

// Silent counts the turns in which nothing is said or called, as far as can be read.
func Silent(turns []Turn) int {
	n := 0
	for _, t := range turns {
		if len(t.Messages) == 0 && len(t.Calls) == 0 && len(t.Answers) == 0 {
			n++
		}
	}
	return n
}

// lines reads one JSON value a line; ok is false when there is a line that is none.
func lines(text []byte) (value.List, bool) {
	var out value.List
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		v, err := doc.ReadValue("transcript", line, MaxText)
		if err != nil {
			return nil, false
		}
		out = append(out, v)
	}
	return out, len(out) > 1
}

// holders are the members of an object that hold the messages.
var holders = []string{"messages", "input", "items", "contents", "transcript", "conversation"}

func itemsOf(v value.Value) (value.List, bool) {
	switch v := v.(type) {
	case value.List:
		return v, true
	case value.Object:
		for _, key := range holders {
			if inner, ok := v.Get(key); ok {
				l, isList := inner.(value.List)
				return l, isList
			}
		}
		if _, ok := v.Get("role"); ok {
			return value.List{v}, true
		}
	}
	return nil, false
}

// Of takes a list of messages apart.
func Of(items value.List) []Turn {
	turns := make([]Turn, 0, len(items))
	tools := map[string]string{} // the id of a call → its tool
	for i, item := range items {
		item = unwrapped(item)
		t := Turn{Number: i + 1}
		if o, ok := item.(value.Object); ok {
			t.Calls, t.Answers = callsOf(o), answersOf(o)
		}
		t.Messages = guard.ConversationOf(value.List{earlierCalls(t.Answers, tools), item})
		for _, c := range t.Calls {
			tools[c.ID] = c.Name
		}
		turns = append(turns, t)
	}
	return turns
}

// earlierCalls says nothing, and tells the reader of conversations which tools the ids in an item belong to.
func earlierCalls(answers []Answer, tools map[string]string) value.Value {
	var calls value.List
	for _, a := range answers {
		if tool := tools[a.ID]; tool != "" {
			calls = append(calls, value.Object{{Key: "name", Value: value.Text(tool)}, {Key: "id", Value: value.Text(a.ID)}})
		}
	}
	return value.Object{{Key: "tool_calls", Value: calls}}
}

// unwrapped is the message in {"type": "user", "message": {…}}.
func unwrapped(v value.Value) value.Value {
	o, _ := v.(value.Object)
	if _, has := o.Get("role"); has {
		return v
	}
	if inner, ok := o.Get("message"); ok {
		if m, isObject := inner.(value.Object); isObject {
			return m
		}
	}
	return v
}

// callsOf are the calls of a message.
func callsOf(o value.Object) []guard.Call {
	var out []guard.Call
	add := func(v value.Value) {
		if c, err := guard.CallOf(v); err == nil {
			out = append(out, c)
		}
	}
	if isCall(o) {
		add(o)
		return out
	}
	for _, key := range []string{"content", "parts"} {
		for _, b := range blocksOf(o, key) {
			if f, ok := b.Get("functionCall"); ok {
				add(f)
			} else if isCall(b) {
				add(b)
			}
		}
	}
	for _, at := range []value.Object{o, objectOf(o, "additional_kwargs")} {
		if len(out) > 0 {
			break // frameworks repeat the calls of blocks in a member
		}
		calls, _ := at.Get("tool_calls")
		list, _ := calls.(value.List)
		for _, c := range list {
			add(c)
		}
		if legacy, ok := at.Get("function_call"); ok && len(list) == 0 {
			add(legacy)
		}
	}
	return out
}

func isCall(o value.Object) bool {
	kind := kindOf(o)
	return strings.HasSuffix(kind, "tool_use") || strings.HasSuffix(kind, "tool_call") || kind == "function_call"
}

// kindOf is the type of a block or an item in one spelling.
func kindOf(o value.Object) string {
	return strings.ToLower(strings.NewReplacer("-", "_", " ", "_", ".", "_").Replace(textOf(o, "type")))
}

func blocksOf(o value.Object, key string) []value.Object {
	v, _ := o.Get(key)
	list, isList := v.(value.List)
	if !isList {
		list = value.List{v}
	}
	var out []value.Object
	for _, b := range list {
		if block, ok := b.(value.Object); ok {
			out = append(out, block)
		}
	}
	return out
}

// answersOf are the calls whose outputs stand in a message.
func answersOf(o value.Object) []Answer {
	var out []Answer
	for _, at := range append([]value.Object{o}, blocksOf(o, "content")...) {
		if isCall(at) {
			continue
		}
		for _, key := range []string{"tool_call_id", "tool_use_id", "call_id"} {
			if id := textOf(at, key); id != "" {
				out = append(out, Answer{id, failed(at)})
				break
			}
		}
	}
	return out
}

func failed(o value.Object) bool {
	isError, _ := o.Get("is_error")
	if said, ok := o.Get("error"); ok && said != (value.Null{}) && said != value.Bool(false) && said != value.Text("") {
		return true
	}
	return isError == value.Bool(true) || textOf(o, "status") == "error"
}

func textOf(o value.Object, key string) string {
	v, _ := o.Get(key)
	t, _ := v.(value.Text)
	return string(t)
}

func objectOf(o value.Object, key string) value.Object {
	v, _ := o.Get(key)
	inner, _ := v.(value.Object)
	return inner
}
