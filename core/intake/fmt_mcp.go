package intake

import (
	"strings"

	"planproof/core/doc"
)

// mcpFormat reads the messages of the Model Context Protocol: tools and lists of tools, calls of tools, conversations in
// sampling requests, alone or as JSON-RPC, one message a line too.
//
// Maps: inputSchema → tool specs (outputSchema → the return type, annotations → a hint for the policy draft), tools/call
// requests → steps with their answers as scripts, sampling requests → a conversation.
//
// Refused, because they hold neither tools nor calls: elicitation requests, results without their call, content, and
// other methods; they are named.
var mcpFormat = &Format{ID: "mcp", Name: "MCP messages", Detect: detectMCP, Import: importMCP}

// inner takes the JSON-RPC envelope off.
func inner(v *doc.Syntax) *doc.Syntax {
	if r := v.Get("result"); r.Is(doc.SyntaxObject) && v.Has("jsonrpc") {
		return r
	}
	return v
}

func detectMCP(p *Piece) Score {
	if p.Syntax == Lines {
		return rowsScore(p.Rows, func(v *doc.Syntax) bool { return v.Has("jsonrpc") }, Sure)
	}
	v := inner(p.Tree)
	switch {
	case p.Tree.Has("jsonrpc"), isMCPTool(v), allMCP(v.Get("tools").List()), allMCP(v.List()):
		return Sure
	case v.Has("method", "params") && v.Get("method").Is(doc.SyntaxText):
		return Sure - 10
	case strings.Contains(v.Str("method"), "/"), anyKey(v, mcpKeys):
		return Sure - 10
	case v.Str("type") == "tool_result" && v.Has("toolUseId"):
		return Sure
	case mcpConversation(v), v.Has("requestedSchema"), v.Has("inputRequests"), v.Has("structuredContent"), v.Has("resultType"):
		return Sure
	case v.Str("mode") != "" && v.Has("message", "url"):
		return Likely
	case v.Get("content").Is(doc.SyntaxList) && !v.Has("role"), v.Str("type") == "text" && v.Has("text"):
		return Weak
	}
	return No
}

// mcpKeys are keys of messages that hold neither tools nor calls.
var mcpKeys = []string{"resources", "resourceTemplates", "prompts", "protocolVersion", "contents", "roots", "serverInfo", "completion"}

func anyKey(v *doc.Syntax, keys []string) bool {
	for _, key := range keys {
		if v.Has(key) {
			return true
		}
	}
	return false
}

func isMCPTool(v *doc.Syntax) bool {
	return v.Str("name") != "" && v.Get("inputSchema").Is(doc.SyntaxObject)
}

func allMCP(list []*doc.Syntax) bool { return len(list) > 0 && isMCPTool(list[0]) }

// mcpConversation recognizes the parameters of a sampling request: a message's content is a block, and results name
// their call in camel case.
func mcpConversation(v *doc.Syntax) bool {
	if !isTalk(v.Get("messages")) || v.Has("model") {
		return false
	}
	for _, m := range v.Get("messages").Items {
		if m.Get("content").Is(doc.SyntaxObject) {
			return true
		}
		for _, b := range m.Get("content").List() {
			if b.Has("toolUseId") {
				return true
			}
		}
	}
	return false
}

func importMCP(p *Piece, notes *Notes) (*Draft, *Refusal) {
	rows := p.Rows
	if rows == nil {
		rows = []*doc.Syntax{p.Tree}
	}
	if p.Tree.Is(doc.SyntaxList) && !allMCP(p.Tree.Items) {
		rows = p.Tree.Items
	}
	m := &mcpReader{talkReader: newTalk(p, notes)}
	for _, row := range rows {
		m.read(row)
	}
	if len(m.talk.Messages) == 0 && len(m.tools) == 0 {
		return nil, m.nothing(p)
	}
	d := m.draft()
	if m.bare {
		d.Talk = nil
	}
	d.Tools = m.tools
	d.hints = m.hints
	return d, nil
}

