package value

import "unicode/utf8"

// AppendJSON appends v as compact JSON. Numbers print with String, members in their order, a lone surrogate as its
// escape, and a tuple as {"$tuple":[…]}.
func AppendJSON(dst []byte, v Value) []byte {
	switch v := v.(type) {
	case Null:
		return append(dst, "null"...)
	case Bool:
		if v {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case Number:
		return append(dst, v.String()...)
	case Text:
		return AppendQuoted(dst, string(v))
	case List:
		return appendItems(dst, v, AppendJSON)
	case Tuple:
		dst = append(dst, `{"$tuple":`...)
		return append(appendItems(dst, v, AppendJSON), '}')
	case Object:
		return appendMembers(dst, v, AppendJSON)
	}
	return append(dst, "null"...)
}

// appendValue is AppendJSON or AppendCanonical: how the values inside are written.
type appendValue func(dst []byte, v Value) []byte

func appendItems(dst []byte, items []Value, write appendValue) []byte {
	dst = append(dst, '[')
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = write(dst, item)
	}
	return append(dst, ']')
}

func appendMembers(dst []byte, o Object, write appendValue) []byte {
	dst = append(dst, '{')
	for i, m := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendQuoted(dst, m.Key), ':')
		dst = write(dst, m.Value)
	}
	return append(dst, '}')
}

// AppendQuoted appends s as a JSON string: only what must be escaped is, plus lone surrogates; a byte that is not
// generalized UTF-8 becomes the replacement character.
func AppendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			dst = appendASCII(dst, c)
			i++
			continue
		}
		r, size := DecodeRune(s[i:])
		if IsSurrogate(r) {
			dst = appendEscape(dst, r)
		} else {
			dst = utf8.AppendRune(dst, r)
		}
		i += size
	}
	return append(dst, '"')
}

func appendASCII(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	}
	if c < ' ' {
		return appendEscape(dst, rune(c))
	}
	return append(dst, c)
}

func appendEscape(dst []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
