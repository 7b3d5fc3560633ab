// Package value holds the data that plans, policies and conditions talk about: JSON values with exact numbers and
// texts kept code point by code point, plus the tuple that a condition can write.
//
//	Value    a sealed sum: Null, Bool, Number, Text, List, Tuple, Object
//	Equal    Python's ==          Truthy   Python's truth value
//	Number   exact decimal, int64 fast path, at most MaxDigits digits
//	Text     generalized UTF-8: a lone surrogate is its own three-byte code point
//	DomainOf the domain of a mail address, partial and blind to letter case
//
// The package imports the standard library only and never panics on any input.
package value
