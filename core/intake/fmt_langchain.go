package intake

import "planproof/core/doc"

// langchainChat reads messages as LangChain serializes them: {"type": "ai", "tool_calls": [{"name", "args", "id"}]},
// {"type": "ai", "data": {…}}, and the long form with "lc", "id" and "kwargs".
//
// Maps: tool_calls → steps (a tool_use block with the ID of a call is the same call), messages of type tool → scripts.
// Dropped: additional_kwargs and response_metadata, once their calls are read.
var langchainChat = &Format{ID: "langchain", Name: "LangChain messages", Detect: detectLangchain, Import: importLangchain}

func detectLangchain(p *Piece) Score {
	for _, list := range [][]*doc.Syntax{p.Tree.List(), p.Tree.Get("messages").List(), {p.Tree}, p.Rows} {
		for _, m := range list {
			if m.Has("lc", "kwargs") || isMessage(m) && !m.Has("role") || len(m.Get("tool_calls").List()) > 0 && m.Get("tool_calls").List()[0].Has("args") && isMessage(m) {
				return Likely + 10
			}
		}
	}
	return No
}

func importLangchain(p *Piece, notes *Notes) (*Draft, *Refusal) {
	t := newTalk(p, notes)
	switch v := p.Tree; {
	case v.Is(doc.SyntaxList):
		t.messages(v.Items)
	case v.Has("messages"):
		t.messages(v.Get("messages").List())
	case v != nil:
		t.message(v)
	default:
		t.messages(p.Rows)
	}
	return t.draft(), nil
}
