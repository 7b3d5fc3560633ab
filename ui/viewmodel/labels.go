package viewmodel

import (
	"strconv"
	"strings"
	"unicode"
)

// Label is how a label is shown: a color class and a letter that no other
// label has.
type Label struct {
	Name, Class, Letter string
}

// colors is the number of distinct label colors; more labels reuse them in
// order, their letters stay unique.
const colors = 6

// palette gives every label its class and letter: the first free letter of
// its name, two letters when all single ones are taken.
func palette(names []string) []Label {
	taken := map[string]bool{}
	labels := make([]Label, len(names))
	for i, name := range names {
		letter := freeLetter(name, taken)
		taken[letter] = true
		labels[i] = Label{name, "l" + strconv.Itoa(i%colors+1), letter}
	}
	return labels
}

func freeLetter(name string, taken map[string]bool) string {
	letters := strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToUpper(r)
		}
		return -1
	}, name)
	for _, r := range letters {
		if !taken[string(r)] {
			return string(r)
		}
	}
	for i := range letters {
		for _, r := range letters[i+1:] {
			if two := letters[i:i+1] + string(r); !taken[two] {
				return two
			}
		}
	}
	for n := 1; ; n++ {
		if s := strconv.Itoa(n); !taken[s] {
			return s
		}
	}
}

// label finds a label by name.
func (m *Model) label(name string) int {
	for i := range m.Labels {
		if m.Labels[i].Name == name {
			return i
		}
	}
	return -1
}

// labelsOf are the labels of a value in the order of the palette.
func (m *Model) labelsOf(names []string) []Label {
	var out []Label
	for _, n := range names {
		if i := m.label(n); i >= 0 {
			out = append(out, m.Labels[i])
		}
	}
	return out
}
