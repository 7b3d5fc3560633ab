package doc

import (
	"bytes"

	"planproof/core/value"
)

const (
	columns = 100
	step    = 2
)

// layout prints a value with line breaks, and one at the end.
func layout(v value.Value) []byte {
	return append(appendLaid(nil, v, 0, 0), '\n')
}

// appendLaid prints v on a line that has used columns already and is followed by at most one comma. It recurses as deep
// as v, that is at most MaxDepth.
func appendLaid(dst []byte, v value.Value, indent, used int) []byte {
	start := len(dst)
	dst, fits := appendFlat(dst, v, start+4*columns)
	if fits && value.RuneCount(string(dst[start:]))+used < columns {
		return dst
	}
	dst = dst[:start]
	switch v := v.(type) {
	case value.List:
		return appendLines(dst, '[', ']', len(v), indent, func(dst []byte, i, at int) []byte {
			return appendLaid(dst, v[i], at, at)
		})
	case value.Object:
		return appendLines(dst, '{', '}', len(v), indent, func(dst []byte, i, at int) []byte {
			line := len(dst)
			dst = append(value.AppendQuoted(dst, v[i].Key), ": "...)
			return appendLaid(dst, v[i].Value, at, at+value.RuneCount(string(dst[line:])))
		})
	}
	return value.AppendJSON(dst, v)
}

// appendLines prints n elements on lines of their own.
func appendLines(dst []byte, open, close byte, n, indent int, element func(dst []byte, i, at int) []byte) []byte {
	dst = append(dst, open)
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = newLine(dst, indent+step)
		dst = element(dst, i, indent+step)
	}
	return append(newLine(dst, indent), close)
}

func newLine(dst []byte, indent int) []byte {
	return append(append(dst, '\n'), bytes.Repeat([]byte{' '}, indent)...)
}

// appendFlat prints v on one line; fits is false when dst became longer than most, and dst then no JSON.
func appendFlat(dst []byte, v value.Value, most int) (out []byte, fits bool) {
	switch v := v.(type) {
	case value.Text:
		if len(dst)+len(v) > most {
			return dst, false
		}
	case value.List:
		return flatElements(dst, '[', ']', len(v), most, func(dst []byte, i int) ([]byte, bool) {
			return appendFlat(dst, v[i], most)
		})
	case value.Object:
		return flatElements(dst, '{', '}', len(v), most, func(dst []byte, i int) ([]byte, bool) {
			if len(dst)+len(v[i].Key) > most {
				return dst, false
			}
			dst = append(value.AppendQuoted(dst, v[i].Key), ": "...)
			return appendFlat(dst, v[i].Value, most)
		})
	}
	dst = value.AppendJSON(dst, v)
	return dst, len(dst) <= most
}

func flatElements(dst []byte, open, close byte, n, most int, element func(dst []byte, i int) ([]byte, bool)) ([]byte, bool) {
	dst = append(dst, open)
	for i := range n {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		var fits bool
		if dst, fits = element(dst, i); !fits {
			return dst, false
		}
	}
	dst = append(dst, close)
	return dst, len(dst) <= most
}
