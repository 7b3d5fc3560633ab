package cond

// Limits of a condition; beyond them reading or evaluating it is an error of kind KindLimit.
const (
	MaxDepth = 500     // nesting of an expression
	MaxWork  = 1 << 25 // steps of one evaluation: elements touched, or 16 bytes of text
	MaxSize  = 8 << 20 // bytes or elements of a concatenation
)

// An ErrorKind says why a condition has no value.
type ErrorKind uint8

// The kinds of errors. The first two and limits come from reading a condition, the rest from evaluating it.
const (
	KindSyntax  ErrorKind = iota // not a Python expression
	KindGrammar                  // Python, but outside this language
	KindName                     // a name that is not defined
	KindType                     // an operation on a kind of value that it does not have
	KindValue                    // a value that an operation refuses: division by zero, an index out of range
	KindLimit                    // one of the documented limits
)

// String returns the wire name of k.
func (k ErrorKind) String() string {
	switch k {
	case KindSyntax:
		return "syntax"
	case KindGrammar:
		return "grammar"
	case KindName:
		return "name"
	case KindType:
		return "type"
	case KindValue:
		return "value"
	case KindLimit:
		return "limit"
	}
	return "unknown"
}

// An Error says that a condition can not be read or has no value. Offset and End are byte offsets in its text, so
// that 0 <= Offset <= End <= len(text).
type Error struct {
	Kind        ErrorKind
	Message     string // one sentence without a period; says what to do
	Offset, End int
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

func errAt(n Node, kind ErrorKind, message string) *Error {
	return &Error{Kind: kind, Message: message, Offset: n.Pos(), End: n.End()}
}
