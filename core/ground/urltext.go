package ground

import (
	"strings"
	"unicode"
)

// addresses are the web addresses in the text that name the same place as s.
func (t *Text) addresses(s string, o Options) []Span {
	v, ok := o.parse(s)
	if !ok {
		return nil
	}
	var out []Span
	t.runs(func(i, j int) {
		if start, end, ok := t.addressIn(i, j, v, o); ok {
			out = append(out, t.span(start, end))
		}
	})
	return out
}

// runs calls visit with the ends of every run of characters in which an
// address can stand, without closing punctuation.
func (t *Text) runs(visit func(i, j int)) {
	for i := 0; i < len(t.runes); {
		if splitsAddress(t.runes[i]) {
			i++
			continue
		}
		j := i
		for j < len(t.runes) && !splitsAddress(t.runes[j]) {
			j++
		}
		end := j
		for end > i && strings.ContainsRune(".:!?", t.runes[end-1]) {
			end--
		}
		visit(i, end)
		i = j
	}
}

// splitsAddress are the characters between which a text can have an address.
func splitsAddress(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("\"'`()[]{}<>|\\^,;", r)
}

// addressIn looks at one run of characters, then at what follows a label that
// is glued to it.
func (t *Text) addressIn(i, j int, v address, o Options) (start, end int, ok bool) {
	for _, from := range []int{i, t.afterLabel(i, j)} {
		if from >= j {
			continue
		}
		if w, ok := o.parse(string(t.runes[from:j])); ok && v.covers(w, o.Matcher == URLPrefix) {
			return from, j, true
		}
	}
	return 0, 0, false
}

// afterLabel is where the text after a leading label: or label= begins, j
// when there is none.
func (t *Text) afterLabel(i, j int) int {
	k := i
	for k < j && isWord(t.runes[k]) {
		k++
	}
	if k > i && k < j && (t.runes[k] == ':' || t.runes[k] == '=') {
		return k + 1
	}
	return j
}
