package value

import "strings"

// A KindSet is a set of kinds that a value may have.
type KindSet uint8

// The kinds. A whole number is IntKind however it is written (1.0 too); every other number is FractionKind.
const (
	NullKind KindSet = 1 << iota
	BoolKind
	IntKind
	FractionKind
	TextKind
	ListKind
	TupleKind
	ObjectKind

	NumberKind  = IntKind | FractionKind
	NumericKind = BoolKind | NumberKind                        // what arithmetic and order take as numbers
	JSONKind    = ^TupleKind                                   // what a document can carry
	SizedKind   = TextKind | ListKind | TupleKind | ObjectKind // what len measures
	AnyKind     = ^KindSet(0)
)

// KindOf returns the kind of v as a set of one.
func KindOf(v Value) KindSet {
	switch v := v.(type) {
	case Null:
		return NullKind
	case Bool:
		return BoolKind
	case Number:
		if v.IsInt() {
			return IntKind
		}
		return FractionKind
	case Text:
		return TextKind
	case List:
		return ListKind
	case Tuple:
		return TupleKind
	case Object:
		return ObjectKind
	}
	return 0
}

// Has reports whether all of ks are in s.
func (s KindSet) Has(ks KindSet) bool { return s&ks == ks }

// Meets reports whether s and ks have a kind in common.
func (s KindSet) Meets(ks KindSet) bool { return s&ks != 0 }

// String lists the kinds in a fixed order: "null, boolean, number".
func (s KindSet) String() string {
	var names []string
	for _, k := range []struct {
		set  KindSet
		name string
	}{
		{NullKind, "null"}, {BoolKind, "boolean"}, {NumberKind, "number"}, {TextKind, "text"}, {ListKind, "list"},
		{TupleKind, "tuple"}, {ObjectKind, "object"},
	} {
		if s.Meets(k.set) {
			names = append(names, k.name)
		}
	}
	return strings.Join(names, ", ")
}
