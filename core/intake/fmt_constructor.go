package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/intake/python"
)

// constructorText reads our documents as Python constructs them: Workflow(goal=…, steps=[WorkflowStep(label=…,
// tool_call=ToolCallNode(…))]), SymRef("x") and SymRef(ref="x"), Policy(…), ToolSpec(…) and lists of these, alone or
// assigned to names, in a fence or with prose around.
//
// Maps: a constructor → the object of its fields; None → absent. Refused: positional arguments, and fields that are no
// constants, with the place.
var constructorText = &Format{ID: "constructor", Name: "constructor text (Python)", Detect: detectConstructor, Import: importConstructor}

// ownClasses are the classes at the top of a document.
var ownClasses = [3]string{"Workflow", "Policy", "ToolSpec"}

func detectConstructor(p *Piece) Score {
	if p.Syntax != Plain {
		return No
	}
	text := p.Text()
	if strings.Contains(text, "Workflow(") && (strings.Contains(text, "steps") || strings.Contains(text, "goal")) ||
		strings.Contains(text, "Policy(") && strings.Contains(text, "allowed_tools") ||
		strings.Contains(text, "ToolSpec(") && strings.Contains(text, "name") {
		return Sure
	}
	return No
}

func importConstructor(p *Piece, notes *Notes) (*Draft, *Refusal) {
	c := &constructors{piece: p, notes: notes}
	for at := p.Range.Start; at < p.Range.End && c.refused == nil; {
		start, ok := c.find(at)
		if !ok {
			break
		}
		end := balancedEnd(p.Source.Text()[:p.Range.End], int(start))
		c.read(doc.Range{Start: start, End: int32(end)})
		at = int32(end)
	}
	switch {
	case c.refused != nil:
		return nil, c.refused
	case len(c.draft.Plans) == 0 && len(c.tools) == 0 && c.draft.Policy == nil:
		return nil, &Refusal{Construct: "no constructor", At: p.Range, Message: "there is no Workflow(…), Policy(…) or ToolSpec(…) here", Hint: "paste the constructor call"}
	}
	if len(c.tools) > 0 {
		o := c.own()
		o.tools(&doc.Syntax{Kind: doc.SyntaxList, Range: p.Range, Items: c.tools})
		c.take(o)
	}
	if c.refused != nil {
		return nil, c.refused
	}
	return &c.draft, nil
}

// constructors reads the constructor calls of a piece.
type constructors struct {
	piece   *Piece
	notes   *Notes
	draft   Draft
	tools   []*doc.Syntax
	refused *Refusal
	next    [3]int32 // where the next call of each of ownClasses begins
}

// find returns where the next constructor call of one of our classes begins.
func (c *constructors) find(from int32) (int32, bool) {
	best := int32(-1)
	for i, class := range ownClasses {
		if c.next[i] < from || c.next[i] == 0 {
			c.next[i] = c.nextOf(class, from)
		}
		if at := c.next[i]; at < c.piece.Range.End && (best < 0 || at < best) {
			best = at
		}
	}
	return best, best >= 0
}

// nextOf returns where the next call of a class begins, the end of the piece when there is none.
func (c *constructors) nextOf(class string, from int32) int32 {
	text := c.piece.Source.Text()[:c.piece.Range.End]
	for at := int(from); ; at++ {
		n := strings.Index(text[at:], class+"(")
		if n < 0 {
			return c.piece.Range.End
		}
		if at += n; at == 0 || !isWordByte(text[at-1]) {
			return int32(at)
		}
	}
}

// balancedEnd returns the byte behind the bracket that closes the first one from start on, quotes minded; the end of the
// text when there is none.
func balancedEnd(text string, start int) int {
	depth := 0
	for i := start; i < len(text); i++ {
		switch ch := text[i]; ch {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth <= 0 {
				return i + 1
			}
		case '"', '\'':
			if depth > 0 {
				i = quoteEnd(text, i)
			}
		case '#':
			if depth > 0 && (i == 0 || text[i-1] == ' ' || text[i-1] == '\n') {
				i += lineLen(text[i:]) - 1
			}
		}
	}
	return len(text)
}

// quoteEnd returns the last byte of the text in quotes that starts at i.
func quoteEnd(text string, i int) int {
	quote := text[i : i+1]
	if triple := quote + quote + quote; strings.HasPrefix(text[i:], triple) {
		if n := strings.Index(text[i+3:], triple); n >= 0 {
			return i + 3 + n + 2
		}
		return len(text) - 1
	}
	for j := i + 1; j < len(text); j++ {
		switch text[j] {
		case '\\':
			j++
		case '\n':
			return i // no text: an apostrophe
		case quote[0]:
			return j
		}
	}
	return i
}

func (c *constructors) read(r doc.Range) {
	x, err := python.ParseExpr(c.piece.Source, r)
	if err != nil {
		c.refused = syntaxRefusal(err)
		return
	}
	v, ok := treeOf(x)
	if !ok {
		c.refused = &Refusal{Construct: "constructor with an expression", At: r, Message: "a constructor has a positional argument or a field that is no constant",
			Hint: "write every field as name=value, with constants"}
		return
	}
	class := v.Str(classKey)
	v = plainTree(v)
	o := c.own()
	switch class {
	case "Workflow":
		o.workflow(v, &Plan{At: r})
	case "Policy":
		o.policy(v)
	case "ToolSpec":
		c.tools = append(c.tools, v)
	}
	c.take(o)
}

// own returns a reader of documents that writes into the draft. It gets YAML as syntax: the tree is what counts, not the
// text that it was read from.
func (c *constructors) own() *ownReader {
	piece := *c.piece
	piece.Syntax = YAML
	return &ownReader{piece: &piece, notes: c.notes, draft: c.draft}
}

func (c *constructors) take(o *ownReader) {
	c.draft = o.draft
	c.refused = o.refused
}

// plainTree takes the classes out of a tree, and fields that are None.
func plainTree(v *doc.Syntax) *doc.Syntax {
	out := *v
	out.Items, out.Members = nil, nil
	for _, item := range v.Items {
		out.Items = append(out.Items, plainTree(item))
	}
	isObject := v.Has(classKey)
	for _, m := range v.Members {
		if isObject && (m.Key.Value == classKey || m.Value.Is(doc.SyntaxNull)) {
			continue
		}
		out.Members = append(out.Members, doc.SyntaxMember{Key: m.Key, Value: plainTree(m.Value)})
	}
	return &out
}
