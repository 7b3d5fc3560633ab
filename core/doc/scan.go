package doc

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A scanner reads tokens of a text from pos on.
type scanner struct {
	src     *Source
	text    string
	pos     int
	lenient bool
	log     *noteLog
}

// fail returns an input error about text[start:end].
func (s *scanner) fail(start, end int, message, hint string) *Error {
	return s.src.fail(KindInput, Range{int32(start), int32(end)}, message, hint)
}

// fail returns an error of a kind about a part of the text.
func (s *Source) fail(kind string, r Range, message, hint string) *Error {
	span := s.Span(r)
	return &Error{Kind: kind, Message: message, Hint: hint, Span: &span}
}

// note records a change that the tolerant reader made.
func (s *scanner) note(start, end int, message string) {
	s.log.add(s.src, Range{int32(start), int32(end)}, message)
}

// space moves to the next token.
func (s *scanner) space() *Error {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\n', '\t', '\r':
			s.pos++
			continue
		}
		if !s.lenient {
			return nil
		}
		if skipped, err := s.looseSpace(); err != nil || !skipped {
			return err
		}
	}
	return nil
}

// found names what stands at pos, for a message, and returns its end.
func (s *scanner) found() (what string, end int) {
	if s.pos == len(s.text) {
		return "the end of the text", s.pos
	}
	if w := word(s.text[s.pos:]); w != "" {
		end = s.pos + len(w)
		return "`" + short(w) + "`", end
	}
	r, size := utf8.DecodeRuneInString(s.text[s.pos:])
	end = s.pos + size
	if r <= ' ' || r == 0x7F || r >= 0x80 && !strings.Contains("“”„‟‘’", string(r)) {
		return fmt.Sprintf("U+%04X", r), end
	}
	return "`" + string(r) + "`", end
}

// word returns the identifier or number-like run that s starts with.
func word(s string) string {
	i := 0
	for i < len(s) && isWordByte(s[i]) {
		i++
	}
	return s[:i]
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$'
}

// short cuts a quotation in a message to a size that a line can hold.
func short(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && s[cut]&0xC0 == 0x80 {
		cut--
	}
	return s[:cut] + "…"
}

// str reads a string in the quotes it starts with; the strict reader comes here for `"` only.
func (s *scanner) str() (node, *Error) {
	start := s.pos
	quote := quoteAt(s.text[start:])
	n := node{kind: stringKind}
	i := start + len(quote)
	for {
		i = s.plain(i, quote[0])
		if i == len(s.text) {
			return n, s.unclosed(start)
		}
		switch c := s.text[i]; {
		case c == quote[0] && closes(s.text[i:], quote):
			s.pos = i + len(quote)
			n.Range = Range{int32(start), int32(s.pos)}
			return n, nil
		case c == '\\':
			size, err := s.checkEscape(i)
			if err != nil {
				return n, err
			}
			n.escaped = true
			i += size
		case c < ' ':
			if err := s.control(start, i); err != nil {
				return n, err
			}
			i++
		default:
			i++
		}
	}
}

// plain returns the first byte from i on that may end a run of ordinary text.
func (s *scanner) plain(i int, quote byte) int {
	for i < len(s.text) {
		if c := s.text[i]; c == quote || c == '\\' || c < ' ' {
			return i
		}
		i++
	}
	return i
}

// closes reports whether s starts with the end of a string that began with quote.
func closes(s, quote string) bool {
	if len(quote) == 1 {
		return true
	}
	end := quoteAt(s)
	return len(end) > 1
}

func (s *scanner) checkEscape(i int) (int, *Error) {
	_, size := escape(s.text[i:])
	python := size > 0 && strings.IndexByte(`'xU`, s.text[i+1]) >= 0
	switch {
	case size > 0 && !python:
		return size, nil
	case python && s.lenient:
		s.note(i, i+size, "read the escape `"+s.text[i:i+size]+"`, which is Python's and not JSON's")
		return size, nil
	case i+1 < len(s.text) && s.text[i+1] == 'u':
		return 0, s.fail(i, min(i+6, len(s.text)), "`\\u` without four hexadecimal digits", "write `\\u0041` for A, or `\\\\u` for a backslash and a u")
	}
	_, width := utf8.DecodeRuneInString(s.text[i+1:])
	end := i + 1 + width
	hint := "write a backslash as `\\\\`"
	if s.text[i+1:end] == "'" {
		hint = "an apostrophe needs no backslash"
	}
	return 0, s.fail(i, end, "`"+s.text[i:end]+"` is not an escape of JSON", hint)
}

// control refuses a raw control character; the tolerant reader takes line breaks and tabs as they are.
func (s *scanner) control(start, i int) *Error {
	c := s.text[i]
	if s.lenient && (c == '\n' || c == '\r' || c == '\t') {
		s.note(i, i+1, "read a raw "+controlName(c)+" inside a string; JSON writes it as an escape")
		return nil
	}
	if c == '\n' || c == '\r' {
		return s.fail(start, i, "the string is not closed on its line", "close it with `\"`, or write the line break as `\\n`")
	}
	hint := "write it as an escape: " + fmt.Sprintf("`\\u%04x`", c)
	if c == '\t' {
		hint = "write it as an escape: `\\t`"
	}
	return s.fail(i, i+1, "a raw "+controlName(c)+" inside a string", hint)
}

func controlName(c byte) string {
	switch c {
	case '\n', '\r':
		return "line break"
	case '\t':
		return "tab"
	case 0:
		return "NUL character"
	}
	return fmt.Sprintf("control character U+%04X", c)
}

func (s *scanner) unclosed(start int) *Error {
	return s.fail(start, len(s.text), "the text ends inside a string", "close it with `\"`; was the text cut off?")
}
