package yaml

import (
	"strings"

	"planproof/core/doc"
)

// flow reads a collection in brackets.
func (p *parser) flow() (*doc.Syntax, *doc.Error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	start, open := p.pos, p.text[p.pos]
	v, end := &doc.Syntax{Kind: doc.SyntaxList}, byte(']')
	if open == '{' {
		v.Kind, end = doc.SyntaxObject, '}'
	}
	keys := keySet{}
	p.pos++
	for {
		if err := p.flowSpace(start); err != nil {
			return nil, err
		}
		if p.text[p.pos] == end {
			p.pos++
			merge(v)
			return p.made(v, start)
		}
		if err := p.flowEntry(v, keys); err != nil {
			return nil, err
		}
		if err := p.flowSpace(start); err != nil {
			return nil, err
		}
		switch c := p.text[p.pos]; {
		case c == ',':
			p.pos++
		case c != end:
			return nil, p.fail(p.pos, "expected `,` or `"+string(end)+"`", "is a comma missing, or text without quotes?")
		}
	}
}

// flowSpace moves to the next token inside brackets.
func (p *parser) flowSpace(start int) *doc.Error {
	p.skip()
	if p.pos < len(p.text) {
		return nil
	}
	return p.failRange(doc.KindInput, start, start+1, "a bracket that is not closed", "close it; was the text cut off?")
}

// flowEntry reads an element, or a key with its value.
func (p *parser) flowEntry(v *doc.Syntax, keys keySet) *doc.Error {
	key, err := p.flowValue()
	if err != nil {
		return err
	}
	if err := p.flowSpace(int(key.Range.Start)); err != nil {
		return err
	}
	pair := p.text[p.pos] == ':'
	if v.Kind == doc.SyntaxList && !pair {
		v.Items = append(v.Items, key)
		return nil
	}
	name := doc.Text{Value: p.src.Slice(key.Range), Range: key.Range}
	switch key.Kind {
	case doc.SyntaxText:
		name.Value = key.Text
	case doc.SyntaxList, doc.SyntaxObject:
		return p.failRange(doc.KindInput, int(key.Range.Start), int(key.Range.End), "a key that is a collection", "only scalars can be keys here")
	}
	value := p.nothing(p.pos)
	if pair {
		if value, err = p.flowPairValue(); err != nil {
			return err
		}
	}
	member := doc.SyntaxMember{Key: name, Value: value}
	if v.Kind == doc.SyntaxList {
		v.Items = append(v.Items, &doc.Syntax{Kind: doc.SyntaxObject, Range: key.Range, Members: []doc.SyntaxMember{member}})
		return p.counted(1, p.pos)
	}
	v.Members = append(v.Members, member)
	return p.distinct(keys, name)
}

// flowPairValue reads the value behind the colon at pos.
func (p *parser) flowPairValue() (*doc.Syntax, *doc.Error) {
	p.pos++
	at := p.pos
	if err := p.flowSpace(at - 1); err != nil {
		return nil, err
	}
	if strings.IndexByte(",]}", p.text[p.pos]) >= 0 {
		return p.nothing(at), p.counted(1, at)
	}
	return p.flowValue()
}

// flowValue reads one value inside brackets.
func (p *parser) flowValue() (*doc.Syntax, *doc.Error) {
	pr, err := p.properties()
	if err != nil {
		return nil, err
	}
	if err := p.flowSpace(p.pos); err != nil {
		return nil, err
	}
	return p.anchored(pr.anchor, func() (*doc.Syntax, *doc.Error) {
		switch c := p.text[p.pos]; c {
		case '*':
			return p.alias()
		case '[', '{':
			return p.flow()
		case '"', '\'':
			return p.quotedScalar()
		case '@', '`', '%', '&', '!', '|', '>':
			return nil, p.fail(p.pos, "plain text can not begin with `"+string(c)+"`", "put it into quotes")
		}
		return p.plainScalar(-1, true, pr.text)
	})
}
