package python

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// A parser reads tokens.
type parser struct {
	src    *doc.Source
	text   string
	tokens []token
	at     int
	last   int // where the last token ended
	depth  int
}

func rng(start, end int) doc.Range {
	return doc.Range{Start: int32(start), End: int32(max(start, end))}
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if t.kind != endToken {
		p.at++
	}
	p.last = t.end
	return t
}

// is reports whether the next token is an operator or keyword.
func (p *parser) is(word string) bool {
	t := p.peek()
	return (t.kind == operator || t.kind == name) && t.word == word
}

func (p *parser) take(word string) bool {
	if !p.is(word) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(word string) *doc.Error {
	if p.take(word) {
		return nil
	}
	return p.unexpected()
}

func (p *parser) failAt(at int, message, hint string) *doc.Error {
	end := min(at+1, len(p.text))
	span := p.src.Span(rng(min(at, end), end))
	return &doc.Error{Kind: doc.KindInput, Message: message, Hint: hint, Span: &span}
}

// unexpected says that the program can not go on here.
func (p *parser) unexpected() *doc.Error {
	t := p.peek()
	switch {
	case t.kind == endToken, t.start >= len(p.text):
		return p.failAt(t.start, "the program ends too early", "was it cut off?")
	case t.word != "":
		return p.failAt(t.start, "unexpected `"+t.word[:min(len(t.word), 30)]+"`", "is this Python?")
	}
	return p.failAt(t.start, "unexpected text", "is this Python?")
}

// expressions reads a tuple without brackets, or one expression.
func (p *parser) expressions() (Expr, *doc.Error) {
	start := p.peek().start
	x, err := p.starred()
	if err != nil || !p.is(",") {
		return x, err
	}
	items := []Expr{x}
	for p.take(",") {
		if !p.startsExpr() {
			break
		}
		if x, err = p.starred(); err != nil {
			return nil, err
		}
		items = append(items, x)
	}
	return &Tuple{rng(start, p.last), items}, nil
}

// startsExpr reports whether an expression may start here.
func (p *parser) startsExpr() bool {
	t := p.peek()
	switch t.kind {
	case number, text:
		return true
	case name:
		return !reserved[t.word] || t.word == "not" || t.word == "lambda" || t.word == "await" || constants[t.word] != nil
	case operator:
		return strings.Contains(" ( [ { - + ~ * ... ", " "+t.word+" ")
	case endToken, newline, indent, dedent:
	}
	return false
}

// reserved are words that are no names.
var reserved = map[string]bool{"and": true, "as": true, "assert": true, "async": true, "await": true, "break": true, "class": true, "continue": true,
	"def": true, "del": true, "elif": true, "else": true, "except": true, "finally": true, "for": true, "from": true, "global": true, "if": true,
	"import": true, "in": true, "is": true, "lambda": true, "nonlocal": true, "not": true, "or": true, "pass": true, "raise": true, "return": true,
	"try": true, "while": true, "with": true, "yield": true, "True": true, "False": true, "None": true}

var constants = map[string]value.Value{"True": value.Bool(true), "False": value.Bool(false), "None": value.Null{}}

func (p *parser) starred() (Expr, *doc.Error) {
	start := p.peek().start
	if p.take("*") || p.take("**") {
		x, err := p.expr()
		return &Other{rng(start, p.last), "argument unpacking", []Expr{x}}, err
	}
	return p.expr()
}

// expr reads one expression: a conditional expression, a lambda, or an operation.
func (p *parser) expr() (Expr, *doc.Error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	if p.is("lambda") || p.is("yield") {
		return p.skipLambda()
	}
	x, err := p.binary(0)
	switch {
	case err != nil:
		return nil, err
	case p.take(":="):
		v, err := p.expr()
		return &Other{rng(start, p.last), "assignment expression", []Expr{x, v}}, err
	case p.take("if"):
		test, err := p.binary(0)
		if err != nil {
			return nil, err
		}
		if err := p.expect("else"); err != nil {
			return nil, err
		}
		other, err := p.expr()
		return &Other{rng(start, p.last), "conditional expression", []Expr{test, x, other}}, err
	}
	return x, nil
}

// skipLambda passes over a lambda or yield.
func (p *parser) skipLambda() (Expr, *doc.Error) {
	t := p.next()
	from := p.at - 1
	depth := 0
	for {
		n := p.peek()
		if n.kind == endToken || n.kind == newline {
			break
		}
		if n.kind == operator && depth == 0 && strings.Contains(" , ) ] } ", " "+n.word+" ") && (t.word == "yield" || n.word != ",") {
			break
		}
		switch n.word {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		p.next()
	}
	parts, err := p.rough(p.tokens[from:p.at])
	return &Other{rng(t.start, p.last), t.word, parts}, err
}

// levels are the binary operators, the loosest first. Comparisons chain, `and` and `or` take any number of operands.
var levels = [][]string{{"or"}, {"and"}, {"not"}, {"<", ">", "<=", ">=", "==", "!=", "in", "not", "is"}, {"|"}, {"^"}, {"&"}, {"<<", ">>"},
	{"+", "-"}, {"*", "/", "//", "%", "@"}, {"unary"}, {"**"}}

const (
	notLevel     = 2
	compareLevel = 3
	unaryLevel   = 10
	powerLevel   = 11
)

// binary reads operations of a level and tighter ones.
func (p *parser) binary(level int) (Expr, *doc.Error) {
	start := p.peek().start
	switch level {
	case notLevel:
		if p.is("not") {
			return p.prefix(start, level)
		}
		return p.binary(level + 1)
	case compareLevel:
		return p.comparison(start)
	case unaryLevel:
		if p.is("-") || p.is("+") || p.is("~") {
			return p.prefix(start, level)
		}
		return p.binary(level + 1)
	case powerLevel:
		return p.power(start)
	}
	x, err := p.binary(level + 1)
	before := p.depth
	defer func() { p.depth = before }()
	for err == nil {
		if err = p.deeper(); err != nil {
			break
		}
		op := p.operatorOf(level)
		if op == "" {
			return x, nil
		}
		p.next()
		var y Expr
		if y, err = p.binary(level + 1); err != nil {
			break
		}
		if chain, ok := x.(*Op); ok && level < notLevel && chain.Name == op && chain.Range.Start == int32(start) {
			chain.Args = append(chain.Args, y)
			chain.Range = rng(start, p.last)
			p.depth--
			continue
		}
		x = &Op{Range: rng(start, p.last), Name: op, Args: []Expr{x, y}}
	}
	return nil, err
}

// deeper counts one more level of a chain: chains are deep trees for who walks them.
func (p *parser) deeper() *doc.Error {
	if p.depth++; p.depth > MaxDepth {
		return p.failAt(p.peek().start, "expressions stand too deep in each other", "flatten the program")
	}
	return nil
}

// operatorOf returns the operator of a level that is next, or "".
func (p *parser) operatorOf(level int) string {
	t := p.peek()
	if t.kind == operator || t.kind == name {
		for _, op := range levels[level] {
			if op == t.word {
				return op
			}
		}
	}
	return ""
}

// prefix reads not, minus, plus and tilde.
func (p *parser) prefix(start, level int) (Expr, *doc.Error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	op := p.next().word
	x, err := p.binary(level)
	if err != nil {
		return nil, err
	}
	if c, ok := x.(*Const); ok && op == "-" {
		if n, ok := c.Value.(value.Number); ok {
			return &Const{rng(start, p.last), n.Neg()}, nil
		}
	}
	return &Op{Range: rng(start, p.last), Name: op, Args: []Expr{x}}, nil
}

func (p *parser) comparison(start int) (Expr, *doc.Error) {
	x, err := p.binary(compareLevel + 1)
	if err != nil {
		return nil, err
	}
	out := &Op{Name: "compare", Args: []Expr{x}}
	for {
		op := p.operatorOf(compareLevel)
		if op == "" || op == "not" && !(p.at+1 < len(p.tokens) && p.tokens[p.at+1].word == "in") {
			break
		}
		p.next()
		switch {
		case op == "not":
			p.next()
			op = "not in"
		case op == "is" && p.take("not"):
			op = "is not"
		}
		y, err := p.binary(compareLevel + 1)
		if err != nil {
			return nil, err
		}
		out.Args, out.Ops = append(out.Args, y), append(out.Ops, op)
	}
	if out.Ops == nil {
		return x, nil
	}
	out.Range = rng(start, p.last)
	return out, nil
}

func (p *parser) power(start int) (Expr, *doc.Error) {
	if p.is("await") {
		p.next()
	}
	x, err := p.primary()
	if err != nil || !p.take("**") {
		return x, err
	}
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	y, err := p.binary(unaryLevel)
	return &Op{Range: rng(start, p.last), Name: "**", Args: []Expr{x, y}}, err
}
