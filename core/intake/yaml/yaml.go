// Package yaml reads the part of YAML 1.2 in which people write workflow files, into the tree that core/doc makes of
// JSON, with places.
//
// Read are block and flow collections, plain, quoted and block scalars over any number of lines, comments, anchors,
// aliases and merge keys (`<<`), and one or several documents. A plain scalar is null, a boolean or a number by the core
// schema of YAML 1.2; what only YAML 1.1 reads otherwise (yes, on, 0777, 1_000) is text. A tag is passed over with a
// note, except `!!str`, which makes text.
//
// Refused, by name: keys that are no scalars and `?` keys, tabs in the indentation, a key that stands twice in one
// mapping, an alias without its anchor, and plain text that begins with @ or a backquote.
//
// The limits are those of documents: doc.MaxDepth levels and doc.MaxSyntax values, those that aliases repeat counted
// each time. Reading takes time linear in the text, and the reader recurses no deeper than doc.MaxDepth.
package yaml

import (
	"fmt"
	"strings"

	"planproof/core/doc"
)

// A parser reads one document.
type parser struct {
	src     *doc.Source
	text    string // of the source, up to the end of the range
	pos     int
	line    int // where the line of pos starts
	depth   int
	deepest int // the largest depth since the last anchor began
	count   int // values so far, aliases counted in full
	anchors map[string]anchor
	notes   []doc.Note
}

// An anchor is a named value with its size and height.
type anchor struct {
	node         *doc.Syntax
	count, depth int
}

// Parse reads the first document in a range of a source. It returns the byte behind it, where the next one may start.
// A range without a document gives nil without an error.
func Parse(src *doc.Source, r doc.Range) (v *doc.Syntax, end int, notes []doc.Note, err *doc.Error) {
	p := &parser{src: src, text: src.Text()[:r.End], pos: int(r.Start), anchors: map[string]anchor{}}
	p.line = strings.LastIndexByte(p.text[:p.pos], '\n') + 1
	if strings.HasPrefix(p.text[p.pos:], "\uFEFF") {
		p.pos += 3
		p.line = p.pos
	}
	if err := p.head(); err != nil {
		return nil, p.pos, nil, err
	}
	if p.done() {
		return nil, p.pos, p.notes, nil
	}
	if v, err = p.node(-1, true); err != nil {
		return nil, p.pos, nil, err
	}
	p.skip()
	if !p.done() {
		return nil, p.pos, nil, p.fail(p.pos, "more text behind the document", "indent it, or start a new document with `---`")
	}
	if strings.HasPrefix(p.text[p.pos:], "...") {
		p.pos += 3
	}
	return v, p.pos, p.notes, nil
}

// head passes over directives and the `---` before a document.
func (p *parser) head() *doc.Error {
	for {
		p.skip()
		switch rest := p.text[p.pos:]; {
		case strings.HasPrefix(rest, "%") && p.col() == 0:
			p.pos += lineLen(rest)
		case p.marker("---"):
			p.pos += 3
			p.skip()
			return nil
		case p.marker("..."):
			p.pos += 3
		default:
			return nil
		}
	}
}

// lineLen is how much of s stands before its first line end.
func lineLen(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// marker reports whether a line starts at pos with a document marker.
func (p *parser) marker(mark string) bool {
	rest := p.text[p.pos:]
	return p.pos == p.line && strings.HasPrefix(rest, mark) && blankAt(rest, len(mark))
}

// blankAt reports whether s has a blank, a line end or nothing at i.
func blankAt(s string, i int) bool {
	return i >= len(s) || s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r'
}

// done reports whether the document ends at pos.
func (p *parser) done() bool {
	return p.pos >= len(p.text) || p.marker("---") || p.marker("...")
}

// col is the column of pos, counted in bytes from 0.
func (p *parser) col() int { return p.pos - p.line }

// first reports whether pos is the first thing on its line.
func (p *parser) first() bool { return strings.Trim(p.text[p.line:p.pos], " \t") == "" }

// skip moves over blanks, comments and line ends; crossed reports a line end.
func (p *parser) skip() (crossed bool) {
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == '\n':
			p.pos++
			p.line = p.pos
			crossed = true
		case c == ' ' || c == '\t' || c == '\r':
			p.pos++
		case c == '#' && (p.pos == p.line || blankAt(p.text, p.pos-1)):
			p.pos += lineLen(p.text[p.pos:])
		default:
			return crossed
		}
	}
	return crossed
}

// fail returns an error about the character at a place.
func (p *parser) fail(at int, message, hint string) *doc.Error {
	return p.failRange(doc.KindInput, at, min(at+1, len(p.text)), message, hint)
}

func (p *parser) failRange(kind string, from, to int, message, hint string) *doc.Error {
	from = min(from, len(p.text))
	span := p.src.Span(doc.Range{Start: int32(from), End: int32(min(max(from, to), len(p.text)))})
	return &doc.Error{Kind: kind, Message: message, Hint: hint, Span: &span}
}

// made counts a value that starts at a place.
func (p *parser) made(v *doc.Syntax, start int) (*doc.Syntax, *doc.Error) {
	v.Range = doc.Range{Start: int32(start), End: int32(max(p.pos, start))}
	return v, p.counted(1, start)
}

func (p *parser) counted(n, at int) *doc.Error {
	if p.count += n; p.count > doc.MaxSyntax {
		return p.failRange(doc.KindLimit, at, at+1, "the text has more than a million values, aliases counted", "split it")
	}
	return nil
}

// enter opens one more level.
func (p *parser) enter() *doc.Error {
	if p.depth++; p.depth > doc.MaxDepth {
		return p.failRange(doc.KindLimit, p.pos, p.pos+1, fmt.Sprintf("collections stand more than %d deep in each other", doc.MaxDepth),
			"flatten the document")
	}
	p.deepest = max(p.deepest, p.depth)
	return nil
}

// anchored reads a value and remembers it under a name, when there is one.
func (p *parser) anchored(name string, read func() (*doc.Syntax, *doc.Error)) (*doc.Syntax, *doc.Error) {
	if name == "" {
		return read()
	}
	count, deepest := p.count, p.deepest
	p.deepest = p.depth
	v, err := read()
	p.anchors[name] = anchor{v, p.count - count, p.deepest - p.depth + 1}
	p.deepest = max(p.deepest, deepest)
	return v, err
}
