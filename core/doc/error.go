package doc

import (
	"strconv"

	"planproof/core/value"
)

// Kinds of an Error.
const (
	// KindInput: the text is not a document of the expected form.
	KindInput = "input"
	// KindPolicy: the policy or the tools are well-formed and contradict themselves.
	KindPolicy = "policy"
	// KindLimit: the document is beyond a limit, see MaxBytes.
	KindLimit = "limit"
)

// An Error says why a document could not be read. It is never a finding about a workflow.
type Error struct {
	Kind    string // KindInput, KindPolicy or KindLimit
	Message string // what is wrong
	Hint    string // what to do about it; may be empty
	Span    *Span  // where; nil when there is no place
}

// Error returns one line: place, message and hint.
func (e *Error) Error() string {
	s := e.Message
	if e.Span != nil {
		s = e.Span.String() + ": " + s
	}
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// AppendJSON appends {"kind","message","hint","span"}; hint is left out when empty, span when there is no place.
func (e *Error) AppendJSON(dst []byte) []byte {
	dst = value.AppendQuoted(append(dst, `{"kind":`...), e.Kind)
	dst = value.AppendQuoted(append(dst, `,"message":`...), e.Message)
	if e.Hint != "" {
		dst = value.AppendQuoted(append(dst, `,"hint":`...), e.Hint)
	}
	if e.Span != nil {
		dst = e.Span.AppendJSON(append(dst, `,"span":`...))
	}
	return append(dst, '}')
}

// A Note says what a tolerant reading changed or passed over, and where.
type Note struct {
	Message string
	Span    Span
}

// AppendJSON appends {"message","span"}.
func (n Note) AppendJSON(dst []byte) []byte {
	dst = value.AppendQuoted(append(dst, `{"message":`...), n.Message)
	return append(n.Span.AppendJSON(append(dst, `,"span":`...)), '}')
}

// String returns doc:line:column of the start.
func (s Span) String() string {
	return s.Doc + ":" + strconv.Itoa(s.Start.Line) + ":" + strconv.Itoa(s.Start.Column)
}

// AppendJSON appends {"doc","start":{"line","column","offset"},"end":{…}}.
func (s Span) AppendJSON(dst []byte) []byte {
	dst = value.AppendQuoted(append(dst, `{"doc":`...), s.Doc)
	dst = s.Start.appendJSON(append(dst, `,"start":`...))
	return append(s.End.appendJSON(append(dst, `,"end":`...)), '}')
}

func (p Pos) appendJSON(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"line":`...), int64(p.Line), 10)
	dst = strconv.AppendInt(append(dst, `,"column":`...), int64(p.Column), 10)
	return append(strconv.AppendInt(append(dst, `,"offset":`...), int64(p.Offset), 10), '}')
}
