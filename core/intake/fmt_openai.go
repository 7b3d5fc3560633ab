package intake

import "planproof/core/doc"

// openaiChat reads the messages of OpenAI's chat interface and of the many that imitate it: requests ({"messages",
// "tools"}), answers ({"choices"}), lists of messages, single messages, and calls alone.
//
// Maps: a call → a step with literal arguments and a name for its result; the first user message → the goal; tool
// messages → scripts; function schemas of a request → tool specs. `arguments` may be an object or the text of one, and
// calls may be spelled {"name","arguments"} without the wrapper "function".
//
// Dropped: images, audio, reasoning, sampling parameters. What can not be told from a recording: where an argument came
// from.
var openaiChat = &Format{ID: "openai-chat", Name: "OpenAI chat messages", Detect: detectOpenAI, Import: importOpenAI}

func detectOpenAI(p *Piece) Score {
	v := p.Tree
	switch {
	case p.Syntax == Lines:
		return max(rowsScore(p.Rows, func(row *doc.Syntax) bool { return isMessage(row) || isTalk(row.Get("messages")) }, Likely),
			rowsScore(p.Rows, func(row *doc.Syntax) bool { return isCall(row) && !row.Has("description") }, Likely-10))
	case isTalk(v):
		return Likely + 1
	case isTalk(v.Get("messages")), len(v.Get("choices").List()) > 0 && v.Get("choices").List()[0].Has("message"):
		return Likely + 1
	case isMessage(v):
		return Likely
	case isCallList(v), isCall(v) && !v.Has("description"), len(v.Get("tool_calls").List()) > 0 && isCall(v.Get("tool_calls").List()[0]):
		return Likely - 10
	}
	return No
}

// rowsScore gives a score when every row is of a kind.
func rowsScore(rows []*doc.Syntax, is func(*doc.Syntax) bool, score Score) Score {
	for _, row := range rows {
		if !is(row) {
			return No
		}
	}
	return score
}

// isCallList reports whether v is a list of calls.
func isCallList(v *doc.Syntax) bool {
	items := v.List()
	return len(items) > 0 && isCall(items[0]) && isCall(items[len(items)-1]) && !items[0].Has("description")
}

func importOpenAI(p *Piece, notes *Notes) (*Draft, *Refusal) {
	t := newTalk(p, notes)
	v := p.Tree
	switch {
	case p.Syntax == Lines && isMessage(p.Rows[0]):
		t.messages(p.Rows)
	case p.Syntax == Lines && p.Rows[0].Has("messages"):
		return conversations(p, notes)
	case isTalk(v):
		t.messages(v.Items)
	case isTalk(v.Get("messages")):
		t.messages(v.Get("messages").Items)
	case len(v.Get("choices").List()) > 0:
		for _, c := range v.Get("choices").List() {
			t.message(c.Get("message"))
		}
	case isMessage(v):
		t.message(v)
	default:
		return looseCalls(p, t)
	}
	d := t.draft()
	d.Tools = toolSpecs(v.Get("tools"), notes)
	return d, nil
}

// looseCalls reads calls that stand alone.
func looseCalls(p *Piece, t *talkReader) (*Draft, *Refusal) {
	m := Message{Role: RoleAssistant, At: p.Range}
	switch v := p.Tree; {
	case isCallList(v):
		t.toolCalls(&m, v)
	case isCall(v):
		t.addCall(&m, v)
	case p.Rows != nil:
		for _, row := range p.Rows {
			t.addCall(&m, row)
		}
	default:
		t.toolCalls(&m, v.Get("tool_calls"))
	}
	if len(m.Calls) == 0 {
		return nil, &Refusal{Construct: "no messages", At: p.Range, Message: "there are no messages and no calls here", Hint: "paste the list of messages"}
	}
	t.talk.Messages = append(t.talk.Messages, m)
	d := t.draft()
	d.Talk = nil
	return d, nil
}

// conversations reads rows that are a conversation each: each is a plan.
func conversations(p *Piece, notes *Notes) (*Draft, *Refusal) {
	all := &Draft{}
	for _, row := range p.Rows {
		t := newTalk(p, notes)
		t.messages(row.Get("messages").List())
		talk := t.finish()
		if all.Talk == nil {
			all.Talk = talk
		}
		all.Plans = append(all.Plans, notes.planOf(talk, row.Range)...)
	}
	return all, nil
}
