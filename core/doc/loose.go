package doc

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// This file holds what the tolerant tokenizer takes beyond JSON. Every function notes what it did.

// mostNotes bounds the list: a text of nothing but trailing commas must not cost more memory than it is worth.
const mostNotes = 200

// A noteLog collects notes; beyond mostNotes it only counts.
type noteLog struct {
	list []Note
	more int
	last Span
}

func (l *noteLog) add(src *Source, r Range, message string) {
	l.addFunc(src, r, func() string { return message })
}

// addFunc is add for a message that costs something to make.
func (l *noteLog) addFunc(src *Source, r Range, message func() string) {
	if l == nil {
		return
	}
	if len(l.list) < mostNotes {
		l.list = append(l.list, Note{message(), src.Span(r)})
		return
	}
	if l.more == 0 {
		l.last = src.Span(r)
	}
	l.more++
}

// notes returns the notes in the order of the text.
func (l *noteLog) notes() []Note {
	out := slices.Clone(l.list)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Span.Start.Offset < out[j].Span.Start.Offset })
	if l.more > 0 {
		out = append(out, Note{fmt.Sprintf("%d more changes are not listed", l.more), l.last})
	}
	return out
}

// looseSpace skips one comment or invisible character.
func (s *scanner) looseSpace() (skipped bool, err *Error) {
	rest := s.text[s.pos:]
	start := s.pos
	switch {
	case rest[0] == '#', strings.HasPrefix(rest, "//"):
		n := strings.IndexAny(rest, "\r\n")
		if n < 0 {
			n = len(rest)
		}
		s.pos += n
		s.note(start, s.pos, "passed over a comment")
		return true, nil
	case strings.HasPrefix(rest, "/*"):
		n := strings.Index(rest[2:], "*/")
		if n < 0 {
			return false, s.fail(start, len(s.text), "a comment that is not closed", "close it with `*/`")
		}
		s.pos += n + 4
		s.note(start, s.pos, "passed over a comment")
		return true, nil
	}
	if size := invisible(rest); size > 0 {
		s.pos += size
		s.note(start, s.pos, "passed over an invisible character")
		return true, nil
	}
	return false, nil
}

// invisible returns the size of the blank beyond ASCII that s starts with.
func invisible(s string) int {
	switch r, size := utf8.DecodeRuneInString(s); r {
	case 0x85, 0xA0, 0x200B, 0x200C, 0x200D, 0x2028, 0x2029, 0x202F, 0x2060, 0x3000, 0xFEFF:
		return size
	}
	return 0
}

// quoted reads a string; the tolerant reader notes quotes other than JSON's.
func (s *scanner) quoted() (node, *Error) {
	start := s.pos
	n, err := s.str()
	if err == nil && s.text[start] != '"' {
		name := "single"
		if s.text[start] != '\'' {
			name = "typographic"
		}
		s.note(start, s.pos, "read a string in "+name+" quotes")
	}
	return n, err
}

// bareKey takes a key without quotes.
func (s *scanner) bareKey(w string) node {
	start := s.pos
	s.pos += len(w)
	s.note(start, s.pos, "read the key `"+short(w)+"`, which has no quotes")
	return node{Range: Range{int32(start), int32(s.pos)}, kind: stringKind}
}

// keyword reads true, false and null, and Python's spellings of them when tolerant.
func (s *scanner) keyword() (node, *Error) {
	w := word(s.text[s.pos:])
	start := s.pos
	k, python := keywordKind(w)
	if k == objectKind || python && !s.lenient {
		what, end := s.found()
		return node{}, s.fail(start, end, "expected a value, found "+what, valueHint(s.text[start:], w))
	}
	s.pos += len(w)
	if python {
		s.note(start, s.pos, "read Python's `"+w+"` as `"+k.literal()+"`")
	}
	return node{Range: Range{int32(start), int32(s.pos)}, kind: k}, nil
}

// keywordKind returns objectKind for a word that is none.
func keywordKind(w string) (k kind, python bool) {
	switch w {
	case "true", "True":
		return trueKind, w == "True"
	case "false", "False":
		return falseKind, w == "False"
	case "null", "None":
		return nullKind, w == "None"
	}
	return objectKind, false
}

func (k kind) literal() string {
	switch k {
	case trueKind:
		return "true"
	case falseKind:
		return "false"
	}
	return "null"
}

// valueHint says what to write instead of something that is no value.
func valueHint(s, w string) string {
	switch w {
	case "True", "False", "None":
		k, _ := keywordKind(w)
		return "JSON writes `" + k.literal() + "`"
	case "NaN", "Infinity", "inf", "nan", "undefined":
		return "JSON has no such value: give a number, or null"
	}
	switch {
	case w != "":
		return "text needs double quotes"
	case quoteAt(s) != "":
		return "JSON strings stand in straight double quotes"
	case s[0] == ',' || s[0] == ']' || s[0] == '}':
		return "is a value missing, or a comma too much?"
	case s[0] == '+' || s[0] == '.':
		return "JSON writes numbers like 7, -0.5 and 2e10"
	case s[0] == '/' || s[0] == '#':
		return "JSON has no comments"
	case s[0] == '(':
		return "JSON lists stand in square brackets"
	}
	if hint := strayHint(s); hint != "" {
		return hint
	}
	return "a value is text in double quotes, a number, true, false, null, a list or an object"
}

// strayHint explains a character that no one meant to write.
func strayHint(s string) string {
	switch {
	case invisible(s) > 0:
		return "delete the invisible character, or replace it by a plain blank"
	case s[0] == 0:
		return "the text holds a NUL: save the file as UTF-8"
	}
	return ""
}
