package guard

import (
	"strings"

	"planproof/core/value"
)

// coerce reads x as a type; exact leaves out the lax readings.
func coerce(t string, x value.Value, exact bool) (value.Value, bool) {
	switch t {
	case "string":
		_, ok := x.(value.Text)
		return x, ok
	case "boolean":
		return coerceBool(x, exact)
	case "number", "integer":
		return coerceNumber(t, x, exact)
	case "array":
		_, ok := x.(value.List)
		return x, ok
	case "object":
		_, ok := x.(value.Object)
		return x, ok
	case "null":
		_, ok := x.(value.Null)
		return x, ok
	}
	return nil, false
}

func coerceNumber(t string, x value.Value, exact bool) (value.Value, bool) {
	n, ok := x.(value.Number)
	if !ok && !exact {
		switch x := x.(type) {
		case value.Bool:
			n, ok = value.AsNumber(x)
		case value.Text:
			n, ok = numberOf(string(x))
		}
	}
	if !ok || t == "integer" && !n.IsInt() {
		return nil, false
	}
	if t == "integer" {
		n = n.Canonical()
	}
	return n, true
}

// numberOf reads a decimal number from a text; not a number and infinities are
// none.
func numberOf(s string) (value.Number, bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "+")
	if s == "" || strings.ContainsAny(s, "xXoObB") {
		return value.Number{}, false
	}
	n, err := value.ParseNumber(s)
	return n, err == nil
}

func coerceBool(x value.Value, exact bool) (value.Value, bool) {
	switch x := x.(type) {
	case value.Bool:
		return x, true
	case value.Number:
		if n, ok := x.Int64(); ok && !exact && (n == 0 || n == 1) {
			return value.Bool(n == 1), true
		}
	case value.Text:
		if exact {
			return nil, false
		}
		switch strings.ToLower(string(x)) {
		case "1", "on", "t", "true", "y", "yes":
			return value.Bool(true), true
		case "0", "off", "f", "false", "n", "no":
			return value.Bool(false), true
		}
	}
	return nil, false
}
