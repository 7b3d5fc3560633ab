// Package words reads running text token by token: what the guard's rules on
// language (acceptances, requests, negation, instructions) are written over.
//
//	lex.go       text → tokens, with the places where they are written
//	clause.go    sentences, clauses, and what is negated in them
//	rule.go      rules as data: sequences of words, classes and gaps
//	rulematch.go the matcher of rules
package words

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"planproof/core/value"
)

// Token is a word or a single punctuation mark.
type Token struct {
	// Text is folded: compatibility forms replaced (NFKC), lower case, ё as е,
	// plain quotes and dashes.
	Text string
	// Start and End are code points of the text as written.
	Start, End int
	Word       bool
	Caps       bool // a word of at least two letters, all of them capitals
	Title      bool // its first letter is a capital
	Digit      bool // it has a digit
	Space      bool // white space stands before it
	Line       bool // a line break stands before it
	Blank      bool // an empty line stands before it
}

// Options of Lex.
type Options struct {
	// Latin maps letters that look like Latin ones (Cyrillic, Greek, phonetic)
	// to them.
	Latin bool
	// Escapes reads \n, \r and \t written with a backslash as white space.
	Escapes bool
}

// Lex splits a text. Format characters (Unicode Cf) are left out.
func Lex(text string, o Options) []Token {
	l := lexer{options: o}
	for i, at := 0, 0; i < len(text); at++ {
		r, size := value.DecodeRune(text[i:])
		if o.Escapes && r == '\\' && i+size < len(text) {
			if white, ok := escaped(text[i+size]); ok {
				l.white(white)
				i, at = i+size+1, at+1
				continue
			}
		}
		i += size
		l.rune(r, at)
	}
	l.flush()
	return l.out
}

func escaped(c byte) (rune, bool) {
	switch c {
	case 'n', 'r':
		return '\n', true
	case 't':
		return ' ', true
	}
	return 0, false
}

type lexer struct {
	options  Options
	out      []Token
	word     []byte
	token    Token // the word that is being read
	letters  int
	capitals int
	space    bool
	line     int
	last     rune
}

func (l *lexer) rune(r rune, at int) {
	if unicode.Is(unicode.Cf, r) {
		return
	}
	if r < utf8.RuneSelf {
		l.folded(r, at)
		return
	}
	for _, n := range norm.NFKC.String(string(r)) {
		if l.options.Latin {
			n = latin(n)
		}
		l.folded(plain(n), at)
	}
}

func (l *lexer) folded(r rune, at int) {
	switch {
	case unicode.IsSpace(r) || r == 0x2028 || r == 0x2029:
		l.white(r)
	case isLetter(r) || (r == '\'' && len(l.word) > 0 && l.letters > 0):
		l.letter(r, at)
	default:
		l.flush()
		l.token = Token{Text: string(r), Start: at, End: at + 1}
		l.emit()
	}
	l.last = r
}

func isLetter(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

func (l *lexer) letter(r rune, at int) {
	if len(l.word) == 0 {
		l.token = Token{Start: at, Word: true, Title: unicode.IsUpper(r)}
		l.letters, l.capitals = 0, 0
	}
	if unicode.IsLetter(r) {
		l.letters++
		if unicode.IsUpper(r) {
			l.capitals++
		}
	}
	l.token.Digit = l.token.Digit || unicode.IsDigit(r)
	r = unicode.ToLower(r)
	if r == 'ё' {
		r = 'е'
	}
	l.word = utf8.AppendRune(l.word, r)
	l.token.End = at + 1
}

func (l *lexer) white(r rune) {
	l.flush()
	l.space = true
	switch r {
	case '\n':
		if l.last != '\r' {
			l.line++
		}
	case '\r', '\v', '\f', 0x85, 0x2028, 0x2029:
		l.line++
	}
	l.last = r
}

// flush ends a word. An apostrophe at its end is a quote.
func (l *lexer) flush() {
	if len(l.word) == 0 {
		return
	}
	quote := l.word[len(l.word)-1] == '\''
	if quote {
		l.word = l.word[:len(l.word)-1]
		l.token.End--
	}
	l.token.Text = string(l.word)
	l.token.Caps = l.letters > 1 && l.capitals == l.letters
	l.word = l.word[:0]
	end := l.token.End
	l.emit()
	if quote {
		l.token = Token{Text: "'", Start: end, End: end + 1}
		l.emit()
	}
}

func (l *lexer) emit() {
	l.token.Space, l.token.Line, l.token.Blank = l.space, l.line > 0, l.line > 1
	if len(l.out) == 0 {
		l.token.Space, l.token.Line, l.token.Blank = true, true, true
	}
	l.out = append(l.out, l.token)
	l.space, l.line = false, 0
}

// plain makes typographic quotes and dashes plain.
func plain(r rune) rune {
	switch {
	case r >= 0x2018 && r <= 0x201B, r == 0x2032, r == 0x02BC:
		return '\''
	case r >= 0x201C && r <= 0x201F, r == '«', r == '»', r == 0x2033:
		return '"'
	case r >= 0x2010 && r <= 0x2015, r == 0x2212:
		return '-'
	}
	return r
}

// Fold is the whole text as patterns of authors read it: NFKC, without format
// characters, lower case.
func Fold(text string) string {
	out := make([]byte, 0, len(text))
	for _, r := range norm.NFKC.String(text) {
		if !unicode.Is(unicode.Cf, r) {
			out = utf8.AppendRune(out, unicode.ToLower(plain(r)))
		}
	}
	return string(out)
}
