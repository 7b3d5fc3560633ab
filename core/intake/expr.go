package intake

import (
	"strings"

	"planproof/core/value"
)

// Workflow tools write expressions in languages of their own: JavaScript, jq, JSONata, templates. What they have in
// common is read here: literals, ways into values (a.b[0]["c"].first()), comparisons, and, or, not, and joining text.
// Anything else is no expression that a plan can have.

// An expr is one of *exprLit, *exprRef and *exprOp.
type expr interface{ isExpr() }

// exprLit is a literal.
type exprLit struct{ value value.Value }

// exprRef is a way into a value: a root and steps from it.
type exprRef struct {
	root  string // "$json", "steps", "$"; "" for a way that begins with a dot
	steps []exprStep
}

// An exprStep goes to a field or element, or (call) calls a method.
type exprStep struct {
	key  value.Value // value.Text or value.Number; nil for a call
	call string
	args []expr
}

// exprOp is an operation: "or", "and", "not", a comparison of conditions, "+" or "list".
type exprOp struct {
	op   string
	args []expr
}

func (*exprLit) isExpr() {}
func (*exprRef) isExpr() {}
func (*exprOp) isExpr()  {}

// A dialect says how a language differs.
type dialect struct {
	concat string // joins texts
	single bool   // = compares
}

var (
	jsDialect      = dialect{concat: "+"}
	jqDialect      = dialect{concat: "+"}
	jsonataDialect = dialect{concat: "&", single: true}
)

// parseExpr reads a whole expression; nil when it is none of those.
func parseExpr(text string, d dialect) expr {
	p := &exprParser{text: text, d: d}
	e := p.or(0)
	p.blanks()
	if p.failed || p.at < len(p.text) {
		return nil
	}
	return e
}

// An exprParser is a recursive descent parser; it fails on what it does not know.
type exprParser struct {
	text   string
	at     int
	d      dialect
	failed bool
}

// maxExprDepth bounds parentheses.
const maxExprDepth = 50

func (p *exprParser) fail() expr {
	p.failed = true
	return &exprLit{value.Null{}}
}

func (p *exprParser) blanks() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// take passes one of the operators, the longest first; words end at a word's end.
func (p *exprParser) take(ops ...string) string {
	p.blanks()
	for _, op := range ops {
		rest, ok := strings.CutPrefix(p.text[p.at:], op)
		if ok && !(isWordByte(op[0]) && rest != "" && isWordByte(rest[0])) {
			p.at += len(op)
			return op
		}
	}
	return ""
}

func (p *exprParser) or(depth int) expr {
	if depth > maxExprDepth {
		return p.fail()
	}
	e := p.and(depth)
	for !p.failed && p.take("||", "or") != "" {
		e = &exprOp{"or", []expr{e, p.and(depth)}}
	}
	return e
}

func (p *exprParser) and(depth int) expr {
	e := p.not(depth)
	for !p.failed && p.take("&&", "and") != "" {
		e = &exprOp{"and", []expr{e, p.not(depth)}}
	}
	return e
}

func (p *exprParser) not(depth int) expr {
	p.blanks()
	if depth > maxExprDepth {
		return p.fail()
	}
	if !strings.HasPrefix(p.text[p.at:], "!=") && p.take("!", "not") != "" {
		return &exprOp{"not", []expr{p.not(depth + 1)}}
	}
	return p.compare(depth)
}

// comparisons, longest first, and what conditions call them.
var comparisons = []string{"===", "!==", "==", "!=", "<=", ">=", "<", ">", "in"}

func (p *exprParser) compare(depth int) expr {
	e := p.sum(depth)
	ops := comparisons
	if p.d.single {
		ops = append(append([]string{}, ops...), "=")
	}
	op := p.take(ops...)
	if op == "" {
		return e
	}
	switch op {
	case "===", "=":
		op = "=="
	case "!==":
		op = "!="
	}
	return &exprOp{op, []expr{e, p.sum(depth)}}
}

func (p *exprParser) sum(depth int) expr {
	e := p.primary(depth)
	for !p.failed {
		p.blanks()
		if strings.HasPrefix(p.text[p.at:], "&&") || p.take(p.d.concat) == "" {
			return e
		}
		e = &exprOp{"+", []expr{e, p.primary(depth)}}
	}
	return e
}

func (p *exprParser) primary(depth int) expr {
	p.blanks()
	if p.at == len(p.text) || p.failed {
		return p.fail()
	}
	switch c := p.text[p.at]; {
	case c == '(':
		p.at++
		e := p.or(depth + 1)
		if p.take(")") == "" {
			return p.fail()
		}
		return p.steps(e, depth)
	case c == '[':
		p.at++
		return &exprOp{"list", p.list("]", depth)}
	case c == '"' || c == '\'' || c == '`':
		s, ok := p.quoted()
		if !ok {
			return p.fail()
		}
		return &exprLit{value.Text(s)}
	case c >= '0' && c <= '9' || c == '-':
		return p.number()
	}
	return p.way(depth)
}

