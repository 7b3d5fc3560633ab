package smtlib

import (
	"errors"
	"slices"
	"strings"
)

// MaxDepth is the deepest nesting of parentheses that is read.
const MaxDepth = 1000

// sexpr is a parenthesized list, or an atom when list is nil and atom is set.
type sexpr struct {
	atom string
	str  bool // a string literal; atom is its content, escapes undecoded
	bar  bool // written between bars: a name, whatever it looks like
	list []*sexpr
	line int // where a list begins, from 1
}

func (s *sexpr) isList() bool { return s.atom == "" && !s.str && !s.bar }

// isNumber reports whether the atom begins like a number.
func (s *sexpr) isNumber() bool {
	return !s.bar && s.atom != "" && s.atom[0] >= '0' && s.atom[0] <= '9'
}

// named returns the name that (! … :named n) gives, or "".
func (s *sexpr) named() string {
	if s.head() != "!" {
		return ""
	}
	for i := 2; i+1 < len(s.list); i++ {
		if s.list[i].atom == ":named" {
			return s.list[i+1].atom
		}
	}
	return ""
}

// equal compares what two expressions say; nesting is bounded by MaxDepth.
func (s *sexpr) equal(t *sexpr) bool {
	return s.atom == t.atom && s.str == t.str && slices.EqualFunc(s.list, t.list, (*sexpr).equal)
}

// head returns the name a list begins with.
func (s *sexpr) head() string {
	if len(s.list) > 0 {
		return s.list[0].atom
	}
	return ""
}

// errors of the reader.
var (
	ErrSyntax = errors.New("not an SMT-LIB script")
	ErrDepth  = errors.New("nested too deeply")
)

// parse reads all expressions of a text.
func parse(text string) ([]*sexpr, error) {
	root := &sexpr{}
	stack := []*sexpr{root}
	line, whole := 1, text // line is that of whole[:counted]
	counted := 0
	for text != "" {
		top := stack[len(stack)-1]
		switch c := text[0]; {
		case c <= ' ':
			text = text[1:]
		case c == ';':
			_, text, _ = strings.Cut(text, "\n")
		case c == '(':
			if len(stack) > MaxDepth {
				return nil, ErrDepth
			}
			at := len(whole) - len(text)
			line += strings.Count(whole[counted:at], "\n")
			counted = at
			e := &sexpr{line: line}
			top.list = append(top.list, e)
			stack = append(stack, e)
			text = text[1:]
		case c == ')':
			if len(stack) == 1 {
				return nil, ErrSyntax
			}
			stack = stack[:len(stack)-1]
			text = text[1:]
		default:
			e, rest, err := token(text)
			if err != nil {
				return nil, err
			}
			top.list = append(top.list, e)
			text = rest
		}
	}
	if len(stack) != 1 {
		return nil, ErrSyntax
	}
	return root.list, nil
}

// token reads a symbol, a number or a string.
func token(text string) (e *sexpr, rest string, err error) {
	switch text[0] {
	case '"':
		return stringToken(text)
	case '|':
		end := strings.IndexByte(text[1:], '|')
		if end < 0 {
			return nil, "", ErrSyntax
		}
		return &sexpr{atom: text[1 : end+1], bar: true}, text[end+2:], nil
	}
	end := strings.IndexAny(text, " \t\r\n()\";|")
	if end < 0 {
		end = len(text)
	}
	return &sexpr{atom: text[:end]}, text[end:], nil
}

// stringToken reads a string literal; two quotes stand for one.
func stringToken(text string) (*sexpr, string, error) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		if text[i] != '"' {
			b.WriteByte(text[i])
			continue
		}
		if i+1 < len(text) && text[i+1] == '"' {
			b.WriteByte('"')
			i++
			continue
		}
		return &sexpr{atom: b.String(), str: true}, text[i+1:], nil
	}
	return nil, "", ErrSyntax
}
