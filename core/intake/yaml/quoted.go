package yaml

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"planproof/core/doc"
	"planproof/core/value"
)

// quotedScalar reads text in quotes, over any number of lines.
func (p *parser) quotedScalar() (*doc.Syntax, *doc.Error) {
	start, quote := p.pos, p.text[p.pos]
	var out []byte
	kept := 0 // what folding must not trim: escapes
	p.pos++
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == quote && quote == '\'' && strings.HasPrefix(p.text[p.pos:], "''"):
			out = append(out, '\'')
			p.pos += 2
		case c == quote:
			p.pos++
			return p.made(&doc.Syntax{Kind: doc.SyntaxText, Text: string(out)}, start)
		case c == '\\' && quote == '"':
			var err *doc.Error
			if out, err = p.escape(out); err != nil {
				return nil, err
			}
			kept = len(out)
		case c == '\n':
			out = p.foldQuoted(out, kept)
			kept = len(out)
		default:
			out = append(out, c)
			p.pos++
		}
	}
	at := p.src.Span(doc.Range{Start: int32(start), End: int32(start + 1)}).Start
	return nil, p.failRange(doc.KindInput, start, start+1, "text in quotes that is not closed, from line "+strconv.Itoa(at.Line),
		"close it with the quote that it begins with")
}

// foldQuoted passes over the line ends at pos and the blanks around them.
func (p *parser) foldQuoted(out []byte, kept int) []byte {
	for len(out) > kept && (out[len(out)-1] == ' ' || out[len(out)-1] == '\t' || out[len(out)-1] == '\r') {
		out = out[:len(out)-1]
	}
	breaks := p.lineEnds()
	if breaks == 1 {
		return append(out, ' ')
	}
	return append(out, strings.Repeat("\n", breaks-1)...)
}

// lineEnds passes over blanks and counts the line ends among them.
func (p *parser) lineEnds() int {
	breaks := 0
	for p.pos < len(p.text) && blankAt(p.text, p.pos) {
		if p.text[p.pos] == '\n' {
			breaks++
			p.line = p.pos + 1
		}
		p.pos++
	}
	return breaks
}

