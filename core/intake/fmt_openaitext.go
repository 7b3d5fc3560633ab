package intake

import (
	"strings"

	"planproof/core/doc"
)

// openaiText reads what programs print of OpenAI's objects: ChatCompletionMessage(…, tool_calls=[…]), tool calls alone,
// ChatCompletion(choices=[…]) and runs that wait for the output of tools, at any depth.
//
// Maps: tool calls → steps, messages → messages. Dropped: usage, log probabilities, everything around.
var openaiText = &Format{ID: "openai-text", Name: "printed OpenAI objects", Detect: detectOpenAIText, Import: importOpenAIText}

func detectOpenAIText(p *Piece) Score {
	text := p.Text()
	if p.Syntax == Plain && (strings.Contains(text, "ChatCompletion") && strings.Contains(text, "Message(") ||
		strings.Contains(text, "ToolCall(") || strings.Contains(text, "FunctionCall(")) && !strings.Contains(text, "AIMessage(") {
		return Sure - 16
	}
	return No
}

func importOpenAIText(p *Piece, notes *Notes) (*Draft, *Refusal) {
	r := newPrinted(p, notes)
	r.scan(newLines(p), func(string, doc.Range) bool { return false })
	if len(r.talk.Messages) == 0 {
		return nil, &Refusal{Construct: "no messages", At: p.Range, Message: "no printed message or call could be read", Hint: "paste the messages as JSON"}
	}
	d := r.draft()
	d.Tools = r.tools
	return d, nil
}
