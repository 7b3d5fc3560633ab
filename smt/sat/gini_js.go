//go:build js

package sat

// HasGini says whether this build has gini, the second opinion. The page's
// does not: it would be a tenth of what the page loads.
const HasGini = false

// Gini answers nothing: this build does not have it.
func Gini(*CNF, []Lit) Outcome { return Outcome{} }
