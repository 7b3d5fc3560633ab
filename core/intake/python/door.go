package python

import "planproof/core/doc"

// ParseModule reads a program in a range of a source. The program may be indented as a whole.
func ParseModule(src *doc.Source, r doc.Range) ([]Stmt, *doc.Error) {
	tokens, err := lex(src, int(r.Start), int(r.End), true)
	if err != nil {
		return nil, err
	}
	p := &parser{src: src, text: src.Text()[:r.End], tokens: tokens}
	out, err := p.statements()
	if err == nil && p.peek().kind != endToken {
		err = p.unexpected()
	}
	return out, err
}

// ParseExpr reads one expression that starts at a byte of a source, line ends being blanks. It needs the whole rest of
// the range to be tokens of Python.
func ParseExpr(src *doc.Source, r doc.Range) (Expr, *doc.Error) {
	tokens, err := lex(src, int(r.Start), int(r.End), false)
	if err != nil {
		return nil, err
	}
	p := &parser{src: src, text: src.Text()[:r.End], tokens: tokens}
	x, err := p.expressions()
	if err == nil && p.peek().kind != endToken {
		err = p.unexpected()
	}
	return x, err
}

// ParseFields reads name=value pairs with blanks between them, as objects print their fields.
func ParseFields(src *doc.Source, r doc.Range) ([]Keyword, *doc.Error) {
	tokens, err := lex(src, int(r.Start), int(r.End), false)
	if err != nil {
		return nil, err
	}
	p := &parser{src: src, text: src.Text()[:r.End], tokens: tokens}
	var out []Keyword
	for p.peek().kind != endToken {
		t := p.next()
		if t.kind != name {
			p.at--
			return out, p.unexpected()
		}
		if err := p.expect("="); err != nil {
			return out, err
		}
		x, err := p.expr()
		if err != nil {
			return out, err
		}
		out = append(out, Keyword{t.word, rng(t.start, p.last), x})
		p.take(",")
	}
	return out, nil
}

// ParseArguments reads what stands between the brackets of a call.
func ParseArguments(src *doc.Source, r doc.Range) ([]Expr, []Keyword, *doc.Error) {
	tokens, err := lex(src, int(r.Start), int(r.End), false)
	if err != nil {
		return nil, nil, err
	}
	end := tokens[len(tokens)-1]
	tokens = append(tokens[:len(tokens)-1], token{operator, end.start, end.end, ")"}, end)
	p := &parser{src: src, text: src.Text()[:r.End], tokens: tokens}
	x, err := p.call(&Name{}, int(r.Start))
	if err == nil && p.peek().kind != endToken {
		err = p.unexpected()
	}
	if err != nil {
		return nil, nil, err
	}
	c := x.(*Call)
	return c.Args, c.Keywords, nil
}
