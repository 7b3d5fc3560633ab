package python

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"planproof/core/doc"
)

// A kind is the kind of a token.
type kind uint8

const (
	endToken kind = iota
	newline
	indent
	dedent
	name
	number
	text
	operator
)

// A token is one word of the program.
type token struct {
	kind  kind
	start int
	end   int
	word  string // of names, numbers and operators
}

// A lexer cuts a part of a source into tokens.
type lexer struct {
	src    *doc.Source
	text   string // of the source, up to the end of the part
	pos    int
	depth  int   // of brackets
	levels []int // columns of the open blocks
	inLine bool  // a logical line has begun
	tokens []token
	blocks bool // lines and blocks matter
}

// lex returns the tokens of a part. Without blocks, line ends are blanks.
func lex(src *doc.Source, from, to int, blocks bool) ([]token, *doc.Error) {
	l := &lexer{src: src, text: src.Text()[:to], pos: from, blocks: blocks, inLine: !blocks}
	for l.pos < len(l.text) {
		if err := l.step(); err != nil {
			return nil, err
		}
		if len(l.tokens) > doc.MaxSyntax {
			return nil, l.fail(doc.KindLimit, l.pos, l.pos, "the program is too long", "split it")
		}
	}
	if blocks {
		l.endLine()
		for range l.levels {
			l.add(dedent, l.pos, l.pos, "")
		}
	}
	l.add(endToken, l.pos, l.pos, "")
	return l.tokens, nil
}

func (l *lexer) fail(k string, from, to int, message, hint string) *doc.Error {
	span := l.src.Span(doc.Range{Start: int32(min(from, len(l.text))), End: int32(min(max(from, to), len(l.text)))})
	return &doc.Error{Kind: k, Message: message, Hint: hint, Span: &span}
}

func (l *lexer) add(k kind, start, end int, word string) {
	l.tokens = append(l.tokens, token{k, start, end, word})
}

// endLine ends a logical line.
func (l *lexer) endLine() {
	if l.inLine {
		l.add(newline, l.pos, l.pos, "")
	}
	l.inLine = false
}

// step reads one token, or passes over blanks.
func (l *lexer) step() *doc.Error {
	c := l.text[l.pos]
	if !l.inLine && l.depth == 0 && l.blocks {
		return l.lineStart()
	}
	switch {
	case c == '\n':
		if l.depth == 0 && l.blocks {
			l.endLine()
		}
		l.pos++
	case c == ' ' || c == '\t' || c == '\r' || c == '\f':
		l.pos++
	case c == '\\' && strings.HasPrefix(strings.TrimLeft(l.text[l.pos+1:min(len(l.text), l.pos+3)], "\r"), "\n"):
		l.pos += strings.IndexByte(l.text[l.pos:], '\n') + 1
	case c == '#':
		l.pos = lineEnd(l.text, l.pos)
	case c >= '0' && c <= '9' || c == '.' && l.pos+1 < len(l.text) && l.text[l.pos+1] >= '0' && l.text[l.pos+1] <= '9':
		l.number()
	case isLetter(l.text, l.pos):
		return l.word()
	case c == '"' || c == '\'':
		return l.string(l.pos)
	default:
		return l.operator()
	}
	return nil
}

// lineEnd is where the line of i ends.
func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}

// lineStart reads the indentation of a line that is not empty.
func (l *lexer) lineStart() *doc.Error {
	start := l.pos
	col := 0
	for l.pos < len(l.text) && (l.text[l.pos] == ' ' || l.text[l.pos] == '\t') {
		if col++; l.text[l.pos] == '\t' {
			col = (col + 7) / 8 * 8
		}
		l.pos++
	}
	rest := l.text[l.pos:lineEnd(l.text, l.pos)]
	if strings.Trim(rest, "\r\f ") == "" || rest[0] == '#' {
		l.pos = min(lineEnd(l.text, l.pos)+1, len(l.text))
		return nil
	}
	l.inLine = true
	if l.levels == nil {
		l.levels = []int{}
		l.base(col)
		return nil
	}
	return l.level(col, start)
}

// base takes the column of the first line as that of the program: pastes are often indented as a whole.
func (l *lexer) base(col int) { l.levels = append(l.levels, col) }

