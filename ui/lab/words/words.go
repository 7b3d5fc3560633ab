// Package words has what rooms need to speak in sentences.
package words

import (
	"strconv"
	"strings"

	"planproof/ui/markup"
)

// Count is a number with its noun: "1 call", "2 entries".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "entry"); ok {
		return strconv.Itoa(n) + " " + stem + "entries"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Sentence begins with a capital and ends with a full stop; "" stays.
func Sentence(s string) string {
	if s == "" {
		return ""
	}
	if s[0] >= 'a' && s[0] <= 'z' {
		s = string(s[0]-'a'+'A') + s[1:]
	}
	return strings.TrimSuffix(s, ".") + "."
}

// Button writes a button that asks the room: do and arg are those of the Ask.
func Button(h *markup.Writer, class, do, arg, testid, text string) {
	h.Open("button", "type", "button", "class", class, "data-lab-do", do, "data-lab-arg", arg, "data-testid", testid).Text(text).Close("button")
}
