package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// reactText reads the text form in which agents reason and act by turns: "Question:", "Thought:", "Action: tool",
// "Action Input: …", "Observation: …", "Final Answer:".
//
// Maps: an action with its input → a step (an input that is no object is the one argument `input`), an observation → its
// script, the question → the goal. Dropped: thoughts.
var reactText = &Format{ID: "react", Name: "ReAct text", Detect: detectReact, Import: importReact}

func detectReact(p *Piece) Score {
	if p.Syntax != Plain {
		return No
	}
	action, input := false, false
	anyLine(p.Text(), func(line string) bool {
		action = action || strings.HasPrefix(line, "Action:")
		input = input || strings.HasPrefix(line, "Action Input:")
		return action && input
	})
	if action && input {
		return Sure + 2
	}
	return No
}

// reactMarks begin the parts of the text.
var reactMarks = []string{"Question:", "Thought:", "Action:", "Action Input:", "Observation:", "Final Answer:"}

// reactMark returns the mark that a line begins with, and the rest of the line.
func reactMark(line string) (mark, rest string) {
	for _, m := range reactMarks {
		if rest, ok := strings.CutPrefix(line, m); ok {
			return m, rest
		}
	}
	return "", line
}

func importReact(p *Piece, notes *Notes) (*Draft, *Refusal) {
	r := &reactReader{printedReader: newPrinted(p, notes), lines: newLines(p)}
	for {
		line, at, ok := r.lines.next()
		if !ok {
			break
		}
		mark, rest := reactMark(strings.TrimSpace(line))
		if mark == "" {
			continue
		}
		body := r.lines.until(func(l string) bool { m, _ := reactMark(strings.TrimSpace(l)); return m != "" })
		r.lines.at = body.End
		if mark == "Action:" {
			body.End = body.Start
		}
		r.part(mark, strings.TrimSpace(rest+"\n"+p.Source.Slice(body)), doc.Range{Start: at.Start, End: max(at.End, body.End)})
	}
	if len(r.talk.Messages) == 0 {
		return nil, &Refusal{Construct: "no actions", At: p.Range, Message: "there is no action here", Hint: "paste `Action:` and `Action Input:` lines"}
	}
	return r.draft(), nil
}

// A reactReader reads the parts in their order.
type reactReader struct {
	*printedReader
	lines  *lineReader
	action string
}

func (r *reactReader) part(mark, text string, at doc.Range) {
	switch mark {
	case "Question:":
		r.append(&Message{Role: RoleUser, Text: text, At: at})
	case "Action:":
		r.action = strings.Trim(text, "`* ")
	case "Action Input:":
		r.input(text, at)
	case "Observation:":
		if r.action != "" {
			r.append(&Message{Role: RoleTool, Tool: r.action, Text: text, At: at})
		}
	case "Final Answer:":
		r.append(&Message{Role: RoleAssistant, Text: text, At: at})
	}
}

// input makes the call of the action.
func (r *reactReader) input(text string, at doc.Range) {
	if r.action == "" || r.action == "None" {
		return
	}
	use := ToolUse{Tool: r.action, At: at}
	args := value.Value(value.Text(strings.Trim(text, `"`)))
	if inner := innerTree(&doc.Syntax{Kind: doc.SyntaxText, Text: text, Range: at}); inner != nil {
		args = inner.Value()
	}
	o, ok := args.(value.Object)
	if !ok {
		o = value.Object{{Key: "input", Value: args}}
	}
	use.Args = o
	r.append(&Message{Role: RoleAssistant, Calls: []ToolUse{use}, At: at})
}
