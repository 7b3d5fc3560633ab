package guard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"planproof/core/value"
)

// invisibleIn lists the texts and member names in v that hold format
// characters (Unicode Cf): what was checked would not be what is executed.
func invisibleIn(v value.Value, path string) []argumentError {
	var out []argumentError
	switch v := v.(type) {
	case value.Text:
		if r, ok := firstInvisible(string(v)); ok {
			out = append(out, argumentError{path, fmt.Sprintf("invisible characters (U+%04X): write the value without them", r)})
		}
	case value.List:
		for i, item := range v {
			out = append(out, invisibleIn(item, join(path, strconv.Itoa(i)))...)
		}
	case value.Object:
		for _, m := range v {
			if r, ok := firstInvisible(m.Key); ok {
				out = append(out, argumentError{join(path, visible(m.Key)), fmt.Sprintf("invisible characters in the name (U+%04X)", r)})
			}
			out = append(out, invisibleIn(m.Value, join(path, visible(m.Key)))...)
		}
	case value.Null, value.Bool, value.Number, value.Tuple:
	}
	return out
}

func firstInvisible(s string) (rune, bool) {
	for i := 0; i < len(s); {
		r, size := value.DecodeRune(s[i:])
		if unicode.Is(unicode.Cf, r) {
			return r, true
		}
		i += size
	}
	return 0, false
}

// visible is a text without format characters.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}

// sorted are the members of an object by key.
func sorted(o value.Object) value.Object {
	out := slices.Clone(o)
	slices.SortFunc(out, func(a, b value.Member) int { return strings.Compare(a.Key, b.Key) })
	return out
}
