package progen

import (
	"strconv"
	"strings"

	"planproof/core/value"
)

// member is one member of an object, its value already JSON text.
type member struct{ key, json string }

func object(ms ...member) string {
	parts := make([]string, len(ms))
	for i, m := range ms {
		parts[i] = text(m.key) + ":" + m.json
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func array(items ...string) string { return "[" + strings.Join(items, ",") + "]" }

func text(s string) string { return string(value.AppendJSON(nil, value.Text(s))) }

func texts(ss []string) string {
	out := make([]string, len(ss))
	for i, s := range ss {
		out[i] = text(s)
	}
	return array(out...)
}

func ref(name string) string { return object(member{"ref", text(name)}) }

func number(n int) string { return strconv.Itoa(n) }

func truth(b bool) string { return strconv.FormatBool(b) }
