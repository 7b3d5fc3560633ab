package value

import (
	"slices"
	"strings"
)

// Canonical returns the number without the text it was read with: equal numbers print the same.
func (n Number) Canonical() Number {
	if n.wide == nil || n.wide.text == "" {
		return n
	}
	if n.isSmall() {
		return Int(n.small)
	}
	return Number{wide: &wide{coef: n.wide.coef, exp: n.wide.exp}}
}

// AppendCanonical appends v as canonical JSON, the form that is hashed: compact, members sorted by key (bytewise,
// which is the order of code points), numbers by value and not as they were written. Two values have the same
// canonical JSON exactly when they have the same kinds, the same keys and equal numbers.
func AppendCanonical(dst []byte, v Value) []byte {
	switch v := v.(type) {
	case Number:
		return append(dst, v.Canonical().String()...)
	case List:
		return appendItems(dst, v, AppendCanonical)
	case Tuple:
		dst = appendItems(append(dst, `{"$tuple":`...), v, AppendCanonical)
		return append(dst, '}')
	case Object:
		return appendMembers(dst, sorted(v), AppendCanonical)
	case Null, Bool, Text:
		return AppendJSON(dst, v)
	}
	return append(dst, "null"...)
}

// sorted is the object with its members by key.
func sorted(o Object) Object {
	byKey := func(a, b Member) int { return strings.Compare(a.Key, b.Key) }
	if !slices.IsSortedFunc(o, byKey) {
		o = slices.Clone(o)
		slices.SortFunc(o, byKey)
	}
	return o
}