// level opens and closes blocks.
func (l *lexer) level(col, start int) *doc.Error {
	top := l.levels[len(l.levels)-1]
	switch {
	case col > top:
		if len(l.levels) > MaxDepth {
			return l.fail(doc.KindLimit, start, l.pos, "blocks stand too deep in each other", "flatten the program")
		}
		l.levels = append(l.levels, col)
		l.add(indent, start, l.pos, "")
	case col < top:
		for len(l.levels) > 1 && l.levels[len(l.levels)-1] > col {
			l.levels = l.levels[:len(l.levels)-1]
			l.add(dedent, l.pos, l.pos, "")
		}
		if l.levels[len(l.levels)-1] != col {
			return l.fail(doc.KindInput, start, l.pos, "a line whose indentation fits no block", "align it with the block that it belongs to")
		}
	}
	return nil
}

func isLetter(s string, i int) bool {
	c := s[i]
	if c < utf8.RuneSelf {
		return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return !strings.ContainsRune("“”‘’«»…–—×÷≤≥≠\u00a0\u200b\ufeff\u2028\u2029", r)
}

// word reads a name, or a text with a prefix.
func (l *lexer) word() *doc.Error {
	start := l.pos
	for l.pos < len(l.text) && (isLetter(l.text, l.pos) || l.text[l.pos] >= '0' && l.text[l.pos] <= '9') {
		_, size := utf8.DecodeRuneInString(l.text[l.pos:])
		l.pos += size
	}
	w := l.text[start:l.pos]
	if l.pos < len(l.text) && (l.text[l.pos] == '"' || l.text[l.pos] == '\'') && len(w) <= 2 && strings.Trim(strings.ToLower(w), "rbfu") == "" {
		return l.string(start)
	}
	l.add(name, start, l.pos, w)
	return nil
}

func (l *lexer) number() {
	start := l.pos
	for l.pos < len(l.text) {
		c := l.text[l.pos]
		sign := (c == '+' || c == '-') && l.pos > start && l.text[l.pos-1]|0x20 == 'e' && !strings.HasPrefix(l.text[start:], "0x")
		if c != '.' && c != '_' && !sign && !(c >= '0' && c <= '9') && !(c|0x20 >= 'a' && c|0x20 <= 'z') {
			break
		}
		l.pos++
	}
	l.add(number, start, l.pos, l.text[start:l.pos])
}

// string reads a text whose prefix begins at start; pos is at the quote.
func (l *lexer) string(start int) *doc.Error {
	quote := l.text[l.pos : l.pos+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(l.text[l.pos:], triple) {
		quote = triple
	}
	l.pos += len(quote)
	for l.pos < len(l.text) {
		switch c := l.text[l.pos]; {
		case c == '\\':
			l.pos += 2
			continue
		case c == '\n' && len(quote) == 1:
			return l.fail(doc.KindInput, start, l.pos, "text in quotes that is not closed on its line", "close it, or use three quotes")
		case strings.HasPrefix(l.text[l.pos:], quote):
			l.pos += len(quote)
			l.add(text, start, l.pos, "")
			return nil
		}
		l.pos++
	}
	l.pos = len(l.text)
	return l.fail(doc.KindInput, start, start+1, "text in quotes that is not closed", "close it with the quote that it begins with")
}

// operators, the longest first.
var operators = []string{"**=", "//=", "...", ">>=", "<<=", "->", ":=", "**", "//", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "<<", ">>",
	"+", "-", "*", "/", "%", "@", "&", "|", "^", "~", "<", ">", "(", ")", "[", "]", "{", "}", ",", ":", ".", ";", "="}

func (l *lexer) operator() *doc.Error {
	for _, op := range operators {
		if !strings.HasPrefix(l.text[l.pos:], op) {
			continue
		}
		switch op {
		case "(", "[", "{":
			l.depth++
		case ")", "]", "}":
			l.depth = max(l.depth-1, 0)
		}
		l.add(operator, l.pos, l.pos+len(op), op)
		l.pos += len(op)
		return nil
	}
	r, size := utf8.DecodeRuneInString(l.text[l.pos:])
	return l.fail(doc.KindInput, l.pos, l.pos+size, fmt.Sprintf("a character that Python does not have here: U+%04X", r), "is this Python?")
}
