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
		return appendCanonicalItems(dst, v)
	case Tuple:
		dst = appendCanonicalItems(append(dst, `{"$tuple":`...), v)
		return append(dst, '}')
	case Object:
		return appendCanonicalMembers(dst, v)
	case Null, Bool, Text:
		return AppendJSON(dst, v)
	}
	return append(dst, "null"...)
}

func appendCanonicalItems(dst []byte, items []Value) []byte {
	dst = append(dst, '[')
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendCanonical(dst, item)
	}
	return append(dst, ']')
}

func appendCanonicalMembers(dst []byte, o Object) []byte {
	byKey := func(a, b Member) int { return strings.Compare(a.Key, b.Key) }
	if !slices.IsSortedFunc(o, byKey) {
		o = slices.Clone(o)
		slices.SortFunc(o, byKey)
	}
	dst = append(dst, '{')
	for i, m := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendQuoted(dst, m.Key), ':')
		dst = AppendCanonical(dst, m.Value)
	}
	return append(dst, '}')
}
