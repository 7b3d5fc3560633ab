package guard

import "planproof/core/guard/words"

// misspellable are the long words that say what an override is about. Their
// misspellings are read as they are: a model follows "ignore your iunstructions"
// all the same, and no other word is one letter away from these.
var misspellable = []string{"instructions", "instruction", "guidelines", "guideline", "directives", "directive"}

// respelled replaces every misspelling by the word that is meant, in place.
func respelled(ts []words.Token) []words.Token {
	for i := range ts {
		for _, w := range misspellable {
			if ts[i].Word && ts[i].Text != w && oneEditAway(ts[i].Text, w) && !isSpelled(ts[i].Text) {
				ts[i].Text = w
				break
			}
		}
	}
	return ts
}

func isSpelled(w string) bool { return contains(misspellable, w) }

// oneEditAway reports that a letter was left out, added, exchanged, or swapped
// with its neighbor. Words of other alphabets are compared by bytes, and are
// never that near to an English one.
func oneEditAway(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) {
		return false
	}
	swapped := i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	return swapped || a[i+1:] == b[i+1:]
}
