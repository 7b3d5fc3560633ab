package python

import (
	"strconv"
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// A literal is a text as it is written, taken apart.
type literal struct {
	start, end int // of what stands between the quotes
	raw, form  bool
	bytes      bool
}

// openLiteral takes the prefix and the quotes off a text token.
func (p *parser) openLiteral(t token) literal {
	l := literal{start: t.start, end: t.end}
	for ; p.text[l.start] != '"' && p.text[l.start] != '\''; l.start++ {
		switch p.text[l.start] | 0x20 {
		case 'r':
			l.raw = true
		case 'f':
			l.form = true
		case 'b':
			l.bytes = true
		}
	}
	size := 1
	if q := p.text[l.start : l.start+1]; l.end-l.start >= 6 && strings.HasPrefix(p.text[l.start:], strings.Repeat(q, 3)) {
		size = 3
	}
	l.start += size
	l.end -= size
	return l
}

// texts reads one text or several that stand one behind the other.
func (p *parser) texts() (Expr, *doc.Error) {
	start := p.peek().start
	var parts []Expr
	plain := true
	for p.peek().kind == text {
		l := p.openLiteral(p.next())
		if l.bytes {
			return &Other{Range: rng(start, l.end), Construct: "bytes"}, nil
		}
		if !l.form {
			parts = append(parts, &Const{rng(l.start, l.end), value.Text(p.decode(p.text[l.start:l.end], l.raw))})
			continue
		}
		plain = false
		more, err := p.format(l)
		if err != nil {
			return nil, err
		}
		parts = append(parts, more...)
	}
	at := rng(start, p.last)
	if !plain {
		return &FString{at, parts}, nil
	}
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(string(part.(*Const).Value.(value.Text)))
	}
	return &Const{at, value.Text(b.String())}, nil
}

// format reads the inside of an f-string.
func (p *parser) format(l literal) ([]Expr, *doc.Error) {
	var parts []Expr
	var out strings.Builder
	from := l.start
	flush := func(to int) {
		out.WriteString(p.decode(p.text[from:to], l.raw))
	}
	for i := l.start; i < l.end; {
		switch c := p.text[i]; {
		case (c == '{' || c == '}') && i+1 < l.end && p.text[i+1] == c:
			flush(i + 1)
			i += 2
			from = i
		case c == '{':
			flush(i)
			if out.Len() > 0 {
				parts = append(parts, &Const{rng(from, i), value.Text(out.String())})
				out.Reset()
			}
			x, end, err := p.hole(i+1, l.end)
			if err != nil {
				return nil, err
			}
			parts = append(parts, x)
			i = end
			from = i
		case c == '\\' && i+1 < l.end:
			i += 2
		default:
			i++
		}
	}
	flush(max(from, l.end))
	if out.Len() > 0 || len(parts) == 0 {
		parts = append(parts, &Const{rng(l.start, l.end), value.Text(out.String())})
	}
	return parts, nil
}

// hole reads the expression of a hole in an f-string and returns the byte behind its brace. Conversion and format are
// passed over: they change how the value looks, not what it is.
func (p *parser) hole(from, to int) (Expr, int, *doc.Error) {
	stop, end := p.holeEnd(from, to)
	if end < 0 {
		return nil, 0, p.failAt(from-1, "a brace in a formatted text that is not closed", "write `{{` for a brace")
	}
	if err := p.deeper(); err != nil {
		return nil, 0, err
	}
	defer func() { p.depth-- }()
	tokens, err := lex(p.src, from, stop, false)
	if err != nil {
		return nil, 0, err
	}
	inner := &parser{src: p.src, text: p.text, tokens: tokens, depth: p.depth}
	x, err := inner.expressions()
	if err == nil && inner.peek().kind != endToken {
		err = inner.unexpected()
	}
	return x, end + 1, err
}

// holeEnd finds where the expression of a hole ends (at its brace, a conversion or a format) and where its brace is; end
// is -1 when there is none.
func (p *parser) holeEnd(from, to int) (stop, end int) {
	depth := 0
	stop = -1
	for i := from; i < to; i++ {
		switch c := p.text[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']':
			depth--
		case '}':
			if depth == 0 {
				if stop < 0 {
					stop = i
				}
				return stop, i
			}
			depth--
		case '\'', '"':
			if n := strings.IndexByte(p.text[i+1:to], c); n >= 0 && stop < 0 {
				i += n + 1
			}
		case '!', ':', '=':
			if depth == 0 && stop < 0 && endsHole(p.text[i:to]) {
				stop = i
			}
		}
	}
	return stop, -1
}

// endsHole reports whether an expression ends here: at !r, at :format, and at = before the brace.
func endsHole(s string) bool {
	switch s[0] {
	case '!':
		return !strings.HasPrefix(s, "!=")
	case '=':
		return strings.HasPrefix(s, "=}")
	}
	return true
}

// escapes of one letter.
var escapes = map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '\\': `\`, '\'': "'", '"': `"`, 'a': "\a", 'b': "\b", 'f': "\f", 'v': "\v", '\n': ""}

// decode replaces escapes; an unknown one stays as it is written, as in Python.
func (p *parser) decode(s string, raw bool) string {
	if raw || strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var out []byte
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			i++
			continue
		}
		c := s[i+1]
		if plain, ok := escapes[c]; ok {
			out = append(out, plain...)
			i += 2
			continue
		}
		r, size := numeric(s[i+1:])
		if size == 0 {
			out = append(out, s[i], c)
			i += 2
			continue
		}
		out = value.AppendRune(out, r)
		i += 1 + size
	}
	return string(out)
}

// numeric reads x41, u0041, U00000041 and 101; size is 0 when s is none of them.
func numeric(s string) (r rune, size int) {
	n, base := 0, 16
	switch s[0] {
	case 'x':
		n = 2
	case 'u':
		n = 4
	case 'U':
		n = 8
	default:
		base = 8
		for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
			n++
		}
		if n == 0 {
			return 0, 0
		}
		v, _ := strconv.ParseUint(s[:n], base, 32)
		return rune(v), n
	}
	if len(s) < 1+n {
		return 0, 0
	}
	v, err := strconv.ParseUint(s[1:1+n], base, 32)
	if err != nil || v > 0x10FFFF {
		return 0, 0
	}
	return rune(v), 1 + n
}

// numberValue reads a number of Python; ok is false for what has no exact value here (imaginary numbers).
func numberValue(s string) (value.Value, bool) {
	plain := strings.ReplaceAll(s, "_", "")
	if len(plain) > 2 && plain[0] == '0' && strings.IndexByte("xXoObB", plain[1]) >= 0 {
		v, err := strconv.ParseInt(plain, 0, 64)
		return value.Int(v), err == nil
	}
	n, err := value.ParseNumber(plain)
	return n, err == nil
}
