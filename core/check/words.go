package check

import (
	"strconv"
	"strings"

	"planproof/core/value"
	"planproof/core/wire"
)

// quoted is names in backquotes with commas, "and" before the last.
func quoted(names []string) string {
	switch len(names) {
	case 0:
		return "none"
	case 1:
		return "`" + names[0] + "`"
	}
	last := len(names) - 1
	return "`" + strings.Join(names[:last], "`, `") + "` and `" + names[last] + "`"
}

func itoa(n int) string { return strconv.Itoa(n) }

// wireMember is one line of a witness on the wire.
func wireMember(name string, v value.Value) wire.Member {
	return wire.Member{Key: name, Value: wire.FromValue(v)}
}
