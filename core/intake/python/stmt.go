package python

import (
	"strings"

	"planproof/core/doc"
)

// statements reads statements up to the end of their block.
func (p *parser) statements() ([]Stmt, *doc.Error) {
	var out []Stmt
	for {
		switch p.peek().kind {
		case endToken:
			return out, nil
		case dedent:
			if p.tokens[p.at+1].kind == endToken && p.depth == 0 {
				p.next()
				continue
			}
			return out, nil
		case newline:
			p.next()
			continue
		case indent:
			return nil, p.failAt(p.peek().end, "a block without a line that opens it", "align the line with the one before it")
		}
		s, err := p.statement()
		if err != nil {
			return nil, err
		}
		out = append(out, s...)
	}
}

// statement reads one compound statement, or the simple statements of a line.
func (p *parser) statement() ([]Stmt, *doc.Error) {
	t := p.peek()
	if t.kind == name {
		switch t.word {
		case "if":
			return one(p.ifStmt())
		case "for":
			return one(p.forStmt())
		case "def", "class":
			return one(p.def())
		case "while", "try", "with", "match", "async":
			if t.word == "match" && !p.opensBlock() {
				break
			}
			return one(p.skipBlock(t.word))
		}
	}
	if p.is("@") {
		return one(p.skipLine("decorator"))
	}
	var out []Stmt
	for {
		s, err := p.simple()
		if err != nil {
			return nil, err
		}
		if s != nil {
			out = append(out, s)
		}
		if !p.take(";") || p.peek().kind == newline {
			break
		}
	}
	if k := p.peek().kind; k != newline && k != endToken {
		return nil, p.unexpected()
	}
	return out, nil
}

func one(s Stmt, err *doc.Error) ([]Stmt, *doc.Error) { return []Stmt{s}, err }

// simpleWords are statements that are only named.
var simpleWords = map[string]bool{"return": true, "raise": true, "break": true, "continue": true, "assert": true, "del": true,
	"global": true, "nonlocal": true, "import": true, "from": true, "yield": true}

// simple reads an assignment, an expression or a statement that is only named; nil for pass.
func (p *parser) simple() (Stmt, *doc.Error) {
	t := p.peek()
	if t.kind == name && simpleWords[t.word] {
		construct := t.word
		if construct == "from" {
			construct = "import"
		}
		return p.skipLine(construct)
	}
	if p.take("pass") {
		return nil, nil
	}
	x, err := p.expressions()
	if err != nil {
		return nil, err
	}
	if p.is("=") || p.is(":") {
		return p.assign(x, t.start)
	}
	if n := p.peek(); n.kind == operator && len(n.word) >= 2 && strings.HasSuffix(n.word, "=") && !strings.Contains(" == != <= >= := ", " "+n.word+" ") {
		p.next()
		v, err := p.expressions()
		return &Assign{rng(t.start, p.last), []Expr{x}, strings.TrimSuffix(n.word, "="), v}, err
	}
	return &ExprStmt{rng(t.start, p.last), x}, nil
}

// assign reads what follows the first target.
func (p *parser) assign(x Expr, start int) (Stmt, *doc.Error) {
	a := &Assign{Targets: []Expr{x}}
	if p.take(":") {
		if _, err := p.expr(); err != nil {
			return nil, err
		}
		if !p.is("=") {
			a.Range = rng(start, p.last)
			return a, nil
		}
	}
	for p.take("=") {
		v, err := p.expressions()
		if err != nil {
			return nil, err
		}
		if p.is("=") {
			a.Targets = append(a.Targets, v)
		} else {
			a.Value = v
		}
	}
	a.Range = rng(start, p.last)
	return a, nil
}

