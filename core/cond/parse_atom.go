package cond

import "planproof/core/value"

// atom reads a constant, a name, a call or something in brackets.
func (p *parser) atom() Node {
	t := p.tok
	switch t.kind {
	case tokNumber:
		p.advance()
		return &Lit{span: p.over(t.pos), Value: t.number}
	case tokString:
		return p.textLit()
	case tokName:
		p.advance()
		if p.tok.is("(") {
			return p.call(t)
		}
		return &Name{span: p.over(t.pos), Name: t.text}
	case tokKeyword, tokOp:
		return p.keywordOrBracket(t)
	case tokEOF:
		p.failAt(KindSyntax, t.pos, t.end, "the condition ends too early: an operand is missing")
	}
	return p.nothing()
}

func (p *parser) keywordOrBracket(t token) Node {
	switch t.text {
	case "True", "False":
		p.advance()
		return &Lit{span: p.over(t.pos), Value: value.Bool(t.text == "True")}
	case "None":
		p.advance()
		return &Lit{span: p.over(t.pos), Value: value.Null{}}
	case "(":
		return p.parenthesis()
	case "[":
		return p.list()
	}
	p.noOperand(t)
	return p.nothing()
}

// textLit joins adjacent texts, as Python does.
func (p *parser) textLit() Node {
	start := p.tok.pos
	text := p.advance().text
	if p.tok.kind == tokString {
		joined := []byte(text)
		for p.tok.kind == tokString {
			joined = append(joined, p.advance().text...)
		}
		text = string(joined)
	}
	return &Lit{span: p.over(start), Value: value.Text(text)}
}

func (p *parser) parenthesis() Node {
	start := p.advance().pos
	p.enter()
	defer p.leave()
	if p.accept(")") {
		return &TupleLit{span: p.over(start)}
	}
	x := p.item()
	if p.tok.is(",") {
		return p.tupleRest(start, x, ")")
	}
	p.closing(")")
	return x
}

// tupleRest reads the items of a tuple after the first, up to the closing bracket if there is one.
func (p *parser) tupleRest(start int, first Node, bracket string) Node {
	items := []Node{first}
	for p.accept(",") && p.tok.kind != tokEOF && !(bracket != "" && p.tok.is(bracket)) {
		items = append(items, p.item())
	}
	if bracket != "" {
		p.closing(bracket)
	}
	return &TupleLit{span: p.over(start, items...), Items: items}
}

func (p *parser) list() Node {
	start := p.advance().pos
	p.enter()
	defer p.leave()
	items := p.items("]")
	p.closing("]")
	return &ListLit{span: p.over(start, items...), Items: items}
}

// items reads expressions separated by commas up to the closing bracket, which it leaves.
func (p *parser) items(bracket string) []Node {
	var items []Node
	for p.tok.kind != tokEOF && !p.tok.is(bracket) {
		items = append(items, p.item())
		if !p.accept(",") {
			break
		}
	}
	return items
}

// item reads one expression inside brackets.
func (p *parser) item() Node {
	if p.tok.is("*") || p.tok.is("**") {
		p.failAt(KindGrammar, p.tok.pos, p.tok.end, "unpacking with `"+p.tok.text+"` is outside the condition language: write the items out")
	}
	return p.expr(precOr)
}

// call reads the arguments of a function; its name has been read.
func (p *parser) call(name token) Node {
	p.advance()
	p.enter()
	defer p.leave()
	fn, known := fnNamed(name.text)
	if !known {
		p.failAt(KindGrammar, name.pos, name.end, "`"+clip(name.text)+"` is not a function of conditions: there are "+functionList())
		return p.nothing()
	}
	args := p.items(")")
	if p.tok.is("=") {
		p.failAt(KindGrammar, p.tok.pos, p.tok.end, "arguments are given by position: `"+fn.String()+"` takes no `name=value`")
	}
	p.closing(")")
	if def := fns[fn]; len(args) < def.least || (def.most > 0 && len(args) > def.most) {
		p.failAt(KindGrammar, name.pos, p.prev, "`"+fn.String()+"` takes "+arity(fn))
	}
	return &Call{span: p.over(name.pos, args...), Fn: fn, Args: args}
}

func arity(fn Fn) string {
	switch def := fns[fn]; {
	case def.most == 0:
		return "at least one argument"
	case def.most == 1:
		return "one argument"
	}
	return "two arguments"
}

func functionList() string {
	out := ""
	for i := range fns {
		if i > 0 {
			out += ", "
		}
		out += fns[i].name
	}
	return out
}
