package smt

import "strconv"

// Value is the exact value of a term in a Model.
type Value struct {
	Kind   Kind
	Bool   bool    // KindBool
	Num    Rat     // KindInt, KindReal
	Text   string  // KindStr: the string; KindOpaque: the constant's name
	Any    int     // KindOpaque without a constant: a number > 0 naming the value
	Elems  []Value // KindList: the leading elements
	Length int64   // KindList: the length; elements behind Elems repeat its last one
}

// Equal reports whether two values are the same; numbers compare by value.
func (v Value) Equal(w Value) bool {
	switch {
	case v.Kind.numeric() && w.Kind.numeric():
		return v.Num.Cmp(w.Num) == 0
	case v.Kind != w.Kind:
		return false
	}
	switch v.Kind {
	case KindBool:
		return v.Bool == w.Bool
	case KindStr:
		return v.Text == w.Text
	case KindOpaque:
		return v.Text == w.Text && v.Any == w.Any
	case KindList:
		return v.equalList(w)
	case KindInt, KindReal:
	}
	return false
}

func (v Value) equalList(w Value) bool {
	if v.Length != w.Length {
		return false
	}
	for i := 0; i < max(len(v.Elems), len(w.Elems)); i++ {
		if !v.At(i).Equal(w.At(i)) {
			return false
		}
	}
	return true
}

// At returns the element of a list value at position i, which must be below
// Length.
func (v Value) At(i int) Value { return v.Elems[min(i, len(v.Elems)-1)] }

// String returns the value for messages: numbers exactly, strings quoted.
func (v Value) String() string {
	switch v.Kind {
	case KindBool:
		return strconv.FormatBool(v.Bool)
	case KindInt, KindReal:
		return v.Num.String()
	case KindStr:
		return strconv.Quote(v.Text)
	case KindOpaque:
		if v.Any > 0 {
			return "value" + strconv.Itoa(v.Any)
		}
		return v.Text
	case KindList:
		s := "["
		for i, e := range v.Elems {
			if i > 0 {
				s += ", "
			}
			s += e.String()
		}
		if int64(len(v.Elems)) < v.Length {
			s += ", ... " + strconv.FormatInt(v.Length, 10) + " elements"
		}
		return s + "]"
	}
	return "?"
}

// zeroValue is the default of a sort.
func zeroValue(k Kind) Value {
	v := Value{Kind: k}
	if k == KindOpaque {
		v.Text = nothing
	}
	return v
}
