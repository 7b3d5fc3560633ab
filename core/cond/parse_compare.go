package cond

import "planproof/core/value"

var comparisonOps = map[string]CompareOp{
	"==": Eq, "!=": Ne, "<": Lt, "<=": Le, ">": Gt, ">=": Ge, "in": In, "not": NotIn, "is": Is,
}

func (p *parser) atComparison() bool {
	_, ok := comparisonOps[p.tok.text]
	return ok && (p.tok.kind == tokOp || p.tok.kind == tokKeyword)
}

// comparison reads a chain after its first operand.
func (p *parser) comparison(start int, first Node) Node {
	c := &Compare{First: first}
	operands := []Node{first}
	for p.atComparison() {
		op := p.compareOp()
		right := p.expr(precCompare + 1)
		if op == Is || op == IsNot {
			p.checkIdentity(operands[len(operands)-1], right)
		}
		c.Rest = append(c.Rest, Comparison{Op: op, Node: right})
		operands = append(operands, right)
	}
	c.span = p.over(start, operands...)
	return c
}

func (p *parser) compareOp() CompareOp {
	t := p.advance()
	switch op := comparisonOps[t.text]; {
	case op == NotIn && !p.accept("in"):
		p.failAt(KindSyntax, t.pos, t.end, "`not` between two operands must be `not in`")
	case op == Is && p.accept("not"):
		return IsNot
	default:
		return op
	}
	return NotIn
}

// checkIdentity admits `is` only where it means the same under every implementation of Python: beside None, True or
// False. Between other values it depends on how they are stored.
func (p *parser) checkIdentity(left, right Node) {
	if p.err == nil && !isSingleton(left) && !isSingleton(right) {
		p.failAt(KindGrammar, left.Pos(), right.End(), "`is` only compares with None, True or False: use == here")
	}
}

func isSingleton(n Node) bool {
	lit, ok := n.(*Lit)
	if !ok {
		return false
	}
	switch lit.Value.(type) {
	case value.Null, value.Bool:
		return true
	case value.Number, value.Text, value.List, value.Tuple, value.Object:
		return false
	}
	return false
}
