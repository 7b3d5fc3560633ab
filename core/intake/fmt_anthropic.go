package intake

import "planproof/core/doc"

// anthropicChat reads the messages of Anthropic's interface: requests, answers, lists of messages and blocks, and the
// session files that coding agents write, one JSON object a line with the message under "message".
//
// Maps: tool_use blocks → steps, tool_result blocks → scripts and messages of the tool, input_schema of a request → tool
// specs, the first user text → the goal.
//
// Dropped: thinking, images, usage, and lines of a session file that are no messages (summaries, snapshots).
var anthropicChat = &Format{ID: "anthropic", Name: "Anthropic messages", Detect: detectAnthropic, Import: importAnthropic}

// toolBlocks are the types of content blocks that have to do with tools.
var toolBlocks = map[string]bool{"tool_use": true, "tool_result": true, "server_tool_use": true, "mcp_tool_use": true}

func detectAnthropic(p *Piece) Score {
	v := p.Tree
	switch {
	case p.Syntax == Lines:
		return sessionScore(p.Rows)
	case v.Str("type") == "message" && v.Get("content").Is(doc.SyntaxList) && v.Has("role"):
		return Sure
	case anyBlock(v.List()), anyBlock(v.Get("messages").List()), anyBlock([]*doc.Syntax{v}):
		return Sure - 5
	case isSessionRow(v):
		return Sure - 5
	}
	return No
}

// anyBlock reports whether a list of messages or blocks has one about tools.
func anyBlock(list []*doc.Syntax) bool {
	for _, m := range list {
		if toolBlocks[m.Str("type")] && !m.Has("toolUseId") {
			return true
		}
		for _, b := range m.Get("content").List() {
			if toolBlocks[b.Str("type")] && !b.Has("toolUseId") && !m.Has("tool_calls") {
				return true
			}
		}
	}
	return false
}

// isSessionRow reports whether v is a line of a session file with a message.
func isSessionRow(v *doc.Syntax) bool { return v.Has("type", "message") && isMessage(v.Get("message")) }

// sessionScore looks at the rows of a session file: many have a message, others snapshots and summaries.
func sessionScore(rows []*doc.Syntax) Score {
	messages := 0
	for _, row := range rows {
		if isSessionRow(row) {
			messages++
		}
	}
	if messages == 0 || 4*messages < len(rows) {
		return No
	}
	return Sure
}

func importAnthropic(p *Piece, notes *Notes) (*Draft, *Refusal) {
	t := newTalk(p, notes)
	v := p.Tree
	rows := p.Rows
	switch {
	case p.Syntax == JSON && isSessionRow(v):
		rows = []*doc.Syntax{v}
	case isTalk(v.Get("messages")):
		t.messages(v.Get("messages").Items)
	case isTalk(v):
		t.messages(v.Items)
	case isMessage(v):
		t.message(v)
	case v != nil:
		m := Message{Role: RoleAssistant, At: p.Range}
		t.content(&m, v)
		t.talk.Messages = append(t.talk.Messages, m)
	}
	for _, row := range rows {
		if isSessionRow(row) {
			t.message(row.Get("message"))
		} else {
			t.drop("a line of type " + ticked(row.Str("type")))
		}
	}
	if len(t.talk.Messages) == 0 {
		return nil, &Refusal{Construct: "no messages", At: p.Range, Message: "there are no messages here", Hint: "paste the list of messages"}
	}
	d := t.draft()
	d.Tools = toolSpecs(v.Get("tools"), notes)
	return d, nil
}
