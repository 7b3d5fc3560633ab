package intake

import (
	"strings"

	"planproof/core/doc"
	"planproof/core/value"
)

// A hole is how a template marks a place for a value.
type hole struct{ open, close string }

// holes reads a text with places for values: a reference when the text is one place, joined text when there is more, and
// the text as it is when fill knows none of them.
func holes(v *doc.Syntax, marks []hole, fill func(inner string) (Value, bool)) Value {
	var parts []Value
	rest, plain := v.Text, ""
	for rest != "" {
		at, mark := firstHole(rest, marks)
		if mark == nil {
			break
		}
		inner, after, closed := strings.Cut(rest[at+len(mark.open):], mark.close)
		if !closed {
			break
		}
		filled, ok := fill(strings.TrimSpace(inner))
		if !ok {
			plain += rest[:len(rest)-len(after)]
			rest = after
			continue
		}
		if plain += rest[:at]; plain != "" {
			parts = append(parts, Lit{value.Text(plain)})
		}
		parts, plain, rest = append(parts, filled), "", after
	}
	if plain += rest; plain != "" && len(parts) > 0 {
		parts = append(parts, Lit{value.Text(plain)})
	}
	switch len(parts) {
	case 0:
		return Lit{value.Text(v.Text)}
	case 1:
		return parts[0]
	}
	return Joined{parts, v.Range}
}

// firstHole finds the first mark.
func firstHole(s string, marks []hole) (int, *hole) {
	best, found := len(s), (*hole)(nil)
	for i := range marks {
		if at := strings.Index(s, marks[i].open); at >= 0 && at < best {
			best, found = at, &marks[i]
		}
	}
	return best, found
}
