package doc

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// newText checks what a text must be before it is read: not too large, and UTF-8.
func newText(name string, text []byte) (*Source, *Error) { return newTextWithin(name, text, MaxBytes) }

func newTextWithin(name string, text []byte, limit int) (*Source, *Error) {
	if len(text) > limit {
		start := Pos{Line: 1, Column: 1}
		return nil, &Error{KindLimit, fmt.Sprintf("the document has %d bytes; the limit is %d (%d MiB)", len(text), limit, limit>>20),
			"split it, or leave out long literal values", &Span{name, start, start}}
	}
	src := NewSource(name, string(text))
	if utf8.ValidString(src.text) {
		return src, nil
	}
	return nil, src.badUTF8()
}

func (s *Source) badUTF8() *Error {
	i := 0
	for {
		r, size := utf8.DecodeRuneInString(s.text[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	hint := "save the file as UTF-8"
	if c := s.text[i]; i == 0 && len(s.text) > 1 && (c == 0xFF && s.text[1] == 0xFE || c == 0xFE && s.text[1] == 0xFF) {
		hint = "this is UTF-16: save the file as UTF-8"
	}
	return s.fail(KindInput, Range{int32(i), int32(i + 1)}, fmt.Sprintf("the text is not UTF-8: byte 0x%02X", s.text[i]), hint)
}

// A parser reads one JSON value into nodes. It keeps its own stack.
type parser struct {
	scanner
	nodes []node
	depth int
	stack [MaxDepth]int32 // the open arrays and objects
}

// parse reads the whole text as one strict JSON value.
func parse(src *Source) (*tree, *Error) {
	p := &parser{scanner: scanner{src: src, text: src.text, pos: len(bom(src.text))}}
	if err := p.space(); err != nil {
		return nil, err
	}
	if p.pos == len(p.text) {
		return nil, p.fail(p.pos, p.pos, "the document is empty", "give the "+src.Name+" as JSON")
	}
	if err := p.value(); err != nil {
		return nil, err
	}
	if err := p.space(); err != nil {
		return nil, err
	}
	if p.pos < len(p.text) {
		what, end := p.found()
		return nil, p.fail(p.pos, end, "the document ends before "+what, "a file holds one document; remove what follows")
	}
	return &tree{src, p.nodes}, nil
}

// value reads the value at pos and leaves pos behind it.
func (p *parser) value() *Error {
	err := p.element()
	for err == nil && p.depth > 0 {
		err = p.next()
	}
	return err
}

// element reads a scalar or opens an array or object.
func (p *parser) element() *Error {
	if err := p.space(); err != nil {
		return err
	}
	if p.pos == len(p.text) {
		return p.cutOff()
	}
	var n node
	var err *Error
	switch c := p.text[p.pos]; {
	case c == '{':
		return p.open(objectKind)
	case c == '[':
		return p.open(arrayKind)
	case c == '"' || p.lenient && quoteAt(p.text[p.pos:]) != "":
		n, err = p.quoted()
	case c == '-' || c >= '0' && c <= '9':
		n, err = p.number()
	default:
		n, err = p.keyword()
	}
	if err == nil {
		p.leaf(n)
	}
	return err
}

func (p *parser) leaf(n node) {
	n.skip = int32(len(p.nodes)) + 1
	p.add(n)
}

// add appends a node. Doubling costs a large document less than append's own growth.
func (p *parser) add(n node) {
	if len(p.nodes) == cap(p.nodes) {
		p.nodes = slices.Grow(p.nodes, max(16, len(p.nodes)))
	}
	p.nodes = append(p.nodes, n)
}

func (p *parser) open(k kind) *Error {
	if p.depth == MaxDepth {
		return p.src.fail(KindLimit, Range{int32(p.pos), int32(p.pos + 1)},
			fmt.Sprintf("arrays and objects stand more than %d deep in each other", MaxDepth), "flatten the document")
	}
	p.stack[p.depth] = int32(len(p.nodes))
	p.depth++
	p.add(node{Range: Range{Start: int32(p.pos)}, kind: k})
	p.pos++
	return nil
}

// next goes on inside the innermost open array or object: it closes it or reads one more element.
func (p *parser) next() *Error {
	if err := p.space(); err != nil {
		return err
	}
	if p.pos == len(p.text) {
		return p.cutOff()
	}
	top := p.stack[p.depth-1]
	if p.text[p.pos] == closer(p.nodes[top].kind) {
		return p.close(top)
	}
	if int(top) < len(p.nodes)-1 {
		if closed, err := p.comma(top); closed || err != nil {
			return err
		}
	}
	if p.nodes[top].kind == objectKind {
		if err := p.key(); err != nil {
			return err
		}
	}
	return p.element()
}

func closer(k kind) byte {
	if k == objectKind {
		return '}'
	}
	return ']'
}

func (p *parser) close(top int32) *Error {
	p.pos++
	p.depth--
	n := &p.nodes[top]
	n.End = int32(p.pos)
	n.skip = int32(len(p.nodes))
	if n.kind == objectKind {
		return p.checkKeys(top)
	}
	return nil
}

// comma reads the comma between two elements; closed is true when only the end of the array or object followed.
func (p *parser) comma(top int32) (closed bool, err *Error) {
	at, end := p.pos, closer(p.nodes[top].kind)
	if p.text[at] != ',' {
		what, stop := p.found()
		return false, p.fail(at, stop, fmt.Sprintf("expected `,` or `%c`, found %s", end, what), commaHint(p.text[at:]))
	}
	p.pos++
	if err := p.space(); err != nil {
		return false, err
	}
	if p.pos == len(p.text) || p.text[p.pos] != end {
		return false, nil
	}
	if !p.lenient {
		return false, p.fail(at, at+1, fmt.Sprintf("a comma before `%c`", end), "remove the comma: JSON has none after the last element")
	}
	p.note(at, at+1, "passed over a comma after the last element")
	return true, p.close(top)
}

func commaHint(s string) string {
	if hint := strayHint(s); hint != "" {
		return hint
	}
	switch s[0] {
	case '"', '{', '[', '\'':
		return "is a comma missing before it?"
	case '/', '#':
		return "JSON has no comments"
	case '}', ']':
		return "the brackets do not match"
	}
	return "is a quote or a comma missing?"
}

// key reads a key and its colon.
func (p *parser) key() *Error {
	n, err := p.keyToken()
	if err != nil {
		return err
	}
	p.leaf(n)
	if err := p.space(); err != nil {
		return err
	}
	if p.pos == len(p.text) {
		return p.cutOff()
	}
	if p.text[p.pos] != ':' {
		what, end := p.found()
		return p.fail(p.pos, end, "expected `:` after the key, found "+what, "write \"key\": value")
	}
	p.pos++
	return nil
}

func (p *parser) keyToken() (node, *Error) {
	if p.pos == len(p.text) {
		return node{}, p.cutOff()
	}
	if p.text[p.pos] == '"' || p.lenient && quoteAt(p.text[p.pos:]) != "" {
		return p.quoted()
	}
	if w := word(p.text[p.pos:]); w != "" && p.lenient {
		return p.bareKey(w), nil
	}
	what, end := p.found()
	return node{}, p.fail(p.pos, end, "expected a key in double quotes, found "+what, keyHint(p.text[p.pos:]))
}

func keyHint(s string) string {
	switch {
	case word(s) != "" || quoteAt(s) != "":
		return "JSON keys stand in straight double quotes"
	case s[0] == ',':
		return "remove the comma that is too much"
	case s[0] == '/' || s[0] == '#':
		return "JSON has no comments"
	}
	if hint := strayHint(s); hint != "" {
		return hint
	}
	return "write \"key\": value"
}

// cutOff says which arrays or objects the end of the text leaves open.
func (p *parser) cutOff() *Error {
	if p.depth == 0 {
		return p.fail(p.pos, p.pos, "the text ends where a value should be", "was the text cut off?")
	}
	n := p.nodes[p.stack[p.depth-1]]
	at := p.src.Span(Range{n.Start, n.Start + 1}).Start
	message := fmt.Sprintf("the text ends inside %v that opens at line %d, column %d", n.kind, at.Line, at.Column)
	return p.fail(p.pos, p.pos, message, fmt.Sprintf("close it with `%c`; was the text cut off?", closer(n.kind)))
}
