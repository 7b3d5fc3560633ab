package intake

import (
	"strings"

	"planproof/core/doc"
)

// flattenedText recognizes conversations that were joined to one text ("user: … assistant: None tool: {…}") and refuses
// them: what the assistant called, and with what, is not in the text.
var flattenedText = &Format{ID: "flattened-text", Name: "flattened conversation", Detect: detectFlattened, Import: importFlattened}

func detectFlattened(p *Piece) Score {
	rows := p.Rows
	if rows == nil {
		rows = p.Tree.List()
	}
	if rows == nil && p.Syntax == Plain && flattened(p.Text()) {
		return Likely - 5
	}
	for _, row := range rows {
		if m := row.Fields(); len(m) != 1 || !flattened(m[0].Value.AsText()) {
			return No
		}
	}
	if len(rows) == 0 {
		return No
	}
	return Sure
}

// flattened reports whether a text is a conversation with answers of tools and no calls.
func flattened(text string) bool {
	speaks := func(who string) bool { return strings.HasPrefix(text, who+":") || strings.Contains(text, "\n"+who+":") }
	return speaks("user") && speaks("assistant") && (speaks("tool") || strings.Contains(text, "assistant: None"))
}

func importFlattened(p *Piece, _ *Notes) (*Draft, *Refusal) {
	at := doc.Range{Start: p.Range.Start, End: min(p.Range.Start+1, p.Range.End)}
	return nil, &Refusal{Construct: "flattened conversation", At: at,
		Message: "the conversation was joined to one text, and the calls are not in it", Hint: "export the messages as JSON, with their tool calls"}
}
