package value

// A Value is one of Null, Bool, Number, Text, List, Tuple or Object. Values are immutable by convention: whoever
// holds one may share it.
type Value interface{ isValue() }

// Null is JSON's null and Python's None.
type Null struct{}

// Bool is a truth value. As in Python it equals the number 1 or 0.
type Bool bool

// Text is a string in generalized UTF-8 (see DecodeRune).
type Text string

// List is an ordered sequence.
type List []Value

// Tuple is a sequence that only a condition can write; it never equals a List.
type Tuple []Value

// Object is an ordered sequence of members with unique keys.
type Object []Member

// Member is one name and value of an Object.
type Member struct {
	Key   string
	Value Value
}

func (Null) isValue()   {}
func (Bool) isValue()   {}
func (Number) isValue() {}
func (Text) isValue()   {}
func (List) isValue()   {}
func (Tuple) isValue()  {}
func (Object) isValue() {}

// Get returns the value of a member.
func (o Object) Get(key string) (Value, bool) {
	for i := range o {
		if o[i].Key == key {
			return o[i].Value, true
		}
	}
	return nil, false
}

// KindName names the kind of v for messages: "text", "number", "boolean", "null", "list", "tuple" or "object".
func KindName(v Value) string {
	switch v.(type) {
	case Null:
		return "null"
	case Bool:
		return "boolean"
	case Number:
		return "number"
	case Text:
		return "text"
	case List:
		return "list"
	case Tuple:
		return "tuple"
	case Object:
		return "object"
	}
	return "nothing"
}

// Truthy is Python's truth value: false for null, False, 0 and everything empty.
func Truthy(v Value) bool {
	switch v := v.(type) {
	case Null:
		return false
	case Bool:
		return bool(v)
	case Number:
		return v.Sign() != 0
	case Text:
		return v != ""
	case List:
		return len(v) > 0
	case Tuple:
		return len(v) > 0
	case Object:
		return len(v) > 0
	}
	return false
}

// AsNumber reads v as Python's arithmetic does: a Number is itself, True is 1 and False is 0; anything else is not a
// number.
func AsNumber(v Value) (Number, bool) {
	switch v := v.(type) {
	case Number:
		return v, true
	case Bool:
		if v {
			return Int(1), true
		}
		return Int(0), true
	}
	return Number{}, false
}