// hinted reads what a server says of its tools. It says so itself: the draft takes it as a hint.
func (m *mcpReader) hinted(tools []*doc.Syntax) {
	for _, t := range tools {
		switch a := t.Get("annotations"); {
		case a.Get("destructiveHint").AsBool() && !a.Get("readOnlyHint").AsBool():
			m.hints = append(m.hints, hint{t.Str("name"), irreversible})
		case a.Get("readOnlyHint").AsBool():
			m.hints = append(m.hints, hint{t.Str("name"), source})
		}
	}
}

// An mcpReader reads messages of the protocol.
type mcpReader struct {
	*talkReader
	tools []doc.ToolSpec
	hints []hint
	bare  bool   // only calls, no conversation
	other string // what a message without tools or calls is
}

func (m *mcpReader) read(row *doc.Syntax) {
	v := inner(row)
	params := v.Get("params")
	switch method := v.Str("method"); {
	case method == "tools/call":
		m.call(row, params)
	case method == "sampling/createMessage":
		m.sampling(params)
	case method != "":
		m.other = "a message of method " + ticked(method)
	case isMCPTool(v):
		m.hinted([]*doc.Syntax{v})
		m.tools = append(m.tools, toolSpec(v, m.notes)...)
	case allMCP(v.List()):
		m.tools = append(m.tools, toolSpecs(v, m.notes)...)
	case v.Has("messages"):
		m.sampling(v)
	case v.Has("tools"):
		m.hinted(v.Get("tools").List())
		m.tools = append(m.tools, toolSpecs(v.Get("tools"), m.notes)...)
		if v.Has("nextCursor") {
			m.notes.Read(v.Get("nextCursor").Range, "the list of tools goes on in another page")
		}
	default:
		m.rest(row, v)
	}
}

// call reads a tools/call request; the ID of the envelope leads to its answer.
func (m *mcpReader) call(row, params *doc.Syntax) {
	msg := Message{Role: RoleAssistant, At: row.Range}
	use := ToolUse{ID: idText(row), Tool: params.Str("name"), At: row.Range}
	if use.Tool == "" {
		m.other = "a call without a name"
		return
	}
	use.Args = m.arguments(params.Get("arguments"), use.Tool)
	msg.Calls = append(msg.Calls, use)
	m.talk.Messages = append(m.talk.Messages, msg)
	m.bare = true
}

// idText returns the ID of a JSON-RPC message as text.
func idText(row *doc.Syntax) string {
	if id := row.Get("id"); id != nil {
		return id.Text
	}
	return ""
}

func (m *mcpReader) sampling(params *doc.Syntax) {
	if text := params.Str("systemPrompt"); text != "" {
		m.talk.Messages = append(m.talk.Messages, Message{Role: RoleSystem, Text: text, At: params.Get("systemPrompt").Range})
	}
	m.messages(params.Get("messages").List())
	m.tools = append(m.tools, toolSpecs(params.Get("tools"), m.notes)...)
}

// rest reads the answer of a call, and names what is neither tools nor calls.
func (m *mcpReader) rest(row, v *doc.Syntax) {
	if row.Has("jsonrpc", "id") && (v.Has("content") || row.Has("error")) && len(m.talk.Messages) > 0 {
		msg := Message{Role: RoleTool, CallID: idText(row), At: row.Range, IsError: row.Has("error") || v.Get("isError").AsBool()}
		m.answer(&msg, v.Get("content"))
		if row.Has("error") {
			msg.Text = row.At("error").Str("message")
		}
		m.talk.Messages = append(m.talk.Messages, msg)
		return
	}
	switch {
	case v.Str("type") == "tool_result":
		m.other = "the result of a call without the call"
	case anyKey(v, mcpKeys):
		m.other = "a message about resources, prompts or the session"
	case v.Has("requestedSchema"), v.Str("mode") == "url":
		m.other = "a question to the user"
	case v.Has("inputRequests"):
		m.other = "a result that asks for input"
	case v.Has("content"), v.Has("structuredContent"):
		m.other = "the result of a call without the call"
	case v.Has("text"):
		m.other = "content without a call"
	}
}

func (m *mcpReader) nothing(p *Piece) *Refusal {
	what := or(m.other, "a message")
	return &Refusal{Construct: "no tools or calls", At: p.Range, Message: what + " of MCP, which holds no tools and no calls",
		Hint: "paste the answer to tools/list, or tools/call requests"}
}
