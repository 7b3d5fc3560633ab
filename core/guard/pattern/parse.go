package pattern

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Compile reads an expression. With fold, letters match in either case. The
// error says what is not supported or not closed, and where.
func Compile(source string, fold bool) (*Pattern, error) {
	body := source
	if rest, ok := strings.CutPrefix(source, "(?i)"); ok {
		body, fold = rest, true
	}
	p := &parser{text: []rune(body)}
	if len(p.text) > MaxLength {
		return nil, fmt.Errorf("the pattern has %d characters; the limit is %d", len(p.text), MaxLength)
	}
	root, err := p.choice(0)
	if err == nil && p.at < len(p.text) {
		err = p.fail("there is a `)` without a `(`")
	}
	if err != nil {
		return nil, err
	}
	return &Pattern{source, root, fold}, nil
}

type parser struct {
	text []rune
	at   int
}

func (p *parser) fail(what string) error {
	return fmt.Errorf("the pattern can not be read at character %d: %s", p.at+1, what)
}

func (p *parser) peek() rune {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return -1
}

func (p *parser) accept(s string) bool {
	if strings.HasPrefix(string(p.text[p.at:min(len(p.text), p.at+len(s))]), s) {
		p.at += len(s)
		return true
	}
	return false
}

func (p *parser) choice(depth int) (node, error) {
	if depth > MaxDepth {
		return nil, p.fail("the groups nest too deep")
	}
	var options choice
	for {
		s, err := p.sequence(depth)
		if err != nil {
			return nil, err
		}
		options = append(options, s)
		if !p.accept("|") {
			break
		}
	}
	if len(options) == 1 {
		return options[0], nil
	}
	return options, nil
}

func (p *parser) sequence(depth int) (node, error) {
	out := sequence{}
	for p.at < len(p.text) && p.peek() != '|' && p.peek() != ')' {
		n, err := p.atom(depth)
		if err != nil {
			return nil, err
		}
		if n, err = p.quantified(n); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

func (p *parser) atom(depth int) (node, error) {
	r := p.peek()
	p.at++
	switch r {
	case '(':
		return p.group(depth)
	case '[':
		return p.set()
	case '.':
		return set{class: class{named: []rune{'.'}}}, nil
	case '^', '$':
		return anchor{r}, nil
	case '*', '+', '?':
		return nil, p.fail("there is nothing to repeat")
	case '\\':
		return p.escape()
	}
	return character{r}, nil
}

func (p *parser) group(depth int) (node, error) {
	l := look{}
	isLook := false
	for _, o := range []struct {
		text           string
		behind, negate bool
	}{{"?=", false, false}, {"?!", false, true}, {"?<=", true, false}, {"?<!", true, true}} {
		if p.accept(o.text) {
			l.behind, l.negate, isLook = o.behind, o.negate, true
			break
		}
	}
	if !isLook && p.peek() == '?' && !p.accept("?:") && !p.groupName() {
		return nil, p.fail("this kind of group is not supported: use (…), (?:…) or a look-around")
	}
	inner, err := p.choice(depth + 1)
	if err != nil {
		return nil, err
	}
	if !p.accept(")") {
		return nil, p.fail("a group is not closed")
	}
	if isLook {
		l.of = inner
		return l, nil
	}
	return inner, nil
}

// groupName passes over ?P<name> and ?<name>; the name has no use here.
func (p *parser) groupName() bool {
	if !p.accept("?P<") && !p.accept("?<") {
		return false
	}
	for p.at < len(p.text) && isWord(p.text[p.at]) {
		p.at++
	}
	return p.accept(">")
}

func (p *parser) escape() (node, error) {
	if p.at >= len(p.text) {
		return nil, p.fail("it ends in a single backslash")
	}
	r := p.peek()
	switch {
	case strings.ContainsRune("wWdDsS", r):
		p.at++
		return set{class: class{named: []rune{r}}}, nil
	case r == 'b' || r == 'B':
		p.at++
		return anchor{r}, nil
	case r == 'A':
		p.at++
		return anchor{'^'}, nil
	case r == 'Z' || r == 'z':
		p.at++
		return anchor{'$'}, nil
	}
	c, err := p.escaped()
	return character{c}, err
}

// escaped reads what stands behind a backslash as one character.
func (p *parser) escaped() (rune, error) {
	r := p.peek()
	p.at++
	switch r {
	case 'n':
		return '\n', nil
	case 't':
		return '\t', nil
	case 'r':
		return '\r', nil
	case 'f':
		return '\f', nil
	case 'v':
		return '\v', nil
	case 'x':
		return p.hex(2)
	case 'u':
		return p.hex(4)
	}
	if r < 0 || unicode.IsLetter(r) || unicode.IsDigit(r) {
		p.at--
		return 0, p.fail("this escape is not supported")
	}
	return r, nil
}

func (p *parser) hex(digits int) (rune, error) {
	if p.at+digits > len(p.text) {
		return 0, p.fail("an escape is cut off")
	}
	n, err := strconv.ParseUint(string(p.text[p.at:p.at+digits]), 16, 32)
	if err != nil {
		return 0, p.fail("an escape needs hexadecimal digits")
	}
	p.at += digits
	return rune(n), nil
}

func (p *parser) set() (node, error) {
	out := set{negate: p.accept("^")}
	for first := true; ; first = false {
		if p.at >= len(p.text) {
			return nil, p.fail("a [ is not closed")
		}
		if p.peek() == ']' && !first {
			p.at++
			return out, nil
		}
		if err := p.member(&out.class); err != nil {
			return nil, err
		}
	}
}

// member reads a character, a range or a named set inside brackets.
func (p *parser) member(c *class) error {
	from, named, err := p.one()
	if err != nil {
		return err
	}
	if named {
		c.named = append(c.named, from)
		return nil
	}
	to := from
	if p.peek() == '-' && p.at+1 < len(p.text) && p.text[p.at+1] != ']' {
		p.at++
		if to, named, err = p.one(); err != nil {
			return err
		}
		if named || to < from {
			return p.fail("a range in brackets has no order")
		}
	}
	c.ranges = append(c.ranges, [2]rune{from, to})
	return nil
}

func (p *parser) one() (r rune, named bool, err error) {
	r = p.peek()
	p.at++
	if r != '\\' {
		return r, false, nil
	}
	if p.at < len(p.text) && strings.ContainsRune("wWdDsS", p.peek()) {
		p.at++
		return p.text[p.at-1], true, nil
	}
	if p.at < len(p.text) && p.peek() == 'b' {
		p.at++
		return '\b', false, nil
	}
	r, err = p.escaped()
	return r, false, err
}
