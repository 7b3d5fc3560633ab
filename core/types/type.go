package types

import (
	"strings"

	"planproof/core/value"
)

// A Type is the set of values that a declaration admits. The zero Type is the empty one; make types with Parse.
// Types are immutable.
type Type struct {
	kinds  value.KindSet
	opaque bool   // some alternative is a name that is not known
	elems  []Type // element types of the list alternatives: a list fits if one admits all its elements
	values []Type // value types of the object alternatives
	text   string
}

// Any admits every value.
var Any = Type{kinds: value.JSONKind, text: "Any"}

// Kinds returns the kinds that the values of t may have; every JSON kind when t is opaque.
func (t Type) Kinds() value.KindSet { return t.kinds }

// IsOpaque reports whether an unknown type name is among the alternatives of t: nothing is known of its values.
func (t Type) IsOpaque() bool { return t.opaque }

// Nullable reports whether t admits null: only Optional, None, Any and unknown names do.
func (t Type) Nullable() bool { return t.kinds.Has(value.NullKind) }

// Elems returns the element types of the list alternatives of t. More than one means that each list has elements of
// one of them; a list type without an element type has Any here.
func (t Type) Elems() []Type { return elemTypes(t, value.ListKind, t.elems) }

// Values returns the types of member values of the object alternatives of t, like Elems.
func (t Type) Values() []Type { return elemTypes(t, value.ObjectKind, t.values) }

func elemTypes(t Type, kind value.KindSet, ts []Type) []Type {
	if t.kinds.Has(kind) && len(ts) == 0 {
		return []Type{Any}
	}
	return ts
}

// String returns a normalized name: "str", "int | None", "list[str]".
func (t Type) String() string { return t.text }

// Accepts reports whether v is a value of t: int admits whole numbers, float and number any number, neither a
// boolean; null must be allowed by name; lists and objects are checked element by element.
func (t Type) Accepts(v value.Value) bool {
	if t.opaque {
		return true
	}
	if !t.kinds.Has(value.KindOf(v)) {
		return false
	}
	switch v := v.(type) {
	case value.List:
		return len(t.elems) == 0 || admits(t.elems, func(e Type) bool { return acceptsAll(e, v) })
	case value.Object:
		return len(t.values) == 0 || admits(t.values, func(e Type) bool { return acceptsMembers(e, v) })
	case value.Null, value.Bool, value.Number, value.Text, value.Tuple:
		return true
	}
	return false
}

func admits(ts []Type, fits func(Type) bool) bool {
	for _, t := range ts {
		if fits(t) {
			return true
		}
	}
	return false
}

func acceptsAll(t Type, items value.List) bool {
	for _, v := range items {
		if !t.Accepts(v) {
			return false
		}
	}
	return true
}

func acceptsMembers(t Type, o value.Object) bool {
	for _, m := range o {
		if !t.Accepts(m.Value) {
			return false
		}
	}
	return true
}

// Union returns the type of all values of the ts, in order.
func Union(ts ...Type) Type {
	var u Type
	var names []string
	anyList, anyObject := false, false
	for _, t := range ts {
		anyList = anyList || t.kinds.Has(value.ListKind) && len(t.elems) == 0
		anyObject = anyObject || t.kinds.Has(value.ObjectKind) && len(t.values) == 0
		u.kinds |= t.kinds
		u.opaque = u.opaque || t.opaque
		u.elems = append(u.elems, t.elems...)
		u.values = append(u.values, t.values...)
		names = append(names, t.text)
	}
	if anyList {
		u.elems = nil
	}
	if anyObject {
		u.values = nil
	}
	u.text = strings.Join(names, " | ")
	return u
}
