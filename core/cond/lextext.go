package cond

import (
	"strings"

	"planproof/core/value"
)

// text reads a text that starts with the quote at l.pos; start is where its prefix begins.
func (l *lexer) text(start int, raw bool) token {
	quote := l.src[l.pos : l.pos+1]
	if strings.HasPrefix(l.rest(), strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	l.pos += len(quote)
	body := l.pos
	var out []byte // what has been decoded; text without escapes is never copied
	for l.pos < l.end {
		switch c := l.src[l.pos]; {
		case c == quote[0] && strings.HasPrefix(l.rest(), quote):
			tok := token{kind: tokString, pos: start, text: string(append(out, l.src[body:l.pos]...))}
			l.pos += len(quote)
			tok.end = l.pos
			return tok
		case (c == '\n' || c == '\r') && len(quote) == 1:
			l.fail(KindSyntax, start, l.pos, "a text ends on the line where it begins: close it with "+quote+", or use \\n for the line break")
		case c == '\\' && raw:
			l.pos++
			if l.pos < l.end {
				_, size := value.DecodeRune(l.rest())
				l.pos += size
			}
		case c == '\\':
			out = append(out, l.src[body:l.pos]...)
			out = l.escape(out)
			body = l.pos
		default:
			l.pos++
		}
	}
	l.fail(KindSyntax, start, l.end, "a text is not closed: "+quote+" is missing")
	return token{kind: tokEOF, pos: l.end, end: l.end}
}

var simpleEscapes = map[byte]byte{
	'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
}

// escape decodes one escape at l.pos. As in Python a backslash before any other letter stays itself.
func (l *lexer) escape(out []byte) []byte {
	start := l.pos
	l.pos++
	if n := lineBreak(l.rest()); n > 0 {
		l.pos += n
		return out
	}
	if l.pos >= l.end {
		return append(out, '\\')
	}
	c := l.src[l.pos]
	if b, ok := simpleEscapes[c]; ok {
		l.pos++
		return append(out, b)
	}
	switch {
	case c >= '0' && c <= '7':
		return value.AppendRune(out, l.octal())
	case c == 'x':
		return l.hexEscape(out, start, 2)
	case c == 'u':
		return l.hexEscape(out, start, 4)
	case c == 'U':
		return l.hexEscape(out, start, 8)
	case c == 'N':
		return l.namedEscape(out, start)
	}
	return append(out, '\\')
}

func (l *lexer) octal() rune {
	var r rune
	for i := 0; i < 3 && l.pos < l.end && l.src[l.pos] >= '0' && l.src[l.pos] <= '7'; i++ {
		r = r<<3 | rune(l.src[l.pos]-'0')
		l.pos++
	}
	return r
}

func (l *lexer) hexEscape(out []byte, start, digits int) []byte {
	l.pos++
	var r uint64
	for i := 0; i < digits; i++ {
		d := -1
		if l.pos < l.end {
			d = strings.IndexByte("0123456789abcdef", lowerByte(l.src[l.pos]))
		}
		if d < 0 {
			l.fail(KindSyntax, start, l.pos, "an escape is cut short: \\x takes 2 hexadecimal digits, \\u 4 and \\U 8")
			return out
		}
		r = r<<4 | uint64(d)
		l.pos++
	}
	if r > 0x10FFFF {
		l.fail(KindSyntax, start, l.pos, "an escape names no character: the last one is \\U0010ffff")
		return out
	}
	return value.AppendRune(out, rune(r))
}

func lowerByte(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func (l *lexer) namedEscape(out []byte, start int) []byte {
	l.pos++
	name, _, ok := strings.Cut(l.rest(), "}")
	if !ok || !strings.HasPrefix(name, "{") {
		l.fail(KindSyntax, start, l.pos, "\\N is followed by a name in braces: \\N{BULLET}")
		return out
	}
	l.pos += len(name) + 1
	r, ok := runeNamed(name[1:])
	if !ok {
		l.fail(KindSyntax, start, l.pos, "the character name `"+clip(name[1:])+"` is not known: write its code as \\uXXXX")
		return out
	}
	return value.AppendRune(out, r)
}
