package yaml

import (
	"fmt"
	"strings"

	"planproof/core/doc"
)

// node reads the value at pos. Its further lines are indented by more than parent columns. A block collection may only
// start where block says so: first on a line, or behind a dash.
func (p *parser) node(parent int, block bool) (*doc.Syntax, *doc.Error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	start := p.pos
	pr, err := p.properties()
	if err != nil {
		return nil, err
	}
	if pr.crossed {
		block = true
		if p.done() || p.col() <= parent && !(p.col() == parent && p.dash()) {
			return p.anchored(pr.anchor, func() (*doc.Syntax, *doc.Error) { return p.nothing(start), p.counted(1, start) })
		}
	}
	return p.anchored(pr.anchor, func() (*doc.Syntax, *doc.Error) { return p.content(parent, block, pr.text) })
}

// nothing is the null that is not written.
func (p *parser) nothing(at int) *doc.Syntax {
	return &doc.Syntax{Range: doc.Range{Start: int32(at), End: int32(at)}}
}

// properties are what may stand before a value.
type properties struct {
	anchor  string
	text    bool // !!str
	crossed bool // the value itself is on a later line
}

func (p *parser) properties() (properties, *doc.Error) {
	var pr properties
	for p.pos < len(p.text) && (p.text[p.pos] == '&' || p.text[p.pos] == '!') {
		start := p.pos
		for !blankAt(p.text, p.pos) && !strings.ContainsRune(",[]{}", rune(p.text[p.pos])) {
			p.pos++
		}
		word := p.text[start:p.pos]
		if word[0] == '&' {
			pr.anchor = word[1:]
		} else {
			pr.text = pr.text || word == "!!str" || word == "!"
			p.note(start, "passed over the tag "+quote(word))
		}
		pr.crossed = p.skip() || pr.crossed
	}
	if pr.crossed || pr.anchor != "" || pr.text {
		return pr, p.indented()
	}
	return pr, nil
}

func (p *parser) note(at int, message string) {
	const most = 50
	if len(p.notes) < most {
		p.notes = append(p.notes, doc.Note{Message: message, Span: p.src.Span(doc.Range{Start: int32(at), End: int32(p.pos)})})
	}
}

// indented refuses tabs before the first thing on a line.
func (p *parser) indented() *doc.Error {
	if !p.first() || p.done() {
		return nil
	}
	if i := strings.IndexByte(p.text[p.line:p.pos], '\t'); i >= 0 {
		return p.fail(p.line+i, "a tab in the indentation", "YAML indents with blanks")
	}
	return nil
}

// content reads a value without its properties.
func (p *parser) content(parent int, block bool, asText bool) (*doc.Syntax, *doc.Error) {
	if p.pos >= len(p.text) {
		return p.nothing(p.pos), nil
	}
	if block {
		if err := p.indented(); err != nil {
			return nil, err
		}
		switch {
		case p.dash():
			return p.sequence()
		case p.keyAhead():
			return p.mapping()
		case p.text[p.pos] == '?' && blankAt(p.text, p.pos+1):
			return nil, p.fail(p.pos, "a key that begins with `?`", "only scalars can be keys here; write `key: value`")
		}
	}
	if p.dash() && !block {
		return nil, p.fail(p.pos, "plain text can not begin with `- `", "put it into quotes, or begin the list on the next line")
	}
	switch c := p.text[p.pos]; c {
	case '*':
		return p.alias()
	case '|', '>':
		return p.blockScalar(parent)
	case '[', '{':
		return p.flow()
	case '"', '\'':
		return p.quotedScalar()
	case '@', '`', '%', ',', ']', '}':
		return nil, p.fail(p.pos, fmt.Sprintf("plain text can not begin with `%c`", c), "put it into quotes")
	}
	return p.plainScalar(parent, false, asText)
}

// dash reports whether an element of a block sequence starts at pos.
func (p *parser) dash() bool {
	return p.pos < len(p.text) && p.text[p.pos] == '-' && blankAt(p.text, p.pos+1)
}

// sequence reads a block sequence whose first dash is at pos.
func (p *parser) sequence() (*doc.Syntax, *doc.Error) {
	v := &doc.Syntax{Kind: doc.SyntaxList}
	start, col := p.pos, p.col()
	for {
		p.pos++
		item, err := p.below(col, false)
		if err != nil {
			return nil, err
		}
		v.Items = append(v.Items, item)
		end := p.pos
		if more, err := p.nextAt(col); err != nil || !more || !p.dash() {
			return p.ended(v, start, end, err)
		}
	}
}

