package python

import (
	"planproof/core/doc"
)

// primary reads an atom and the calls, indexes and attributes behind it.
func (p *parser) primary() (Expr, *doc.Error) {
	start := p.peek().start
	x, err := p.atom()
	before := p.depth
	defer func() { p.depth = before }()
	for err == nil {
		if err = p.deeper(); err != nil {
			break
		}
		switch {
		case p.take("("):
			x, err = p.call(x, start)
		case p.take("["):
			x, err = p.index(x, start)
		case p.is(".") && p.tokens[p.at+1].kind == name:
			p.next()
			x = &Attr{X: x, Name: p.next().word}
			x.(*Attr).Range = rng(start, p.last)
		default:
			return x, nil
		}
	}
	return nil, err
}

// atom reads a name, a constant, or something in brackets.
func (p *parser) atom() (Expr, *doc.Error) {
	t := p.peek()
	switch {
	case t.kind == text:
		return p.texts()
	case t.kind == number:
		p.next()
		if v, ok := numberValue(t.word); ok {
			return &Const{rng(t.start, t.end), v}, nil
		}
		return &Other{Range: rng(t.start, t.end), Construct: "number " + t.word}, nil
	case t.kind == name && constants[t.word] != nil:
		p.next()
		return &Const{rng(t.start, t.end), constants[t.word]}, nil
	case t.kind == name && !reserved[t.word]:
		p.next()
		return &Name{rng(t.start, t.end), t.word}, nil
	case p.take("..."):
		return &Other{Range: rng(t.start, t.end), Construct: "..."}, nil
	case p.take("("):
		return p.brackets(t.start, ")")
	case p.take("["):
		return p.brackets(t.start, "]")
	case p.take("{"):
		return p.braces(t.start)
	}
	return nil, p.unexpected()
}

// brackets reads what follows an opening bracket: a list, a tuple, an expression, or a comprehension.
func (p *parser) brackets(start int, end string) (Expr, *doc.Error) {
	var items []Expr
	comma, from := false, p.at
	for !p.is(end) {
		x, err := p.starred()
		if err != nil {
			return nil, err
		}
		items = append(items, x)
		if p.is("for") || p.is("async") {
			construct := "list comprehension"
			if end == ")" {
				construct = "generator expression"
			}
			return p.skipTo(start, from, end, construct)
		}
		if comma = p.take(","); !comma {
			break
		}
	}
	if err := p.expect(end); err != nil {
		return nil, err
	}
	switch at := rng(start, p.last); {
	case end == "]":
		return &List{Range: at, Items: items}, nil
	case len(items) == 1 && !comma:
		return items[0], nil
	default:
		return &Tuple{at, items}, nil
	}
}

// skipTo passes over the rest of brackets, whose inside begins at token from.
func (p *parser) skipTo(start, from int, end, construct string) (Expr, *doc.Error) {
	depth := 0
	for {
		t := p.peek()
		if t.kind == endToken || t.kind == newline {
			return nil, p.unexpected()
		}
		p.next()
		if t.kind != operator {
			continue
		}
		switch t.word {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth == 0 {
				parts, err := p.rough(p.tokens[from : p.at-1])
				return &Other{rng(start, p.last), construct, parts}, err
			}
			depth--
		}
	}
}

// braces reads a dict or a set.
func (p *parser) braces(start int) (Expr, *doc.Error) {
	d := &Dict{}
	var items []Expr
	from := p.at
	for !p.is("}") {
		if p.take("**") {
			x, err := p.expr()
			if err != nil {
				return nil, err
			}
			d.Keys, d.Items = append(d.Keys, nil), append(d.Items, x)
		} else {
			k, err := p.starred()
			if err != nil {
				return nil, err
			}
			if p.take(":") {
				v, err := p.expr()
				if err != nil {
					return nil, err
				}
				d.Keys, d.Items = append(d.Keys, k), append(d.Items, v)
			} else {
				items = append(items, k)
			}
		}
		if p.is("for") || p.is("async") {
			return p.skipTo(start, from, "}", "dict comprehension")
		}
		if !p.take(",") {
			break
		}
	}
	if err := p.expect("}"); err != nil {
		return nil, err
	}
	if d.Range = rng(start, p.last); items != nil {
		return &List{Range: d.Range, Items: items, IsSet: true}, nil
	}
	return d, nil
}

// call reads the arguments of a call.
func (p *parser) call(fn Expr, start int) (Expr, *doc.Error) {
	c := &Call{Fn: fn}
	from := p.at
	for !p.is(")") {
		t := p.peek()
		if t.kind == name && p.tokens[p.at+1].word == "=" && p.tokens[p.at+1].kind == operator {
			p.next()
			p.next()
			v, err := p.expr()
			if err != nil {
				return nil, err
			}
			c.Keywords = append(c.Keywords, Keyword{t.word, rng(t.start, p.last), v})
		} else {
			x, err := p.starred()
			if err != nil {
				return nil, err
			}
			if p.is("for") || p.is("async") {
				x, err = p.skipTo(t.start, from, ")", "generator expression")
				c.Args, c.Range = append(c.Args, x), rng(start, p.last)
				return c, err
			}
			c.Args = append(c.Args, x)
		}
		if !p.take(",") {
			break
		}
	}
	err := p.expect(")")
	c.Range = rng(start, p.last)
	return c, err
}

// index reads what follows an opening bracket behind a value.
func (p *parser) index(x Expr, start int) (Expr, *doc.Error) {
	from := p.peek().start
	var i Expr
	var parts []Expr
	slice := false
	for !p.is("]") {
		if p.take(":") {
			slice = true
			continue
		}
		e, err := p.expressions()
		if err != nil {
			return nil, err
		}
		i, parts = e, append(parts, e)
		if !p.is(":") && !p.is("]") {
			return nil, p.unexpected()
		}
	}
	if slice || i == nil {
		i = &Other{rng(from, p.last), "slice", parts}
	}
	p.next()
	return &Index{rng(start, p.last), x, i}, nil
}
