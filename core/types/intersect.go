package types

import "planproof/core/value"

// Intersect is a type that admits at least the values that both a and b do,
// and nothing that neither kind set has: where both are lists (or objects) of
// different elements, a's are kept. So assuming it of a value that fits both
// is safe.
func Intersect(a, b Type) Type {
	switch {
	case a.everything():
		return b
	case b.everything():
		return a
	}
	out := a
	out.opaque = false
	out.kinds = a.kinds & b.kinds
	if len(a.elems) == 0 {
		out.elems = b.elems
	}
	if len(a.values) == 0 {
		out.values = b.values
	}
	if out.kinds != a.kinds {
		out.text = a.text + " & " + b.text
	}
	return out
}

// everything reports that t admits every value: Any, or a name nothing is
// known of.
func (t Type) everything() bool {
	return t.opaque || t.kinds == value.JSONKind && len(t.elems) == 0 && len(t.values) == 0
}

// Empty reports that no value has the type.
func (t Type) Empty() bool { return !t.opaque && t.kinds == 0 }
