package cond

import (
	"planproof/core/value"
)

// Expr is a parsed condition. It is immutable and may be shared.
type Expr struct {
	src   string
	root  Node
	names []NameUse
}

// Source returns the text of the condition as given.
func (e *Expr) Source() string { return e.src }

// Root returns the syntax tree.
func (e *Expr) Root() Node { return e.root }

// Parse reads a plain condition: Python's expression grammar as far as SPEC-core §2 goes. What is Python but outside
// is named in an error of KindGrammar; so is a frame condition (forall …), which ParseFrame reads.
func Parse(src string) (*Expr, *Error) {
	p := newParser(src)
	if p.atForall() {
		return nil, &Error{Kind: KindGrammar, Offset: p.tok.pos, End: p.tok.end,
			Message: "`forall` belongs in frame_conditions: here a condition is about the values of one call"}
	}
	root := p.whole()
	if err := p.failure(); err != nil {
		return nil, err
	}
	return &Expr{src: src, root: root, names: namesOf(root)}, nil
}

// parser is an operator-precedence parser (Pratt 1973) with one token of look-ahead. After an error the input has
// ended, so that every loop stops; the nodes built from then on are never seen.
type parser struct {
	lexer
	tok   token
	prev  int // end of the token before tok
	depth int // open brackets, not and unary minus around tok
}

func newParser(src string) *parser {
	p := &parser{lexer: newLexer(src)}
	p.tok = p.lexer.next()
	return p
}

// failure returns the first error, with its offsets inside the text.
func (p *parser) failure() *Error { return p.err }

func (p *parser) advance() token {
	t := p.tok
	p.prev = t.end
	p.tok = p.lexer.next()
	return t
}

func (p *parser) accept(text string) bool {
	if !p.tok.is(text) {
		return false
	}
	p.advance()
	return true
}

// failAt records an error and ends the input.
func (p *parser) failAt(kind ErrorKind, pos, end int, message string) {
	p.fail(kind, pos, end, message)
	p.tok = token{kind: tokEOF, pos: p.lexer.end, end: p.lexer.end}
}

// nothing stands for the expression that could not be read.
func (p *parser) nothing() Node { return &Lit{Value: value.Null{}} }

// enter counts one level of nesting; the caller calls leave when it is done.
func (p *parser) enter() {
	p.depth++
	if p.depth > MaxDepth {
		p.tooDeep(p.tok.pos, p.tok.end)
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) tooDeep(pos, end int) {
	p.failAt(KindLimit, pos, end, "the condition is nested too deeply: at most 500 levels")
}

// over makes the span of a node from pos to the last token read, above the children.
func (p *parser) over(pos int, children ...Node) span {
	h := heightOver(children...)
	if h > MaxDepth {
		p.tooDeep(pos, p.prev)
	}
	return span{pos: int32(pos), end: int32(p.prev), h: h}
}

// whole reads the whole condition; at the top a, b is a tuple.
func (p *parser) whole() Node {
	if p.tok.kind == tokEOF {
		p.failAt(KindSyntax, p.tok.pos, p.tok.end, "the condition is empty")
	}
	start := p.tok.pos
	n := p.expr(precOr)
	if p.tok.is(",") {
		n = p.tupleRest(start, n, "")
	}
	if p.tok.kind != tokEOF {
		p.unexpected(false)
	}
	return n
}

// Binding powers, loosest first.
const (
	precOr = iota + 1
	precAnd
	precNot
	precCompare
	precAdd
	precMul
	precUnary
)

var arithOps = map[string]struct {
	prec int
	op   ArithOp
}{"+": {precAdd, Add}, "-": {precAdd, Sub}, "*": {precMul, Mul}, "//": {precMul, FloorDiv}, "%": {precMul, Mod}}

// expr reads an expression whose operators bind at least as tightly as prec.
func (p *parser) expr(prec int) Node {
	start := p.tok.pos
	left := p.prefix(prec)
	for {
		switch {
		case prec <= precOr && p.tok.is("or"):
			left = p.boolean(start, left, Or)
		case prec <= precAnd && p.tok.is("and"):
			left = p.boolean(start, left, And)
		case prec <= precCompare && p.atComparison():
			left = p.comparison(start, left)
		default:
			a, ok := arithOps[p.tok.text]
			if !ok || p.tok.kind != tokOp || a.prec < prec {
				return left
			}
			p.advance()
			right := p.expr(a.prec + 1)
			left = &Arith{span: p.over(start, left, right), Op: a.op, X: left, Y: right}
		}
	}
}

// boolean reads the operands after the first of one conjunction or disjunction.
func (p *parser) boolean(start int, first Node, op BoolOp) Node {
	operand := precNot // binds tighter than the operator itself
	if op == Or {
		operand = precAnd
	}
	args := []Node{first}
	for p.accept(op.String()) {
		args = append(args, p.expr(operand))
	}
	return &Bool{span: p.over(start, args...), Op: op, Args: args}
}

func (p *parser) prefix(prec int) Node {
	start := p.tok.pos
	switch {
	case p.tok.is("not"):
		if prec > precNot {
			p.failAt(KindSyntax, start, p.tok.end, "put `not …` in parentheses here: it binds less tightly than the operator before it")
			return p.nothing()
		}
		p.advance()
		p.enter()
		x := p.expr(precNot)
		p.leave()
		return &Not{span: p.over(start, x), X: x}
	case p.tok.is("-"):
		p.advance()
		p.enter()
		x := p.expr(precUnary)
		p.leave()
		return p.negated(start, x)
	}
	return p.postfix(start, p.atom())
}

// negated is -x; a number takes the sign, so that -5 is a constant.
func (p *parser) negated(start int, x Node) Node {
	if lit, ok := x.(*Lit); ok {
		if n, ok := lit.Value.(value.Number); ok {
			return &Lit{span: p.over(start), Value: n.Neg()}
		}
	}
	return &Neg{span: p.over(start, x), X: x}
}

func (p *parser) postfix(start int, x Node) Node {
	for {
		switch {
		case p.tok.is("["):
			x = p.index(start, x)
		case p.tok.is("."):
			x = p.field(start, x)
		case p.tok.is("("):
			p.failAt(KindGrammar, start, p.tok.end, "only a function can be called: len(x), domain_of(x), …")
		default:
			return x
		}
	}
}

func (p *parser) index(start int, x Node) Node {
	p.advance()
	p.enter()
	defer p.leave()
	if p.tok.is("]") {
		p.failAt(KindSyntax, p.tok.pos, p.tok.end, "an index is missing between the brackets")
	}
	p.noSlice()
	i := p.expr(precOr)
	p.noSlice()
	if p.tok.is(",") {
		p.failAt(KindGrammar, p.tok.pos, p.tok.end, "an index is one value")
	}
	p.closing("]")
	return &Index{span: p.over(start, x, i), X: x, I: i}
}

func (p *parser) noSlice() {
	if p.tok.is(":") || p.tok.is("::") {
		p.failAt(KindGrammar, p.tok.pos, p.tok.end, "slices are outside the condition language: use startswith, endswith or a single index")
	}
}

func (p *parser) field(start int, x Node) Node {
	p.advance()
	name := p.tok
	if name.kind != tokName {
		p.failAt(KindSyntax, name.pos, name.end, "a field name is missing after `.`")
		return x
	}
	p.advance()
	if p.tok.is("(") {
		p.method(start, x, name)
		return x
	}
	return &Field{span: p.over(start, x), X: x, Name: name.text}
}

// closing expects the bracket that ends what has been read.
func (p *parser) closing(bracket string) {
	if !p.accept(bracket) {
		p.unexpected(true)
	}
}
