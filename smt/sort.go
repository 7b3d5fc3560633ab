package smt

// Kind is the shape of a value.
type Kind uint8

// The kinds, in the order they print.
const (
	KindBool Kind = iota
	KindInt
	KindReal
	KindStr
	KindOpaque
	KindList
)

// String returns the kind's name as it appears in reasons.
func (k Kind) String() string {
	switch k {
	case KindBool:
		return "Bool"
	case KindInt:
		return "Int"
	case KindReal:
		return "Real"
	case KindStr:
		return "Str"
	case KindOpaque:
		return "Opaque"
	case KindList:
		return "List"
	}
	return "?"
}

// numeric reports whether values of the kind are numbers.
func (k Kind) numeric() bool { return k == KindInt || k == KindReal }

// Sort is the sort of a term: a scalar kind, or a list of one scalar kind.
type Sort struct {
	Kind Kind
	Elem Kind // element kind, for lists only; never KindList
}

// The scalar sorts.
var (
	SortBool   = Sort{Kind: KindBool}
	SortInt    = Sort{Kind: KindInt}
	SortReal   = Sort{Kind: KindReal}
	SortStr    = Sort{Kind: KindStr}
	SortOpaque = Sort{Kind: KindOpaque}
)

// ListOf returns the sort of lists of the given scalar kind.
func ListOf(elem Kind) Sort { return Sort{Kind: KindList, Elem: elem} }

// String returns the sort as text: "Int", "List(Str)".
func (s Sort) String() string {
	if s.Kind == KindList {
		return "List(" + s.Elem.String() + ")"
	}
	return s.Kind.String()
}
