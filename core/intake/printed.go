package intake

import (
	"slices"
	"strings"

	"planproof/core/doc"
	"planproof/core/intake/python"
)

// A printedReader finds the values that a program printed in a text: dicts, lists, and objects in the form of their
// constructor. It goes through the text once; what can not be read is passed over.
type printedReader struct {
	*talkReader
	piece  *Piece
	text   string // of the source, up to the end of the piece
	seen   map[string]int
	tools  []doc.ToolSpec
	blocks bool // blocks of calls were read, so that lines that repeat them do not count
	// budget is how many bytes may still be looked at: brackets that are never closed must not cost more than reading the
	// text a few times.
	budget int
}

func newPrinted(p *Piece, notes *Notes) *printedReader {
	return &printedReader{talkReader: newTalk(p, notes), piece: p, text: p.Source.Text()[:p.Range.End], seen: map[string]int{},
		budget: 6*len(p.Text()) + 1<<16}
}

// messageClasses are the classes of messages and blocks, as they are printed.
var messageClasses = []string{"AIMessage(", "AIMessageChunk(", "HumanMessage(", "SystemMessage(", "ToolMessage(", "FunctionMessage(",
	"ToolUseBlock(", "ContentBlockToolUse(", "ContentBlock(", "TextBlock(", "ToolResultBlock(", "ServerToolUseBlock(", "Message(",
	"ChatCompletion(", "ChatCompletionMessage(", "ChatCompletionMessageToolCall(", "ChatCompletionMessageFunctionToolCall(", "Choice(",
	"RequiredAction", "Run(", "ResponseFunctionToolCall(", "ToolCall(", "FunctionCall("}

// startsValue reports whether a printed value may start at i: a class, or a bracket that is no part of a word.
func (r *printedReader) startsValue(i int) bool {
	switch r.text[i] {
	case '{':
		return true
	case '[':
		rest := strings.TrimLeft(r.text[i+1:min(len(r.text), i+200)], " \n\t")
		return strings.HasPrefix(rest, "{") || hasClass(rest)
	}
	return hasClass(r.text[i:min(len(r.text), i+30)]) && (i == 0 || !isWordByte(r.text[i-1]))
}

func hasClass(s string) bool {
	return slices.ContainsFunc(messageClasses, func(c string) bool { return strings.HasPrefix(s, c) })
}

// value reads the value that starts at i and returns the byte behind it; nil when there is none.
func (r *printedReader) value(i int) (*doc.Syntax, int) {
	if r.budget < 0 {
		return nil, i + 1
	}
	end := balancedEnd(r.text, i)
	r.budget -= max(end-i, 16)
	e, err := python.ParseExpr(r.piece.Source, doc.Range{Start: int32(i), End: int32(end)})
	if err != nil {
		if v, stop, _, err := doc.ParseSyntax(r.piece.Source, i, true); err == nil && stop <= len(r.text) {
			return v, stop
		}
		if hasClass(r.text[i:min(len(r.text), i+30)]) {
			r.drop("a printed object that could not be read, or is cut off")
		}
		return nil, i + 1
	}
	v, ok := printedTree(e)
	if !ok {
		return nil, i + 1
	}
	return v, end
}

// read looks for messages, blocks and tools in a value, at any depth.
func (r *printedReader) read(v *doc.Syntax) {
	class := v.Str(classKey)
	switch {
	case class == "RemoveMessage" || class == "Interrupt":
		r.drop("a " + ticked(class))
	case isTool(v) && !isCall(v):
		r.tools = append(r.tools, toolSpec(v, r.notes)...)
	case isCall(v) && (strings.HasSuffix(class, "ToolCall") || class == "FunctionCall" || class == "" && v.Has("id") && !v.Has("role")):
		m := Message{Role: RoleAssistant, At: v.Range}
		r.addCall(&m, v)
		r.append(&m)
	case isPrintedBlock(v):
		m := Message{Role: RoleAssistant, At: v.Range}
		r.block(&m, asBlock(v))
		r.blocks = r.blocks || len(m.Calls) > 0
		r.append(&m)
	case roles[strings.ToLower(class)] != "" || isMessage(v):
		r.printedMessage(v)
	default:
		for _, m := range v.Fields() {
			r.read(m.Value)
		}
		for _, item := range v.List() {
			r.read(item)
		}
	}
}

func (r *printedReader) append(m *Message) {
	if m.Text == "" && len(m.Calls) == 0 {
		return
	}
	r.talk.Messages = append(r.talk.Messages, *m)
}

// isPrintedBlock reports whether v is a block of content.
func isPrintedBlock(v *doc.Syntax) bool {
	class := v.Str(classKey)
	return strings.HasSuffix(class, "Block") || strings.HasPrefix(class, "ContentBlock") || toolBlocks[v.Str("type")] && v.Has("id")
}

// asBlock gives a block the type that its class says.
func asBlock(v *doc.Syntax) *doc.Syntax {
	if v.Has("type") {
		return v
	}
	kind := "text"
	if strings.Contains(v.Str(classKey), "ToolUse") {
		kind = "tool_use"
	}
	return with(v, "type", kind)
}

// with returns an object with one more key.
func with(v *doc.Syntax, key, text string) *doc.Syntax {
	out := *v
	added := &doc.Syntax{Kind: doc.SyntaxText, Text: text, Range: v.Range}
	out.Members = append(slices.Clone(v.Members), doc.SyntaxMember{Key: doc.Text{Value: key}, Value: added})
	return &out
}

// printedMessage reads a message. One with the ID of an earlier message takes its place: graphs print what they changed.
func (r *printedReader) printedMessage(v *doc.Syntax) {
	if class := v.Str(classKey); class != "" && roleOf(v) == "" {
		v = with(v, "role", class)
	}
	id := v.Str("id")
	at, again := r.seen[id]
	if again && id != "" {
		for _, c := range r.talk.Messages[at].Calls {
			delete(r.calls, c.ID)
		}
	}
	before := len(r.talk.Messages)
	r.message(v)
	if len(r.talk.Messages) == before {
		return
	}
	last := r.talk.Messages[len(r.talk.Messages)-1]
	switch {
	case id == "":
	case again:
		r.talk.Messages[at] = last
		r.talk.Messages = r.talk.Messages[:len(r.talk.Messages)-1]
	default:
		r.seen[id] = len(r.talk.Messages) - 1
	}
}

// fields reads the fields of a message that was printed without its class: content='…' tool_calls=[…] id='…'.
func (r *printedReader) fields(from doc.Range) bool {
	list, err := python.ParseFields(r.piece.Source, from)
	if err != nil {
		return false
	}
	v := &doc.Syntax{Kind: doc.SyntaxObject, Range: from}
	for _, k := range list {
		if x, ok := printedTree(k.Value); ok {
			v.Members = append(v.Members, doc.SyntaxMember{Key: doc.Text{Value: k.Name, Range: k.Range}, Value: x})
		}
	}
	role := "human"
	switch {
	case v.Has("tool_call_id"):
		role = "tool"
	case v.Has("tool_calls") || v.Has("response_metadata") || v.Has("usage_metadata"):
		role = "ai"
	}
	r.printedMessage(with(v, "role", role))
	return true
}
