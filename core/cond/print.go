package cond

import (
	"planproof/core/value"
)

// String prints the condition canonically: one blank around operators, no needless parentheses, single quotes. Parse
// reads it back to the same tree.
func (e *Expr) String() string { return string(appendNode(nil, e.root, precOr)) }

// Print prints one node as String prints a whole condition.
func Print(n Node) string { return string(appendNode(nil, n, precOr)) }

const precAtom = precUnary + 1

func precOf(n Node) int {
	switch n := n.(type) {
	case *Bool:
		if n.Op == Or {
			return precOr
		}
		return precAnd
	case *Not:
		return precNot
	case *Compare:
		return precCompare
	case *Arith:
		return arithOps[n.Op.String()].prec
	case *Neg:
		return precUnary
	case *Lit:
		if num, ok := n.Value.(value.Number); ok && num.Sign() < 0 {
			return precUnary
		}
		return precAtom
	case *Name, *ListLit, *TupleLit, *Call, *Index, *Field:
		return precAtom
	}
	return precAtom
}

// appendNode prints n where an operator of at least the binding power prec is expected.
func appendNode(dst []byte, n Node, prec int) []byte {
	own := precOf(n)
	if own < prec {
		dst = append(dst, '(')
		return append(appendNode(dst, n, precOr), ')')
	}
	switch n := n.(type) {
	case *Lit:
		return appendLit(dst, n.Value)
	case *Name:
		return append(dst, n.Name...)
	case *ListLit:
		return append(appendList(append(dst, '['), n.Items), ']')
	case *TupleLit:
		dst = appendList(append(dst, '('), n.Items)
		if len(n.Items) == 1 {
			dst = append(dst, ',')
		}
		return append(dst, ')')
	case *Not:
		return appendNode(append(dst, "not "...), n.X, precNot)
	case *Neg:
		return appendNode(append(dst, '-'), n.X, precUnary)
	case *Bool:
		return appendBool(dst, n, own)
	case *Compare:
		return appendCompare(dst, n)
	case *Arith:
		dst = appendNode(dst, n.X, own)
		dst = append(append(append(dst, ' '), n.Op.String()...), ' ')
		return appendNode(dst, n.Y, own+1)
	case *Call:
		dst = append(append(dst, n.Fn.String()...), '(')
		return append(appendList(dst, n.Args), ')')
	case *Index:
		dst = append(appendOperand(dst, n.X), '[')
		return append(appendNode(dst, n.I, precOr), ']')
	case *Field:
		return append(append(appendOperand(dst, n.X), '.'), n.Name...)
	}
	return dst
}

// appendOperand prints what an index or a field is taken of; a number needs parentheses before a point.
func appendOperand(dst []byte, n Node) []byte {
	if lit, ok := n.(*Lit); ok {
		if _, ok := lit.Value.(value.Number); ok {
			return append(appendLit(append(dst, '('), lit.Value), ')')
		}
	}
	return appendNode(dst, n, precAtom)
}

func appendList(dst []byte, items []Node) []byte {
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendNode(dst, item, precOr)
	}
	return dst
}

func appendBool(dst []byte, n *Bool, own int) []byte {
	for i, arg := range n.Args {
		if i > 0 {
			dst = append(append(append(dst, ' '), n.Op.String()...), ' ')
		}
		dst = appendNode(dst, arg, own+1)
	}
	return dst
}

func appendCompare(dst []byte, n *Compare) []byte {
	dst = appendNode(dst, n.First, precCompare+1)
	for _, c := range n.Rest {
		dst = append(append(append(dst, ' '), c.Op.String()...), ' ')
		dst = appendNode(dst, c.Node, precCompare+1)
	}
	return dst
}

func appendLit(dst []byte, v value.Value) []byte {
	switch v := v.(type) {
	case value.Null:
		return append(dst, "None"...)
	case value.Bool:
		if v {
			return append(dst, "True"...)
		}
		return append(dst, "False"...)
	case value.Number:
		return append(dst, v.String()...)
	case value.Text:
		return AppendQuoted(dst, string(v))
	case value.List, value.Tuple, value.Object: // never in a Lit: Resolve spells lists out
	}
	return dst
}

// AppendQuoted appends s as a text of the condition language, in single quotes; control characters, lone surrogates
// and invisible characters are escaped.
func AppendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '\'')
	for s != "" {
		r, size := value.DecodeRune(s)
		switch {
		case r == '\'' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\t':
			dst = append(dst, '\\', 't')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		case r != ' ' && r != ',' && r != ';' && value.IsBadInAddress(r):
			dst = appendRuneEscape(dst, r)
		default:
			dst = value.AppendRune(dst, r)
		}
		s = s[size:]
	}
	return append(dst, '\'')
}

func appendRuneEscape(dst []byte, r rune) []byte {
	letter, digits := byte('x'), 2
	if r > 0xFFFF {
		letter, digits = 'U', 8
	} else if r > 0xFF {
		letter, digits = 'u', 4
	}
	dst = append(dst, '\\', letter)
	for i := digits - 1; i >= 0; i-- {
		dst = append(dst, "0123456789abcdef"[r>>(4*i)&15])
	}
	return dst
}
