package intake

import (
	"maps"
	"strconv"
	"strings"

	"planproof/core/value"
)

// Names hands out the names of one plan. The zero value is ready.
type Names struct {
	used map[string]bool
	next map[string]int // the number that the next name of a kind may have
}

// Fresh returns an identifier that resembles wanted and was not handed out before: "Get Weather!" gives get_weather,
// the next time get_weather_2.
func (n *Names) Fresh(wanted string) string {
	base := Ident(wanted)
	name := base
	i := max(n.next[base], 2)
	for ; n.used[name]; i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	n.reserve(name)
	n.next[base] = i
	return name
}

// clone is a copy that hands out names of its own.
func (n *Names) clone() Names { return Names{maps.Clone(n.used), maps.Clone(n.next)} }

// keywords are words that a condition can not use as a name.
var keywords = []string{"and", "or", "not", "in", "is", "if", "else", "for", "lambda", "None", "True", "False", "true", "false",
	"null", "forall", "implies", "old", "result"}

// Ident makes an identifier of a text: ASCII letters, digits and underscores, at most 40 of them, "value" when nothing
// is left. Capital letters stay.
func Ident(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range s {
		switch {
		case r < 0x80 && isWordByte(byte(r)):
			if gap && b.Len() > 0 {
				b.WriteByte('_')
			}
			gap = false
			b.WriteRune(r)
		default:
			gap = true
		}
		if b.Len() >= 40 {
			break
		}
	}
	name := b.String()
	if name == "" {
		return "value"
	}
	if name[0] >= '0' && name[0] <= '9' {
		name = "v" + name
	}
	for _, k := range keywords {
		if name == k {
			return name + "_"
		}
	}
	return name
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// CondRef writes a reference as a condition does: x.field[0]["a b"].
func CondRef(r Ref) string {
	var b strings.Builder
	b.WriteString(r.Name)
	for _, key := range r.Path {
		if text, ok := key.(value.Text); ok && Ident(string(text)) == string(text) {
			b.WriteString("." + string(text))
			continue
		}
		b.WriteString("[" + CondLit(key) + "]")
	}
	return b.String()
}

// CondLit writes a value as a condition does. An object has no such form: it becomes None.
func CondLit(v value.Value) string {
	switch v := v.(type) {
	case value.Bool:
		if v {
			return "True"
		}
		return "False"
	case value.Number:
		return v.String()
	case value.Text:
		return quotePython(string(v))
	case value.List:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = CondLit(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case value.Null, value.Tuple, value.Object:
	}
	return "None"
}

// quotePython writes a text in single quotes with Python's escapes.
func quotePython(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for _, r := range s {
		switch r {
		case '\'', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('\'')
	return b.String()
}
