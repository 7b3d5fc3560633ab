package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/intake/python"
	"planproof/core/value"
)

// langchainText reads what programs print of LangChain and LangGraph messages: AIMessage(content=…, tool_calls=[…]) at
// any depth of printed dicts, the fields alone (content='…' tool_calls=[…]), and the pretty form with headings
// ("===== Ai Message =====", "Tool Calls:", "Args:").
//
// Maps: tool_calls → steps (a tool_use block with the same ID is the same call), ToolMessage → scripts, the first human
// message → the goal. A message with the ID of an earlier one takes its place.
//
// Guessed: in the pretty form arguments have lost their types; what reads as a number, a list or a dict is one.
var langchainText = &Format{ID: "langchain-text", Name: "printed LangChain messages", Detect: detectLangchainText, Import: importLangchainText}

func detectLangchainText(p *Piece) Score {
	text := p.Text()
	switch {
	case p.Syntax != Plain:
		return No
	case strings.Contains(text, "AIMessage(") || strings.Contains(text, "ToolMessage(") || strings.Contains(text, "HumanMessage("):
		return Sure - 10
	case strings.Contains(text, "additional_kwargs={") || anyLine(text, func(line string) bool { return headingRole(line) != "" }):
		return Sure - 12
	}
	return No
}

// headingRole returns the role of a heading "==== Ai Message ====", or "".
func headingRole(line string) string {
	if !strings.HasPrefix(line, "===") || !strings.HasSuffix(line, "===") {
		return ""
	}
	word, ok := strings.CutSuffix(strings.TrimSpace(strings.Trim(line, "=")), " Message")
	if !ok {
		return ""
	}
	return roles[strings.ToLower(word)]
}

func importLangchainText(p *Piece, notes *Notes) (*Draft, *Refusal) {
	l := &langchainLines{printedReader: newPrinted(p, notes), lines: newLines(p)}
	l.scan(l.lines, l.line)
	if len(l.talk.Messages) == 0 {
		return nil, &Refusal{Construct: "no messages", At: p.Range, Message: "no printed message could be read", Hint: "paste the messages as JSON"}
	}
	d := l.draft()
	d.Tools = l.tools
	return d, nil
}

// langchainLines reads headings and fields.
type langchainLines struct {
	*printedReader
	lines *lineReader
}

func (l *langchainLines) line(line string, at doc.Range) bool {
	if role := headingRole(strings.TrimSpace(line)); role != "" {
		l.pretty(role, at)
		return true
	}
	return strings.HasPrefix(line, "content=") && l.fields(at)
}

// pretty reads a message below its heading.
func (l *langchainLines) pretty(role string, at doc.Range) {
	m := Message{Role: role, At: at}
	text, inCalls, inArgs := "", false, false
	var args value.Object
	flush := func() {
		if len(m.Calls) > 0 {
			m.Calls[len(m.Calls)-1].Args = args
		}
		args = value.Object{}
	}
	for {
		line, where, ok := l.lines.next()
		if ok && headingRole(strings.TrimSpace(line)) != "" {
			l.lines.back(where)
			break
		}
		if !ok {
			break
		}
		trimmed := strings.TrimSpace(line)
		switch name, rest, colon := strings.Cut(trimmed, ":"); {
		case trimmed == "Tool Calls:":
			inCalls = true
		case inCalls && strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   ") && strings.HasSuffix(trimmed, ")") && strings.Contains(trimmed, " ("):
			flush()
			tool, id, _ := strings.Cut(strings.TrimSuffix(trimmed, ")"), " (")
			m.Calls = append(m.Calls, ToolUse{ID: id, Tool: tool, At: where})
			inArgs = false
		case inCalls && name == "Call ID":
		case inCalls && trimmed == "Args:":
			inArgs = true
		case inArgs && colon && strings.HasPrefix(line, "    "):
			args = append(args, value.Member{Key: name, Value: l.printedValue(strings.TrimSpace(rest), line, where)})
		case !inCalls && role == RoleTool && name == "Name" && colon && text == "":
			m.Tool = strings.TrimSpace(rest)
		case !inCalls:
			text += line + "\n"
		}
	}
	flush()
	m.Text = strings.TrimSpace(text)
	l.answerPending(&m)
	l.append(&m)
}

// answerPending finds the call that a tool's message answers: the first of that name without an answer.
func (l *langchainLines) answerPending(m *Message) {
	if m.Role != RoleTool {
		return
	}
	answered := map[string]bool{}
	for _, before := range l.talk.Messages {
		answered[before.CallID] = true
	}
	for _, before := range l.talk.Messages {
		for _, c := range before.Calls {
			if m.CallID == "" && !answered[c.ID] && (m.Tool == "" || c.Tool == m.Tool) {
				m.CallID = c.ID
			}
		}
	}
}

// printedValue reads the value of a printed argument.
func (l *langchainLines) printedValue(text, line string, at doc.Range) value.Value {
	if text == "" || strings.ContainsRune("0123456789-[{TFN", rune(text[0])) {
		if e, err := python.ParseExpr(l.piece.Source, rangeOf(line, text, at)); err == nil && text != "" {
			if v, ok := treeOf(e); ok {
				return v.Value()
			}
		}
	}
	return value.Text(text)
}