// simple are the escapes of one letter and what they stand for.
var simple = map[byte]string{'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r",
	'e': "\x1b", ' ': " ", '"': `"`, '/': "/", '\\': `\`, 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029"}

// escape reads the escape at pos.
func (p *parser) escape(out []byte) ([]byte, *doc.Error) {
	at := p.pos
	p.pos++
	if p.pos >= len(p.text) {
		return out, p.fail(at, "text in quotes that ends with a backslash", "close it")
	}
	c := p.text[p.pos]
	if s, ok := simple[c]; ok {
		p.pos++
		return append(out, s...), nil
	}
	switch c {
	case 'x':
		return p.hex(out, at, 2)
	case 'u':
		return p.hex(out, at, 4)
	case 'U':
		return p.hex(out, at, 8)
	case '\n', '\r':
		if breaks := p.lineEnds(); breaks > 1 {
			out = append(out, strings.Repeat("\n", breaks-1)...)
		}
		return out, nil
	}
	return out, p.failRange(doc.KindInput, at, p.pos+1, "an escape that YAML does not have", "write `\\\\` for a backslash, or use single quotes")
}

// hex reads an escape by number; two halves of a pair are one letter.
func (p *parser) hex(out []byte, at, n int) ([]byte, *doc.Error) {
	r, ok := p.hexAt(p.pos+1, n)
	if !ok {
		return out, p.failRange(doc.KindInput, at, min(p.pos+1, len(p.text)), "an escape without its digits", "write `\\u` and four hexadecimal digits")
	}
	p.pos += 1 + n
	if n == 4 && r >= 0xD800 && r < 0xDC00 && strings.HasPrefix(p.text[p.pos:], `\u`) {
		if low, ok := p.hexAt(p.pos+2, 4); ok && low >= 0xDC00 && low < 0xE000 {
			p.pos += 6
			return utf8.AppendRune(out, 0x10000+(r-0xD800)<<10+(low-0xDC00)), nil
		}
	}
	return value.AppendRune(out, r), nil
}

func (p *parser) hexAt(at, n int) (rune, bool) {
	if at+n > len(p.text) {
		return 0, false
	}
	v, err := strconv.ParseUint(p.text[at:at+n], 16, 32)
	return rune(v), err == nil && v <= utf8.MaxRune
}

// blockScalar reads `|` and `>` text, whose lines are indented by more than parent.
func (p *parser) blockScalar(parent int) (*doc.Syntax, *doc.Error) {
	start := p.pos
	folded := p.text[p.pos] == '>'
	p.pos++
	indent, chomp := 0, byte(0)
	for ; p.pos < len(p.text) && !blankAt(p.text, p.pos); p.pos++ {
		switch c := p.text[p.pos]; {
		case c == '+' || c == '-':
			chomp = c
		case c >= '1' && c <= '9' && indent == 0:
			indent = max(parent, 0) + int(c-'0')
		default:
			return nil, p.fail(p.pos, "unexpected text behind `|` or `>`", "the text begins on the next line; or put it into quotes")
		}
	}
	p.skipHeader()
	lines := p.rawLines(parent, indent)
	text := chomped(joinLines(lines, folded), lines, chomp)
	return p.made(&doc.Syntax{Kind: doc.SyntaxText, Text: text}, start)
}

// skipHeader passes over the rest of the line with the indicator, a comment at most.
func (p *parser) skipHeader() {
	p.pos += lineLen(p.text[p.pos:])
	if p.pos < len(p.text) {
		p.pos++
		p.line = p.pos
	}
}

// rawLines takes the lines of a block scalar without their indentation; pos is left at the end of the last one.
func (p *parser) rawLines(parent, indent int) []string {
	var lines []string
	next := p.pos
	for next < len(p.text) {
		raw := p.text[next : next+lineLen(p.text[next:])]
		blanks := len(raw) - len(strings.TrimLeft(raw, " "))
		empty := strings.Trim(raw, " \t\r") == ""
		if indent == 0 && !empty {
			indent = max(parent+1, blanks)
		}
		p.pos, p.line = next, next
		if !empty && (blanks < indent || blanks <= parent || p.done()) {
			break
		}
		lines = append(lines, strings.TrimSuffix(raw[min(len(raw), max(indent, 0)):], "\r"))
		if indent == 0 || empty && blanks < indent {
			lines[len(lines)-1] = ""
		}
		next += len(raw) + 1
		p.pos = min(next-1, len(p.text))
	}
	return lines
}

// joinLines joins the lines up to the last one that is not empty.
func joinLines(lines []string, folded bool) string {
	last := len(lines)
	for last > 0 && lines[last-1] == "" {
		last--
	}
	if !folded {
		return strings.Join(lines[:last], "\n")
	}
	var out strings.Builder
	breaks, before := 0, ""
	for i, line := range lines[:last] {
		if line == "" {
			breaks++
			continue
		}
		switch {
		case i == breaks: // the first one
			out.WriteString(strings.Repeat("\n", breaks))
		case deeper(line) || deeper(before):
			out.WriteString(strings.Repeat("\n", breaks+1))
		case breaks == 0:
			out.WriteByte(' ')
		default:
			out.WriteString(strings.Repeat("\n", breaks))
		}
		out.WriteString(line)
		breaks, before = 0, line
	}
	return out.String()
}

// deeper reports whether a line of folded text keeps its line ends.
func deeper(line string) bool { return strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") }

// chomped adds the line ends at the end: one, none with `-`, all with `+`.
func chomped(text string, lines []string, chomp byte) string {
	tail := 0
	for tail < len(lines) && lines[len(lines)-1-tail] == "" {
		tail++
	}
	switch {
	case chomp == '-':
		return text
	case chomp == '+':
		if text == "" {
			return strings.Repeat("\n", tail)
		}
		return text + strings.Repeat("\n", tail+1)
	case text == "":
		return ""
	}
	return text + "\n"
}