// mapping reads a block mapping whose first key is at pos.
func (p *parser) mapping() (*doc.Syntax, *doc.Error) {
	v := &doc.Syntax{Kind: doc.SyntaxObject}
	keys := keySet{}
	start, col := p.pos, p.col()
	for {
		key, err := p.key(keys)
		if err != nil {
			return nil, err
		}
		value, err := p.below(col, true)
		if err != nil {
			return nil, err
		}
		v.Members = append(v.Members, doc.SyntaxMember{Key: key, Value: value})
		end := p.pos
		more, err := p.nextAt(col)
		if err == nil && more && !p.keyAhead() {
			err = p.fail(p.pos, "expected `key: value`", "is a colon missing, or the indentation wrong?")
		}
		if err != nil || !more {
			merge(v)
			return p.ended(v, start, end, err)
		}
	}
}

// ended closes a collection whose last value ends before pos, where the next token is.
func (p *parser) ended(v *doc.Syntax, start, end int, err *doc.Error) (*doc.Syntax, *doc.Error) {
	if err != nil {
		return nil, err
	}
	end = start + len(strings.TrimRight(p.text[start:min(end, p.pos)], " \t\r\n"))
	v.Range = doc.Range{Start: int32(start), End: int32(end)}
	return v, p.counted(1, start)
}

// nextAt moves to the next line of a collection that starts at column col; more is false when it ended before.
func (p *parser) nextAt(col int) (more bool, err *doc.Error) {
	p.skip()
	if p.done() || p.first() && p.col() < col {
		return false, nil
	}
	if !p.first() {
		return false, p.fail(p.pos, "more text behind a value", "a value ends with its line; put text with `: ` or ` #` into quotes")
	}
	if err := p.indented(); err != nil {
		return false, err
	}
	if p.col() > col {
		return false, p.fail(p.pos, "a line that is indented deeper than the one before it and belongs to nothing",
			"align it with the lines of its collection")
	}
	return true, nil
}

// below reads the value behind a dash or a colon of a collection at column col. A sequence that is the value of a key
// may stand in the key's own column.
func (p *parser) below(col int, ofKey bool) (*doc.Syntax, *doc.Error) {
	at := p.pos
	if crossed := p.skip(); !crossed && !p.done() {
		return p.node(col, !ofKey)
	}
	if !p.done() {
		switch {
		case p.col() > col:
			return p.node(col, true)
		case ofKey && p.col() == col && p.dash():
			return p.node(col-1, true)
		}
	}
	return p.nothing(at), p.counted(1, at)
}

// alias returns the value of an anchor.
func (p *parser) alias() (*doc.Syntax, *doc.Error) {
	start := p.pos
	for !blankAt(p.text, p.pos) && !strings.ContainsRune(",[]{}", rune(p.text[p.pos])) {
		p.pos++
	}
	a, ok := p.anchors[p.text[start+1:p.pos]]
	if !ok {
		return nil, p.failRange(doc.KindInput, start, p.pos, "the alias "+quote(p.text[start:p.pos])+" has no anchor before it",
			"write the value out, or put it into quotes if it is text")
	}
	if p.depth+a.depth > doc.MaxDepth {
		return nil, p.failRange(doc.KindLimit, start, p.pos, "aliases stand too deep in each other", "write the value out")
	}
	p.deepest = max(p.deepest, p.depth+a.depth)
	return a.node, p.counted(a.count, start)
}

// merge replaces the key `<<` by the members of its value that v has not.
func merge(v *doc.Syntax) {
	from := v.Get("<<")
	if from == nil {
		return
	}
	sources := []*doc.Syntax{from}
	if from.Kind == doc.SyntaxList {
		sources = from.Items
	}
	var kept []doc.SyntaxMember
	have := map[string]bool{}
	for _, m := range v.Members {
		if m.Key.Value != "<<" {
			kept = append(kept, m)
			have[m.Key.Value] = true
		}
	}
	for _, s := range sources {
		for _, m := range s.Members {
			if !have[m.Key.Value] {
				kept = append(kept, m)
				have[m.Key.Value] = true
			}
		}
	}
	v.Members = kept
}

// quote makes a quotation for a message.
func quote(s string) string {
	const most = 40
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return "`" + s + "`"
}