// block reads the block behind a colon: an indented one, or the rest of the line.
func (p *parser) block() ([]Stmt, *doc.Error) {
	if err := p.expect(":"); err != nil {
		return nil, err
	}
	if p.depth++; p.depth > MaxDepth {
		return nil, p.failAt(p.peek().start, "blocks stand too deep in each other", "flatten the program")
	}
	defer func() { p.depth-- }()
	if p.peek().kind != newline {
		return p.statement()
	}
	p.next()
	if p.peek().kind != indent {
		return nil, p.failAt(p.peek().start, "expected an indented block", "indent the lines behind the colon")
	}
	p.next()
	out, err := p.statements()
	if err == nil && p.peek().kind == dedent {
		p.next()
	}
	return out, err
}

func (p *parser) ifStmt() (Stmt, *doc.Error) {
	start := p.next().start
	test, err := p.expr()
	if err != nil {
		return nil, err
	}
	s := &If{Range: rng(start, p.last), Test: test}
	if s.Then, err = p.block(); err != nil {
		return nil, err
	}
	p.newlines("elif", "else")
	switch {
	case p.is("elif"):
		if p.depth++; p.depth > MaxDepth {
			return nil, p.failAt(p.peek().start, "too many `elif` in a row", "split the decision")
		}
		defer func() { p.depth-- }()
		s.Else, err = one(p.ifStmt())
	case p.take("else"):
		s.Else, err = p.block()
	}
	return s, err
}

// newlines passes over line ends when one of the words follows.
func (p *parser) newlines(words ...string) {
	at := p.at
	for p.tokens[at].kind == newline {
		at++
	}
	for _, w := range words {
		if t := p.tokens[at]; t.kind == name && t.word == w {
			p.at = at
		}
	}
}

func (p *parser) forStmt() (Stmt, *doc.Error) {
	start := p.next().start
	target, err := p.targets()
	if err != nil {
		return nil, err
	}
	if err := p.expect("in"); err != nil {
		return nil, err
	}
	iter, err := p.expressions()
	if err != nil {
		return nil, err
	}
	s := &For{Range: rng(start, p.last), Target: target, Iter: iter}
	if s.Body, err = p.block(); err != nil {
		return nil, err
	}
	p.newlines("else")
	if p.take("else") {
		s.Else, err = p.block()
	}
	return s, err
}

// targets reads the targets of a loop: primaries, so that `in` is not taken for an operator.
func (p *parser) targets() (Expr, *doc.Error) {
	start := p.peek().start
	x, err := p.primary()
	if err != nil || !p.is(",") {
		return x, err
	}
	items := []Expr{x}
	for p.take(",") && !p.is("in") {
		if x, err = p.primary(); err != nil {
			return nil, err
		}
		items = append(items, x)
	}
	return &Tuple{rng(start, p.last), items}, nil
}

// opensBlock reports whether the line ends with a colon.
func (p *parser) opensBlock() bool {
	for i := p.at; ; i++ {
		switch p.tokens[i].kind {
		case newline:
			return i > p.at && p.tokens[i-1].word == ":"
		case endToken:
			return false
		}
	}
}

// skipLine passes over the rest of a line.
func (p *parser) skipLine(construct string) (Stmt, *doc.Error) {
	start := p.peek().start
	for k := p.peek().kind; k != newline && k != endToken && !p.is(";"); k = p.peek().kind {
		p.next()
	}
	return &OtherStmt{rng(start, p.last), construct}, nil
}

// skipBlock passes over a compound statement with its blocks.
func (p *parser) skipBlock(construct string) (Stmt, *doc.Error) {
	s, err := p.skipLine(construct)
	depth := 0
	for {
		switch t := p.peek(); {
		case t.kind == indent:
			depth++
		case t.kind == dedent && depth == 0, t.kind == endToken:
			return s, err
		case t.kind == dedent:
			depth--
		case depth == 0 && t.kind != newline && !(t.kind == name && clauses[t.word]):
			return s, err
		}
		p.next()
		if t := p.peek(); depth == 0 && t.kind == name && clauses[t.word] {
			if _, err := p.skipLine(construct); err != nil {
				return nil, err
			}
		}
	}
}

// clauses continue a compound statement.
var clauses = map[string]bool{"except": true, "finally": true, "else": true}
