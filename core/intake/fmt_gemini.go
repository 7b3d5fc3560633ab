package intake

import "planproof/core/doc"

// geminiChat reads conversations of Gemini's interface: requests ({"contents": [{"role", "parts"}]}), answers
// ({"candidates": [{"content"}]}) and lists of contents.
//
// Maps: functionCall parts → steps, functionResponse parts → scripts (they name their tool, not their call), text parts →
// messages, functionDeclarations of a request → tool specs.
//
// Dropped: inline data, safety ratings, generation settings.
var geminiChat = &Format{ID: "gemini", Name: "Gemini contents", Detect: detectGemini, Import: importGemini}

// geminiContents returns the contents of a request, an answer or a list.
func geminiContents(v *doc.Syntax) []*doc.Syntax {
	list := v.List()
	switch {
	case v.Has("contents"):
		list = v.Get("contents").List()
	case v.Has("candidates"):
		for _, c := range v.Get("candidates").List() {
			list = append(list, c.Get("content"))
		}
	case v.Get("parts").Is(doc.SyntaxList):
		list = []*doc.Syntax{v}
	}
	for _, c := range list {
		if !c.Get("parts").Is(doc.SyntaxList) {
			return nil
		}
	}
	return list
}

func detectGemini(p *Piece) Score {
	if len(geminiContents(p.Tree)) > 0 {
		return Sure
	}
	return No
}

func importGemini(p *Piece, notes *Notes) (*Draft, *Refusal) {
	t := newTalk(p, notes)
	if system := p.Tree.Get("systemInstruction"); system != nil {
		m := Message{Role: RoleSystem, At: system.Range}
		t.content(&m, system.Get("parts"))
		t.talk.Messages = append(t.talk.Messages, m)
	}
	for _, c := range geminiContents(p.Tree) {
		if roleOf(c) == "" { // the first message of a user may leave the role out
			c = with(c, "role", RoleUser)
		}
		t.message(c)
	}
	if len(t.talk.Messages) == 0 {
		return nil, &Refusal{Construct: "no messages", At: p.Range, Message: "there are no contents here", Hint: "paste the request or the answer as JSON"}
	}
	d := t.draft()
	d.Tools = toolSpecs(p.Tree.Get("tools"), notes)
	return d, nil
}
