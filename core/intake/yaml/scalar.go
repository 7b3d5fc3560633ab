package yaml

import (
	"strconv"
	"strings"

	"planproof/core/doc"
)

// keySet are the keys of one mapping.
type keySet map[string]struct{}

// mostKey is how long a key may be, as YAML has it.
const mostKey = 1024

// keyAhead reports whether `key:` starts at pos, on one line.
func (p *parser) keyAhead() bool {
	_, end, ok := p.scanKey()
	return ok && end > p.pos
}

// scanKey finds the end of the key at pos and the colon behind it.
func (p *parser) scanKey() (end, colon int, ok bool) {
	rest := p.text[p.pos:]
	rest = rest[:min(lineLen(rest), mostKey)]
	if rest == "" {
		return 0, 0, false
	}
	i := 0
	switch c := rest[0]; {
	case c == '"' || c == '\'':
		n := quotedEnd(rest)
		if n < 0 {
			return 0, 0, false
		}
		for i = n; i < len(rest) && (rest[i] == ' ' || rest[i] == '\t'); i++ {
		}
		return p.pos + n, p.pos + i, i < len(rest) && rest[i] == ':' && blankAt(rest, i+1)
	case strings.IndexByte("[]{},#&*!|>%@`", c) >= 0:
		return 0, 0, false
	case (c == '-' || c == '?' || c == ':') && blankAt(rest, 1):
		return 0, 0, false
	}
	for i = 0; i < len(rest); i++ {
		if rest[i] == ':' && blankAt(rest, i+1) {
			return p.pos + len(strings.TrimRight(rest[:i], " \t")), p.pos + i, true
		}
		if rest[i] == '#' && i > 0 && blankAt(rest, i-1) {
			break
		}
	}
	return 0, 0, false
}

// quotedEnd returns the byte behind the quoted text that s starts with, or -1 when s ends first.
func quotedEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && s[0] == '"':
			i++
		case s[i] == s[0] && s[0] == '\'' && i+1 < len(s) && s[i+1] == '\'':
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return -1
}

// key reads the key at pos, which scanKey has found, and its colon.
func (p *parser) key(keys keySet) (doc.Text, *doc.Error) {
	end, colon, _ := p.scanKey()
	key := doc.Text{Range: doc.Range{Start: int32(p.pos), End: int32(end)}}
	if c := p.text[p.pos]; c == '"' || c == '\'' {
		v, err := p.quotedScalar()
		if err != nil {
			return key, err
		}
		key.Value = v.Text
	} else {
		key.Value = p.text[p.pos:end]
	}
	p.pos = colon + 1
	return key, p.distinct(keys, key)
}

func (p *parser) distinct(keys keySet, key doc.Text) *doc.Error {
	if _, double := keys[key.Value]; double {
		return p.failRange(doc.KindInput, int(key.Range.Start), int(key.Range.End), "the key "+quote(key.Value)+" stands twice in one mapping",
			"keep one of the two")
	}
	keys[key.Value] = struct{}{}
	return nil
}

// plainScalar reads text without quotes, over as many lines as are indented by more than parent.
func (p *parser) plainScalar(parent int, inFlow, asText bool) (*doc.Syntax, *doc.Error) {
	start := p.pos
	var out strings.Builder
	out.WriteString(p.plainLine(inFlow))
	for {
		end, line := p.pos, p.line
		breaks, ok := p.continues(parent, inFlow)
		if !ok {
			p.pos, p.line = end, line
			break
		}
		if !inFlow && p.keyAhead() {
			return nil, p.fail(p.pos, "a key inside of plain text", "is the indentation wrong? put text that goes on with `word: ` into quotes")
		}
		fold(&out, breaks)
		out.WriteString(p.plainLine(inFlow))
	}
	if p.pos == start {
		return nil, p.fail(p.pos, "expected a value", "put text that begins with this character into quotes")
	}
	if asText {
		return p.made(&doc.Syntax{Kind: doc.SyntaxText, Text: out.String()}, start)
	}
	return p.made(typed(out.String()), start)
}

// plainLine reads the part of a plain scalar on this line.
func (p *parser) plainLine(inFlow bool) string {
	start := p.pos
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		if c == '\n' ||
			c == ':' && (blankAt(p.text, p.pos+1) || inFlow && strings.IndexByte(",[]{}", p.text[p.pos+1]) >= 0) ||
			c == '#' && p.pos > start && blankAt(p.text, p.pos-1) ||
			inFlow && strings.IndexByte(",[]{}", c) >= 0 {
			break
		}
		p.pos++
	}
	text := strings.TrimRight(p.text[start:p.pos], " \t\r")
	p.pos = start + len(text)
	return text
}

// continues moves to the next line of a plain scalar and counts the line ends on the way.
func (p *parser) continues(parent int, inFlow bool) (breaks int, ok bool) {
	for p.pos < len(p.text) && blankAt(p.text, p.pos) {
		if p.text[p.pos] == '\n' {
			breaks++
			p.line = p.pos + 1
		}
		p.pos++
	}
	if breaks == 0 || p.done() || p.text[p.pos] == '#' || p.col() <= parent {
		return 0, false
	}
	return breaks, !inFlow || strings.IndexByte(",[]{}:", p.text[p.pos]) < 0
}

// fold writes what a number of line ends is in folded text.
func fold(out *strings.Builder, breaks int) {
	if breaks == 1 {
		out.WriteByte(' ')
		return
	}
	for range breaks - 1 {
		out.WriteByte('\n')
	}
}

// typed gives a plain scalar its type by the core schema.
func typed(s string) *doc.Syntax {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return &doc.Syntax{}
	case "true", "True", "TRUE":
		return &doc.Syntax{Kind: doc.SyntaxTrue}
	case "false", "False", "FALSE":
		return &doc.Syntax{Kind: doc.SyntaxFalse}
	}
	if jsonNumber(s) {
		return &doc.Syntax{Kind: doc.SyntaxNumber, Text: s}
	}
	if n, ok := otherBase(s); ok {
		return &doc.Syntax{Kind: doc.SyntaxNumber, Text: strconv.FormatUint(n, 10)}
	}
	return &doc.Syntax{Kind: doc.SyntaxText, Text: s}
}

// otherBase reads 0x1f and 0o17.
func otherBase(s string) (uint64, bool) {
	base := 16
	digits, ok := strings.CutPrefix(s, "0x")
	if !ok {
		base = 8
		digits, ok = strings.CutPrefix(s, "0o")
	}
	n, err := strconv.ParseUint(digits, base, 63)
	return n, ok && err == nil
}

// jsonNumber reports whether s is a number as JSON writes it.
func jsonNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole := digits(s)
	if whole == 0 || s[0] == '0' && whole > 1 {
		return false
	}
	s = s[whole:]
	if strings.HasPrefix(s, ".") {
		n := digits(s[1:])
		if n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s != "" && s[0]|0x20 == 'e' {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		n := digits(s)
		return n > 0 && n == len(s)
	}
	return s == ""
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
