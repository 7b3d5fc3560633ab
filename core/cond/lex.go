package cond

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"planproof/core/value"
)

// tokenKind tells tokens apart. Operators, brackets and keywords are tokOp and tokKeyword with their text.
type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokName
	tokKeyword
	tokNumber
	tokString
	tokOp
)

type token struct {
	kind     tokenKind
	pos, end int
	text     string       // name, keyword or operator as written; the decoded text of a string
	number   value.Number // tokNumber
}

func (t token) is(text string) bool {
	return t.text == text && (t.kind == tokOp || t.kind == tokKeyword)
}

// keywords are Python's reserved words.
var keywords = map[string]bool{}

func init() {
	for _, k := range strings.Fields(`False None True and as assert async await break class continue def del elif else
		except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield`) {
		keywords[k] = true
	}
}

// operators, longest first so that a prefix match is the right one. Those that the parser does not know are read as
// well: the message should name what was written.
var operators = []string{
	"...", "===", "!==", "**=", "//=", "<<=", ">>=",
	"==", "!=", "<=", ">=", "//", "**", "<<", ">>", ":=", "->", "=>", "&&", "||", "<>", "+=", "-=", "*=", "/=", "%=", "::",
	"<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", "{", "}", ",", ".", ":", ";", "=", "@", "&", "|", "^", "~", "!", "?", "$", "`",
}

// lexer cuts a condition into tokens. After the first error it returns end of input only.
type lexer struct {
	src      string
	pos, end int // what is left to read: src[pos:end]; surrounding blanks are cut off
	brackets int // open brackets; inside of them line breaks are blanks
	err      *Error
}

func newLexer(src string) lexer {
	const blanks = " \t\n\r\f\v"
	end := len(strings.TrimRight(src, blanks))
	return lexer{src: src, pos: end - len(strings.TrimLeft(src[:end], blanks)), end: end}
}

// fail records the first error and ends the input.
func (l *lexer) fail(kind ErrorKind, pos, end int, message string) {
	if l.err == nil {
		l.err = &Error{Kind: kind, Message: message, Offset: pos, End: end}
	}
	l.pos = l.end
}

func (l *lexer) rest() string { return l.src[l.pos:l.end] }

func (l *lexer) next() token {
	l.skipBlanks()
	if l.pos >= l.end {
		return token{kind: tokEOF, pos: l.end, end: l.end}
	}
	c := l.src[l.pos]
	switch {
	case c >= '0' && c <= '9', c == '.' && l.pos+1 < l.end && isDigit(l.src[l.pos+1]):
		return l.number()
	case c == '"' || c == '\'':
		return l.text(l.pos, false)
	}
	if n := nameLen(l.rest()); n > 0 {
		return l.name(n)
	}
	return l.operator()
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (l *lexer) skipBlanks() {
	for l.pos < l.end {
		switch l.src[l.pos] {
		case ' ', '\t', '\f':
			l.pos++
		case '\n', '\r':
			if l.brackets == 0 {
				l.fail(KindSyntax, l.pos, l.pos+1, "a condition is one line: put it in parentheses to break it")
				return
			}
			l.pos++
		case '\\':
			n := lineBreak(l.src[l.pos+1 : l.end])
			if n == 0 {
				l.fail(KindSyntax, l.pos, l.pos+1, "unexpected `\\`: outside of a text it can only continue a line")
				return
			}
			l.pos += 1 + n
		case '#':
			l.fail(KindSyntax, l.pos, l.end, "a comment is not allowed in a condition: remove everything from `#` on")
			return
		default:
			return
		}
	}
}

// lineBreak returns the length of the line break that s starts with.
func lineBreak(s string) int {
	switch {
	case strings.HasPrefix(s, "\r\n"):
		return 2
	case strings.HasPrefix(s, "\n"), strings.HasPrefix(s, "\r"):
		return 1
	}
	return 0
}

// nameLen returns the length in bytes of the identifier that s starts with.
func nameLen(s string) int {
	i := 0
	for i < len(s) {
		c := s[i]
		if c < utf8.RuneSelf {
			if c|0x20 < 'a' || c|0x20 > 'z' {
				if c != '_' && (i == 0 || !isDigit(c)) {
					return i
				}
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !isNameRune(r, i == 0) {
			return i
		}
		i += size
	}
	return i
}

// isNameRune is Python's XID_Start and XID_Continue for letters beyond ASCII.
func isNameRune(r rune, first bool) bool {
	if r == utf8.RuneError {
		return false
	}
	if unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) {
		return true
	}
	return !first && unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

func (l *lexer) name(n int) token {
	start := l.pos
	word := l.src[start : start+n]
	if start+n < l.end && (l.src[start+n] == '"' || l.src[start+n] == '\'') && n <= 2 {
		if tok, ok := l.prefixed(word); ok {
			return tok
		}
	}
	l.pos += n
	kind := tokName
	if keywords[word] {
		kind = tokKeyword
	}
	return token{kind: kind, pos: start, end: l.pos, text: word}
}

// prefixed reads a text with a prefix such as r'…'.
func (l *lexer) prefixed(prefix string) (token, bool) {
	start := l.pos
	switch strings.ToLower(prefix) {
	case "r", "u":
		l.pos += len(prefix)
		return l.text(start, prefix[0]|0x20 == 'r'), true
	case "b", "br", "rb":
		l.fail(KindGrammar, start, start+len(prefix), "bytes are outside the condition language: write a text without `"+prefix+"`")
	case "f", "fr", "rf", "t", "tr", "rt":
		l.fail(KindGrammar, start, start+len(prefix), "f-strings are outside the condition language: compare the values themselves")
	default:
		return token{}, false
	}
	return token{kind: tokEOF, pos: l.end, end: l.end}, true
}

func (l *lexer) operator() token {
	start := l.pos
	for _, op := range operators {
		if strings.HasPrefix(l.rest(), op) {
			l.pos += len(op)
			switch op {
			case "(", "[", "{":
				l.brackets++
			case ")", "]", "}":
				l.brackets = max(0, l.brackets-1)
			}
			return token{kind: tokOp, pos: start, end: l.pos, text: op}
		}
	}
	_, size := value.DecodeRune(l.rest())
	l.fail(KindSyntax, start, start+size, unexpectedLetter(l.src[start:start+size]))
	return token{kind: tokEOF, pos: l.end, end: l.end}
}

func unexpectedLetter(s string) string {
	r, _ := value.DecodeRune(s)
	switch {
	case strings.ContainsRune("“”„«»‘’‚", r):
		return "unexpected `" + s + "`: texts stand in plain quotes, ' or \""
	case strings.ContainsRune("≤≥≠", r):
		return "unexpected `" + s + "`: write <=, >= or !="
	case r < ' ' || r == 0x7F || value.IsBadInAddress(r):
		return "unexpected invisible character " + codePoint(r) + ": remove it"
	}
	return "unexpected `" + s + "`"
}

// codePoint writes r as U+00A0.
func codePoint(r rune) string {
	const hex = "0123456789ABCDEF"
	out := []byte("U+")
	digits := 4
	for digits < 6 && r>>(4*digits) != 0 {
		digits++
	}
	for i := digits - 1; i >= 0; i-- {
		out = append(out, hex[r>>(4*i)&15])
	}
	return string(out)
}
