package report

import "strings"

// chunk is a part of a message: words, or code that stood in backquotes.
type chunk struct {
	text string
	code bool
}

// inline splits a message at its backquotes. Names in a message come from
// documents and may hold backquotes themselves: then a part is shown as code
// that should not be, and nothing worse. An odd number of them is all words.
func inline(message string) []chunk {
	parts := strings.Split(message, "`")
	if len(parts)%2 == 0 {
		return []chunk{{text: message}}
	}
	var out []chunk
	for i, p := range parts {
		if p != "" {
			out = append(out, chunk{p, i%2 == 1})
		}
	}
	return out
}
