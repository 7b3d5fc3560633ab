package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// anthropicText reads what programs print of conversations with Anthropic's models: ToolUseBlock(…) and its kin, and the
// lines that tutorials print around them ("User Message:", "Tool Used:", "Tool Input:", "Tool: name({…})", "Tool Result:").
//
// Maps: blocks of calls, or else those lines, → steps; results → scripts; tool definitions in the text (dicts with
// input_schema) → tool specs. A line that repeats a block is not a second call.
//
// Dropped: Python code around, stop reasons, final responses, which repeat a text block.
var anthropicText = &Format{ID: "anthropic-text", Name: "printed Anthropic blocks", Detect: detectAnthropicText, Import: importAnthropicText}

func detectAnthropicText(p *Piece) Score {
	text := p.Text()
	switch {
	case p.Syntax != Plain || strings.Contains(text, "AIMessage("):
		return No
	case strings.Contains(text, "ToolUseBlock(") || strings.Contains(text, "ContentBlockToolUse("):
		return Sure - 10
	case anyLine(text, func(line string) bool {
		return strings.HasPrefix(line, "Tool Used:") || strings.HasPrefix(line, "Tool Input:") || toolLine(line) != ""
	}):
		return Sure - 15
	}
	return No
}

// toolLine returns the tool of a line "Tool: name({…})", or "".
func toolLine(line string) string {
	rest, ok := strings.CutPrefix(line, "Tool: ")
	name, _, call := strings.Cut(rest, "(")
	if !ok || !call || Ident(name) != name {
		return ""
	}
	return name
}

func importAnthropicText(p *Piece, notes *Notes) (*Draft, *Refusal) {
	a := &anthropicLines{printedReader: newPrinted(p, notes), lines: newLines(p)}
	a.scan(a.lines, a.line)
	if len(a.talk.Messages) == 0 && len(a.tools) == 0 {
		return nil, &Refusal{Construct: "no calls", At: p.Range, Message: "no printed block of a call could be read", Hint: "paste the messages as JSON"}
	}
	d := a.draft()
	d.Tools = a.tools
	return d, nil
}

// anthropicLines reads the lines around blocks.
type anthropicLines struct {
	*printedReader
	lines *lineReader
	used  string // the tool of "Tool Used:"
}

// line reads a line that says something by itself; false when it is to be looked through for values.
func (a *anthropicLines) line(line string, at doc.Range) bool {
	trimmed := strings.TrimSpace(line)
	switch head, rest, _ := strings.Cut(trimmed, ":"); head {
	case "User Message", "User", "Human":
		body := a.lines.until(func(l string) bool { return strings.TrimSpace(l) == "" || strings.HasPrefix(l, "===") })
		text := strings.TrimSpace(rest + "\n" + a.piece.Source.Slice(body))
		a.append(&Message{Role: RoleUser, Text: text, At: at})
	case "Tool Used", "Tool Name":
		a.used = strings.TrimSpace(rest)
	case "Tool Input":
		a.input(line, at)
	case "Tool Result":
		a.resultLine(strings.TrimSpace(rest), at)
	case "Final Response", "Stop Reason":
	case "Tool":
		return a.toolLine(line, trimmed, at)
	default:
		if _, after, ok := strings.Cut(trimmed, "wants to use the "); ok && strings.Contains(after, " tool") {
			a.used, _, _ = strings.Cut(after, " tool")
			return true
		}
		return false
	}
	return true
}

// input reads "Tool Input: {…}", unless the block of the call was there.
func (a *anthropicLines) input(line string, at doc.Range) {
	rest := a.text[at.Start:]
	start := strings.IndexByte(rest, '{')
	if start < 0 || a.blocks || a.used == "" || strings.TrimSpace(rest[min(len(line), start):start]) != "" {
		return
	}
	if v, end := a.value(int(at.Start) + start); v != nil {
		a.calledWith(a.used, v, at)
		a.lines.at = max(a.lines.at, int32(end))
	}
}

func (a *anthropicLines) calledWith(tool string, args *doc.Syntax, at doc.Range) {
	m := Message{Role: RoleAssistant, At: at}
	id := "printed-" + value.Int(int64(len(a.talk.Messages))).String()
	m.Calls = append(m.Calls, ToolUse{ID: id, Tool: tool, Args: a.arguments(args, tool), At: at})
	a.append(&m)
}

// toolLine reads "Tool: name({…})".
func (a *anthropicLines) toolLine(line, trimmed string, at doc.Range) bool {
	tool := toolLine(trimmed)
	if tool == "" {
		return false
	}
	args, _, ok := callArguments(a.piece.Source, rangeOf(line, trimmed[strings.IndexByte(trimmed, '('):], at))
	if !ok || len(args) != 1 {
		a.drop("a printed call that could not be read")
		return true
	}
	a.calledWith(tool, args[0], at)
	return true
}

// resultLine gives the last call its result.
func (a *anthropicLines) resultLine(text string, at doc.Range) {
	for i := len(a.talk.Messages) - 1; i >= 0; i-- {
		if calls := a.talk.Messages[i].Calls; len(calls) > 0 {
			a.append(&Message{Role: RoleTool, CallID: calls[len(calls)-1].ID, Tool: calls[len(calls)-1].Tool, Text: text, At: at})
			return
		}
	}
}

// scan goes through a text by lines: those that line takes, and values in the others.
func (r *printedReader) scan(lines *lineReader, line func(string, doc.Range) bool) {
	for {
		text, at, ok := lines.next()
		if !ok {
			return
		}
		if line(text, at) {
			continue
		}
		for i := int(at.Start); i < int(at.End); {
			if !r.startsValue(i) {
				i++
				continue
			}
			v, end := r.value(i)
			if v != nil {
				r.read(v)
			}
			i = end
			lines.at = max(lines.at, int32(end))
			at.End = max(at.End, int32(end+lineLen(r.text[min(end, len(r.text)):])))
		}
		lines.at = max(lines.at, min(at.End+1, int32(len(r.text))))
	}
}
