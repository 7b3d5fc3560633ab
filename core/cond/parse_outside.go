package cond

import "strings"

// This file names what a reader of Python would expect to work and does not.

// noOperand reports a token that can not start an operand.
func (p *parser) noOperand(t token) {
	kind, message := KindSyntax, "unexpected `"+t.text+"`: an operand is missing here"
	switch t.text {
	case "lambda":
		kind, message = KindGrammar, "lambda is outside the condition language"
	case "await":
		kind, message = KindGrammar, "await is outside the condition language"
	case "{":
		kind, message = KindGrammar, "sets and dicts are outside the condition language: write a list in [ ]"
	case "...":
		kind, message = KindGrammar, "`...` is outside the condition language"
	case "+", "~":
		kind, message = KindGrammar, "the operator `"+t.text+"` before a value is outside the condition language: leave it out"
	case "!":
		message = "write `not` instead of `!`"
	case "=":
		message = "write `==` to compare"
	default:
		if t.kind == tokKeyword {
			message = "unexpected `" + t.text + "`: it is a reserved word, not a name"
		}
	}
	p.failAt(kind, t.pos, t.end, message)
}

// unexpected reports a token that can not follow what has been read; inside says that a bracket is open.
func (p *parser) unexpected(inside bool) {
	t := p.tok
	kind, message := KindSyntax, ""
	switch {
	case t.kind == tokEOF:
		message = "a bracket is not closed"
	case t.kind == tokName, t.kind == tokNumber, t.kind == tokString:
		message = "unexpected `" + clip(p.src[t.pos:t.end]) + "`: an operator such as `and` is missing before it"
	default:
		kind, message = outsideOperator(t.text, inside)
	}
	p.failAt(kind, t.pos, t.end, message)
}

// outsideOperator finds the words for an operator or keyword after an operand.
func outsideOperator(op string, inside bool) (ErrorKind, string) {
	switch op {
	case "if", "else":
		return KindGrammar, "conditional expressions are outside the condition language: use and, or"
	case "for", "async":
		return KindGrammar, "comprehensions are outside the condition language: `in` compares a list as a whole"
	case ":=":
		if inside {
			return KindGrammar, "an assignment (`:=`) is outside the condition language: use == to compare"
		}
		return KindSyntax, "`:=` assigns: use == to compare"
	case "/", "**", "@", "&", "|", "^", "<<", ">>":
		return KindGrammar, "the operator `" + op + "` is outside the condition language: there are + - * // %, and, or, not"
	case "...":
		return KindGrammar, "`...` is outside the condition language"
	case "=", "===":
		return KindSyntax, "write `==` to compare"
	case "!==", "<>":
		return KindSyntax, "write `!=` instead of `" + op + "`"
	case "=>":
		return KindSyntax, "write `>=` instead of `=>`"
	case "&&":
		return KindSyntax, "write `and` instead of `&&`"
	case "||":
		return KindSyntax, "write `or` instead of `||`"
	case "!":
		return KindSyntax, "write `not` instead of `!`"
	case ";":
		return KindSyntax, "a condition is one expression: remove `;`"
	case ")", "]", "}":
		return KindSyntax, "unexpected `" + op + "`: no such bracket is open"
	}
	return KindSyntax, "unexpected `" + op + "`"
}

// method reports x.f(…) and says how to write it.
func (p *parser) method(start int, x Node, name token) {
	receiver, args := clip(p.src[start:x.End()]), p.argumentText()
	advice := "call a function instead: startswith(" + receiver + ", 'a')"
	switch name.text {
	case "startswith", "endswith":
		advice = "write " + name.text + "(" + receiver + ", " + args + ")"
	case "lower", "casefold":
		advice = "write lower(" + receiver + ")"
	case "count", "find", "index", "__contains__":
		advice = "write contains(" + receiver + ", " + args + ")"
	case "__len__":
		advice = "write len(" + receiver + ")"
	}
	p.failAt(KindGrammar, start, p.tok.end, "method calls are outside the condition language: "+advice)
}

// argumentText is what stands between the parenthesis that is next and the one after it, when it is short.
func (p *parser) argumentText() string {
	args, _, ok := strings.Cut(p.src[p.tok.end:p.lexer.end], ")")
	if !ok || args == "" || len(args) > 40 || strings.ContainsAny(args, "(\n\r") {
		return "…"
	}
	return args
}
