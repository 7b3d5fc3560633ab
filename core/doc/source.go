package doc

import (
	"sort"
	"strings"
	"sync"
)

// A Pos is a place in a text. Line and Column count from 1, columns in code points; Offset counts bytes from 0. A byte
// order mark at the start has offsets and no column, as in an editor.
type Pos struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// A Span is a part of a document; End is exclusive. Doc is "workflow", "policy", "tools" or "bundle".
type Span struct {
	Doc   string `json:"doc"`
	Start Pos    `json:"start"`
	End   Pos    `json:"end"`
}

// A Range is a part of a Source in byte offsets; End is exclusive. Offsets fit, see MaxBytes.
type Range struct {
	Start, End int32
}

// Names of a Source.
const (
	DocWorkflow = "workflow"
	DocPolicy   = "policy"
	DocTools    = "tools"
	DocBundle   = "bundle"
)

// blockBytes is the distance of the entries in Source.points.
const blockBytes = 1024

// A Source is the text of a document as it was given. It is immutable and safe for concurrent use.
type Source struct {
	Name string // DocWorkflow, DocPolicy, DocTools or DocBundle

	text string

	// A document inside a string of another one has that one's positions.
	outer *Source
	quote Range

	// The index of lines is made when the first position is asked for: a good document may never need one.
	once   sync.Once
	lines  []int32 // byte offset of the first column of every line
	points []int32 // code points before every blockBytes-th byte
	marks  []mark  // with outer, instead of the two
}

// NewSource returns the source of a document with this text.
func NewSource(name, text string) *Source { return &Source{Name: name, text: text} }

// Text returns the whole text, a byte order mark included.
func (s *Source) Text() string { return s.text }

// Slice returns the text of a range as it is written.
func (s *Source) Slice(r Range) string { return s.text[r.Start:r.End] }

// Span returns lines and columns of a range. A nil Source has none: its spans are zero.
func (s *Source) Span(r Range) Span {
	if s == nil {
		return Span{}
	}
	if s.outer != nil {
		return s.outer.Span(s.outerRange(r))
	}
	s.once.Do(s.index)
	return Span{s.Name, s.pos(r.Start), s.pos(r.End)}
}

// Inside returns the span of a part of a string: from and to are byte offsets in t.Value, mapped back through the
// escapes of the literal. A part of an escape counts as the whole escape.
func (s *Source) Inside(t Text, from, to int) Span {
	if s == nil || t.Range.Start == t.Range.End {
		return s.Span(t.Range)
	}
	return s.Span(s.unquote(t.Range, from, to))
}

// unquote maps offsets in the decoded string to offsets in its literal.
func (s *Source) unquote(literal Range, from, to int) Range {
	start, _ := quotes(s.Slice(literal))
	return s.unquoteFrom(literal, mark{written: start}, from, to)
}

// A mark is one place in a string, in its literal and decoded.
type mark struct{ written, decoded int }

// unquoteFrom is unquote that starts counting at a known place before from.
func (s *Source) unquoteFrom(literal Range, m mark, from, to int) Range {
	raw := s.Slice(literal)
	_, end := quotes(raw)
	start := m.written
	for m.written < end && m.decoded < to {
		written, decoded := unit(raw[:end], m.written)
		m.written += written
		m.decoded += decoded
		if m.decoded <= from {
			start = m.written
		}
	}
	return Range{literal.Start + int32(start), literal.Start + int32(max(m.written, start))}
}

// outerRange maps a part of a text that is written inside a string to its outer source. A mark every blockBytes bounds
// the way.
func (s *Source) outerRange(r Range) Range {
	s.once.Do(s.indexQuote)
	i := sort.Search(len(s.marks), func(i int) bool { return s.marks[i].decoded > int(r.Start) })
	return s.outer.unquoteFrom(s.quote, s.marks[i-1], int(r.Start), int(r.End))
}

func (s *Source) indexQuote() {
	raw := s.outer.Slice(s.quote)
	i, end := quotes(raw)
	m := mark{written: i}
	s.marks = append(s.marks, m)
	for next := blockBytes; m.written < end; {
		written, decoded := unit(raw[:end], m.written)
		m.written += written
		if m.decoded += decoded; m.decoded >= next {
			s.marks = append(s.marks, m)
			next = m.decoded + blockBytes
		}
	}
}

func (s *Source) pos(offset int32) Pos {
	line := sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset })
	if line == 0 { // inside the byte order mark
		return Pos{1, 1, int(offset)}
	}
	column := s.pointsBefore(offset) - s.pointsBefore(s.lines[line-1])
	return Pos{line, int(column) + 1, int(offset)}
}

// pointsBefore counts the code points that start before offset. One long line costs no more than many short ones.
func (s *Source) pointsBefore(offset int32) int32 {
	block := offset / blockBytes
	return s.points[block] + countPoints(s.text[block*blockBytes:offset])
}

// countPoints counts the bytes that start a code point, so that a text may be counted in pieces.
func countPoints(s string) int32 {
	n := int32(0)
	for i := 0; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

func (s *Source) index() {
	s.lines = append(s.lines, int32(len(bom(s.text))))
	for i := 0; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '\n', c == '\r' && !strings.HasPrefix(s.text[i+1:], "\n"):
			s.lines = append(s.lines, int32(i+1))
		}
	}
	s.points = append(s.points, 0)
	for i := blockBytes; i <= len(s.text); i += blockBytes {
		s.points = append(s.points, s.points[len(s.points)-1]+countPoints(s.text[i-blockBytes:i]))
	}
}

// bom returns the byte order mark of a UTF-8 text, which is no part of JSON, or "".
func bom(text string) string {
	const mark = "\uFEFF"
	if strings.HasPrefix(text, mark) {
		return mark
	}
	return ""
}
