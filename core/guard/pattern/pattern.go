// Package pattern is a small matcher of regular expressions for the patterns
// of JSON schemas and for the phrases that authors give: Unicode letters are
// words, and an expression may look ahead and behind, as in Python and
// ECMAScript. It backtracks within a budget of steps.
//
//	parse.go    text → tree          class.go   sets of characters
//	match.go    tree on runes
//
// Not supported, and an error when read: back references, atomic and
// conditional groups, flags inside the expression other than (?i) at its start.
package pattern

import "errors"

// Limits.
const (
	// MaxLength is the longest expression in code points.
	MaxLength = 2000
	// MaxDepth is how deep groups may nest.
	MaxDepth = 50
	// MaxRepeat is the largest count in braces.
	MaxRepeat = 1000
	// MaxSteps is how much work one search may do.
	MaxSteps = 200_000
)

// ErrBudget is the error of a search that would take too long. The caller
// decides what is safe then.
var ErrBudget = errors.New("the pattern takes too long on this text")

// Pattern is a compiled expression. It is immutable.
type Pattern struct {
	source string
	root   node
	fold   bool
}

// String is the expression as given.
func (p *Pattern) String() string { return p.source }

// Find reports whether the expression matches anywhere in the text, and where
// its first match is, in code points.
func (p *Pattern) Find(text string) (start, end int, found bool, err error) {
	m := matcher{text: []rune(text), fold: p.fold, left: MaxSteps}
	for start := 0; start <= len(m.text); start++ {
		end := -1
		if m.match(p.root, start, func(at int) bool { end = at; return true }) {
			return start, end, true, nil
		}
		if m.left <= 0 {
			return 0, 0, false, ErrBudget
		}
	}
	return 0, 0, false, nil
}

// Match reports whether the expression matches anywhere in the text. A search
// over the budget is no match.
func (p *Pattern) Match(text string) bool {
	_, _, found, _ := p.Find(text)
	return found
}