// list reads expressions up to a closing bracket.
func (p *exprParser) list(end string, depth int) []expr {
	var out []expr
	for !p.failed {
		if p.take(end) != "" {
			return out
		}
		if len(out) > 0 && p.take(",") == "" {
			break
		}
		out = append(out, p.or(depth+1))
	}
	p.fail()
	return nil
}

func (p *exprParser) number() expr {
	start := p.at
	p.at++
	for p.at < len(p.text) && (isWordByte(p.text[p.at]) || p.text[p.at] == '.') {
		p.at++
	}
	n, err := value.ParseNumber(p.text[start:p.at])
	if err != nil {
		return p.fail()
	}
	return &exprLit{n}
}

// quoted reads a text; of escapes only those of quotes, backslashes and line ends.
func (p *exprParser) quoted() (string, bool) {
	quote := p.text[p.at]
	var b strings.Builder
	for i := p.at + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == quote:
			p.at = i + 1
			return b.String(), quote != '`' || !strings.Contains(b.String(), "${")
		case c == '\\' && i+1 < len(p.text):
			i++
			if j := strings.IndexByte(`nrt"'`+"`"+`\/`, p.text[i]); j >= 0 {
				b.WriteByte("\n\r\t\"'`\\/"[j])
			} else {
				b.WriteString(p.text[i-1 : i+1])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

// way reads a root and its steps.
func (p *exprParser) way(depth int) expr {
	start := p.at
	for p.at < len(p.text) && (isWordByte(p.text[p.at]) || p.text[p.at] == '$') {
		p.at++
	}
	root := p.text[start:p.at]
	switch root {
	case "true", "True":
		return &exprLit{value.Bool(true)}
	case "false", "False":
		return &exprLit{value.Bool(false)}
	case "null", "None", "undefined":
		return &exprLit{value.Null{}}
	case "":
		if p.text[p.at] != '.' {
			return p.fail()
		}
	}
	ref := &exprRef{root: root}
	if p.at < len(p.text) && p.text[p.at] == '(' { // a function, or n8n's $('Node')
		p.at++
		ref.steps = append(ref.steps, exprStep{call: "()", args: p.list(")", depth)})
	}
	if root == "" && (p.at+1 == len(p.text) || !isWordByte(p.text[p.at+1]) && p.text[p.at+1] != '"' && p.text[p.at+1] != '[') {
		p.at++ // a dot alone is the whole
		return ref
	}
	return p.steps(ref, depth)
}

// steps reads what follows a way: .field, .method(), [0], ["field"].
func (p *exprParser) steps(e expr, depth int) expr {
	ref, ok := e.(*exprRef)
	for p.at < len(p.text) && !p.failed && (p.text[p.at] == '.' || p.text[p.at] == '[' || strings.HasPrefix(p.text[p.at:], "?.")) {
		if !ok {
			return p.fail()
		}
		if p.text[p.at] == '?' {
			p.at++
		}
		ref.steps = append(ref.steps, p.step(depth))
	}
	return e
}

func (p *exprParser) step(depth int) exprStep {
	dot := p.text[p.at] == '.'
	p.at++
	switch {
	case dot && p.at < len(p.text) && (p.text[p.at] == '"' || p.text[p.at] == '\''):
		s, ok := p.quoted()
		p.failed = p.failed || !ok
		return exprStep{key: value.Text(s)}
	case dot && p.at < len(p.text) && p.text[p.at] == '[':
		p.at++
		return p.bracket(depth)
	case !dot:
		return p.bracket(depth)
	}
	start := p.at
	for p.at < len(p.text) && (isWordByte(p.text[p.at]) || p.text[p.at] == '-' && p.at+1 < len(p.text) && isWordByte(p.text[p.at+1])) {
		p.at++
	}
	name := p.text[start:p.at]
	if name == "" {
		p.fail()
	}
	if p.at < len(p.text) && p.text[p.at] == '(' {
		p.at++
		return exprStep{call: name, args: p.list(")", depth)}
	}
	return exprStep{key: value.Text(name)}
}

func (p *exprParser) bracket(depth int) exprStep {
	e := p.or(depth + 1)
	lit, ok := e.(*exprLit)
	if !ok || p.take("]") == "" {
		p.fail()
		return exprStep{}
	}
	return exprStep{key: lit.value}
}
